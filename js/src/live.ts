/** What is going on right now: the work that runs and the turn being said; never kept. */

import type { PassingEvent, Stage, Work } from "./events";
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

export interface Live {
  /** What runs, outermost first: a turn may hold the warm start. */
  works: Work[];
  draft: Draft | null;
  progress: Progress | null;
  /** Why the last work did not end whole; "" when it did. */
  failure: string;
}

export const IDLE: Live = { works: [], draft: null, progress: null, failure: "" };

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
      return settle(live, event.id);
  }
}

/** The turn with this id is no longer a draft: it was taken or dropped. */
export function settle(live: Live, turn: string): Live {
  return live.draft?.id === turn ? { ...live, draft: null } : live;
}

function changeDraft(live: Live, id: string, change: (draft: Draft) => Draft): Live {
  return live.draft?.id === id ? { ...live, draft: change(live.draft) } : live;
}

function ended(live: Live, work: Work): Pick<Live, "works" | "progress" | "draft"> {
  const place = live.works.lastIndexOf(work);
  const works = live.works.filter((_, index) => index !== place);
  return { works, progress: null, draft: works.length === 0 ? null : live.draft };
}

function failureOf(event: PassingEvent & { type: "work_ended" }): string {
  if (event.outcome !== "failed") return "";
  return event.message || `The ${event.work} failed.`;
}

const STAGES: Record<Stage, (count: string) => string> = {
  reading: (count) => (count ? `Reading ${count} documents` : "Reading the documents"),
  indexing: (count) => (count ? `Indexing ${count} passages` : "Indexing the passages"),
  background: (count) => `Looking into the background${count && `: ${count}`}`,
  interviews: (count) => `Interviewing the experts${count && `: ${count}`}`,
  map: (count) => `Drawing the first map${count && `: ${count}`}`,
  opening: (count) => `Opening the conversation${count && `: ${count}`}`,
  report: (count) => (count ? `Writing section ${count}` : "Writing the report"),
};

const WORKS: Record<Work, string> = {
  "warm start": "Warming up: experts, first research, first map",
  turn: "The table is at work",
  report: "Writing the report",
  index: "Reading the sources",
};

/** One line for people on what runs; "" when nothing does. */
export function describe(live: Live): string {
  const { progress, draft } = live;
  if (progress) {
    const count = progress.total > 0 ? `${progress.done} of ${progress.total}` : "";
    return [STAGES[progress.stage](count), progress.text].filter(Boolean).join(" · ");
  }
  if (draft) return `${draft.speaker} is ${draft.text ? "speaking" : "thinking"}`;
  const work = live.works.at(-1);
  return work ? WORKS[work] : "";
}
