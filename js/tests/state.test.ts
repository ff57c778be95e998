// @vitest-environment node
import { describe, expect, it } from "vitest";
import { isKept, type KeptEvent } from "../src/events";
import { citedSnippets, foldAll } from "../src/state";
import { stateToJson } from "./canonical";
import { added, LOG, opened, snippet, source, taken } from "./sample";

describe("fold", () => {
  it("numbers sources in the order of finding and merges what is found again", () => {
    const state = foldAll([
      opened(),
      { type: "evidence_found", sources: [source("s1"), source("s2")], snippets: [] },
      {
        type: "evidence_found",
        sources: [source("s2", { provenance: ["s2", "mirror"], title: "Other" }), source("s3")],
        snippets: [],
      },
    ]);
    const found = [...state.sources.values()];
    expect(found.map((each) => each.number)).toEqual([1, 2, 3]);
    expect(found[1]).toMatchObject({ title: "Title of s2", provenance: ["s2", "mirror"] });
  });

  it("keeps the text of a source unless another reading of it goes on from there", () => {
    const read = (text: string): KeptEvent => {
      return { type: "evidence_found", sources: [source("s1", { text })], snippets: [] };
    };
    const texts = ["One.", "One. Two.", "Another revision, and longer.", "One."].map(read);
    const [found] = foldAll([opened(), ...texts]).sources.values();
    expect(found?.text).toBe("One. Two.");
  });

  it("merges the queries that found one snippet", () => {
    const found = (queries: [string, string][]): KeptEvent => {
      return { type: "evidence_found", sources: [], snippets: [snippet("s1", 0, { queries })] };
    };
    const state = foldAll([
      opened(),
      found([["q", "a"]]),
      found([
        ["q", "a"],
        ["q", "b"],
      ]),
    ]);
    expect([...state.snippets.values()].map((each) => each.queries)).toEqual([
      [
        ["q", "a"],
        ["q", "b"],
      ],
    ]);
  });

  it("marks concepts and remembers who named them", () => {
    const { tree } = foldAll([
      opened(),
      added("c1", "Helth"),
      { type: "concept_renamed", id: "c1", name: "Health", by: "user" },
      { type: "concept_marked", id: "c1", pinned: true, muted: false, note: "n", by: "user" },
    ]);
    expect(tree.at("c1")).toMatchObject({
      ...{ name: "Health", byUser: true, pinned: true, muted: false, note: "n" },
    });
  });

  it("counts every kept event", () => {
    expect(foldAll(LOG).kept).toBe(LOG.length);
  });

  it("calls concepts fresh until the next turn", () => {
    const first = foldAll([opened(), added("c1", "A"), taken(1), added("c2", "B")]);
    expect([...first.fresh]).toEqual(["c2"]);
  });

  it("does not change the events it folds", () => {
    const before = JSON.stringify(LOG);
    foldAll([...LOG, { type: "interviews_held", exchanges: [] }, { type: "warm_start_ended" }]);
    expect(JSON.stringify(LOG)).toBe(before);
  });

  it("knows what turns cite", () => {
    expect([...citedSnippets(foldAll(LOG))]).toEqual(["s1:0-9", "s2:0-9"]);
  });
});

describe("stateToJson", () => {
  it("gives the concepts in walk order, in Python's names", () => {
    const json = stateToJson(foldAll(LOG)) as { concepts: { id: string }[] };
    expect(json.concepts.map((each) => each.id)).toEqual(["c0", "c1", "c3", "c2"]);
    expect(json.concepts[2]).toEqual({
      ...{ id: "c3", name: "Heart", parent: "c1", children: [], snippets: ["s1:0-9"] },
      ...{ by_user: false, pinned: false, muted: false, note: "" },
    });
    expect(Object.keys(json)).toEqual([
      ...["id", "topic", "goal", "engine", "settings", "experts", "turns", "archive"],
      ...[
        "sources",
        "snippets",
        "refused",
        "concepts",
        "warm",
        "report",
        "disputes",
        "questions",
        "thin",
        "history",
      ],
      ...["kept", "usage"],
    ]);
  });
});

it("tells kept events from passing ones", () => {
  expect(LOG.every(isKept)).toBe(true);
  expect(isKept({ type: "token", id: "t1", text: "x" })).toBe(false);
  expect(isKept({ type: "waiting", job: "plan_turn", seconds: 2, reason: "" })).toBe(false);
});
