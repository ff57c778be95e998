/** A text with its citations; a click on one opens a card below the paragraph it stands in. */

import { createPortal } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Mark } from "../citations";
import { renderMarkdown } from "../markdown";
import type { Overview } from "../overview";
import type { Phrases } from "../phrases";
import { claimOf } from "../quotes";
import { type Sentence, type SentenceSupport, sentenceAt, verdictOf } from "../support";
import { listed } from "../words";
import { Card } from "./card";
import { reveal } from "./hooks";

interface Open {
  mark: Mark;
  button: HTMLButtonElement;
  slot: HTMLElement;
}

interface Props {
  text: string;
  marks: readonly Mark[];
  /** Its checked sentences: those that are not quite borne out are underlined. */
  sentences?: readonly Sentence[];
  overview: Overview;
}

const NONE: readonly Sentence[] = [];

export function Prose({ text, marks, sentences = NONE, overview }: Props) {
  const { words } = overview;
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Open | null>(null);

  useLayoutEffect(() => {
    let shown: Open | null = null;
    const toggle = (mark: Mark, button: HTMLButtonElement) => {
      const again = shown?.button === button;
      shown?.slot.remove();
      shown = again ? null : { mark, button, slot: slotBelow(button) };
      setOpen(shown);
    };
    setOpen(null);
    const doubtful = sentences.filter(({ support }) => support.verdict !== "supported");
    const make = (mark: Mark) => {
      if (mark.citations.length === 0) return citeChip(mark);
      const doubt = sentenceAt(doubtful, mark.start);
      return citeButton(mark, doubt ? verdictOf(doubt.support, words) : "", toggle);
    };
    const wrap = (sentence: Sentence | undefined) => underline(sentence?.support, words);
    box.current?.replaceChildren(renderMarkdown(text, marks, make, doubtful, wrap));
  }, [text, marks, sentences, words]);

  useLayoutEffect(() => {
    if (!open) return;
    open.button.setAttribute("aria-expanded", "true");
    const pane = open.slot.closest<HTMLElement>(".talk, .page");
    if (pane) reveal(pane, open.slot);
    return () => open.button.setAttribute("aria-expanded", "false");
  }, [open]);

  return (
    <>
      <div class="prose" ref={box} />
      {open &&
        createPortal(
          <Card
            mark={open.mark}
            claim={claimOf(text, marks, open.mark)}
            support={sentenceAt(sentences, open.mark.start)?.support}
            overview={overview}
          />,
          open.slot,
        )}
    </>
  );
}

/** An empty place after the paragraph, or at the end of the list item, that holds `button`. */
function slotBelow(button: HTMLElement): HTMLElement {
  const slot = document.createElement("div");
  const item = button.closest("li");
  if (item) {
    item.append(slot);
    return slot;
  }
  let block: HTMLElement = button;
  while (block.parentElement && !block.parentElement.classList.contains("prose")) {
    block = block.parentElement;
  }
  block.after(slot);
  return slot;
}

function citeButton(
  mark: Mark,
  verdict: string,
  toggle: (mark: Mark, button: HTMLButtonElement) => void,
): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cite";
  button.dataset["testid"] = "cite";
  button.dataset["number"] = String(mark.number);
  // Whoever does not see the underline hears what it says.
  button.setAttribute("aria-label", listed(`Source ${mark.number}`, verdict));
  button.setAttribute("aria-expanded", "false");
  button.textContent = String(mark.number);
  button.addEventListener("click", () => toggle(mark, button));
  return button;
}

function underline(support: SentenceSupport | undefined, words: Phrases): HTMLElement {
  const span = document.createElement("span");
  if (support) {
    span.className = `said ${support.verdict}`;
    span.dataset["testid"] = "said";
    span.title = verdictOf(support, words);
  }
  return span;
}

function citeChip(mark: Mark): HTMLElement {
  const chip = document.createElement("span");
  chip.className = "cite";
  chip.textContent = String(mark.number);
  return chip;
}
