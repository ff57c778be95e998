/** One passage under a concept: its words, which turns used it, and another place for it. */

import { useState } from "preact/hooks";
import type { Editing } from "../editing";
import type { Overview } from "../overview";
import { Picker } from "./picker";
import { Quoted } from "./quoted";

const PASSAGE_LENGTH = 190;

interface Props {
  id: string;
  overview: Overview;
  editing: Editing;
  goToTurn(id: string): void;
}

export function Passage({ id, overview, editing, goToTurn }: Props) {
  const { state, citing, words } = overview;
  const [moving, setMoving] = useState(false);
  const snippet = state.snippets.get(id);
  const source = state.sources.get(snippet?.source_id ?? "");
  const turns = citing.get(id) ?? [];
  return (
    <li data-testid="passage">
      {snippet && <Quoted snippet={snippet} alone={PASSAGE_LENGTH} />}
      <small>
        {source?.number} · {source?.title} ·{" "}
        {turns.length === 0 ? <em>not cited yet</em> : "cited by "}
        {turns.map((turn) => (
          <button
            key={turn.id}
            type="button"
            class="plain"
            title={`Go to turn ${turn.number}, ${turn.speaker}`}
            onClick={() => goToTurn(turn.id)}
          >
            {turn.id}
          </button>
        ))}
        {" · "}
        <button
          type="button"
          class="plain"
          data-testid="place"
          aria-expanded={moving}
          disabled={!editing.store.can("place")}
          onClick={() => setMoving(!moving)}
        >
          {words.moveTo}
        </button>
      </small>
      {moving && (
        <Picker
          overview={overview}
          label={words.moveTo}
          allows={(concept) => concept !== state.tree.home.get(id)}
          onDone={(concept) => {
            if (concept !== null) editing.place(id, concept);
            setMoving(false);
          }}
        />
      )}
    </li>
  );
}
