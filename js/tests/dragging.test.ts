/** Dragging with a real Cytoscape, without a screen. */

import cytoscape from "cytoscape";
import { beforeEach, expect, it, vi } from "vitest";
import { foldAll } from "../src/state";
import { Dragging, type Drop } from "../src/views/dragging";
import { LOG } from "./sample";

const { tree } = foldAll(LOG);
let core: cytoscape.Core;
let dragging: Dragging;
const dragged = vi.fn();
const ended = vi.fn();

/** Four boxes of 80 by 20, one below the other. */
beforeEach(() => {
  dragged.mockReset();
  ended.mockReset();
  core = cytoscape({ headless: true, styleEnabled: true, style: [] });
  ["c0", "c1", "c2", "c3"].forEach((id, place) => {
    core.add({ data: { id }, position: { x: 0, y: place * 100 } });
    core.$id(id).style({ width: 80, height: 20, shape: "rectangle" });
  });
  core.add({ data: { id: "c1/c3", source: "c1", target: "c3" } });
  dragging = new Dragging(core, {
    allows: ({ concept, target, merge }: Drop) =>
      merge ? tree.canMerge(target, concept) : tree.canMove(concept, target),
    dragged,
    ended,
  });
});

function drag(concept: string, to: { x: number; y: number }, shiftKey = false): void {
  const node = core.$id(concept);
  node.emit("grab");
  node.position(to);
  node.emit({ type: "drag", position: to, originalEvent: { shiftKey } } as never);
}

it("drops a concept on what lies under the pointer, and puts it back", () => {
  drag("c3", { x: 10, y: 203 });
  expect(dragging.active).toBe(true);
  const drop = { concept: "c3", target: "c2", merge: false };
  expect(dragged).toHaveBeenLastCalledWith("c3", { x: 10, y: 203 }, drop);
  core.$id("c3").emit("free");
  expect(ended).toHaveBeenCalledWith("c3", { x: 0, y: 300 }, drop);
  expect(core.$id("c3").position()).toEqual({ x: 0, y: 300 });
  expect(dragging.active).toBe(false);
});

it("takes a near miss for a hit, and no more than that", () => {
  drag("c3", { x: 0, y: 216 });
  expect(dragged.mock.lastCall?.[2]).toMatchObject({ target: "c2" });
  drag("c3", { x: 0, y: 240 });
  expect(dragged.mock.lastCall?.[2]).toBeNull();
  core.$id("c3").emit("free");
  expect(ended.mock.lastCall?.[2]).toBeNull();
});

it("merges with Shift", () => {
  drag("c3", { x: 0, y: 100 }, true);
  core.$id("c3").emit("free");
  expect(ended.mock.lastCall?.[2]).toEqual({ concept: "c3", target: "c1", merge: true });
});

it("drops nowhere where it is already, on itself, or in its own branch", () => {
  for (const [concept, y] of [
    ["c3", 100],
    ["c1", 100],
    ["c1", 300],
  ] as const) {
    drag(concept, { x: 0, y });
    expect(dragged.mock.lastCall?.[2]).toBeNull();
    core.$id(concept).emit("free");
  }
});

it("goes back with Escape, and stays there until it is let go", () => {
  drag("c3", { x: 10, y: 203 });
  dragging.cancel();
  core.$id("c3").position({ x: 0, y: 200 });
  core.$id("c3").emit({ type: "drag", position: { x: 0, y: 200 } } as never);
  expect(core.$id("c3").position()).toEqual({ x: 0, y: 300 });
  core.$id("c3").emit("free");
  expect(ended.mock.lastCall).toEqual(["c3", { x: 0, y: 300 }, null]);
  drag("c3", { x: 0, y: 200 });
  expect(dragged.mock.lastCall?.[2]).toMatchObject({ target: "c2" });
});
