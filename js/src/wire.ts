/**
 * What page and kernel say to each other, as custom messages of the widget's model.
 *
 * Every event carries a number one above the last. After a gap the page says hello again and lets
 * events pass until the snapshot is there: the wire keeps its order, so the snapshot holds them.
 */

import type { AnyModel } from "@anywidget/types";
import type { Verdict } from "./disputes";
import type { KeptEvent, SessionEvent, Work } from "./events";
import type { Draft } from "./live";

export interface Snapshot {
  version: 1;
  events: KeptEvent[];
  about: string;
  live: { work: Work | null; draft: Draft | null };
  /** A page that never had a kernel: nobody is asked. */
  offline?: boolean;
}

export type KernelMessage =
  | { type: "event"; seq: number; event: SessionEvent; about?: string }
  | { type: "snapshot"; seq: number; snapshot: Snapshot }
  | { type: "ack"; id: string; result: unknown }
  | { type: "error"; id: string; message: string };

export interface Commands {
  step: Record<string, never>;
  run: { turns: number };
  stop: Record<string, never>;
  say: { text: string };
  retry: Record<string, never>;
  report: Record<string, never>;
  check_disputes: Record<string, never>;
  undo: Record<string, never>;
  redo: Record<string, never>;
  add: { concept: string; name: string };
  rename: { concept: string; name: string };
  move: { concept: string; parent: string };
  merge: { kept: string; absorbed: string };
  remove: { concept: string };
  place: { snippet: string; concept: string };
  pin: { concept: string; on: boolean };
  mute: { concept: string; on: boolean };
  note: { concept: string; text: string };
  rule: { id: string; verdict: Verdict };
  ask: { concept: string; text: string };
  challenge: { concept: string };
  opposite: { concept: string };
  missing: { concept: string };
  explore: { kind: GapKind; id: string };
}
export type GapKind = "question" | "dispute" | "concept" | "snippet";
export type CommandName = keyof Commands;

export interface Receiver {
  /** `about` comes when somebody else speaks from here on: who, for people. */
  event(event: SessionEvent, about?: string): void;
  snapshot(snapshot: Snapshot): void;
  /** `message` is "" when the kernel took the command. */
  answered(id: string, message: string): void;
  /** The kernel did not answer the hello in time, or cannot be reached at all. */
  silent(): void;
}

export type WidgetModel = AnyModel<{ _snapshot: Snapshot | null }>;

/** For how long after a hello the kernel may keep quite still. */
export const PATIENCE_MS = 5000;

/**
 * When a hello is said again, counted from the one before. The first can end up behind a cell that
 * blocks the kernel, since the host needs a moment to open a subshell for the widget's messages.
 */
export const AGAIN_MS: readonly number[] = [700, 1000, 2000, 4000];

export class Wire {
  #seq = 0;
  /** Whether the page holds everything up to `#seq`. */
  #inStep = false;
  /** Whether a snapshot is on its way. */
  #asked = false;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly model: WidgetModel,
    private readonly receiver: Receiver,
    signal: AbortSignal,
  ) {
    model.on("msg:custom", (message: KernelMessage) => {
      if (!signal.aborted) this.#receive(message);
    });
    signal.addEventListener("abort", () => this.#rest());
  }

  hello(): void {
    this.#asked = true;
    this.#rest();
    this.#quiet = setTimeout(() => {
      this.#rest();
      this.receiver.silent();
    }, PATIENCE_MS);
    this.#sayHello(0);
  }

  #sayHello(times: number): void {
    this.#send({ type: "hello", seq: this.#seq });
    const wait = AGAIN_MS[times];
    if (wait !== undefined) this.#again = setTimeout(() => this.#sayHello(times + 1), wait);
  }

  #rest(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#again);
  }

  command<Name extends CommandName>(id: string, name: Name, args: Commands[Name]): void {
    this.#send({ type: "command", id, name, args });
  }

  #send(message: object): void {
    try {
      this.model.send(message);
    } catch (error) {
      // The host throws when its kernel is gone; its own notice says more than a stack trace.
      console.warn("costorm-widget: the kernel cannot be reached.", error);
      this.receiver.silent();
    }
  }

  #receive(message: KernelMessage): void {
    clearTimeout(this.#quiet);
    switch (message.type) {
      case "snapshot":
        this.#receiveSnapshot(message.seq, message.snapshot);
        break;
      case "event":
        this.#receiveEvent(message.seq, message.event, message.about);
        break;
      case "ack":
        this.receiver.answered(message.id, "");
        break;
      case "error":
        this.receiver.answered(message.id, message.message);
        break;
    }
  }

  #receiveSnapshot(seq: number, snapshot: Snapshot): void {
    const isNews = !this.#inStep || seq > this.#seq; // another page may have asked for it
    this.#asked = false;
    this.#rest();
    this.#inStep = true;
    this.#seq = Math.max(seq, this.#seq);
    if (isNews) this.receiver.snapshot(snapshot);
  }

  #receiveEvent(seq: number, event: SessionEvent, about: string | undefined): void {
    if (this.#inStep && seq <= this.#seq) return;
    this.#inStep &&= seq === this.#seq + 1;
    if (this.#inStep) {
      this.#seq = seq;
      this.receiver.event(event, about);
    } else if (!this.#asked) {
      this.hello();
    }
  }
}
