/** Passages that contradict each other, as they cross the wire; mirrors `evidence/disputes.py`. */

export type DisputeKind = "number" | "negation" | "stance";
export type Verdict = "open" | "confirmed" | "rejected";

/** A span of a snippet's text, in code points from its beginning. */
export interface Quote {
  snippet_id: string;
  start: number;
  end: number;
}

export interface Dispute {
  id: string;
  kind: DisputeKind;
  one: Quote;
  other: Quote;
  why: string;
  score: number;
  verdict: Verdict;
}
