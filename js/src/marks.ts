/** What the user has done to a concept, in the few words that stand beside its name. */

import type { Overview } from "./overview";
import type { Node } from "./tree";

export function badgesOf({ state, words }: Overview, node: Node): string[] {
  const { badges } = words;
  const isNew = state.fresh.has(node.id) && state.turns.length > 0;
  return [
    ...(isNew ? [badges.new] : []),
    ...(node.byUser ? [badges.yours] : []),
    ...(node.pinned ? [badges.pinned] : []),
    ...(node.muted ? [badges.muted] : []),
    ...(node.note ? [badges.note] : []),
  ];
}
