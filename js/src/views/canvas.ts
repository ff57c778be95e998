/**
 * The map on a canvas: Cytoscape draws the curves, holds the nodes and takes drags and zooms;
 * the labels are HTML above it, moved with its viewport, so that names wrap and follow the
 * theme. A node is a clear box as large as its label.
 *
 * Cytoscape is made only when its box first has a size: made in a hidden tab it would think that
 * the box is empty and fit everything into nothing. Until then `show` only remembers.
 */

import cytoscape, { type Core } from "cytoscape";
import { type Box, extentOf, type Gaps, placeTidily } from "../layout";
import type { Tree } from "../tree";
import { ELEMENT_STYLE, readColours } from "./canvas-style";
import { Dragging, type Drop } from "./dragging";
import { type Arc, putElements } from "./elements";
import { type Label, LabelLayer } from "./labels";

export type { Label } from "./labels";

const PADDING = 18;
const LARGEST_FIT = 1.1;
/** Below this zoom names are hard to read, so a chosen concept is shown larger instead. */
const READABLE = 0.7;

/** How far a pointer may move between press and release and still click. */
const STILL_PX = 4;

/** Ways to set the labels, from the airiest to the tightest; the names are classes. */
const SETTINGS: [name: string, gaps: Gaps][] = [
  ["airy", { columns: 44, siblings: 8 }],
  ["narrow", { columns: 26, siblings: 3 }],
  ["broad", { columns: 26, siblings: 3 }],
  ["single", { columns: 30, siblings: 1 }],
];

export interface Shown {
  tree: Tree;
  labels: Label[];
  /** Pairs of concepts that are joined by more than the tree. */
  arcs: Arc[];
  selected: string | null;
  /** Whether concepts can be dragged. */
  editable: boolean;
}

export interface CanvasListener {
  selected(concept: string | null): void;
  allows(drop: Drop): boolean;
  /** Where the dragged concept would be dropped right now; null for nowhere, or when it is over. */
  hovers(over: Drop | null): void;
  dropped(drop: Drop): void;
}

export class MapCanvas {
  readonly #box: HTMLElement;
  readonly #listener: CanvasListener;
  readonly #labels: LabelLayer;
  readonly #sizes: ResizeObserver;
  readonly #theme: MutationObserver;
  #core: Core | null = null;
  #dragging: Dragging | null = null;
  #shown: Shown | null = null;
  /** Whether the reader has moved the map since it was last fitted. */
  #moved = false;

