// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { KeptEvent } from "../src/events";
import { readings, remarks, rowsOf } from "../src/meter";
import type { Settings } from "../src/settings";
import { foldAll } from "../src/state";
import type { Call } from "../src/usage";
import { compact, dollars, dollarsInColumn, duration, opening } from "../src/words";
import { called, opened, taken } from "./sample";

const talk = (...events: KeptEvent[]) => foldAll([opened(), ...events]);

describe("usage", () => {
  it("is summed in all and by job, turn, speaker and model", () => {
    const { usage } = talk(
      called({ job: "plan_turn", turn: "t1", speaker: "Farming", input_tokens: 90 }),
      called({ job: "write_answer", turn: "t1", speaker: "Farming", outcome: "failed" }),
      called({ job: "embed", model: "vectors", input_tokens: 10, cached_tokens: 4, cost: 0.5 }),
    );
    expect(usage.total).toMatchObject({ requests: 3, failed: 1, cached_tokens: 4 });
    expect(usage.total.tokens).toBe(90 + 100 + 10 + 3 * 20);
    expect([...usage.byJob.keys()]).toEqual(["plan_turn", "write_answer", "embed"]);
    expect(usage.byTurn.get("t1")?.requests).toBe(2);
    expect([...usage.bySpeaker.keys()]).toEqual(["Farming"]);
    expect(usage.byModel.get("vectors")?.cost).toBe(0.5);
  });

  it("has no known cost as soon as one call has no known price", () => {
    expect(talk(called({ cost: 0.25 }), called({ cost: 0 })).usage.total.cost).toBe(0.25);
    const { total } = talk(called({ cost: 0.25 }), called({ cost: null })).usage;
    expect([total.cost, total.known_cost, total.unpriced]).toEqual([null, 0.25, 1]);
  });

  it("takes a turn prepared in advance and dropped off that turn's account, once", () => {
    const dropped: KeptEvent = { type: "ahead_settled", turn: "t3", said: false };
    const { usage } = talk(
      called({ turn: "t3", ahead: true }),
      dropped,
      dropped,
      called({ turn: "t3" }),
      called({ turn: "t4", ahead: true }),
      { type: "ahead_settled", turn: "t4", said: true },
    );
    expect(usage.dropped.requests).toBe(1);
    expect(usage.byTurn.get("t3")?.requests).toBe(1);
    expect(usage.byTurn.get("t4")?.requests).toBe(1);
    expect(usage.total.requests).toBe(3);
  });
});

describe("the fold of a talk with a model", () => {
  it("takes a turn out and hands over to another engine", () => {
    const state = talk(taken(1), taken(2), { type: "turn_removed", id: "t1", by: "user" });
    expect(state.turns.map((turn) => turn.id)).toEqual(["t2"]);
    expect(talk({ type: "engine_changed", engine: "small-model" }).engine).toBe("small-model");
  });

  it("does not count the accounts as a change of what is shown", () => {
    const state = talk(taken(1), called(), { type: "ahead_settled", turn: "t2", said: true });
    expect([state.kept, state.revision]).toEqual([4, 2]);
  });
});

describe("the meter", () => {
  const shown = (calls: Partial<Call>[], limits: Settings = {}, engine = "small-model") => {
    const events: KeptEvent[] = [
      { type: "engine_changed", engine },
      { type: "settings_changed", settings: limits },
      ...calls.map(called),
    ];
    return readings(talk(...events));
  };
  const texts = (...given: Parameters<typeof shown>) => shown(...given).map(({ text }) => text);

  it("shows requests, tokens and money", () => {
    expect(texts([{ input_tokens: 8100, output_tokens: 40, cost: 0.0213 }])).toEqual([
      ...["1 request", "8.1k tokens", "$0.02"],
    ]);
    expect(texts([])).toEqual(["0 requests", "0 tokens", "$0.00"]);
  });

  it("shows nothing for the extractive engine, until something was asked all the same", () => {
    expect(texts([], { max_cost: 1 }, "extractive")).toEqual([]);
    expect(texts([{}], {}, "extractive")).toHaveLength(3);
  });

  it("shows limits, and which of them is near", () => {
    const limits = { max_requests: 1, max_tokens: 50_000, max_cost: 0.5 };
    expect(shown([{ input_tokens: 18_400, output_tokens: 0, cost: 0.06 }], limits)).toEqual([
      { text: "1 of 1 requests", near: true },
      { text: "18.4k of 50k tokens", near: false },
      { text: "$0.06 of $0.50", near: false },
    ]);
  });

  it("says that a cost is unknown, and never that it is nothing", () => {
    expect(texts([{ cost: null }, { cost: 0.2 }])[2]).toBe("cost unknown");
    const limited = shown([{ cost: null }, { cost: 0.48 }], { max_cost: 0.5 })[2];
    expect(limited).toEqual({ text: "cost unknown, limit $0.50", near: true });
  });

  it("lists the jobs, the dearest first, and what the sums leave open", () => {
    const state = talk(
      called({ job: "plan_turn", input_tokens: 10, cost: 0.01 }),
      called({ job: "write_answer", input_tokens: 900, cached_tokens: 300, cost: null }),
      called({ job: "plan_turn", outcome: "failed", ahead: true, turn: "t3", cost: 0 }),
      { type: "ahead_settled", turn: "t3", said: false },
    );
    expect(rowsOf(state).map(({ name }) => name)).toEqual(["write answer", "plan turn"]);
    expect(remarks(state)).toEqual([
      "At least $0.01: some requests have no known price.",
      "300 tokens came from the provider’s cache.",
      "1 request failed.",
      "Prepared in advance and not said: 1 request, 120 tokens.",
    ]);
    expect(remarks(talk(called({ cost: null })))).toEqual(["The model’s price is not known."]);
  });
});

describe("numbers for people", () => {
  it.each([
    [812, "812"],
    [8140, "8.1k"],
    [50_000, "50k"],
    [999_990, "1M"],
  ])("writes %d as %s", (number, text) => expect(compact(number)).toBe(text));

  it.each([
    [0, "$0.00"],
    [0.00042, "$0.00042"],
    [0.0213, "$0.02"],
    [12, "$12.00"],
  ])("writes %d dollars as %s", (amount, text) => expect(dollars(amount)).toBe(text));

  it.each([
    [0.00001, "< $0.0001"],
    [0.0213, "$0.0213"],
    [0, "$0.0000"],
  ])("writes %d dollars in a column as %s", (amount, text) =>
    expect(dollarsInColumn(amount)).toBe(text),
  );

  it.each([
    [2, "2 s"],
    [60, "1 min"],
    [62, "1 min 2 s"],
  ])("writes %d seconds as %s", (seconds, text) => expect(duration(seconds)).toBe(text));

  it("makes a sentence something to go on from", () => {
    expect(opening("rate limit. ")).toBe("Rate limit");
    expect(opening("")).toBe("");
  });
});
