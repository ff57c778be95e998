/** What a statement can stand on, as it crosses the wire; mirrors `evidence/sources.py`. */

export interface Source {
  id: string;
  /** As printed in the talk, from 1; 0 until the session has taken it in. */
  number: number;
  title: string;
  url: string;
  kind: string;
  /** Always "" on the wire: the snippets carry their own text. */
  text: string;
  authors: string[];
  date: string;
  retrieved_at: string;
  permalink: string;
  provenance: string[];
}

export interface Snippet {
  id: string;
  source_id: string;
  /** Offsets into the source's text, in code points. */
  start: number;
  end: number;
  text: string;
  /** What stands before and behind it in its section of the source: two or three sentences. */
  around?: [string, string];
  heading: string[];
  page: number | null;
  /** The (question, query) pairs that found it. */
  queries: [string, string][];
}

/** A file or page that was not taken in; mirrors `evidence/refusals.py`. */
export interface Refusal {
  path: string;
  reason: string;
}

/** The snippet with one more provenance, each kept once. */
export function foundBy(snippet: Snippet, question: string, query: string): Snippet {
  if (snippet.queries.some(([one, other]) => one === question && other === query)) return snippet;
  return { ...snippet, queries: [...snippet.queries, [question, query]] };
}

/**
 * A work as it is known after it was found again as `other`: every provenance once. The other text
 * takes the place of this one only if it goes on where this one ends.
 */
export function joined(known: Source, other: Source): Source {
  const provenance = [...new Set([...known.provenance, ...other.provenance])];
  const text = other.text.startsWith(known.text) ? other.text : known.text;
  return { ...known, text, provenance };
}
