/**
 * What a session has spent: one `Call` for each request to a model, summed in every direction;
 * mirrors `usage.py`. A price that is not known makes a cost unknown (`null`), never zero.
 */

export interface Call {
  job: string;
  model: string;
  /** Those from the provider's cache included. */
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  seconds: number;
  /** US dollars. */
  cost: number | null;
  outcome: "done" | "failed" | "stopped";
  /** "" outside of turns; so is the speaker. */
  turn: string;
  speaker: string;
  /** Made for a turn that was prepared in advance. */
  ahead: boolean;
}

/** Sums over calls, in Python's names. */
export class Totals {
  requests = 0;
  failed = 0;
  input_tokens = 0;
  cached_tokens = 0;
  output_tokens = 0;
  seconds = 0;
  /** US dollars, of the calls that have a price. */
  known_cost = 0;
  /** The calls that have none. */
  unpriced = 0;

  get tokens(): number {
    return this.input_tokens + this.output_tokens;
  }

  /** US dollars; null as soon as one call has no known price. */
  get cost(): number | null {
    return this.unpriced > 0 ? null : this.known_cost;
  }

  /** Counts one call; with `times` -1 takes it out again. */
  add(call: Call, times: 1 | -1 = 1): void {
    this.requests += times;
    this.failed += call.outcome === "failed" ? times : 0;
    this.input_tokens += times * call.input_tokens;
    this.cached_tokens += times * call.cached_tokens;
    this.output_tokens += times * call.output_tokens;
    this.seconds += times * call.seconds;
    this.known_cost += times * (call.cost ?? 0);
    this.unpriced += call.cost === null ? times : 0;
  }
}

export class Usage {
  readonly total = new Totals();
  readonly byJob = new Map<string, Totals>();
  readonly byTurn = new Map<string, Totals>();
  readonly bySpeaker = new Map<string, Totals>();
  readonly byModel = new Map<string, Totals>();
  /** What turns have cost that were prepared in advance and never said. */
  readonly dropped = new Totals();
  readonly #ahead = new Map<string, Call[]>();

  add(call: Call): void {
    this.total.add(call);
    count(this.byJob, call.job, call);
    count(this.byTurn, call.turn, call);
    count(this.bySpeaker, call.speaker, call);
    count(this.byModel, call.model, call);
    if (call.ahead) this.#ahead.set(call.turn, [...(this.#ahead.get(call.turn) ?? []), call]);
  }

  /** Closes the account of a turn that was prepared in advance: it was said, or dropped. */
  settle(turn: string, said: boolean): void {
    const calls = this.#ahead.get(turn) ?? [];
    this.#ahead.delete(turn);
    if (said) return;
    for (const call of calls) {
      this.dropped.add(call);
      this.byTurn.get(turn)?.add(call, -1);
    }
    // Another turn may get the number, and it has cost nothing yet.
    if (this.byTurn.get(turn)?.requests === 0) this.byTurn.delete(turn);
  }
}

function count(group: Map<string, Totals>, key: string, call: Call): void {
  if (key === "") return;
  const sums = group.get(key) ?? new Totals();
  sums.add(call);
  group.set(key, sums);
}

/** The sums as plain values, in the form that Python's recorded states have. */
export function usageToJson(usage: Usage): Record<string, unknown> {
  const plain = (group: Map<string, Totals>) =>
    Object.fromEntries([...group].map(([key, sums]) => [key, { ...sums }]));
  return {
    total: { ...usage.total },
    by_job: plain(usage.byJob),
    by_turn: plain(usage.byTurn),
    by_speaker: plain(usage.bySpeaker),
    by_model: plain(usage.byModel),
    dropped: { ...usage.dropped },
  };
}
