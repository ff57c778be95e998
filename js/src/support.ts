/** How well cited sentences are borne out by what they cite; mirrors `support/verdict.py`. */

import { unitOffsets } from "./citations";
import type { Quote } from "./disputes";
import type { Phrases } from "./phrases";
import type { Snippet } from "./sources";
import type { Turn } from "./turns";

export type Verdict = "supported" | "partly" | "unsupported" | "contradicted";

/** The best first. */
export const VERDICTS: readonly Verdict[] = ["supported", "partly", "unsupported", "contradicted"];

/** A cited sentence of an utterance: where it stands in code points, and what was found. */
export interface SentenceSupport {
  start: number;
  end: number;
  snippets: string[];
  verdict: Verdict;
  score: number;
  why: string;
  quote: Quote | null;
}

/** A sentence where it stands in a text, in UTF-16 units. */
export interface Sentence {
  start: number;
  end: number;
  support: SentenceSupport;
}

/** The checked sentences of a turn in order; what does not stand in it is left out. */
export function sentencesOfTurn(turn: Pick<Turn, "utterance" | "support">): Sentence[] {
  if (turn.support.length === 0) return [];
  const toUnits = unitOffsets(turn.utterance);
  const found: Sentence[] = [];
  for (const support of turn.support) {
    const start = toUnits[support.start] ?? -1;
    const end = toUnits[support.end] ?? -1;
    if (start >= (found.at(-1)?.end ?? 0) && start < end) found.push({ start, end, support });
  }
  return found;
}

/** The sentence that holds a place of the text. */
export function sentenceAt(sentences: readonly Sentence[], place: number): Sentence | undefined {
  return sentences.find(({ start, end }) => start <= place && place < end);
}

/** How many sentences of the talk have which verdict, the best first; those that none has not. */
export function supportCounts(turns: readonly Turn[]): [Verdict, number][] {
  const all = turns.flatMap((turn) => turn.support);
  return VERDICTS.map((verdict): [Verdict, number] => [
    verdict,
    all.filter((each) => each.verdict === verdict).length,
  ]).filter(([, count]) => count > 0);
}

/** A verdict in words, and why. */
export function verdictOf({ verdict, why }: SentenceSupport, { verdicts }: Phrases): string {
  return why ? `${verdicts[verdict]}: ${why}` : verdicts[verdict];
}

/** A passage cut in three around what comes nearest to a sentence, if that stands in it. */
export function nearestIn(
  { id, text }: Pick<Snippet, "id" | "text">,
  quote: Quote | null | undefined,
): { before: string; taken: string; after: string } | undefined {
  if (quote?.snippet_id !== id) return undefined;
  const toUnits = unitOffsets(text);
  const [start, end] = [toUnits[quote.start], toUnits[quote.end]];
  if (start === undefined || end === undefined) return undefined;
  return { before: text.slice(0, start), taken: text.slice(start, end), after: text.slice(end) };
}
