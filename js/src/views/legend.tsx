/** What the underlines in the talk mean, how often each stands there, and a way to hide them. */

import type { Overview } from "../overview";
import { supportCounts } from "../support";

interface Props {
  overview: Overview;
  shown: boolean;
  onShow(shown: boolean): void;
}

export function Legend({ overview: { state, words }, shown, onShow }: Props) {
  const counts = supportCounts(state.turns);
  if (counts.length === 0) return null;
  return (
    <div class="legend" data-testid="legend">
      <button
        type="button"
        class="plain"
        data-testid="btn-support"
        aria-pressed={shown}
        title={words.supportTitle}
        onClick={() => onShow(!shown)}
      >
        {words.support}
      </button>
      {counts.map(([verdict, count]) => (
        <span key={verdict}>
          <span class={`said ${verdict}`}>{words.verdicts[verdict]}</span> {count}
        </span>
      ))}
    </div>
  );
}
