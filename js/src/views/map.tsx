/** The mind map: a canvas, an outline of the same tree, and what is under the chosen concept. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { figuresLine } from "../figures";
import type { Overview } from "../overview";
import type { Store } from "../store";
import { type Label, MapCanvas } from "./canvas";
import { ConceptPanel } from "./concept";
import { Gap } from "./gap";
import { Outline } from "./outline";

interface Props {
  store: Store;
  overview: Overview;
  goToTurn(id: string): void;
}

export function MapView({ store, overview, goToTurn }: Props) {
  const { tree } = overview.state;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<MapCanvas | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [outlined, setOutlined] = useState(false);
  // A concept can be merged away while it is chosen.
  const selected = chosen !== null && tree.nodes.has(chosen) ? chosen : null;

  useLayoutEffect(() => {
    if (!box.current) return;
    canvas.current = new MapCanvas(box.current, setChosen);
    return () => canvas.current?.close();
  }, []);
  useLayoutEffect(() => {
    canvas.current?.show(tree, labelsOf(overview), selected);
  }, [overview, tree, selected]);

  return (
    <>
      <div class={`map-area ${outlined ? "outlined" : ""}`}>
        <div class="map" data-testid="map" ref={box} aria-hidden="true" />
        <Outline overview={overview} selected={selected} onSelect={setChosen} />
        <div class="map-tools">
          <button
            type="button"
            class="plain"
            data-testid="outline-toggle"
            aria-pressed={outlined}
            onClick={() => setOutlined(!outlined)}
          >
            Outline
          </button>
          {!outlined && (
            <button
              type="button"
              class="plain"
              title="Show the whole map; to zoom, turn the wheel with Ctrl held"
              onClick={() => canvas.current?.fit()}
            >
              Fit
            </button>
          )}
        </div>
      </div>
      {selected === null ? (
        <Gap store={store} overview={overview} />
      ) : (
        <ConceptPanel
          key={selected}
          store={store}
          overview={overview}
          concept={tree.at(selected)}
          onClose={() => setChosen(null)}
          goToTurn={goToTurn}
        />
      )}
    </>
  );
}

function labelsOf({ state, figures, colourOfBranch }: Overview): Label[] {
  return [...state.tree.walk()].map((node) => {
    const own = figures.get(node.id);
    return {
      id: node.id,
      name: node.name,
      figures: own && node.parent !== null ? figuresLine(own) : "",
      colour: colourOfBranch.get(node.id) ?? "--ink",
      isNew: state.fresh.has(node.id) && state.turns.length > 0,
      isThin: own?.sources === 1,
      isRoot: node.parent === null,
    };
  });
}
