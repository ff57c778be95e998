/**
 * Dragging one concept onto another. Cytoscape moves the node with pointer or finger and says
 * where it is; here is decided what lies under it. Whatever comes of it, the node goes back: the
 * map is drawn anew when the kernel has made the change.
 */

import type { Core, EventObject, NodeSingular, Position } from "cytoscape";

export interface Drop {
  concept: string;
  target: string;
  /** Whether it goes into the target instead of under it. */
  merge: boolean;
}

export interface DragListener {
  allows(drop: Drop): boolean;
  /** The node stands there now; `over` is where it would be dropped, null for nowhere. */
  dragged(concept: string, at: Position, over: Drop | null): void;
  /** It was let go, and is back in its place. */
  ended(concept: string, at: Position, drop: Drop | null): void;
}

/** How near to a label a drop still counts, in the map's own pixels. */
const NEAR = 7;

export class Dragging {
  readonly #core: Core;
  readonly #listener: DragListener;
  #home: Position | null = null;
  #over: Drop | null = null;
  #cancelled = false;

  constructor(core: Core, listener: DragListener) {
    this.#core = core;
    this.#listener = listener;
    core.on("grab", "node", ({ target }) => {
      this.#home = { ...target.position() };
    });
    core.on("drag", "node", (event) => this.#drag(event));
    core.on("free", "node", ({ target }) => this.#free(target));
  }

  get active(): boolean {
    return this.#home !== null;
  }

  /** Puts the node back without a drop; it is still held then, but does not move any more. */
  cancel(): void {
    this.#cancelled = true;
    this.#over = null;
    for (const node of this.#core.nodes(":grabbed").toArray()) this.#stay(node);
  }

  #drag(event: EventObject): void {
    const node: NodeSingular = event.target;
    if (this.#cancelled) {
      this.#stay(node);
      return;
    }
    if (!this.#home) return;
    const merge = (event.originalEvent as MouseEvent | undefined)?.shiftKey === true;
    const target = this.#under(event.position, node.id(), merge);
    this.#over = target === null ? null : { concept: node.id(), target, merge };
    node.connectedEdges().addClass("lifted");
    this.#listener.dragged(node.id(), node.position(), this.#over);
  }

  #stay(node: NodeSingular): void {
    if (!this.#home) return;
    node.position(this.#home);
    this.#listener.dragged(node.id(), this.#home, null);
  }

  #free(node: NodeSingular): void {
    if (!this.#home) return;
    const home = this.#home;
    const drop = this.#over;
    this.#home = null;
    this.#over = null;
    this.#cancelled = false;
    node.position(home);
    node.connectedEdges().removeClass("lifted");
    this.#listener.ended(node.id(), home, drop);
  }

  /** The nearest concept at `point` that may take in the dragged one. */
  #under({ x, y }: Position, concept: string, merge: boolean): string | null {
    let nearest: { id: string; far: number } | null = null;
    for (const node of this.#core.nodes().toArray()) {
      const { x1, x2, y1, y2 } = node.boundingBox({ includeLabels: false });
      const far = Math.max(x1 - x, x - x2, y1 - y, y - y2);
      if (far > NEAR || far >= (nearest?.far ?? Number.POSITIVE_INFINITY)) continue;
      const target = node.id();
      if (this.#listener.allows({ concept, target, merge })) nearest = { id: target, far };
    }
    return nearest?.id ?? null;
  }
}
