// @vitest-environment node
/** What the map does not know; the recorded log holds the rules shared with Python, too. */

import { describe, expect, it } from "vitest";
import type { Dispute } from "../src/disputes";
import type { KeptEvent } from "../src/events";
import { gapsIn, gapsOf, openQuestions, thinBranches, unusedByConcept } from "../src/gaps";
import { foldAll } from "../src/state";
import type { Turn } from "../src/turns";
import { added, citation, LOG, opened, taken } from "./sample";

const SAID = "They do [1].";
const asked = (number: number, question: string, changes: Partial<Turn> = {}) =>
  taken(number, { intent: "original question", question, utterance: question, ...changes });
const answered = (number: number, question: string, changes: Partial<Turn> = {}) =>
  taken(number, {
    ...{ question, utterance: SAID, citations: [citation(SAID, 1, "s1:0-9")] },
    ...changes,
  });
const questions = (...events: KeptEvent[]) => openQuestions(foldAll([opened(), ...events]));
const texts = (...events: KeptEvent[]) => questions(...events).map(({ text }) => text);

function dispute(one: string, other: string, changes: Partial<Dispute> = {}): Dispute {
  const quote = (snippet_id: string) => ({ snippet_id, start: 0, end: 7 });
  return {
    ...{ id: `${one}~${other}`, kind: "number", one: quote(one), other: quote(other) },
    ...{ why: "24 and 10", score: 0.8, verdict: "open" },
    ...changes,
  };
}
const found = (...disputes: Dispute[]): KeptEvent => {
  return { type: "disputes_found", disputes, by: "session" };
};

describe("a question is open", () => {
  it("until a turn answers it from evidence", () => {
    expect(texts(asked(1, "Why [2]?"), asked(2, "Who pays?"))).toEqual(["Why?", "Who pays?"]);
    expect(texts(asked(1, "Why?"), answered(2, "WHY"))).toEqual([]);
    expect(texts(asked(1, "Why?"), answered(2, "In other words"))).toEqual([]);
    expect(texts(asked(1, "Why?"), answered(2, "Why?", { citations: [] }))).toEqual(["Why?"]);
    expect(texts(asked(1, "Why?"), answered(2, "Why?", { status: "no evidence" }))).toHaveLength(1);
  });

  it("although a failed turn came between, and only once, from its first asking", () => {
    const failed = answered(2, "Why?", { status: "failed" });
    expect(texts(asked(1, "Why?"), failed, answered(3, "Else"))).toEqual([]);
    const again = questions(asked(1, "Why?"), asked(2, "Who?"), asked(3, "why"));
    expect(again.map(({ id }) => id)).toEqual(["t1", "t2"]);
    expect(
      texts(asked(1, "Why?"), answered(2, "Why?"), asked(3, "Who?"), asked(4, "Why?")),
    ).toEqual(["Who?", "Why?"]);
  });

  it("if an interview left it so", () => {
    const exchange = { expert: "Ann", answer: "I do not know.", citations: [], retrieved: [] };
    expect(
      questions({ type: "interviews_held", exchanges: [{ ...exchange, question: "Why?" }] }),
    ).toEqual([{ id: "i1", text: "Why?", asked_by: "Ann", turn: "", concept: "" }]);
  });

  it("about the concept of its turn, or of what it cites, but never about the root", () => {
    const cites = { citations: [citation(SAID, 1, "s1:0-9")] };
    const about = (changes: Partial<Turn>) =>
      openQuestions(foldAll([...LOG, asked(3, "Why?", changes)])).at(-1)?.concept;
    expect(about({ concept: "c2" })).toBe("c2");
    expect(about({ concept: "gone", ...cites })).toBe("c3");
    expect(about({ concept: "c0" })).toBe("");
    expect(about({})).toBe("");
  });
});

describe("evidence nobody has used", () => {
  it("is listed by concept, most first, what has no place last", () => {
    const state = foldAll([
      ...LOG,
      { type: "snippets_placed", placements: [["s1:20-29", "c1"]], by: "user" },
      { type: "snippets_placed", placements: [["s2:20-29", "c0"]], by: "user" },
    ]);
    expect(unusedByConcept(state).map((each) => [each.concept.id, each.snippets])).toEqual([
      ["c1", ["s1:20-29"]],
      ["c0", ["s2:20-29"]],
    ]);
  });

  it("of a muted branch is let be", () => {
    const muted: KeptEvent = {
      ...{ type: "concept_marked", id: "c2", pinned: false, muted: true, note: "", by: "user" },
    };
    expect(unusedByConcept(foldAll([...LOG, muted]))).toEqual([]);
  });
});

it("calls a branch thin that stands on one source, from the top, the root never", () => {
  expect(thinBranches(foldAll(LOG))).toEqual(["c3"]);
  const one = foldAll([
    ...LOG,
    { type: "snippets_placed", placements: [["s2:0-9", "c2"]], by: "user" },
  ]);
  expect(thinBranches(one)).toEqual(["c1"]);
  expect(thinBranches(foldAll([opened(), added("c1", "Empty")]))).toEqual([]);
});

it("tells of a concept what is cited, disputed and asked below it", () => {
  const state = foldAll([
    ...LOG,
    asked(3, "Why hearts?", { concept: "c3" }),
    found(
      dispute("s1:0-9", "s2:0-9"),
      dispute("s1:20-29", "s2:20-29"),
      dispute("s1:0-9", "s2:20-29", { verdict: "rejected" }),
    ),
  ]);
  const gaps = gapsIn(state);
  expect(gaps.disputes).toHaveLength(2);
  expect(gapsOf(state, gaps, "c1")).toMatchObject({
    ...{ cited: 2, all: 2, disputes: [{ id: "s1:0-9~s2:0-9" }], questions: [{ id: "t3" }] },
  });
  expect(gapsOf(state, gaps, "c2")).toMatchObject({ cited: 0, all: 2, questions: [] });
});
