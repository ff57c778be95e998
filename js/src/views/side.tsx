/** The side pane and its tabs. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Editing } from "../editing";
import type { Overview } from "../overview";
import type { Store } from "../store";
import { GapsView } from "./gaps";
import { MapView } from "./map";
import { ReportView } from "./report";
import { SourcesView } from "./sources";

export type Tab = "map" | "sources" | "gaps" | "report";
const TABS: readonly Tab[] = ["map", "sources", "gaps", "report"];

interface Props {
  store: Store;
  overview: Overview;
  editing: Editing;
  tab: Tab;
  onTab(tab: Tab): void;
  wide: boolean;
  onWide(wide: boolean): void;
  onReport(): void;
  goToTurn(id: string): void;
}

export function Side(props: Props) {
  const { store, overview, editing, tab, onTab, wide, onWide, onReport, goToTurn } = props;
  const { tabs } = overview.words;
  const [chosen, setChosen] = useState<string | null>(null);
  const showConcept = (concept: string) => {
    setChosen(concept);
    onTab("map");
  };
  const turnKeys = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const place = TABS.indexOf(tab);
    const next = TABS[(place + step + TABS.length) % TABS.length] ?? "map";
    onTab(next);
    const list = event.currentTarget as HTMLElement;
    list.querySelector<HTMLElement>(`[data-testid="tab-${next}"]`)?.focus();
    event.stopPropagation();
  };
  return (
    <div class="side">
      <div class="tabs">
        <div role="tablist" aria-label="Beside the talk" onKeyDown={turnKeys}>
          {TABS.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              data-testid={`tab-${each}`}
              aria-selected={each === tab}
              tabIndex={each === tab ? 0 : -1}
              onClick={() => onTab(each)}
            >
              {tabs[each]}
              {each === "gaps" && <GapCount overview={overview} />}
            </button>
          ))}
        </div>
        <button type="button" class="plain" aria-pressed={wide} onClick={() => onWide(!wide)}>
          {wide ? "Beside the talk" : "Enlarge"}
        </button>
      </div>
      {/* The map stays in the page while another tab is shown: it keeps its view. */}
      <Page name={tabs.map} shown={tab === "map"}>
        <MapView
          overview={overview}
          editing={editing}
          chosen={chosen}
          onChoose={setChosen}
          goToTurn={goToTurn}
        />
      </Page>
      {tab === "sources" && (
        <Page name={tabs.sources} shown>
          <SourcesView overview={overview} />
        </Page>
      )}
      {tab === "gaps" && (
        <Page name={overview.words.gapsTitle} shown>
          <GapsView
            overview={overview}
            editing={editing}
            onConcept={showConcept}
            goToTurn={goToTurn}
          />
        </Page>
      )}
      {tab === "report" && (
        <Page name={tabs.report} shown>
          <ReportView store={store} overview={overview} onReport={onReport} />
        </Page>
      )}
    </div>
  );
}

function GapCount({ overview: { gaps } }: { overview: Overview }) {
  const { disputes, questions, unused, thin } = gaps;
  const count = disputes.length + questions.length + unused.length + thin.length;
  return count > 0 ? <small class="count">{count}</small> : null;
}

interface PageProps {
  name: string;
  shown: boolean;
  children: ComponentChildren;
}

function Page({ name, shown, children }: PageProps) {
  return (
    <div class="page" role="tabpanel" aria-label={name} hidden={!shown}>
      {children}
    </div>
  );
}
