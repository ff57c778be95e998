/** What is going on right now: the work that runs and the turn being said; never kept. */

import type { KeptEvent, PassingEvent, Stage, Work } from "./events";
import type { Intent, Role } from "./turns";

export interface Draft {
  id: string;
  speaker: string;
  role: Role;
  intent: Intent;
  queries: string[];
  text: string;
}

export interface Progress {
  stage: Stage;
  done: number;
  total: number;
  text: string;
}

/** A model wants a pause, or is asked again after an error. */
export interface Pause {
  reason: string;
  /** When it is over, in milliseconds of `Date.now()`. */
  until: number;
}

export interface Live {
  /** What runs, outermost first: a turn may hold the warm start. */
  works: Work[];
  draft: Draft | null;
  progress: Progress | null;
  /** What is waited for; it has no event that ends it, only its time. */
  pause: Pause | null;
  /** Why the last work did not end whole; "" when it did. */
  failure: string;
}

export const IDLE: Live = { works: [], draft: null, progress: null, pause: null, failure: "" };

export function follow(live: Live, event: PassingEvent): Live {
  switch (event.type) {
    case "work_started":
      return { ...live, works: [...live.works, event.work], failure: "" };
    case "work_ended":
      return { ...live, ...ended(live, event.work), failure: failureOf(event) };
    case "progress": {
      const { stage, done, total, text } = event;
      return { ...live, progress: { stage, done, total, text } };
    }
    case "turn_started": {
      const { id, speaker, role, intent } = event;
      return { ...live, draft: { id, speaker, role, intent, queries: [], text: "" } };
    }
    case "turn_searched":
      return changeDraft(live, event.id, (draft) => ({ ...draft, queries: event.queries }));
    case "token":
      return changeDraft(live, event.id, (draft) => ({ ...draft, text: draft.text + event.text }));
    case "turn_dropped":
      return endDraft(live, event.id);
    case "waiting":
      return { ...live, pause: longer(live.pause, event) };
  }
}

/** Calls made at the same time wait at the same time: the last to go on counts. */
function longer(known: Pause | null, event: PassingEvent & { type: "waiting" }): Pause {
  const until = Date.now() + event.seconds * 1000;
  return known && known.until > until ? known : { reason: event.reason, until };
}

/** What a kept event makes an end of. */
export function settle(live: Live, event: KeptEvent): Live {
  switch (event.type) {
    case "turn_taken":
      return endDraft(live, event.turn.id);
    case "warm_start_ended":
    case "report_written":
      return { ...live, progress: null };
    default:
      return live;
  }
}

function endDraft(live: Live, turn: string): Live {
  return live.draft?.id === turn ? { ...live, draft: null } : live;
}

function changeDraft(live: Live, id: string, change: (draft: Draft) => Draft): Live {
  return live.draft?.id === id ? { ...live, draft: change(live.draft) } : live;
}

function ended(live: Live, work: Work): Omit<Live, "failure"> {
  const place = live.works.lastIndexOf(work);
  const works = live.works.filter((_, index) => index !== place);
  const { draft, pause } = works.length === 0 ? IDLE : live;
  return { works, progress: null, draft, pause };
}

function failureOf(event: PassingEvent & { type: "work_ended" }): string {
  if (event.outcome !== "failed") return "";
  return event.message || `The ${event.work} failed.`;
}

type Phrase = (count: string, text: string) => string;

const STAGES: Record<Stage, Phrase> = {
  reading: (count) => `Reading ${count || "the"} documents`,
  indexing: (count) => `Indexing ${count || "the"} passages`,
  background: (count, text) => joined(text || "Looking into the background", count),
  interviews: (count, text) => joined(text || "Interviewing the experts", count),
  map: (count, text) => joined(text || "Drawing the first map", count),
  opening: (count, text) => joined("Opening the conversation", count, text),
  report: (count, text) => joined("Writing the report", count && `${count} sections`, text),
};

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(": ");
}

const WORKS: Record<Work, string> = {
  "warm start": "Warming up: experts, first research, first map",
  turn: "The table is at work",
  report: "Writing the report",
  index: "Reading the sources",
  disputes: "Checking contradictions",
};

/** One line for people on what runs; "" when nothing does. */
export function describe(live: Live): string {
  const { progress, draft } = live;
  if (progress) {
    const count = progress.total > 0 ? `${progress.done} of ${progress.total}` : "";
    return STAGES[progress.stage](count, progress.text);
  }
  if (draft) return `${draft.speaker} is ${draft.text ? "speaking" : "thinking"}`;
  const work = live.works.at(-1);
  return work ? WORKS[work] : "";
}
