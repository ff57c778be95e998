/** What stands behind a mark: the source, and the passages with the statement's words in them. */

import { useState } from "preact/hooks";
import type { Mark } from "../citations";
import { safeAddress } from "../markdown";
import type { Overview } from "../overview";
import { findQuote, shortened, shortenedStart } from "../quotes";
import type { Snippet, Source } from "../sources";

interface Props {
  mark: Mark;
  /** The statement before the mark. */
  claim: string;
  overview: Overview;
}

export function Card({ mark, claim, overview: { state } }: Props) {
  const source = state.sources.get(mark.citations[0]?.source_id ?? "");
  const snippets = mark.citations.flatMap((each) => state.snippets.get(each.snippet_id) ?? []);
  return (
    <aside class="card" data-testid="card" aria-label={`Source ${mark.number}`}>
      <SourceLine number={mark.number} source={source} />
      {snippets.map((snippet) => (
        <Passage key={snippet.id} snippet={snippet} claim={claim} />
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

const AROUND = 150;
const ALONE = 360;

function Passage({ snippet, claim }: { snippet: Snippet; claim: string }) {
  const [whole, setWhole] = useState(false);
  const full = findQuote(snippet.text, claim);
  const part = full.taken
    ? { before: shortenedStart(full.before, AROUND), after: shortened(full.after, AROUND) }
    : { before: shortened(full.before, ALONE), after: "" };
  const { before, after } = whole ? full : part;
  const isCut = part.before !== full.before || part.after !== full.after;
  const where = [...snippet.heading, ...(snippet.page ? [`p. ${snippet.page}`] : [])];
  return (
    <>
      {where.length > 0 && <p class="where">{where.join(" › ")}</p>}
      <blockquote>
        {before}
        {full.taken && <mark>{full.taken}</mark>}
        {after}
      </blockquote>
      {isCut && (
        <button type="button" class="plain" onClick={() => setWhole(!whole)}>
          {whole ? "show less" : "whole passage"}
        </button>
      )}
    </>
  );
}
