/** What nobody has looked at yet, and the button that puts it on the table. */

import { biggestGap, openingQuestion } from "../figures";
import type { Overview } from "../overview";
import type { Store } from "../store";
import { countInWords } from "../words";

export function Gap({ store, overview }: { store: Store; overview: Overview }) {
  const gap = biggestGap(overview.state, overview.figures);
  if (!gap) return null;
  const { concept, unused } = gap;
  const ask = () => {
    store.command("ask", { concept: concept.id, text: openingQuestion(concept) });
  };
  return (
    <div class="gap" data-testid="gap">
      <p>
        <b>Not looked at yet:</b> {countInWords(unused, "passage")} on {concept.name} that nobody
        has cited.
      </p>
      <button type="button" class="button" disabled={!store.can("ask")} onClick={ask}>
        Put on the table
      </button>
    </div>
  );
}
