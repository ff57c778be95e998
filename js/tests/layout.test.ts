// @vitest-environment node
import { describe, expect, it } from "vitest";
import { type Box, extentOf, placeTidily } from "../src/layout";
import { Tree } from "../src/tree";
import { edgeCurve } from "../src/views/canvas-style";

/** A tree of `size` concepts whose shape follows from `seed` alone. */
function grown(size: number, seed: number): Tree {
  const tree = new Tree("c0", "Topic");
  let chance = seed;
  for (let number = 1; number < size; number += 1) {
    chance = (chance * 48271) % 2147483647;
    tree.add(`c${number}`, `Concept ${number}`, `c${chance % number}`, false);
  }
  return tree;
}

const sizeOf = (concept: string) => {
  const number = Number(concept.slice(1));
  return { width: 40 + (number % 7) * 20, height: 18 + (number % 3) * 14 };
};

function overlap(one: Box, other: Box): boolean {
  const apart = (axis: "x" | "y", side: "width" | "height") =>
    Math.abs(one[axis] - other[axis]) >= (one[side] + other[side]) / 2 - 1e-6;
  return !apart("x", "width") && !apart("y", "height");
}

describe.each([1, 2, 3, 4, 5])("the layout of tree %i", (seed) => {
  const tree = grown(1 + seed * 17, seed);
  const boxes = placeTidily(tree, sizeOf, { columns: 40, siblings: 6 });

  it("places every concept, and none over another", () => {
    const placed = [...boxes.values()];
    expect([...boxes.keys()].sort()).toEqual([...tree.nodes.keys()].sort());
    for (const [index, one] of placed.entries()) {
      expect(Number.isFinite(one.x + one.y)).toBe(true);
      for (const other of placed.slice(index + 1)) expect(overlap(one, other)).toBe(false);
    }
  });

  it("puts children to the right of their parent, in order", () => {
    for (const node of tree.walk()) {
      const children = node.children.map((child) => boxes.get(child));
      const parent = boxes.get(node.id);
      for (const [index, child] of children.entries()) {
        if (!child || !parent) throw new Error("not placed");
        expect(child.x - child.width / 2).toBeGreaterThan(parent.x + parent.width / 2);
        expect(child.y).toBeGreaterThan(children[index - 1]?.y ?? Number.NEGATIVE_INFINITY);
      }
    }
  });
});

it("measures all boxes together", () => {
  const boxes = [
    { x: 10, y: 0, width: 20, height: 10 },
    { x: 60, y: 40, width: 40, height: 20 },
  ];
  expect(extentOf(boxes)).toEqual({ width: 80, height: 55 });
});

it("bends an edge the same way at both ends", () => {
  const box = (x: number, y: number) => ({ x, y, width: 20, height: 10 });
  expect(edgeCurve(box(0, 0), box(120, 0))).toEqual({ distances: "0 0", weights: "0.25 0.75" });
  const { distances, weights } = edgeCurve(box(0, 0), box(120, 100));
  const [first = 0, second = 0] = distances.split(" ").map(Number);
  const [start = 0, end = 0] = weights.split(" ").map(Number);
  expect(first).toBeCloseTo(-second);
  expect(start + end).toBeCloseTo(1);
});
