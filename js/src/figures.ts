/** What the map knows about itself: how much is under a concept, and how much of it is unused. */

import { citedSnippets, type SessionState } from "./state";
import type { Node } from "./tree";

export interface Figures {
  /** Snippets under the concept and all below it, those that no turn cites, and their sources. */
  snippets: number;
  unused: number;
  sources: number;
  /** Unused snippets directly under it. */
  ownUnused: number;
}

/** The figures of every concept, in walk order. */
export function figuresOf(state: SessionState): Map<string, Figures> {
  const cited = citedSnippets(state);
  const isUnused = (snippet: string) => !cited.has(snippet);
  const figures = new Map<string, Figures>();
  for (const node of state.tree.walk()) {
    const below = state.tree.below(node.id);
    figures.set(node.id, {
      snippets: below.length,
      unused: below.filter(isUnused).length,
      sources: new Set(below.map((id) => state.snippets.get(id)?.source_id)).size,
      ownUnused: node.snippets.filter(isUnused).length,
    });
  }
  return figures;
}

/** The figures as the map prints them under a name. */
export function figuresLine({ snippets, unused, sources }: Figures): string {
  if (snippets === 0) return "";
  if (sources === 1) return "1 source";
  return unused > 0 ? `${snippets} · ${unused} unused` : String(snippets);
}

/** The concept with most that nobody has cited. */
export function biggestGap(
  state: SessionState,
  figures: Map<string, Figures>,
): { concept: Node; unused: number } | null {
  let gap: { concept: Node; unused: number } | null = null;
  for (const concept of state.tree.walk()) {
    const unused = figures.get(concept.id)?.ownUnused ?? 0;
    const open = concept.parent !== null && !concept.muted;
    if (open && unused > (gap?.unused ?? 0)) gap = { concept, unused };
  }
  return gap;
}

/** The question that puts a concept on the table. */
export function openingQuestion(concept: Node): string {
  return `What do the sources say about ${concept.name}?`;
}

/** Things one could say next: about the biggest gap, what was last spoken of, a thin branch. */
export function suggestions(state: SessionState, figures: Map<string, Figures>): string[] {
  const gap = biggestGap(state, figures)?.concept;
  const last = lastSpokenOf(state);
  const thin = [...state.tree.walk()].find((concept) => {
    const isOwn = concept.parent !== null && concept !== gap && concept !== last;
    return isOwn && figures.get(concept.id)?.sources === 1;
  });
  return [
    ...(gap ? [`What about ${gap.name}?`] : []),
    ...(last && last !== gap ? [`Who disagrees about ${last.name}?`] : []),
    ...(thin ? [`What else is known about ${thin.name}?`] : []),
  ];
}

/** The concept under which most of what the last citing turn stands on is. */
function lastSpokenOf(state: SessionState): Node | undefined {
  const turn = state.turns.findLast((each) => each.citations.length > 0);
  const counts = new Map<string, number>();
  for (const { snippet_id } of turn?.citations ?? []) {
    const home = state.tree.home.get(snippet_id);
    if (home !== undefined && home !== state.tree.root) {
      counts.set(home, (counts.get(home) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most && state.tree.nodes.get(most[0]);
}
