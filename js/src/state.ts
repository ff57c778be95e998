/** The state of a session, and `fold`: the only way it changes; mirrors `state.py`. */

import type { KeptEvent, MapEvent } from "./events";
import type { Report } from "./reports";
import type { Settings } from "./settings";
import { foundBy, type Snippet, type Source } from "./sources";
import { Tree } from "./tree";
import type { Exchange, Expert, Turn } from "./turns";
import { Usage, usageToJson } from "./usage";

export interface SessionState {
  id: string;
  topic: string;
  goal: string;
  engine: string;
  settings: Settings;
  experts: Expert[];
  turns: Turn[];
  archive: Exchange[];
  /** By id, in the order of finding; so are the snippets. */
  sources: Map<string, Source>;
  snippets: Map<string, Snippet>;
  tree: Tree;
  warm: boolean;
  report: Report | null;
  /** What it has spent on models. */
  usage: Usage;
  /** Number of events folded. */
  kept: number;
  /** How many of them changed anything but the accounts. */
  revision: number;
  /** Concepts added since the last turn was taken. Only the page needs it: it marks them "new". */
  fresh: Set<string>;
}

export function emptyState(): SessionState {
  return {
    id: "",
    topic: "",
    goal: "",
    engine: "",
    settings: {},
    experts: [],
    turns: [],
    archive: [],
    sources: new Map(),
    snippets: new Map(),
    tree: new Tree("c0", ""),
    warm: false,
    report: null,
    usage: new Usage(),
    kept: 0,
    revision: 0,
    fresh: new Set(),
  };
}

/** The state after `event`; `state` itself is updated, for speed. */
export function fold(state: SessionState, event: KeptEvent): SessionState {
  state.kept += 1;
  state.revision += event.type === "model_called" || event.type === "ahead_settled" ? 0 : 1;
  switch (event.type) {
    case "session_opened":
      state.id = event.id;
      state.topic = event.topic;
      state.goal = event.goal;
      state.engine = event.engine;
      state.settings = event.settings;
      state.tree = new Tree(event.root, event.topic);
      break;
    case "settings_changed":
      state.settings = event.settings;
      break;
    case "evidence_found":
      takeIn(state, event.sources, event.snippets);
      break;
    case "experts_changed":
      state.experts = [...event.experts];
      break;
    case "interviews_held":
      state.archive.push(...event.exchanges);
      break;
    case "warm_start_ended":
      state.warm = true;
      break;
    case "turn_taken":
      state.turns.push(event.turn);
      state.fresh.clear();
      break;
    case "turn_removed":
      state.turns = state.turns.filter((turn) => turn.id !== event.id);
      break;
    case "engine_changed":
      state.engine = event.engine;
      break;
    case "model_called":
      state.usage.add(event.call);
      break;
    case "ahead_settled":
      state.usage.settle(event.turn, event.said);
      break;
    case "report_written":
      state.report = event.report;
      break;
    default:
      foldMap(state, event);
  }
  return state;
}

export function foldAll(events: Iterable<KeptEvent>): SessionState {
  const state = emptyState();
  for (const event of events) fold(state, event);
  return state;
}

function foldMap(state: SessionState, event: MapEvent): void {
  const { tree } = state;
  switch (event.type) {
    case "concept_added":
      tree.add(event.id, event.name, event.parent, event.by === "user");
      state.fresh.add(event.id);
      break;
    case "concept_renamed": {
      const node = tree.at(event.id);
      node.name = event.name;
      node.byUser ||= event.by === "user";
      break;
    }
    case "concept_moved":
      tree.move(event.id, event.parent);
      break;
    case "concepts_merged":
      tree.merge(event.kept, event.absorbed);
      break;
    case "concept_removed":
      tree.remove(event.id);
      break;
    case "concept_marked": {
      const { pinned, muted, note } = event;
      Object.assign(tree.at(event.id), { pinned, muted, note });
      break;
    }
    case "concept_checked":
      tree.at(event.id).checkedAt = event.size;
      break;
    case "snippets_placed":
      for (const [snippet, concept] of event.placements) tree.place(snippet, concept);
      break;
    default:
      throw new Error(`Unknown event: ${JSON.stringify(event satisfies never)}`);
  }
}

/** Adds what is new; of a work found again keeps the number and both provenances. */
function takeIn(state: SessionState, sources: Source[], snippets: Snippet[]): void {
  for (const source of sources) {
    const known = state.sources.get(source.id);
    if (known) {
      const provenance = [...new Set([...known.provenance, ...source.provenance])];
      state.sources.set(source.id, { ...known, provenance });
    } else {
      state.sources.set(source.id, { ...source, number: state.sources.size + 1 });
    }
  }
  for (const snippet of snippets) {
    const known = state.snippets.get(snippet.id) ?? snippet;
    const merged = snippet.queries.reduce(
      (result, [question, query]) => foundBy(result, question, query),
      known,
    );
    state.snippets.set(snippet.id, merged);
  }
}

/** Ids of the snippets that a turn cites. */
export function citedSnippets(state: SessionState): Set<string> {
  return new Set(state.turns.flatMap((turn) => turn.citations.map((each) => each.snippet_id)));
}

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
    checked_at: node.checkedAt,
  }));
  const sources = [...state.sources.values()];
  const snippets = [...state.snippets.values()];
  return {
    ...{ id, topic, goal, engine, settings, experts, turns, archive },
    ...{ sources, snippets, concepts, warm, report, kept, usage: usageToJson(state.usage) },
  };
}
