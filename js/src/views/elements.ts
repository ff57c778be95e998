/** Makes what Cytoscape holds the same as the tree and its layout. */

import type { Core } from "cytoscape";
import type { Box } from "../layout";
import type { Tree } from "../tree";
import { arcCurve, edgeCurve } from "./canvas-style";
import type { Label } from "./labels";

/** Two concepts that more than the tree joins, and by what. */
export interface Arc {
  id: string;
  one: string;
  other: string;
  label: string;
}

/** Makes Cytoscape's elements those of the tree, each where the layout wants it. */
export function putElements(
  core: Core,
  tree: Tree,
  labels: readonly Label[],
  arcs: readonly Arc[],
  boxes: Map<string, Box>,
): void {
  core.nodes().forEach((node) => {
    if (!tree.nodes.has(node.id())) node.remove();
  });
  for (const { id, name, colour } of labels) {
    const { width = 1, height = 1, x = 0, y = 0 } = boxes.get(id) ?? {};
    const data = { id, label: name, width, height, colour };
    if (core.$id(id).empty()) core.add({ data, position: { x, y } });
    core.$id(id).data(data).position({ x, y });
    if (id === tree.root) core.$id(id).ungrabify();
  }
  core.edges().remove();
  for (const node of tree.walk()) {
    const source = boxes.get(node.parent ?? "");
    const target = boxes.get(node.id);
    if (!source || !target) continue;
    const data = { id: `${node.parent}/${node.id}`, source: node.parent ?? "", target: node.id };
    core.add({ data: { ...data, ...edgeCurve(source, target) } });
  }
  putArcs(core, arcs, boxes);
}

function putArcs(core: Core, arcs: readonly Arc[], boxes: Map<string, Box>): void {
  for (const { id, one, other, label } of arcs) {
    const source = boxes.get(one);
    const target = boxes.get(other);
    if (!source || !target) continue;
    const data = { id, label, source: one, target: other, ...arcCurve(source, target) };
    core.add({ data, classes: "arc" });
  }
}
