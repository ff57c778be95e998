/** A small session in wire form, and a model that only says what a test lets it say. */

import type { KeptEvent, MapEvent } from "../src/events";
import type { Snippet, Source } from "../src/sources";
import type { Citation, Turn } from "../src/turns";
import type { Call } from "../src/usage";
import type { KernelMessage, Snapshot, WidgetModel } from "../src/wire";

export function source(id: string, changes: Partial<Source> = {}): Source {
  return {
    ...{ id, number: 0, title: `Title of ${id}`, url: `file:${id}.md`, kind: "document" },
    ...{ text: "", authors: [], date: "", retrieved_at: "", permalink: "", provenance: [id] },
    ...changes,
  };
}

export function snippet(source_id: string, start: number, changes: Partial<Snippet> = {}): Snippet {
  return {
    ...{ id: `${source_id}:${start}-${start + 9}`, source_id, start, end: start + 9 },
    ...{ text: `Passage ${start} of ${source_id}.`, heading: [], page: null, queries: [] },
    ...changes,
  };
}

export function turn(number: number, changes: Partial<Turn> = {}): Turn {
  return {
    ...{ id: `t${number}`, number, speaker: "Sleep and health", role: "expert" },
    ...{ intent: "potential answer", utterance: "Said.", question: "", queries: [] },
    ...{ retrieved: [], citations: [], dropped_citations: [], support: [], status: "done" },
    ...{ error: "", timings: {}, usage: {}, opening: false, concept: "", steer: "", about: [] },
    ...changes,
  };
}

/** A citation of the first `[number]` in `text`, in code points as Python counts them. */
export function citation(text: string, number: number, snippet_id: string): Citation {
  const mark = `[${number}]`;
  const start = [...text.slice(0, text.indexOf(mark))].length;
  const [source_id = ""] = snippet_id.split(":");
  return { number, source_id, snippet_id, start, end: start + mark.length };
}

export function opened(topic = "Daylight saving time"): KeptEvent {
  const settings = { experts: 3 };
  return {
    ...{ type: "session_opened", id: "x1", topic, goal: "Is it worth keeping?" },
    ...{ engine: "extractive", settings, root: "c0" },
  };
}

export function added(id: string, name: string, parent = "c0"): MapEvent {
  return { type: "concept_added", id, name, parent, by: "session" };
}

export function taken(number: number, changes: Partial<Turn> = {}): KeptEvent {
  return { type: "turn_taken", turn: turn(number, changes) };
}

export function called(changes: Partial<Call> = {}): KeptEvent {
  const call: Call = {
    ...{ job: "plan_turn", model: "small-model", input_tokens: 100, cached_tokens: 0 },
    ...{ output_tokens: 20, seconds: 0.5, cost: 0.01, outcome: "done" },
    ...{ turn: "", speaker: "", ahead: false },
    ...changes,
  };
  return { type: "model_called", call };
}

const SAID = "Hospitals saw more heart attacks [1]. Nobody measured farms [2].";

/** Two sources, four snippets, three concepts, two turns; `Farming` has two unused snippets. */
export const LOG: KeptEvent[] = [
  opened(),
  {
    type: "evidence_found",
    sources: [source("s1"), source("s2")],
    snippets: [
      snippet("s1", 0, { text: "In spring hospitals saw more heart attacks than before." }),
      snippet("s1", 20),
      snippet("s2", 0),
      snippet("s2", 20),
    ],
  },
  added("c1", "Health"),
  added("c2", "Farming"),
  added("c3", "Heart", "c1"),
  {
    type: "snippets_placed",
    placements: [
      ["s1:0-9", "c3"],
      ["s1:20-29", "c2"],
      ["s2:0-9", "c1"],
      ["s2:20-29", "c2"],
    ],
    by: "session",
  },
  taken(1, {
    utterance: SAID,
    queries: ["heart attacks"],
    retrieved: ["s1:0-9", "s2:0-9", "s2:20-29"],
    citations: [citation(SAID, 1, "s1:0-9"), citation(SAID, 2, "s2:0-9")],
  }),
  taken(2, { role: "user", speaker: "You", intent: "original question", utterance: "And farms?" }),
];

export function snapshot(events: KeptEvent[] = LOG, changes: Partial<Snapshot> = {}): Snapshot {
  const live = { work: null, draft: null };
  return { version: 1, events, about: "extractive engine: no model", live, ...changes };
}

export interface FakeModel extends WidgetModel {
  sent: Record<string, unknown>[];
  /** Hands the page a message of the kernel. */
  hear(message: KernelMessage): void;
  /** Another face of the same model, as anywidget gives every view its own. */
  face(): FakeModel;
  save(value: Snapshot): void;
}

export function fakeModel(saved: Snapshot | null = null): FakeModel {
  const listeners = new Map<string, ((message?: unknown) => void)[]>();
  const sent: Record<string, unknown>[] = [];
  const traits = { _snapshot: saved };
  const tell = (name: string, message?: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(message);
  };
  const model = {
    sent,
    get: (name: keyof typeof traits) => traits[name],
    on: (name: string, listener: (message?: unknown) => void) =>
      listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    send: (message: Record<string, unknown>) => sent.push(message),
    hear: (message: KernelMessage) => tell("msg:custom", message),
    face: () => ({ ...model }),
    save: (value: Snapshot) => {
      traits._snapshot = value;
      tell("change:_snapshot");
    },
  } as unknown as FakeModel;
  return model;
}
