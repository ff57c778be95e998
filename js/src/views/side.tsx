/** The side pane and its tabs. */

import type { ComponentChildren } from "preact";
import type { Overview } from "../overview";
import type { Store } from "../store";
import { MapView } from "./map";
import { ReportView } from "./report";
import { SourcesView } from "./sources";

export type Tab = "map" | "sources" | "report";
const TABS: [Tab, string][] = [
  ["map", "Map"],
  ["sources", "Sources"],
  ["report", "Report"],
];

interface Props {
  store: Store;
  overview: Overview;
  tab: Tab;
  onTab(tab: Tab): void;
  wide: boolean;
  onWide(wide: boolean): void;
  onReport(): void;
  goToTurn(id: string): void;
}

export function Side({ store, overview, tab, onTab, wide, onWide, onReport, goToTurn }: Props) {
  const turnKeys = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const place = TABS.findIndex(([each]) => each === tab);
    const [next] = TABS[(place + step + TABS.length) % TABS.length] ?? ["map"];
    onTab(next);
    const list = event.currentTarget as HTMLElement;
    list.querySelector<HTMLElement>(`[data-testid="tab-${next}"]`)?.focus();
    event.stopPropagation();
  };
  return (
    <div class="side">
      <div class="tabs">
        <div role="tablist" aria-label="Beside the talk" onKeyDown={turnKeys}>
          {TABS.map(([each, name]) => (
            <button
              key={each}
              type="button"
              role="tab"
              data-testid={`tab-${each}`}
              aria-selected={each === tab}
              tabIndex={each === tab ? 0 : -1}
              onClick={() => onTab(each)}
            >
              {name}
            </button>
          ))}
        </div>
        <button type="button" class="plain" aria-pressed={wide} onClick={() => onWide(!wide)}>
          {wide ? "Beside the talk" : "Enlarge"}
        </button>
      </div>
      {/* The map stays in the page while another tab is shown: it keeps its view. */}
      <Page name="Map" shown={tab === "map"}>
        <MapView store={store} overview={overview} goToTurn={goToTurn} />
      </Page>
      {tab === "sources" && (
        <Page name="Sources" shown>
          <SourcesView overview={overview} />
        </Page>
      )}
      {tab === "report" && (
        <Page name="Report" shown>
          <ReportView store={store} overview={overview} onReport={onReport} />
        </Page>
      )}
    </div>
  );
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
