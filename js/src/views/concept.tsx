/** What is under the chosen concept, and which turns used it. */

import { openingQuestion } from "../figures";
import type { Overview } from "../overview";
import { shortened } from "../quotes";
import type { Store } from "../store";
import type { Node } from "../tree";
import { count } from "../words";

interface Props {
  store: Store;
  overview: Overview;
  concept: Node;
  onClose(): void;
  goToTurn(id: string): void;
}

export function ConceptPanel({ store, overview, concept, onClose, goToTurn }: Props) {
  const { state, figures } = overview;
  const own = figures.get(concept.id);
  const path = state.tree.path(concept.id);
  const snippets = state.tree.below(concept.id);
  const ask = () => {
    store.command("ask", { concept: concept.id, text: openingQuestion(concept) });
  };
  return (
    <section class="concept" data-testid="concept-panel" aria-label={concept.name}>
      <header>
        <h3>{path.length > 0 ? path.join(" › ") : concept.name}</h3>
        <small>
          {own && count(own.snippets, "passage")}
          {own && own.unused > 0 && `, ${own.unused} unused`}
        </small>
        {concept.parent !== null && (
          <button type="button" class="plain" disabled={!store.can("ask")} onClick={ask}>
            Ask about this
          </button>
        )}
        <button type="button" class="plain" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      {concept.note && <p class="note">{concept.note}</p>}
      {snippets.length === 0 && <p class="empty">Nothing has been placed here yet.</p>}
      <ul>
        {snippets.map((id) => (
          <Passage key={id} id={id} overview={overview} goToTurn={goToTurn} />
        ))}
      </ul>
    </section>
  );
}

const PASSAGE_LENGTH = 190;

interface PassageProps {
  id: string;
  overview: Overview;
  goToTurn(id: string): void;
}

function Passage({ id, overview: { state, citing }, goToTurn }: PassageProps) {
  const snippet = state.snippets.get(id);
  const source = state.sources.get(snippet?.source_id ?? "");
  const turns = citing.get(id) ?? [];
  return (
    <li>
      <p>{shortened(snippet?.text ?? "", PASSAGE_LENGTH)}</p>
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
      </small>
    </li>
  );
}
