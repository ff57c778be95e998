import { describe, expect, it } from "vitest";
import { marksOfDraft, marksOfReport, marksOfTurn } from "../src/citations";
import { renderMarkdown } from "../src/markdown";
import { foldAll } from "../src/state";
import { citation, LOG, turn } from "./sample";

/** What the reader sees, with each button as `<n>`. */
function shown(text: string, marks = marksOfTurn({ utterance: text, citations: [] })): string {
  const box = document.createElement("div");
  box.append(
    renderMarkdown(text, marks, ({ number }) => {
      const button = document.createElement("button");
      button.textContent = `<${number}>`;
      return button;
    }),
  );
  return box.textContent?.trim() ?? "";
}

function shownTurn(utterance: string, ...cited: [number, string][]): string {
  const citations = cited.map(([number, snippet]) => citation(utterance, number, snippet));
  return shown(utterance, marksOfTurn({ utterance, citations }));
}

describe("the marks of a turn", () => {
  it("are found by ranges in code points", () => {
    const utterance = "🕰️ 𝟙 hour [1] – 光速约为[2]。";
    const citations = [citation(utterance, 1, "s1:0-9"), citation(utterance, 2, "s2:0-9")];
    const marks = marksOfTurn(turn(1, { utterance, citations }));
    expect(marks.map(({ start, end }) => utterance.slice(start, end))).toEqual(["[1]", "[2]"]);
    expect(citations[0]?.start).toBeLessThan(marks[0]?.start ?? 0);
    expect(shownTurn(utterance, [1, "s1:0-9"], [2, "s2:0-9"])).toBe("🕰️ 𝟙 hour<1> – 光速约为<2>。");
  });

  it("leave every bracket alone that is no citation", () => {
    const text = "In [2019] he wrote `arr[0]` [sic] and [1] twice: [1].";
    expect(shownTurn(text, [1, "s1:0-9"])).toBe(
      "In [2019] he wrote arr[0] [sic] and<1> twice: [1].",
    );
  });

  it("that do not stand where they should are left as text", () => {
    const marks = marksOfTurn({
      utterance: "Short [1].",
      citations: [{ number: 2, source_id: "s2", snippet_id: "s2:0-9", start: 6, end: 9 }],
    });
    expect(marks).toEqual([]);
  });

  it("at one place stand for all their passages", () => {
    const utterance = "Twice [1].";
    const citations = [citation(utterance, 1, "s1:0-9"), citation(utterance, 1, "s1:20-29")];
    const [mark, ...others] = marksOfTurn({ utterance, citations });
    expect(others).toEqual([]);
    expect(mark?.citations.map((each) => each.snippet_id)).toEqual(["s1:0-9", "s1:20-29"]);
  });

  it("keep Markdown whole around them", () => {
    const box = document.createElement("div");
    const utterance = "**Bold.**[1] and *soft*[2], a [link][3].\n\n- item [4]";
    const citations = [1, 2, 3, 4].map((number) => citation(utterance, number, "s1:0-9"));
    box.append(
      renderMarkdown(utterance, marksOfTurn({ utterance, citations }), () =>
        document.createElement("button"),
      ),
    );
    expect(box.querySelector("strong")?.textContent).toBe("Bold.");
    expect(box.querySelector("em")?.textContent).toBe("soft");
    expect(box.querySelector("li button")).not.toBeNull();
    expect(box.querySelectorAll("button")).toHaveLength(4);
  });
});

describe("the marks of a report", () => {
  const state = foldAll(LOG);
  const report = {
    ...{ title: "T", sections: [], partial: false, support: {}, left_out: 0 },
    markdown: "Hearts [1], farms [2], no such [3], `x[1]`.",
    references: [
      { number: 1, source_id: "s2", title: "", url: "", text: "" },
      { number: 2, source_id: "s9", title: "", url: "", text: "" },
    ],
  };

  it("are those of its reference list, with what the turns cite of each source", () => {
    const marks = marksOfReport(report, state);
    expect(marks.map((mark) => mark.citations)).toEqual([
      [{ source_id: "s2", snippet_id: "s2:0-9" }],
      [{ source_id: "s9", snippet_id: "" }],
      [{ source_id: "s2", snippet_id: "s2:0-9" }],
    ]);
    expect(shown(report.markdown, marks)).toBe("Hearts<1>, farms<2>, no such [3], x[1].");
  });
});

it("the marks of a draft are the numbers of known sources", () => {
  const numbers = marksOfDraft("a [1] b [2] c [3] d [0] e [1", foldAll(LOG));
  expect(numbers.map((mark) => mark.number)).toEqual([1, 2]);
});
