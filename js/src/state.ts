/** The state of a session, and `fold`: the only way it changes; mirrors `state.py`. */

import type { Dispute } from "./disputes";
import type { KeptEvent, MapEvent } from "./events";
import { foldMap } from "./fold";
import { History, isLasting } from "./history";
import type { Report } from "./reports";
import type { Settings } from "./settings";
import { foundBy, joined, type Refusal, type Snippet, type Source } from "./sources";
import { Tree } from "./tree";
import type { Exchange, Expert, Turn } from "./turns";
import { Usage } from "./usage";

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
  /** What could not be taken in as a source. */
  refused: Refusal[];
  tree: Tree;
  warm: boolean;
  report: Report | null;
  /** By id, in the order of finding. */
  disputes: Map<string, Dispute>;
  /** What can be taken back. */
  history: History;
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
    refused: [],
    tree: new Tree("c0", ""),
    warm: false,
    report: null,
    disputes: new Map(),
    history: new History(),
    usage: new Usage(),
    kept: 0,
    revision: 0,
    fresh: new Set(),
  };
}

/** The state after `event`; `state` itself is updated, for speed. */
export function fold(state: SessionState, event: KeptEvent): SessionState {
  if (event.type === "undone") {
    state.history.takeBack();
    beginAgain(state);
  } else if (event.type === "redone") {
    for (const each of state.history.bringBack()) apply(state, each);
  } else {
    if (!isLasting(event)) state.history.add(event);
    apply(state, event);
  }
  state.kept += 1;
  state.revision += event.type === "model_called" || event.type === "ahead_settled" ? 0 : 1;
  return state;
}

/** Makes the state anew from what is still in effect; accounts and counters stay. */
function beginAgain(state: SessionState): void {
  const fresh = emptyState();
  for (const event of state.history.past) apply(fresh, event);
  const { engine, usage, refused, history, kept, revision } = state;
  Object.assign(state, fresh, { engine, usage, refused, history, kept, revision });
}

function apply(state: SessionState, event: KeptEvent): void {
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
    case "sources_refused":
      state.refused = event.refused;
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
    case "disputes_found":
      for (const dispute of event.disputes) state.disputes.set(dispute.id, dispute);
      break;
    case "undone":
    case "redone":
      break; // `fold` does these; they are never part of the past
    default:
      foldMap(state.tree, event);
      markFresh(state, event);
  }
}

function markFresh({ fresh }: SessionState, event: MapEvent): void {
  if (event.type === "concept_added") fresh.add(event.id);
  if (event.type === "outline_added") for (const [id] of event.concepts) fresh.add(id);
}

export function foldAll(events: Iterable<KeptEvent>): SessionState {
  const state = emptyState();
  for (const event of events) fold(state, event);
  return state;
}

/** Adds what is new; of a work found again keeps the number and both provenances. */
function takeIn(state: SessionState, sources: Source[], snippets: Snippet[]): void {
  for (const source of sources) {
    const known = state.sources.get(source.id);
    const number = state.sources.size + 1;
    state.sources.set(source.id, known ? joined(known, source) : { ...source, number });
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
