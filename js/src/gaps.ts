/**
 * What the map does not know: open questions, thin branches, disputes and unused evidence.
 *
 * Mirrors `discourse/open_questions.py` and `mind_map/unknowns.py`, which have the rules in words.
 */

import type { Dispute } from "./disputes";
import { citedSnippets, type SessionState } from "./state";
import type { Node, Tree } from "./tree";
import { asks, type Turn } from "./turns";

/** A question that nobody has answered from evidence. */
export interface OpenQuestion {
  /** That of the turn, or `i1`, `i2`, … for one of an interview. */
  id: string;
  text: string;
  asked_by: string;
  /** Id of the turn that asked it; "" for an interview. */
  turn: string;
  /** Id of the concept that it is about; "" if none in particular. */
  concept: string;
}

const MARK = /\s?\[\p{Nd}+\]/gu;

/** The open questions in the order of asking. */
export function openQuestions(state: SessionState): OpenQuestion[] {
  const found = new Map<string, OpenQuestion>();
  const ask = (question: OpenQuestion) => {
    const key = keyOf(question.text);
    if (key && !found.has(key)) found.set(key, question);
  };
  state.archive.forEach(({ expert, question, citations }, place) => {
    if (citations.length > 0) found.delete(keyOf(question));
    else {
      const text = withoutMarks(question);
      ask({ id: `i${place + 1}`, text, asked_by: expert, turn: "", concept: "" });
    }
  });
  let before: Turn | undefined;
  for (const turn of state.turns) {
    if (turn.status === "failed") continue;
    if (asks(turn.intent)) ask(questionOf(turn, state));
    else if (turn.status === "done" && turn.citations.length > 0) {
      found.delete(keyOf(turn.question));
      if (before && asks(before.intent)) found.delete(keyOf(before.question));
    }
    before = turn;
  }
  return [...found.values()];
}

function questionOf(turn: Turn, state: SessionState): OpenQuestion {
  const { id, question, speaker } = turn;
  const text = withoutMarks(question);
  return { id, text, asked_by: speaker, turn: id, concept: conceptOf(turn, state) };
}

function conceptOf({ concept, citations: [first] }: Turn, { tree }: SessionState): string {
  const about = tree.nodes.has(concept) || !first ? concept : tree.home.get(first.snippet_id);
  return about !== undefined && tree.nodes.has(about) && about !== tree.root ? about : "";
}

function withoutMarks(text: string): string {
  return text.replace(MARK, "").split(/\s+/).filter(Boolean).join(" ");
}

function keyOf(question: string): string {
  return question
    .replace(MARK, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Ids of the concepts that stand on one source alone, from the top, none below another. */
export function thinBranches({ tree, snippets }: SessionState): string[] {
  const sources = new Map<string, Set<string | undefined>>();
  for (const node of [...tree.walk()].reverse()) {
    const below = new Set(node.snippets.map((id) => snippets.get(id)?.source_id));
    for (const child of node.children) for (const each of sources.get(child) ?? []) below.add(each);
    sources.set(node.id, below);
  }
  const thin = (concept: string): string[] =>
    sources.get(concept)?.size === 1 ? [concept] : tree.at(concept).children.flatMap(thin);
  return tree.at(tree.root).children.flatMap(thin);
}

/** The disputes in the order of finding, without what was rejected. */
export function openDisputes(state: SessionState): Dispute[] {
  return [...state.disputes.values()].filter(({ verdict }) => verdict !== "rejected");
}

/** What nobody has cited of what is directly under a concept; of the root, what has no place. */
export interface Unused {
  concept: Node;
  snippets: string[];
}

/** Unused evidence by concept, most first; muted branches are left out, what has no place is last. */
export function unusedByConcept(state: SessionState): Unused[] {
  const { tree, snippets } = state;
  const cited = citedSnippets(state);
  const muted = mutedConcepts(tree);
  const isUnused = (id: string) => !cited.has(id);
  const groups = [...tree.walk()]
    .filter(({ id }) => id !== tree.root && !muted.has(id))
    .map((concept) => ({ concept, snippets: concept.snippets.filter(isUnused) }))
    .sort((one, other) => other.snippets.length - one.snippets.length);
  const homeless = [...snippets.keys()].filter(
    (id) => (tree.home.get(id) ?? tree.root) === tree.root,
  );
  const parked = { concept: tree.at(tree.root), snippets: homeless.filter(isUnused) };
  return [...groups, parked].filter((each) => each.snippets.length > 0);
}

/** Ids of the muted concepts and of all below them. */
export function mutedConcepts(tree: Tree): Set<string> {
  const muted = [...tree.walk()].filter((node) => node.muted);
  return new Set(muted.flatMap(({ id }) => [...tree.walk(id)].map((node) => node.id)));
}

/** All that the map does not know. */
export interface Gaps {
  disputes: Dispute[];
  questions: OpenQuestion[];
  unused: Unused[];
  thin: string[];
}

export function gapsIn(state: SessionState): Gaps {
  return {
    disputes: openDisputes(state),
    questions: openQuestions(state),
    unused: unusedByConcept(state),
    thin: thinBranches(state),
  };
}

export interface ConceptGaps {
  /** How many of the snippets under it and below a turn cites, and of how many. */
  cited: number;
  all: number;
  disputes: Dispute[];
  questions: OpenQuestion[];
}

/** What a concept, with all below it, does not know. */
export function gapsOf(state: SessionState, gaps: Gaps, concept: string): ConceptGaps {
  const { tree } = state;
  const below = tree.below(concept);
  const cited = citedSnippets(state);
  const own = new Set(below);
  const concepts = new Set([...tree.walk(concept)].map(({ id }) => id));
  return {
    cited: below.filter((id) => cited.has(id)).length,
    all: below.length,
    disputes: gaps.disputes.filter(
      ({ one, other }) => own.has(one.snippet_id) || own.has(other.snippet_id),
    ),
    questions: gaps.questions.filter((each) => concepts.has(each.concept)),
  };
}
