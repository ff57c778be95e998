/** Sentences by how well they are borne out: found in the rendered text, underlined, explained. */

import { describe, expect, it } from "vitest";
import { marksOfTurn } from "../src/citations";
import { renderMarkdown } from "../src/markdown";
import { ko } from "../src/phrases/ko";
import { type SentenceSupport, sentencesOfTurn, supportCounts, type Verdict } from "../src/support";
import { all, click, one, open, usePage, views } from "./page";
import { citation, LOG, opened, snippet, source, taken, turn } from "./sample";

/** The support of a part of `text`, in code points as Python counts them. */
function support(
  text: string,
  part: string,
  changes: Partial<SentenceSupport> = {},
): SentenceSupport {
  const start = [...text.slice(0, text.indexOf(part))].length;
  const end = start + [...part].length;
  const verdict: Verdict = "contradicted";
  return {
    ...{ start, end, snippets: ["s1:0-9"], verdict, score: 0, why: "", quote: null },
    ...changes,
  };
}

/** `text` rendered with its parts as sentences, each piece of them in `⟦…⟧`. */
function shown(text: string, ...parts: string[]): HTMLElement {
  const marked = text.includes("[1]") ? [citation(text, 1, "s1:0-9")] : [];
  const said = turn(1, {
    utterance: text,
    citations: marked,
    support: parts.map((part) => support(text, part)),
  });
  const box = document.createElement("div");
  const make = () => document.createElement("button");
  const wrap = () => document.createElement("u");
  box.append(renderMarkdown(text, marksOfTurn(said), make, sentencesOfTurn(said), wrap));
  return box;
}

/** What is underlined, without the space in it. */
const underlined = (box: HTMLElement) =>
  [...box.querySelectorAll("u")].map((each) => each.textContent?.replace(/\s+/g, "")).join("");

/** What is left of the HTML without the underlines, and without the spans that keep marks. */
function bare(box: HTMLElement): string {
  for (const each of box.querySelectorAll("u, .kept")) each.replaceWith(...each.childNodes);
  return box.innerHTML;
}

describe("the sentences of a turn", () => {
  it("are found by ranges in code points", () => {
    const utterance = "🕰️ 𝟙 hour. 光速约为3.0×10^8米每秒。Third.";
    const parts = ["𝟙 hour.", "光速约为3.0×10^8米每秒。"].map((part) => support(utterance, part));
    const found = sentencesOfTurn(turn(1, { utterance, support: parts }));
    expect(found.map(({ start, end }) => utterance.slice(start, end))).toEqual([
      "𝟙 hour.",
      "光速约为3.0×10^8米每秒。",
    ]);
  });

  it("that do not stand in it, or in one another, are left out", () => {
    const utterance = "One. Two.";
    const one = support(utterance, "One.");
    const parts = [one, { ...one, start: 2, end: 9 }, { ...one, start: 5, end: 99 }];
    expect(sentencesOfTurn(turn(1, { utterance, support: parts }))).toHaveLength(1);
    expect(sentencesOfTurn(turn(1, { utterance, support: [{ ...one, end: 0 }] }))).toEqual([]);
  });

  it("are counted, the best verdict first", () => {
    const verdicts: Verdict[] = ["contradicted", "supported", "supported"];
    const parts = verdicts.map((verdict) => support("One.", "One.", { verdict }));
    expect(supportCounts([turn(1, { support: parts }), turn(2)])).toEqual([
      ["supported", 2],
      ["contradicted", 1],
    ]);
  });
});

