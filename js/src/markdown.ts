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

// The outer pair is punctuation, as "[" is: `**word.**[1]` must stay bold.
const OPEN = "\u2e28\ue000";
const CLOSE = "\ue001\u2e29";
const PRIVATE = /[\ue000\ue001]/g;
const SWAPPED = new RegExp(`${OPEN}(\\d+)${CLOSE}`);

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false })
  // Four spaces are how people indent, not how they write code.
  .disable("code");
parser.validateLink = (address) => /^https?:\/\//i.test(address);
parser.renderer.rules["image"] = (tokens, index) =>
  parser.utils.escapeHtml(tokens[index]?.content ?? "");

const ALLOWED_TAGS =
  "p br hr em strong s code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 a table thead tbody tr th td";

/** How a mark looks: a button where it can be opened, else a plain chip. */
export type MarkMaker = (mark: Mark, index: number) => HTMLElement;

export function renderMarkdown(
  text: string,
  marks: readonly Mark[],
  make: MarkMaker,
): DocumentFragment {
  const fragment = DOMPurify.sanitize(parser.render(swapMarks(text, marks)), {
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
  for (const node of textNodes(fragment)) putMarks(node, marks, make);
  return fragment;
}

function swapMarks(text: string, marks: readonly Mark[]): string {
  let result = "";
  let done = 0;
  marks.forEach((mark, index) => {
    result += text.slice(done, mark.start).replace(PRIVATE, "\ufffd") + OPEN + index + CLOSE;
    done = mark.end;
  });
  return result + text.slice(done).replace(PRIVATE, "\ufffd");
}

function textNodes(root: Node): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

function putMarks(node: Text, marks: readonly Mark[], make: MarkMaker): void {
  const parts = node.data.split(SWAPPED);
  if (parts.length === 1) return;
  const inCode = node.parentElement?.closest("code") !== null;
  // split() puts each captured index between the texts around it.
  const pieces = parts.flatMap((part, place): (string | HTMLElement)[] => {
    // A mark sits close to the word before it, however the writer spaced it.
    const text = place < parts.length - 1 && !inCode ? part.trimEnd() : part;
    if (place % 2 === 0) return text ? [text] : [];
    const mark = marks[Number(part)];
    if (!mark) return [];
    return [inCode ? `[${mark.number}]` : make(mark, Number(part))];
  });
  node.replaceWith(...pieces);
}

/** `address` if a link may lead there, else nothing. */
export function safeAddress(address: string): string | undefined {
  return parser.validateLink(address) ? address : undefined;
}
