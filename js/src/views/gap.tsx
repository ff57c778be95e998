/** The biggest gap, in one line below the map, and the button that puts it on the table. */

import type { Editing } from "../editing";
import { biggestGap } from "../figures";
import type { Overview } from "../overview";
import { languageOf } from "../phrases";
import { countInWords } from "../words";

export function Gap({ overview, editing }: { overview: Overview; editing: Editing }) {
  const { state, figures, words } = overview;
  const gap = biggestGap(state, figures);
  if (!gap) return null;
  const { concept, unused } = gap;
  const isEnglish = languageOf(state.settings) === "en";
  const count = isEnglish ? countInWords(unused, "passage") : words.passages(unused);
  return (
    <div class="gap" data-testid="gap">
      <p>
        <b>{words.notLookedAt}</b> {words.unusedOn(count, concept.name)}
      </p>
      <button
        type="button"
        class="button"
        disabled={!editing.store.can("explore")}
        onClick={() => editing.explore("concept", concept.id, concept.name)}
      >
        {words.putOnTable}
      </button>
    </div>
  );
}