  constructor(box: HTMLElement, listener: CanvasListener) {
    this.#box = box;
    this.#listener = listener;
    this.#labels = new LabelLayer(box);
    this.#sizes = new ResizeObserver(() => this.#resized());
    this.#sizes.observe(box);
    this.#theme = new MutationObserver(() => this.#recolour());
    const root = box.closest(".costorm");
    if (root) this.#theme.observe(root, { attributes: true, attributeFilter: ["data-theme"] });
    // The wheel alone scrolls the notebook; with Ctrl (or a pinch) it zooms the map.
    box.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) event.stopImmediatePropagation();
      },
      { capture: true },
    );
    // A notebook scrolls inside itself, which Cytoscape cannot see: tell it where its box is.
    box.addEventListener("pointerenter", () => this.#core?.resize());
    box.addEventListener("pointerdown", () => this.#core?.resize(), { capture: true });
    this.#chooseOnClick();
  }

  show(shown: Shown): void {
    this.#shown = shown;
    if (this.#dragging?.active) return; // it is drawn when the concept is let go
    if (this.#core && this.#box.clientWidth > 0) this.#draw(this.#core, shown);
  }

  /** Lets a dragged concept go back; returns whether there was one. */
  cancel(): boolean {
    const active = this.#dragging?.active ?? false;
    this.#dragging?.cancel();
    return active;
  }

  fit(): void {
    const core = this.#core;
    if (!core) return;
    this.#moved = false;
    core.fit(undefined, PADDING);
    if (core.zoom() > LARGEST_FIT) {
      core.zoom(LARGEST_FIT);
      core.center();
    }
  }

  close(): void {
    this.#sizes.disconnect();
    this.#theme.disconnect();
    this.#core?.destroy();
  }

  #resized(): void {
    if (this.#box.clientWidth === 0 || this.#box.clientHeight === 0) return;
    this.#core ??= this.#make();
    this.#core.resize();
    // Labels measured while hidden have no size, so what came meanwhile is drawn only now.
    if (this.#shown) this.#draw(this.#core, this.#shown);
    this.fit();
    const selected = this.#core.nodes(":selected");
    if (selected.nonempty() && this.#core.zoom() < READABLE) {
      this.#core.zoom(READABLE);
      this.#core.center(selected.closedNeighborhood());
    }
  }

  /**
   * Chooses the concept that is clicked, or none. In JupyterLab Cytoscape's own `tap` missed a
   * click now and then, for a reason we have not found; where a label is, is known here.
   */
  #chooseOnClick(): void {
    let pressed = { x: 0, y: 0 };
    this.#box.addEventListener(
      "pointerdown",
      ({ clientX, clientY }) => {
        pressed = { x: clientX, y: clientY };
      },
      { capture: true },
    );
    this.#box.addEventListener("pointerup", ({ clientX, clientY }) => {
      const dragged = Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL_PX;
      if (!dragged) this.#listener.selected(this.#conceptAt(clientX, clientY));
    });
  }

  #conceptAt(clientX: number, clientY: number): string | null {
    const { left, top } = this.#box.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const hit = this.#core?.nodes().filter((node) => {
      const { x1, x2, y1, y2 } = node.renderedBoundingBox({ includeLabels: false });
      return x1 <= x && x <= x2 && y1 <= y && y <= y2;
    });
    return hit?.nonempty() ? hit.first().id() : null;
  }

  #make(): Core {
    const core = cytoscape({
      container: this.#box,
      style: ELEMENT_STYLE,
      boxSelectionEnabled: false,
      minZoom: 0.2,
      maxZoom: 3,
    });
    core.on("mouseover", "node", () => this.#box.classList.add("over-node"));
    core.on("mouseout", "node", () => this.#box.classList.remove("over-node"));
    core.on("dragpan scrollzoom pinchzoom", () => {
      this.#moved = true;
    });
    this.#dragging = new Dragging(core, {
      allows: (drop) => this.#listener.allows(drop),
      dragged: (concept, at, over) => {
        this.#labels.carry(concept, at);
        this.#labels.mark(concept, over);
        this.#listener.hovers(over);
      },
      ended: (concept, at, drop) => {
        this.#labels.carry(concept, at);
        this.#labels.mark(null, null);
        this.#listener.hovers(null);
        if (this.#shown) this.#draw(core, this.#shown); // what came meanwhile
        if (drop) this.#listener.dropped(drop);
      },
    });
    core.on("viewport", () => this.#labels.follow(core.pan(), core.zoom()));
    // Tests in a browser ask the instance where a node stands; a canvas cannot tell them.
    Object.assign(this.#box, { costormMap: core });
    return core;
  }

  #draw(core: Core, { tree, labels, arcs, selected, editable }: Shown): void {
    const anchor = selected ?? "";
    const before = core.$id(anchor).renderedPosition();
    this.#labels.show(labels, selected);
    const boxes = this.#setLabels(tree);
    core.batch(() => putElements(core, tree, labels, arcs, boxes));
    core.autoungrabify(!editable);
    this.#labels.place(boxes);
    core.nodes().unselect();
    core.$id(anchor).select();
    this.#recolour();
    const after = core.$id(anchor).renderedPosition();
    if (before && after) core.panBy({ x: before.x - after.x, y: before.y - after.y });
    else if (!this.#moved) this.fit();
  }

  /** Sets the labels airily if that fits at a readable size, else in the way that fits largest. */
  #setLabels(tree: Tree): Map<string, Box> {
    let best = { zoom: 0, name: "", boxes: new Map<string, Box>() };
    for (const [name, gaps] of SETTINGS) {
      this.#labels.set(name);
      const boxes = placeTidily(tree, (concept) => this.#labels.sizeOf(concept), gaps);
      const { width, height } = extentOf(boxes.values());
      const room = (outer: number, inner: number) => (outer - 2 * PADDING) / inner;
      const zoom = Math.min(
        room(this.#box.clientWidth, width),
        room(this.#box.clientHeight, height),
      );
      if (zoom > best.zoom) best = { zoom, name, boxes };
      if (best.name === "airy" && zoom >= READABLE) break;
    }
    this.#labels.set(best.name);
    return best.boxes;
  }

  #recolour(): void {
    if (this.#core) readColours(this.#core, this.#box);
  }
}
