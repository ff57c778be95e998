/**
 * What one model's views show: the folded session, what runs, and whether a kernel listens.
 *
 * There is one store a model, made in `initialize`; every view reads it, so views agree.
 */

import { isKept, type SessionEvent } from "./events";
import { follow, IDLE, type Live, settle } from "./live";
import { emptyState, fold, foldAll, type SessionState } from "./state";
import {
  type CommandName,
  type Commands,
  type Receiver,
  type Snapshot,
  type WidgetModel,
  Wire,
} from "./wire";

/** `waiting`: hello was said · `live`: the kernel answers · `silent`: none · `saved`: never any. */
export type Connection = "waiting" | "live" | "silent" | "saved";

interface Pending {
  name: CommandName;
  said: string;
  resolve(taken: boolean): void;
}

/** Commands that nobody may give while something runs. */
const ALONE: ReadonlySet<CommandName> = new Set([
  ...(["step", "run", "retry", "report", "check_disputes", "undo", "redo"] as const),
]);
/** Commands after which something runs. */
const STARTERS: ReadonlySet<CommandName> = new Set([
  ...(["step", "run", "retry", "report", "check_disputes"] as const),
  ...(["ask", "challenge", "opposite", "missing", "explore"] as const),
]);
/** After this long without an answer a page says that the kernel is busy. */
const LATE_MS = 2000;

export class Store implements Receiver {
  state: SessionState = emptyState();
  live: Live = IDLE;
  about = "";
  connection: Connection = "waiting";
  /** Why the last command was refused; "" when it was not. */
  refusal = "";
  /** Whether some command has waited long for its answer. */
  late = false;
  /** What the user said and the table has not taken up yet: it comes after the turn under way. */
  waiting: string[] = [];

  readonly #listeners = new Set<() => void>();
  readonly #pending = new Map<string, Pending>();
  readonly #signal: AbortSignal;
  readonly #wire: Wire;
  // Front ends of one kernel see each other's answers: ids must differ between pages.
  readonly #page = Math.random().toString(36).slice(2);
  #commands = 0;

  constructor(model: WidgetModel, signal: AbortSignal) {
    this.#signal = signal;
    this.#wire = new Wire(model, this, signal);
    const showSaved = () => {
      const saved = model.get("_snapshot");
      if (saved?.version !== 1 || this.connection === "live") return;
      if (saved.offline) this.connection = "saved";
      this.#take(saved);
    };
    model.on("change:_snapshot", showSaved);
    showSaved();
    if (this.connection !== "saved") this.#wire.hello();
  }

  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get running(): boolean {
    return this.live.works.length > 0 || this.#waitsFor(STARTERS);
  }

  /** Whether a button for this command may be pressed now. */
  can(name: CommandName): boolean {
    if (this.connection !== "live") return false;
    if (name === "stop") return this.running;
    return !ALONE.has(name) || !this.running;
  }

  /**
   * Sends a command; resolves to whether the kernel took it. `said` is what the user says by it,
   * to be shown until the table takes it up.
   */
  command<Name extends CommandName>(name: Name, args: Commands[Name], said = ""): Promise<boolean> {
    this.#commands += 1;
    const id = `${this.#page}-${this.#commands}`;
    this.refusal = "";
    if (said) this.waiting = [...this.waiting, said];
    const answer = new Promise<boolean>((resolve) =>
      this.#pending.set(id, { name, said, resolve }),
    );
    const timer = setTimeout(() => this.#isLate(id), LATE_MS);
    this.#signal.addEventListener("abort", () => clearTimeout(timer));
    this.#wire.command(id, name, args);
    this.#changed();
    return answer;
  }

  event(event: SessionEvent, about = this.about): void {
    this.about = about;
    if (isKept(event)) {
      fold(this.state, event);
      this.live = settle(this.live, event);
      if (event.type === "turn_taken" && event.turn.role === "user") this.waiting.shift();
    } else {
      this.live = follow(this.live, event);
    }
    this.connection = "live";
    this.#changed();
  }

  snapshot(snapshot: Snapshot): void {
    const { work, draft } = snapshot.live;
    this.connection = "live";
    this.live = { ...IDLE, works: work ? [work] : [], draft };
    this.waiting = [];
    this.#take(snapshot);
  }

  answered(id: string, message: string): void {
    const pending = this.#pending.get(id);
    if (!pending) return; // another page's
    this.#pending.delete(id);
    this.late &&= this.#pending.size > 0;
    this.connection = "live";
    this.refusal = message;
    if (message && pending.said) this.waiting = without(this.waiting, pending.said);
    pending.resolve(message === "");
    this.#changed();
  }

  silent(): void {
    this.connection = "silent";
    this.live = IDLE; // nobody finishes a turn that had begun
    this.late = false;
    this.waiting = [];
    for (const { resolve } of this.#pending.values()) resolve(false);
    this.#pending.clear();
    this.#changed();
  }

  #take(snapshot: Snapshot): void {
    this.state = foldAll(snapshot.events);
    this.about = snapshot.about;
    this.#changed();
  }

  /** Says that the answer is late, and asks whether anybody is there at all. */
  #isLate(id: string): void {
    if (!this.#pending.has(id)) return;
    this.late = true;
    this.#wire.hello();
    this.#changed();
  }

  #waitsFor(names: ReadonlySet<CommandName>): boolean {
    return [...this.#pending.values()].some(({ name }) => names.has(name));
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The words without the last that are the same as `said`. */
function without(words: readonly string[], said: string): string[] {
  const place = words.lastIndexOf(said);
  return words.filter((_, index) => index !== place);
}
