/**
 * Markdown of people nobody vouches for, as a harmless fragment with buttons for its citations.
 *
 * HTML, images and bare addresses stay text; what the parser makes goes through DOMPurify; links
 * are http or https and open apart. Marks are swapped for private characters before parsing and for
 * buttons after cleaning, so that no text can bring a button of its own.
 */

import DOMPurify from "dompurify";
import MarkdownIt from "markdown-it";
import type { Mark } from "./citations";
import type { Sentence } from "./support";
import { renderSigned, underlining, wrapSentences } from "./underlines";

// The outer pair is punctuation, as "[" is: `**word.**[1]` must stay bold.
const OPEN = "\u2e28\ue000";
const CLOSE = "\ue001\u2e29";
const PRIVATE = /[\ue000-\ue003]/g;
const SWAPPED = new RegExp(`${OPEN}(\\d+)${CLOSE}`);
const ALL_SWAPPED = new RegExp(SWAPPED, "g");

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false })
  // Four spaces are how people indent, not how they write code.
  .disable("code");
underlining(parser);
parser.validateLink = (address) => /^https?:\/\//i.test(address);
parser.renderer.rules["image"] = (tokens, index) =>
  parser.utils.escapeHtml(tokens[index]?.content ?? "");

const ALLOWED_TAGS =
  "p br hr em strong s code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 a table thead tbody tr th td";

/** How a mark looks: a button where it can be opened, else a plain chip. */
export type MarkMaker = (mark: Mark, index: number) => HTMLElement;

/** The element that stands around a part of a sentence. */
export type SentenceMaker = (sentence: Sentence | undefined) => HTMLElement;

export function renderMarkdown(
  text: string,
  marks: readonly Mark[],
  make: MarkMaker,
  sentences: readonly Sentence[] = [],
  wrap: SentenceMaker = () => document.createElement("span"),
): DocumentFragment {
  const swapped = swapMarks(text, marks, sentences);
  const fragment = DOMPurify.sanitize(renderSigned(parser, swapped.text, swapped.sentences), {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: ALLOWED_TAGS.split(" "),
    ALLOWED_ATTR: ["href", "start"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  for (const link of fragment.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  wrapSentences(textNodes(fragment), (index) => wrap(sentences[index]));
  for (const node of textNodes(fragment)) putMarks(node, marks, make);
  return fragment;
}

interface Swapped {
  text: string;
  sentences: { start: number; end: number }[];
}

/** The text with private characters for its marks, and where its sentences stand in it. */
function swapMarks(text: string, marks: readonly Mark[], sentences: readonly Sentence[]): Swapped {
  let result = "";
  let done = 0;
  const shifts: [from: number, by: number][] = [[0, 0]];
  marks.forEach((mark, index) => {
    result += harmless(text.slice(done, mark.start)) + OPEN + index + CLOSE;
    done = mark.end;
    shifts.push([done, result.length - done]);
  });
  const moved = (place: number) => place + (shifts.findLast(([from]) => from <= place)?.[1] ?? 0);
  return {
    text: result + harmless(text.slice(done)),
    sentences: sentences.map(({ start, end }) => ({ start: moved(start), end: moved(end) })),
  };
}

/** No sign of ours, and one character a line break, as the parser has it. */
function harmless(text: string): string {
  return text.replace(PRIVATE, "\ufffd").replace(/\r\n/g, " \n");
}

function textNodes(root: Node): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

function putMarks(node: Text, marks: readonly Mark[], make: MarkMaker): void {
  // split() puts each captured index between the texts around it.
  const [first = "", ...rest] = node.data.split(SWAPPED);
  if (rest.length === 0) return;
  if (node.parentElement?.closest("code")) {
    node.data = node.data.replace(ALL_SWAPPED, (_, index) => `[${marks[index]?.number}]`);
    return;
  }
  const pieces = document.createDocumentFragment();
  pieces.append(first);
  for (let place = 0; place < rest.length; place += 2) {
    const index = Number(rest[place]);
    const mark = marks[index];
    if (mark) keepWithWord(pieces).append(make(mark, index));
    pieces.append(rest[place + 1] ?? "");
  }
  node.replaceWith(pieces);
}

const LONGEST_WORD = 24;

/** The last word of `pieces` in a span that does not break, so that a mark never stands alone. */
function keepWithWord(pieces: DocumentFragment): HTMLElement {
  const last = pieces.lastChild;
  // Between two marks that touch, nothing but an empty text was put.
  const before = last?.textContent === "" ? last.previousSibling : last;
  if (before instanceof HTMLElement) return before;
  const text = before?.textContent?.trimEnd() ?? "";
  const word = /\S*$/.exec(text)?.[0] ?? "";
  // A text without spaces may break anywhere but before its last character.
  const kept = word.length > LONGEST_WORD ? ([...word].at(-1) ?? "") : word;
  if (before) before.textContent = text.slice(0, text.length - kept.length);
  const span = document.createElement("span");
  span.className = "kept";
  span.append(kept);
  pieces.append(span);
  return span;
}

/** `address` if a link may lead there, else nothing. */
export function safeAddress(address: string): string | undefined {
  return parser.validateLink(address) ? address : undefined;
}
