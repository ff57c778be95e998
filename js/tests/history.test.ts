// @vitest-environment node
import { describe, expect, it } from "vitest";
import type { KeptEvent } from "../src/events";
import { foldAll } from "../src/state";
import { stateToJson } from "./canonical";
import { added, called, LOG, opened, snippet, taken } from "./sample";

const byUser = (id: string, name = id): KeptEvent => ({
  ...{ type: "concept_added", id, name, parent: "c0", by: "user" },
});
const UNDONE: KeptEvent = { type: "undone" };
const REDONE: KeptEvent = { type: "redone" };
const FOUND: KeptEvent = { type: "evidence_found", sources: [], snippets: [snippet("s1", 0)] };
const GROWN = added("c9", "Grown");
const user = (number: number) => taken(number, { role: "user" });

/** What a state holds, apart from its counters and what can be taken back. */
function content(events: KeptEvent[]): Record<string, unknown> {
  const { kept, history, ...rest } = stateToJson(foldAll(events));
  return rest;
}

function sizesOf(...events: KeptEvent[]): number[] {
  const { history } = foldAll([opened(), ...events]);
  const sizes: number[] = [];
  while (history.last.length > 0) {
    sizes.unshift(history.last.length);
    history.takeBack();
  }
  expect(history.past).toEqual([opened()]);
  return sizes;
}

describe("an action is what its user would call one", () => {
  it.each<[string, KeptEvent[], number[]]>([
    ["edits", [byUser("c1"), byUser("c2")], [1, 1]],
    ["a turn and its growth", [FOUND, taken(1), GROWN], [3]],
    ["two turns", [FOUND, taken(1), GROWN, FOUND, taken(2)], [3, 2]],
    ["no opening turns", [FOUND, GROWN, taken(1), { type: "warm_start_ended" }, taken(2)], [4, 1]],
    ["an edit, then a turn", [byUser("c1"), FOUND, taken(1), GROWN], [1, 3]],
    ["an edit in a turn", [FOUND, taken(1), byUser("c1"), GROWN], [2, 1, 1]],
    ["a turn of the user's", [user(1), taken(2)], [1, 1]],
    ["a search that an edit dropped", [byUser("c1"), FOUND], [2]],
    ["settings", [{ type: "settings_changed", settings: {} }, byUser("c1")], [1, 1]],
  ])("%s", (_, events, sizes) => {
    expect(sizesOf(...events)).toEqual(sizes);
  });
});

describe("taking back", () => {
  it("leaves the state that was there before, and doing again brings it back", () => {
    const more: KeptEvent[] = [...LOG, byUser("c7", "Mine")];
    expect(content([...more, UNDONE])).toEqual(content(LOG));
    expect(content([...more, UNDONE, UNDONE])).toEqual(content(LOG.slice(0, -1)));
    expect(content([...more, UNDONE, UNDONE, REDONE, REDONE])).toEqual(content(more));
  });

  it("leaves what was spent and who speaks", () => {
    const change: KeptEvent = { type: "engine_changed", engine: "small" };
    const state = foldAll([opened(), change, called(), taken(1), UNDONE]);
    expect(state.turns).toEqual([]);
    expect([state.engine, state.usage.total.requests, state.kept]).toEqual(["small", 1, 5]);
  });

  it("changes nothing where there is nothing", () => {
    expect(content([opened(), UNDONE, REDONE])).toEqual(content([opened()]));
  });

  it("is forgotten by what is done next", () => {
    const state = foldAll([opened(), byUser("c1", "A"), UNDONE, byUser("c1", "B"), REDONE]);
    expect(state.tree.at("c1").name).toBe("B");
    expect(state.history.undone).toEqual([]);
  });

  it("calls a concept new only while it is in the map", () => {
    const state = foldAll([...LOG, added("c8", "New"), byUser("c9"), UNDONE]);
    expect([...state.fresh]).toEqual(["c8"]);
  });
});

it("puts a whole outline into the map, with its notes, as one action", () => {
  const state = foldAll([
    opened(),
    {
      ...{ type: "outline_added", by: "user" },
      concepts: [
        ["c1", "Health", "c0", ""],
        ["c2", "Heart", "c1", "Ask a doctor."],
      ],
    },
  ]);
  expect(state.tree.at("c2")).toMatchObject({ parent: "c1", note: "Ask a doctor.", byUser: true });
  expect(state.history.last).toHaveLength(1);
});

it("keeps the newest word on a dispute", () => {
  const quote = (snippet_id: string) => ({ snippet_id, start: 0, end: 4 });
  const dispute = {
    ...{ id: "d1", kind: "number" as const, one: quote("a"), other: quote("b") },
    ...{ why: "24 against 21", score: 0.8, verdict: "open" as const },
  };
  const { disputes } = foldAll([
    opened(),
    { type: "disputes_found", disputes: [dispute], by: "session" },
    { type: "disputes_found", disputes: [{ ...dispute, verdict: "confirmed" }], by: "user" },
  ]);
  expect([...disputes.values()].map(({ verdict }) => verdict)).toEqual(["confirmed"]);
});
