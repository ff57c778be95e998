/**
 * What can happen in a session, in wire form; mirrors `events.py`.
 *
 * *Kept* events make the state (`state.ts` folds them); *passing* ones tell what is going on right
 * now (`live.ts` follows them).
 */

import type { Dispute } from "./disputes";
import type { Report } from "./reports";
import type { Settings } from "./settings";
import type { Refusal, Snippet, Source } from "./sources";
import type { Exchange, Expert, Intent, Role, Turn } from "./turns";
import type { Call } from "./usage";

export type By = "user" | "session";
export type Stage =
  | "reading"
  | "indexing"
  | "background"
  | "interviews"
  | "map"
  | "opening"
  | "report";
export type Work = "warm start" | "turn" | "report" | "index" | "disputes";

export type MapEvent =
  | { type: "concept_added"; id: string; name: string; parent: string; by: By }
  | { type: "concept_renamed"; id: string; name: string; by: By }
  | { type: "concept_moved"; id: string; parent: string; by: By }
  | { type: "concepts_merged"; kept: string; absorbed: string; by: By }
  | { type: "concept_removed"; id: string; by: By }
  | {
      type: "concept_marked";
      id: string;
      pinned: boolean;
      muted: boolean;
      note: string;
      by: By;
    }
  | { type: "snippets_placed"; placements: [string, string][]; by: By }
  /** Each concept after its parent: id, name, parent, note. */
  | { type: "outline_added"; concepts: [string, string, string, string][]; by: By };

export type KeptEvent =
  | {
      type: "session_opened";
      id: string;
      topic: string;
      goal: string;
      engine: string;
      settings: Settings;
      root: string;
    }
  | { type: "settings_changed"; settings: Settings }
  | { type: "evidence_found"; sources: Source[]; snippets: Snippet[] }
  | { type: "sources_refused"; refused: Refusal[] }
  | { type: "experts_changed"; experts: Expert[]; focus: string; by: By }
  | { type: "interviews_held"; exchanges: Exchange[] }
  | { type: "warm_start_ended" }
  | { type: "turn_taken"; turn: Turn }
  | { type: "turn_removed"; id: string; by: By }
  | { type: "engine_changed"; engine: string }
  | { type: "model_called"; call: Call }
  | { type: "ahead_settled"; turn: string; said: boolean }
  | { type: "report_written"; report: Report }
  | { type: "disputes_found"; disputes: Dispute[]; by: By }
  | { type: "undone" }
  | { type: "redone" }
  | MapEvent;

export type PassingEvent =
  | { type: "work_started"; work: Work }
  | { type: "work_ended"; work: Work; outcome: "done" | "stopped" | "failed"; message: string }
  | { type: "progress"; stage: Stage; done: number; total: number; text: string }
  | { type: "turn_started"; id: string; speaker: string; role: Role; intent: Intent }
  | { type: "turn_searched"; id: string; queries: string[]; snippets: number; sources: number }
  | { type: "token"; id: string; text: string }
  | { type: "turn_dropped"; id: string }
  | { type: "waiting"; job: string; seconds: number; reason: string };

export type SessionEvent = KeptEvent | PassingEvent;

const PASSING: ReadonlySet<string> = new Set<PassingEvent["type"]>([
  "work_started",
  "work_ended",
  "progress",
  "turn_started",
  "turn_searched",
  "token",
  "turn_dropped",
  "waiting",
]);

/** Whether an event belongs to the session's record. */
export function isKept(event: SessionEvent): event is KeptEvent {
  return !PASSING.has(event.type);
}
