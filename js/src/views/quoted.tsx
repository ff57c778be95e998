/** A passage in its source: headings and page above it, what was quoted marked, more on demand. */

import { useId, useState } from "preact/hooks";
import { findQuote, inContext } from "../quotes";
import type { Snippet } from "../sources";
import { nearestIn, type SentenceSupport } from "../support";

interface Props {
  snippet: Snippet;
  /** The statement that cites it; "" where there is none. */
  claim?: string;
  /** How well that is borne out, if it was checked. */
  support?: SentenceSupport | undefined;
  /** Characters shown at first where nothing is quoted. */
  alone?: number;
}

export function Quoted({ snippet, claim = "", support, alone }: Props) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const quote = nearestIn(snippet, support?.quote) ?? findQuote(snippet.text, claim);
  const { before, taken, after, isQuoted, isCut } = inContext(snippet, quote, whole, alone);
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
