/**
 * Where each concept stands: a tidy tree from left to right, with the true size of each label.
 *
 * d3's tidy tree keeps two neighbours of one level apart by half of both heights, so labels of one
 * column never overlap; a column starts where the widest label of the column before it ends.
 */

import { hierarchy, tree as tidyTree } from "d3-hierarchy";
import type { Node, Tree } from "./tree";

export interface Size {
  width: number;
  height: number;
}

/** A box by its centre. */
export interface Box extends Size {
  x: number;
  y: number;
}

export interface Gaps {
  /** Between the widest label of a column and the next column. */
  columns: number;
  /** Between two children of one parent; other neighbours are twice as far apart. */
  siblings: number;
}

export function placeTidily(
  tree: Tree,
  sizeOf: (concept: string) => Size,
  gaps: Gaps,
): Map<string, Box> {
  const root = hierarchy<Node>(tree.at(tree.root), (node) =>
    node.children.map((child) => tree.at(child)),
  );
  // d3 grows a tree downwards: its x is our y.
  const placed = tidyTree<Node>()
    .nodeSize([1, 1])
    .separation((one, other) => {
      const gap = one.parent === other.parent ? gaps.siblings : 2 * gaps.siblings;
      return (sizeOf(one.data.id).height + sizeOf(other.data.id).height) / 2 + gap;
    })(root);
  const widths: number[] = [];
  placed.each(({ data, depth }) => {
    widths[depth] = Math.max(widths[depth] ?? 0, sizeOf(data.id).width);
  });
  const lefts = [0];
  widths.forEach((width, depth) => {
    lefts.push((lefts[depth] ?? 0) + width + gaps.columns);
  });
  const boxes = new Map<string, Box>();
  placed.each(({ data, depth, x }) => {
    const size = sizeOf(data.id);
    boxes.set(data.id, { ...size, x: (lefts[depth] ?? 0) + size.width / 2, y: x });
  });
  return boxes;
}

/** The size of all boxes together. */
export function extentOf(boxes: Iterable<Box>): Size {
  const all = [...boxes];
  const span = (axis: "x" | "y", side: "width" | "height") =>
    Math.max(...all.map((box) => box[axis] + box[side] / 2)) -
    Math.min(...all.map((box) => box[axis] - box[side] / 2));
  return { width: span("x", "width"), height: span("y", "height") };
}
