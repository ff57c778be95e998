/** What stands behind a mark: the source, and the passages with the statement's words in them. */

import type { Mark } from "../citations";
import { safeAddress } from "../markdown";
import type { Overview } from "../overview";
import type { Source } from "../sources";
import { type SentenceSupport, verdictOf } from "../support";
import { Quoted } from "./quoted";

interface Props {
  mark: Mark;
  /** The statement before the mark. */
  claim: string;
  /** How well the sentence around the mark is borne out, if it was checked. */
  support?: SentenceSupport | undefined;
  overview: Overview;
}

export function Card({ mark, claim, support, overview: { state, words } }: Props) {
  const source = state.sources.get(mark.citations[0]?.source_id ?? "");
  const snippets = mark.citations.flatMap((each) => state.snippets.get(each.snippet_id) ?? []);
  return (
    <aside class="card" data-testid="card" aria-label={`Source ${mark.number}`}>
      <SourceLine number={mark.number} source={source} />
      {support && (
        <p class="verdict" data-testid="verdict">
          <span class={`said ${support.verdict}`}>{verdictOf(support, words)}</span>
        </p>
      )}
      {snippets.map((snippet) => (
        <Quoted key={snippet.id} snippet={snippet} claim={claim} support={support} />
      ))}
    </aside>
  );
}

function SourceLine({ number, source }: { number: number; source: Source | undefined }) {
  const facts = [source?.kind, source?.date, source?.authors.join(", ")].filter(Boolean);
  const address = source && (safeAddress(source.permalink) ?? safeAddress(source.url));
  return (
    <p class="source">
      <b>
        {number} · {source?.title}
      </b>
      {facts.map((fact) => ` · ${fact}`)}
      {source?.url && " · "}
      {address ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          open
        </a>
      ) : (
        source?.url
      )}
    </p>
  );
}
