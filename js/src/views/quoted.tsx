/** A passage in its source: headings and page above it, what was quoted marked, more on demand. */

import { useId, useState } from "preact/hooks";
import { inContext } from "../quotes";
import type { Snippet } from "../sources";

interface Props {
  snippet: Snippet;
  /** The statement that cites it; "" where there is none. */
  claim?: string;
  /** Characters shown at first where nothing is quoted. */
  alone?: number;
}

export function Quoted({ snippet, claim = "", alone }: Props) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const { before, taken, after, isQuoted, isCut } = inContext(snippet, claim, whole, alone);
  const where = [...snippet.heading, ...(snippet.page ? [`p. ${snippet.page}`] : [])];
  return (
    <>
      {where.length > 0 && <p class="where">{where.join(" › ")}</p>}
      <blockquote id={id} data-testid="quoted">
        {before && <span class="around">{before}</span>}
        {isQuoted ? <mark>{taken}</mark> : taken}
        {after && <span class="around">{after}</span>}
      </blockquote>
      {isCut && (
        <button
          type="button"
          class="plain"
          data-testid="more-context"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
        >
          {whole ? "show less" : "show more of the source"}
        </button>
      )}
    </>
  );
}
