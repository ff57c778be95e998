/** A text with its citations; a click on one opens a card below the paragraph it stands in. */

import { createPortal } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Mark } from "../citations";
import { renderMarkdown } from "../markdown";
import type { Overview } from "../overview";
import { claimOf } from "../quotes";
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
  overview: Overview;
}

export function Prose({ text, marks, overview }: Props) {
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
    box.current?.replaceChildren(
      renderMarkdown(text, marks, (mark) =>
        mark.citations.length > 0 ? citeButton(mark, toggle) : citeChip(mark),
      ),
    );
  }, [text, marks]);

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
          <Card mark={open.mark} claim={claimOf(text, marks, open.mark)} overview={overview} />,
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
  toggle: (mark: Mark, button: HTMLButtonElement) => void,
): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cite";
  button.dataset["testid"] = "cite";
  button.dataset["number"] = String(mark.number);
  button.setAttribute("aria-label", `Source ${mark.number}`);
  button.setAttribute("aria-expanded", "false");
  button.textContent = String(mark.number);
  button.addEventListener("click", () => toggle(mark, button));
  return button;
}

function citeChip(mark: Mark): HTMLElement {
  const chip = document.createElement("span");
  chip.className = "cite";
  chip.textContent = String(mark.number);
  return chip;
}
