// @vitest-environment node
import { describe, expect, it } from "vitest";
import { marksOfTurn } from "../src/citations";
import { claimOf, findQuote, inContext, shortened, shortenedStart } from "../src/quotes";
import { citation } from "./sample";

describe("the claim before a mark", () => {
  const text = "First thing. Hearts suffer[1][2], farms do not [3].\n\nNew paragraph [4].";
  const citations = [1, 2, 3, 4].map((number) => citation(text, number, "s1:0-9"));
  const marks = marksOfTurn({ utterance: text, citations });
  const claims = marks.map((mark) => claimOf(text, marks, mark));

  it("is what stands between the marks, and the same for neighbours", () => {
    expect(claims).toEqual([
      "First thing. Hearts suffer",
      "First thing. Hearts suffer",
      ", farms do not",
      "New paragraph",
    ]);
  });
});

describe("a quote", () => {
  const passage =
    "Before it.  The excess was confined\nto the **first week** (of 3.5 %). After it.";

  it("is the longest end of the claim that stands in the passage, white space aside", () => {
    const quote = findQuote(passage, "They say the excess was confined to the first week.");
    expect(quote.taken).toBe("excess was confined\nto the **first week**");
    expect(quote.before + quote.taken + quote.after).toBe(passage);
  });

  it("is nothing where words or numbers differ", () => {
    expect(findQuote(passage, "The excess was not confined to the last week").taken).toBe("");
    expect(findQuote(passage, "first week (of 4.5 %)").taken).toBe("");
    expect(findQuote(passage, "").taken).toBe("");
    expect(findQuote(passage, "The first three weeks … it.").taken).toBe("");
  });

  it("takes a claim's signs as signs, not as a pattern", () => {
    expect(findQuote(passage, "(of 3.5 %)").taken).toBe("(of 3.5 %)");
    expect(
      findQuote("C++ (a.k.a. [x]) \\d is /odd/-ish", "C++ (a.k.a. [x]) \\d is /odd/-ish").taken,
    ).toBe("C++ (a.k.a. [x]) \\d is /odd/-ish");
  });

  it("is found in a text without spaces", () => {
    expect(findQuote("光速约为3.0×10^8米每秒。这一常数", "光速约为3.0×10^8米每秒。").taken).toBe(
      "光速约为3.0×10^8米每秒",
    );
  });
});

it("shortens between words, from either end", () => {
  expect(shortened("one two three", 9)).toBe("one two …");
  expect(shortened("one two", 9)).toBe("one two");
  expect(shortenedStart("one two three", 9)).toBe("… three");
});

describe("a passage in its source", () => {
  const text = "One stands here. The excess was confined to the first week. Two stands there.";
  const around: [string, string] = [`${"Before it. ".repeat(20)}`, ` ${"After it. ".repeat(20)}`];
  const claim = "the excess was confined to the first week";

  it("shows what was quoted with a few sentences on either side, and on demand all", () => {
    const short = inContext({ text, around }, findQuote(text, claim), false);
    expect(short.taken).toBe("excess was confined to the first week");
    expect(short.before).toMatch(/^… .*Before it\. One stands here\. The $/);
    expect(short.after).toMatch(/^\. Two stands there\. After it\..* …$/);
    expect([short.isQuoted, short.isCut]).toEqual([true, true]);
    const whole = inContext({ text, around }, findQuote(text, claim), true);
    expect(whole.before + whole.taken + whole.after).toBe(around[0] + text + around[1]);
    expect(whole.isCut).toBe(true);
  });

  it("shows the beginning of the passage where nothing is quoted", () => {
    const short = inContext({ text, around }, findQuote(text, ""), false, 20);
    expect(short).toMatchObject({ before: "", taken: "One stands here. …", after: "" });
    expect([short.isQuoted, short.isCut]).toEqual([false, true]);
    const whole = inContext({ text, around }, findQuote(text, ""), true, 20);
    expect([whole.before, whole.taken, whole.after]).toEqual([around[0], text, around[1]]);
  });

  it("has nothing more where the source has nothing around it", () => {
    const alone = "Short. 😀 text here.";
    expect(inContext({ text: alone }, findQuote(alone, ""), false)).toMatchObject({
      ...{ before: "", taken: alone, after: "", isCut: false },
    });
    const quote = findQuote(alone, "😀 text here");
    const all = inContext({ text: alone, around: ["", ""] }, quote, false);
    expect(all).toMatchObject({
      before: "Short. ",
      taken: "😀 text here",
      after: ".",
      isCut: false,
    });
  });
});
