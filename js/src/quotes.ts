/** Finding what a statement took word for word from the passage that it cites. */

import type { Mark } from "./citations";
import type { Snippet } from "./sources";

/** A passage cut in three: before, the words that the statement took, after. */
export interface Quote {
  before: string;
  taken: string;
  after: string;
}

const LEAST_WORDS = 3;
const MARKUP = "[*_`]*";

/** The text of a statement: what stands between the marks before it and `mark`. */
export function claimOf(text: string, marks: readonly Mark[], mark: Mark): string {
  let start = 0;
  let end = mark.start;
  for (const each of marks.toReversed()) {
    if (each.start >= mark.start) continue;
    if (text.slice(each.end, end).trim() === "") {
      end = each.start; // [4][11]: both marks stand for the statement before them
    } else {
      start = each.end;
      break;
    }
  }
  const paragraph = text.slice(start, end).split(/\n\s*\n/);
  return (paragraph.findLast((part) => part.trim() !== "") ?? "").trim();
}

/** The longest end of `claim` that stands verbatim in `passage`, but for white space. */
export function findQuote(passage: string, claim: string): Quote {
  const words = claim
    .replace(/^[\s.,;:!?)\]–—-]+|[\s.,;:!?…。，！？]+$/g, "")
    .split(/\s+/)
    .map((word) => word.replace(/^[*_`]+|[*_`]+$/g, ""))
    .filter(Boolean);
  const least = Math.min(LEAST_WORDS, words.length);
  for (let from = 0; words.length - from >= least && words.length > 0; from += 1) {
    const pattern = words.slice(from).map((word) => `${MARKUP}${escapePattern(word)}${MARKUP}`);
    const found = new RegExp(pattern.join("\\s+")).exec(passage);
    if (found) {
      const end = found.index + found[0].length;
      const before = passage.slice(0, found.index);
      return { before, taken: found[0], after: passage.slice(end) };
    }
  }
  return { before: passage, taken: "", after: "" };
}

function escapePattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

const BESIDE = 150;
const ALONE = 360;

/** A passage in its source as it is shown; `taken` is the whole passage where nothing is quoted. */
export interface Shown extends Quote {
  isQuoted: boolean;
  /** Whether there is more to see than the short form shows. */
  isCut: boolean;
}

/**
 * A passage with what its source has around it, `whole` or shortened: to `BESIDE` characters on
 * either side of what is quoted of it, to its first `alone` characters where nothing is.
 */
export function inContext(
  { text, around: [ahead, behind] = ["", ""] }: Pick<Snippet, "text" | "around">,
  quote: Quote,
  whole: boolean,
  alone = ALONE,
): Shown {
  const isQuoted = quote.taken !== "";
  const taken = isQuoted ? quote.taken : text;
  const before = isQuoted ? ahead + quote.before : ahead;
  const after = quote.after + behind;
  const part = isQuoted
    ? { before: shortenedStart(before, BESIDE), taken, after: shortened(after, BESIDE) }
    : { before: "", taken: shortened(text, alone), after: "" };
  const isCut = part.before !== before || part.taken !== taken || part.after !== after;
  return { ...(whole ? { before, taken, after } : part), isQuoted, isCut };
}

/** At most `length` characters from the start of `text`, cut between words. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > length / 2 ? space : length).trimEnd()} …`;
}

/** At most `length` characters from the end of `text`, cut between words. */
export function shortenedStart(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(-length);
  const space = cut.indexOf(" ");
  return `… ${cut.slice(space >= 0 && space < length / 2 ? space + 1 : 0)}`;
}
