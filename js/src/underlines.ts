/**
 * Sentences of a text, found again in its rendered form.
 *
 * Where a sentence begins and ends is told to the parser by signs of private characters. They are
 * put in when the blocks are known and before what is inline is read, so that no list, heading,
 * table or fence can break; and if anything but the signs comes out otherwise than without them, as
 * inside an address, the text is shown without underlines.
 */

import type { MarkdownIt } from "markdown-it";
import type { Sentence } from "./support";

// The outer pair is punctuation, as most that stands around sentences is: emphasis stays whole.
const BEGIN = "\u2e28\ue002";
const END = "\ue003\u2e29";
const SIGN = new RegExp(`${BEGIN}(\\d*)${END}`);
const ALL_SIGNS = new RegExp(SIGN, "g");

interface Bound {
  at: number;
  /** The sentence's number where it begins; "" where it ends. */
  index: number | "";
}

/** Lets `parser` know of bounds in `env`. */
export function underlining(parser: MarkdownIt): void {
  parser.core.ruler.after("block", "sentences", ({ src, env, tokens }) => {
    const bounds = [...((env?.["bounds"] ?? []) as Bound[])];
    if (bounds.length === 0) return;
    const lineStarts = [0, ...[...src.matchAll(/\n/g)].map((found) => found.index + 1)];
    let from = 0;
    for (const token of tokens) {
      if (token.type !== "inline") continue;
      from = Math.max(from, lineStarts[token.map?.[0] ?? 0] ?? 0);
      const lines = token.content.split("\n").map((line) => {
        const begin = src.indexOf(line, from);
        if (begin < 0) return line; // written otherwise in a table
        from = begin + line.length;
        return withBounds(line, begin, bounds);
      });
      token.content = lines.join("\n");
    }
  });
}

/** `line`, which begins at `begin` of the text, with its bounds, which are taken from `bounds`. */
function withBounds(line: string, begin: number, bounds: Bound[]): string {
  let result = "";
  let done = 0;
  for (let next = bounds[0]; next && next.at <= begin + line.length; next = bounds[0]) {
    const place = Math.max(next.at - begin, done);
    result += line.slice(done, place) + BEGIN + next.index + END;
    done = place;
    bounds.shift();
  }
  return result + line.slice(done);
}

/** The HTML of `text`, with signs around its sentences if they change nothing else. */
export function renderSigned(
  parser: MarkdownIt,
  text: string,
  sentences: readonly Pick<Sentence, "start" | "end">[],
): string {
  const plain = parser.render(text);
  if (sentences.length === 0) return plain;
  const bounds = sentences.flatMap(({ start, end }, index): Bound[] => [
    { at: start, index },
    { at: end, index: "" },
  ]);
  const signed = parser.render(text, { bounds });
  return signed.replace(ALL_SIGNS, "") === plain ? signed : plain;
}

/** Puts every text between two signs into an element of `wrap`, and takes the signs out. */
export function wrapSentences(nodes: readonly Text[], wrap: (index: number) => HTMLElement): void {
  let open: number | null = null;
  for (const node of nodes) {
    // split() puts each captured number between the texts around it.
    const pieces = document.createDocumentFragment();
    node.data.split(SIGN).forEach((piece, place) => {
      if (place % 2 === 1) open = piece === "" ? null : Number(piece);
      else if (open === null || piece.trim() === "") pieces.append(piece);
      else {
        const element = wrap(open);
        element.append(piece);
        pieces.append(element);
      }
    });
    if (pieces.textContent !== node.data || pieces.firstElementChild) node.replaceWith(pieces);
  }
}
