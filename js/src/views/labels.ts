/** The labels of the map as HTML above the canvas, each over its node's clear box. */

import type { Box, Size } from "../layout";

export interface Label {
  id: string;
  name: string;
  figures: string;
  /** A variable of the style sheet. */
  colour: string;
  /** What stands beside the name: new, pinned, … */
  badges: string[];
  isNew: boolean;
  pinned: boolean;
  muted: boolean;
  /** It is muted, or something above it is. */
  quiet: boolean;
  /** All it stands on is one source. */
  isThin: boolean;
  isRoot: boolean;
}

export class LabelLayer {
  readonly #layer = document.createElement("div");
  readonly #labels = new Map<string, HTMLElement>();

  constructor(box: HTMLElement) {
    this.#layer.className = "labels";
    box.append(this.#layer);
  }

  /** Chooses how the style sheet sets the labels. */
  set(name: string): void {
    this.#layer.className = `labels ${name}`;
  }

  show(labels: Label[], selected: string | null): void {
    const wanted = new Set(labels.map((label) => label.id));
    for (const [id, element] of this.#labels) {
      if (wanted.has(id)) continue;
      element.remove();
      this.#labels.delete(id);
    }
    for (const label of labels) this.#fill(this.#elementOf(label.id), label, selected);
  }

  sizeOf(concept: string): Size {
    const { offsetWidth: width, offsetHeight: height } = this.#elementOf(concept);
    return { width, height };
  }

  place(boxes: Map<string, Box>): void {
    for (const [id, { x, y, width, height }] of boxes) {
      const element = this.#elementOf(id);
      element.style.transform = `translate(${x - width / 2}px, ${y - height / 2}px)`;
    }
  }

  /** Shows which concept is held, and over which it would be dropped. */
  mark(held: string | null, over: { target: string; merge: boolean } | null): void {
    for (const [id, { classList }] of this.#labels) {
      classList.toggle("held", id === held);
      classList.toggle("drop", id === over?.target);
      classList.toggle("merge", id === over?.target && over.merge);
    }
  }

  /** Moves one label with its node. */
  carry(concept: string, { x, y }: { x: number; y: number }): void {
    const element = this.#elementOf(concept);
    const { width, height } = this.sizeOf(concept);
    element.style.transform = `translate(${x - width / 2}px, ${y - height / 2}px)`;
  }

  /** Moves the layer as the canvas has been moved. */
  follow(pan: { x: number; y: number }, zoom: number): void {
    this.#layer.style.transform = `translate(${pan.x}px, ${pan.y}px) scale(${zoom})`;
  }

  #elementOf(concept: string): HTMLElement {
    const known = this.#labels.get(concept);
    if (known) return known;
    const element = document.createElement("div");
    this.#labels.set(concept, element);
    this.#layer.append(element);
    return element;
  }

  #fill(element: HTMLElement, label: Label, selected: string | null): void {
    const { isNew, isThin, isRoot, pinned, muted, quiet } = label;
    const badged = label.badges.length > 0;
    const flags = { new: isNew, thin: isThin, root: isRoot, pinned, muted, quiet, badged };
    const names = Object.entries({ ...flags, selected: label.id === selected })
      .filter(([, on]) => on)
      .map(([name]) => name);
    element.className = ["label", ...names].join(" ");
    element.style.setProperty("--tone", `var(${label.colour})`);
    const texts = [part("i", "dot"), part("span", "name", label.name)];
    if (label.badges.length > 0) texts.push(part("span", "badge", label.badges.join(" · ")));
    if (label.figures) texts.push(part("span", "figures", label.figures));
    element.replaceChildren(...texts);
  }
}

function part(tag: string, name: string, text = ""): HTMLElement {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}
