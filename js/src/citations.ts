/**
 * Where the marks `[n]` stand in an utterance, and what they stand for.
 *
 * Python counts code points and JavaScript UTF-16 units, so offsets are converted, by
 * `unitOffsets`, where they leave a turn and nowhere else.
 */

import type { Report } from "./reports";
import type { SessionState } from "./state";
import type { Citation, Turn } from "./turns";

/** A mark in a text: where it stands (UTF-16 units) and the passages behind it. */
export interface Mark {
  start: number;
  end: number;
  number: number;
  citations: Pick<Citation, "source_id" | "snippet_id">[];
}

/** The marks of a turn in order; a citation whose range does not hold its mark has none. */
export function marksOfTurn(turn: Pick<Turn, "utterance" | "citations">): Mark[] {
  const toUnits = unitOffsets(turn.utterance);
  const marks = new Map<number, Mark>();
  for (const citation of turn.citations) {
    const start = toUnits[citation.start] ?? -1;
    const end = toUnits[citation.end] ?? -1;
    if (turn.utterance.slice(start, end) !== `[${citation.number}]`) continue;
    const mark = marks.get(start) ?? { start, end, number: citation.number, citations: [] };
    mark.citations.push(citation);
    marks.set(start, mark);
  }
  return [...marks.values()].sort((one, other) => one.start - other.start);
}

/** The marks of a report: every `[n]` of its reference list, backed by what the turns cite. */
export function marksOfReport(report: Report, state: SessionState): Mark[] {
  const sources = new Map(report.references.map((each) => [each.number, each.source_id]));
  const cited = citedBySource(state);
  return findMarks(report.markdown, (number) => {
    const source = sources.get(number);
    if (source === undefined) return undefined;
    return (cited.get(source) ?? [""]).map((id) => ({ source_id: source, snippet_id: id }));
  });
}

/** The marks of a text that still streams: `[n]` with the number of a known source. */
export function marksOfDraft(text: string, state: SessionState): Mark[] {
  return findMarks(text, (number) => (number <= state.sources.size ? [] : undefined));
}

function findMarks(
  text: string,
  citationsOf: (number: number) => Mark["citations"] | undefined,
): Mark[] {
  return [...text.matchAll(/\[(\d{1,5})\]/g)].flatMap((found) => {
    const number = Number(found[1]);
    const citations = number > 0 ? citationsOf(number) : undefined;
    const mark = { start: found.index, end: found.index + found[0].length, number };
    return citations ? [{ ...mark, citations }] : [];
  });
}

/** Snippet ids that turns cite, by source, in the order of citing. */
function citedBySource(state: SessionState): Map<string, string[]> {
  const bySource = new Map<string, string[]>();
  for (const { source_id, snippet_id } of state.turns.flatMap((turn) => turn.citations)) {
    const known = bySource.get(source_id) ?? [];
    if (!known.includes(snippet_id)) bySource.set(source_id, [...known, snippet_id]);
  }
  return bySource;
}

/** For each code point of `text`, and its end, the UTF-16 offset. */
export function unitOffsets(text: string): number[] {
  const offsets = [0];
  for (const character of text) offsets.push((offsets.at(-1) ?? 0) + character.length);
  return offsets;
}