describe("a sentence in the rendered text", () => {
  it.each([
    ["One. Two [1]. Three.", "Two [1].", "Two."],
    ["One.\nTwo [1].", "Two [1].", "Two."],
    ["One **bold [1]. Two** three.", "Two** three.", "Twothree."],
    ["**One [1].** Two.", "**One [1].**", "One."],
    ["A *b*, [c](https://x.y), `d` [1].", "A *b*, [c](https://x.y), `d` [1].", "Ab,c,d."],
    ["Two:\n\n- One [1].\n- Two.", "One [1].", "One."],
    ["Two:\n1. One [1].\n2. Two.\n   More.", "Two.\n   More.", "Two.More."],
    ["# Head\n\n> Quoted [1].\n> More.", "Quoted [1].", "Quoted."],
    ["## Head one [1]\n\nText.", "Head one [1]", "Headone"],
    ["a | b\n---|---\nOne [1]. | Two.\n", "One [1].", "One."],
    ["一。二[1]。三。", "二[1]。", "二。"],
    ["&amp; one &lt;b&gt; [1]. Two.", "&amp; one &lt;b&gt; [1].", "&one<b>."],
    ["One\\\nline [1].", "One\\\nline [1].", "Oneline."],
    ["A.\r\nOne [1].\r\nTwo.", "One [1].", "One."],
  ])("%j: %j", (text, part, wanted) => {
    const box = shown(text, part);
    expect(underlined(box)).toBe(wanted);
    expect(bare(box)).toBe(bare(shown(text)));
  });

  it("takes its citation along", () => {
    const box = shown("One. Two [1].", "Two [1].");
    expect(box.querySelector("u button")).not.toBeNull();
  });

  it.each([
    ["```\nOne.\n```\n\nTwo.", ["One.", "Two."]],
    ["| a | b |\n|---|---|\n| x \\| y. | z. |", ["x \\| y.", "z."]],
    ['[a](<https://x.y/b. C> "t. U") d.', ["C>", 'U") d.']],
    ["***A. B* c.** d.", ["***A.", "B* c.**", "d."]],
    ["[x]: https://x.y\n\nA [x]. B.", ["[x]: https://x.y", "A [x].", "B."]],
    ["Head. One\n---\n\n* * *\n\nA.", ["One\n---", "* * *", "A."]],
    ["<b>One.</b> <!-- two. --> Three.", ["<b>One.</b>", "<!-- two. -->", "Three."]],
    ["- [ ] One.\n  - two.\n\n      three.", ["One.\n  - two.", "three."]],
    ["\ue002\ue0030 One. \u2e28\ue0020\ue003\u2e29 Two.", ["One.", "Two."]],
  ])("%j changes nothing but the underlines", (text, parts) => {
    expect(bare(shown(text, ...parts))).toBe(bare(shown(text)));
    expect(shown(text, ...parts).textContent).not.toMatch(/[\ue000-\ue003]/);
  });
});

const FALSE = "Hospitals saw 64 attacks [1]. Nobody measured farms [2]. So what?";
const TRUE = "In spring hospitals saw 54 attacks. Or so.";
const HOSTILE = "<img src=x onerror=alert(1)> where the quote has [9](javascript:alert(1))";

function talk(language = "en") {
  const wrong = support(FALSE, "Hospitals saw 64 attacks [1].", {
    why: "64, where the quote has 54",
    quote: { snippet_id: "s1:0-9", start: 0, end: 35 },
  });
  const right = support(FALSE, "Nobody measured farms [2].", {
    verdict: "partly",
    why: HOSTILE,
    snippets: ["s2:0-9"],
  });
  const first = opened();
  if (first.type === "session_opened") first.settings = { language };
  return [
    first,
    {
      type: "evidence_found" as const,
      sources: [source("s1"), source("s2")],
      snippets: [snippet("s1", 0, { text: TRUE }), snippet("s2", 0)],
    },
    taken(1, {
      utterance: FALSE,
      citations: [citation(FALSE, 1, "s1:0-9"), citation(FALSE, 2, "s2:0-9")],
      support: [wrong, right],
    }),
    taken(2, { support: [support("Said.", "Said.", { verdict: "supported" })] }),
  ];
}

describe("the talk", () => {
  usePage();

  it("underlines what is not quite borne out and says why", async () => {
    await open(1, talk());
    const [wrong, partly, ...others] = all("said");
    expect(others).toEqual([]);
    expect(wrong?.className).toBe("said contradicted");
    expect(wrong?.textContent).toBe("Hospitals saw 64 attacks1.");
    expect(wrong?.title).toBe("contradicted: 64, where the quote has 54");
    expect(partly?.className).toBe("said partly");
    expect(partly?.title).toContain("<img");
    expect(views[0]?.firstElementChild?.shadowRoot?.querySelector("img")).toBeNull();
  });

  it("tells who does not see it, by the mark and its card", async () => {
    await open(1, talk());
    const [first, second] = all("cite");
    expect(first?.getAttribute("aria-label")).toBe(
      "Source 1, contradicted: 64, where the quote has 54",
    );
    await click(one("cite"));
    expect(one("verdict").textContent).toBe("contradicted: 64, where the quote has 54");
    expect(one("card").querySelector("mark")?.textContent).toBe(TRUE.slice(0, 35));
    await click(second as HTMLElement);
    expect(one("verdict").textContent).toContain(HOSTILE);
    expect(one("card").querySelector("img, a[href^=javascript]")).toBeNull();
  });

  it("has a legend that hides the underlines and shows them again", async () => {
    await open(1, talk());
    expect(one("legend").textContent).toBe(
      "Citations checkedborne out 1borne out in part 1contradicted 1",
    );
    const panes = () => one("talk").parentElement?.classList.contains("bare");
    expect([panes(), one("btn-support").getAttribute("aria-pressed")]).toEqual([false, "true"]);
    await click(one("btn-support"));
    expect([panes(), one("btn-support").getAttribute("aria-pressed")]).toEqual([true, "false"]);
    await click(one("btn-support"));
    expect(panes()).toBe(false);
  });

  it("has no legend while nothing was checked, and words in the session's language", async () => {
    await open(1, LOG);
    expect(all("legend")).toEqual([]);
    await open(1, talk("ko"));
    expect(all("legend").at(-1)?.textContent).toContain(ko.verdicts.contradicted);
  });
});
