/** Two passages that contradict each other, side by side with their sources. */

import type { Dispute, Quote, Verdict } from "../disputes";
import type { Overview } from "../overview";
import { type GapsProps, PutOnTable } from "./gaps";

export function DisputeView({ dispute, overview, editing }: GapsProps & { dispute: Dispute }) {
  const { words } = overview;
  const { id, one, other, why, verdict } = dispute;
  const rules = (ruling: Verdict, label: string) => (
    <button
      type="button"
      class="plain"
      data-testid={`rule-${ruling}`}
      aria-pressed={verdict === ruling}
      disabled={!editing.store.can("rule")}
      onClick={() => editing.rule(id, verdict === ruling ? "open" : ruling)}
    >
      {label}
    </button>
  );
  return (
    <li class="dispute" data-testid="dispute">
      <div>
        <QuoteView quote={one} overview={overview} />
        <p class="against">{words.against}</p>
        <QuoteView quote={other} overview={overview} />
        <small>
          {why && `${why} · `}
          {words.ruled[verdict]} · {rules("confirmed", words.confirm)}
          {" · "}
          {rules("rejected", words.reject)}
        </small>
      </div>
      <PutOnTable editing={editing} kind="dispute" id={id} what={why || words.gapDisputes} />
    </li>
  );
}

/** What a quotation says, in characters of its passage, and where it is from. */
export function QuoteView({ quote, overview }: { quote: Quote; overview: Overview }) {
  const { snippets, sources } = overview.state;
  const snippet = snippets.get(quote.snippet_id);
  const source = sources.get(snippet?.source_id ?? "");
  // Python counts code points.
  const text = [...(snippet?.text ?? "")].slice(quote.start, quote.end).join("");
  return (
    <blockquote>
      {text}
      <small>
        {source?.number} · {source?.title}
      </small>
    </blockquote>
  );
}
