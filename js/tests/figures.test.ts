// @vitest-environment node
import { describe, expect, it } from "vitest";
import { biggestGap, figuresLine, figuresOf, openingQuestion, suggestions } from "../src/figures";
import { foldAll } from "../src/state";
import { countInWords } from "../src/words";
import { LOG, opened } from "./sample";

const state = foldAll(LOG);
const figures = figuresOf(state);

describe("the figures of a concept", () => {
  it("count what is below it, what of that is unused, and from how many sources", () => {
    expect(figures.get("c1")).toEqual({ snippets: 2, unused: 0, sources: 2, ownUnused: 0 });
    expect(figures.get("c2")).toEqual({ snippets: 2, unused: 2, sources: 2, ownUnused: 2 });
  });

  it.each([
    [{ snippets: 0, unused: 0, sources: 0, ownUnused: 0 }, ""],
    [{ snippets: 3, unused: 3, sources: 1, ownUnused: 3 }, "1 source"],
    [{ snippets: 9, unused: 2, sources: 4, ownUnused: 0 }, "9 · 2 unused"],
    [{ snippets: 6, unused: 0, sources: 4, ownUnused: 0 }, "6"],
  ])("are printed short", (given, line) => {
    expect(figuresLine(given)).toBe(line);
  });
});

describe("what nobody has looked at", () => {
  it("is the concept with most unused passages", () => {
    const gap = biggestGap(state, figures);
    expect(gap?.unused).toBe(2);
    expect(gap && openingQuestion(gap.concept)).toBe("What do the sources say about Farming?");
  });

  it("is never the root, nor a muted branch, nor anything in a fresh session", () => {
    const muted = foldAll([
      ...LOG,
      { type: "concept_marked", id: "c2", pinned: false, muted: true, note: "", by: "user" },
    ]);
    expect(biggestGap(muted, figuresOf(muted))).toBeNull();
    const fresh = foldAll([opened()]);
    expect(biggestGap(fresh, figuresOf(fresh))).toBeNull();
    expect(suggestions(fresh, figuresOf(fresh))).toEqual([]);
  });
});

it("suggests the gap, what was last spoken of, and a thin branch, each once", () => {
  expect(suggestions(state, figures)).toEqual([
    "What about Farming?",
    "Who disagrees about Heart?",
  ]);
  const thinner = foldAll([
    ...LOG,
    { type: "snippets_placed", placements: [["s2:0-9", "c2"]], by: "user" },
  ]);
  expect(suggestions(thinner, figuresOf(thinner))).toContain("What else is known about Health?");
});

it("counts in words", () => {
  expect(countInWords(1, "passage")).toBe("one passage");
  expect(countInWords(12, "passage")).toBe("twelve passages");
  expect(countInWords(40, "passage")).toBe("40 passages");
});
