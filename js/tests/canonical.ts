/** A state in the form that Python's recorded states have; mirrors `canonical` in `record_log.py`. */

import type { KeptEvent } from "../src/events";
import { openQuestions, thinBranches } from "../src/gaps";
import type { History } from "../src/history";
import type { SessionState } from "../src/state";
import { usageToJson } from "../src/usage";

/** The state as plain values, in the form that Python's recorded states have. */
export function stateToJson(state: SessionState): Record<string, unknown> {
  const { id, topic, goal, engine, settings, experts, turns, archive, warm, report, kept } = state;
  const concepts = [...state.tree.walk()].map((node) => ({
    id: node.id,
    name: node.name,
    parent: node.parent,
    children: node.children,
    snippets: node.snippets,
    by_user: node.byUser,
    pinned: node.pinned,
    muted: node.muted,
    note: node.note,
  }));
  const { refused } = state;
  const questions = openQuestions(state);
  const thin = thinBranches(state);
  const sources = [...state.sources.values()];
  const snippets = [...state.snippets.values()];
  return {
    ...{ id, topic, goal, engine, settings, experts, turns, archive },
    ...{ sources, snippets, refused, concepts, warm, report },
    disputes: [...state.disputes.values()],
    ...{ questions, thin, history: historyToJson(state.history) },
    ...{ kept, usage: usageToJson(state.usage) },
  };
}

function historyToJson({ past, last, undone }: History): Record<string, unknown> {
  const kinds = (events: readonly KeptEvent[]) => events.map(({ type }) => type);
  return { past: kinds(past), last: kinds(last), undone: undone.map(kinds) };
}
