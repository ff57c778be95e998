/** What the canvas shows of the map: a label for each concept, a bow for each contradiction. */

import { figuresLine } from "../figures";
import { badgesOf } from "../marks";
import type { Overview } from "../overview";
import type { Arc } from "./elements";
import type { Label } from "./labels";

export function labelsOf(overview: Overview): Label[] {
  const { state, figures, colourOfBranch, muted } = overview;
  return [...state.tree.walk()].map((node) => {
    const own = figures.get(node.id);
    const isRoot = node.parent === null;
    return {
      id: node.id,
      name: node.name,
      figures: own && !isRoot ? figuresLine(own) : "",
      colour: colourOfBranch.get(node.id) ?? "--ink",
      badges: badgesOf(overview, node),
      isNew: state.fresh.has(node.id) && state.turns.length > 0,
      pinned: node.pinned,
      muted: node.muted,
      quiet: muted.has(node.id),
      isThin: own?.sources === 1,
      isRoot,
    };
  });
}

/** A bow between two concepts whose evidence contradicts each other, once a pair. */
export function arcsOf({ state: { tree }, gaps, words }: Overview): Arc[] {
  const arcs = new Map<string, Arc>();
  for (const { one, other } of gaps.disputes) {
    const [first, second] = [one, other].map((side) => tree.home.get(side.snippet_id)).sort();
    if (!first || !second || first === second) continue;
    if (first === tree.root || second === tree.root) continue;
    const id = `${first}~${second}`;
    arcs.set(id, { id, one: first, other: second, label: words.disputed });
  }
  return [...arcs.values()];
}
