/**
 * What can be taken back: the events of a session, cut into actions; mirrors `history.py`.
 *
 * The page needs it for the same reason as the kernel: after `undone` the state is made again from
 * the events that are still in effect.
 */

import type { KeptEvent } from "./events";
import type { Phrases } from "./phrases";

/** Events that nothing takes back. */
const LASTING: ReadonlySet<KeptEvent["type"]> = new Set([
  "model_called",
  "ahead_settled",
  "engine_changed",
  "sources_refused",
]);

/** What may come after an edit without a turn: a search that was dropped because of it, a look. */
const JOINS_AN_EDIT: ReadonlySet<KeptEvent["type"]> = new Set(["evidence_found", "disputes_found"]);

/** Where an action begins in the past; `whole` once nothing but its after-effects follows. */
interface Action {
  start: number;
  whole: boolean;
  edit: boolean;
}

export class History {
  /** The events in effect, in order. */
  readonly past: KeptEvent[] = [];
  /** Actions that were taken back, the last one last. */
  readonly undone: KeptEvent[][] = [];
  readonly #actions: Action[] = [];

  /** The last action; nothing if there is none. */
  get last(): KeptEvent[] {
    const action = this.#actions.at(-1);
    return action ? this.past.slice(action.start) : [];
  }

  /** Takes in what has just happened. */
  add(event: KeptEvent): void {
    this.undone.length = 0;
    this.#take(event);
  }

  /** Takes the last action back, if there is one. */
  takeBack(): void {
    const action = this.#actions.pop();
    if (action) this.undone.push(this.past.splice(action.start));
  }

  /** Does again what was taken back last, and returns its events. */
  bringBack(): KeptEvent[] {
    const events = this.undone.pop() ?? [];
    for (const event of events) this.#take(event);
    return events;
  }

  #take(event: KeptEvent): void {
    if (event.type !== "session_opened") {
      const start = this.#start(event);
      if (start !== null) this.#actions.push({ start, whole: false, edit: isEdit(event) });
      const action = this.#actions.at(-1);
      if (action) action.whole ||= makesWhole(event);
    }
    this.past.push(event);
  }

  /** Where the action that `event` begins starts; null if it goes on with the last. */
  #start(event: KeptEvent): number | null {
    const here = this.past.length;
    const action = this.#actions.at(-1);
    if (!action || isEdit(event) || event.type === "report_written") return here;
    if (event.type === "turn_taken" && (action.whole || action.edit)) {
      const foundFirst = this.past.at(-1)?.type === "evidence_found" && action.start < here - 1;
      return foundFirst ? here - 1 : here;
    }
    return action.edit && !JOINS_AN_EDIT.has(event.type) ? here : null;
  }
}

export function isLasting(event: KeptEvent): boolean {
  return LASTING.has(event.type);
}

/** Whether the user did this, not the session. */
export function isEdit(event: KeptEvent): boolean {
  if (event.type === "settings_changed") return true;
  if (event.type === "turn_taken") return event.turn.role === "user";
  return "by" in event && event.by === "user";
}

/** What an action was, in a few words; "" for none. */
export function wordsFor(action: readonly KeptEvent[], words: Phrases): string {
  const [first] = action;
  if (!first) return "";
  if (action.some(({ type }) => type === "warm_start_ended")) return words.warmStart;
  const taken = action.findLast((event) => event.type === "turn_taken");
  if (taken) return words.turnBy(taken.turn.number, taken.turn.speaker);
  return words.actions[first.type] ?? words.mapChange;
}

function makesWhole(event: KeptEvent): boolean {
  if (event.type === "turn_taken") return !event.turn.opening;
  return event.type === "warm_start_ended" || event.type === "report_written";
}
