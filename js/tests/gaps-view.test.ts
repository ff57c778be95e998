/** The pane with what we have not looked at, and what is put on the table from it. */

import { expect, it } from "vitest";
import type { KeptEvent } from "../src/events";
import { all, click, commands, done, drawn, one, open, press, usePage } from "./page";
import { added, LOG, opened, snippet, source, taken } from "./sample";

usePage();

const quote = (snippet_id: string, start: number, end: number) => ({ snippet_id, start, end });
const FOUND: KeptEvent = {
  type: "disputes_found",
  disputes: [
    {
      ...{ id: "d1", kind: "number", one: quote("s1:0-9", 0, 9), other: quote("s2:0-9", 2, 7) },
      ...{ why: "24 and 10", score: 0.8, verdict: "open" },
    },
  ],
  by: "session",
};
const ASKED = taken(3, { intent: "original question", question: "Who milks [1]?", concept: "c2" });
const sent = () => commands().map(({ name, args }) => ({ name, args }));

it("lists contradictions with both sides, questions, unused evidence and thin branches", async () => {
  await open(1, [...LOG, ASKED, FOUND]);
  expect(one("tab-gaps").textContent).toBe("Gaps4");
  await click(one("tab-gaps"));
  const quotes = [...one("dispute").querySelectorAll("blockquote")];
  expect(quotes.map((each) => each.firstChild?.textContent)).toEqual(["In spring", "ssage"]);
  expect(one("dispute").textContent).toContain("24 and 10");
  const text = one("gaps").textContent;
  expect(text).toContain("Who milks?");
  expect(text).toContain("asked by Sleep and health · about Farming");
  expect(text).toContain("Farming 2 passages");
  expect(text).toContain("Health › HeartAll of it from one source: 1 · Title of s1");
});

it("puts each on the table with one button, and shows what was put there", async () => {
  await open(1, [...LOG, ASKED, FOUND]);
  await click(one("tab-gaps"));
  for (const kind of ["dispute", "question", "concept", "snippet"]) {
    await click(one(`put-${kind}`));
    await done();
  }
  expect(sent()).toEqual([
    { name: "explore", args: { kind: "dispute", id: "d1" } },
    { name: "explore", args: { kind: "question", id: "t3" } },
    { name: "explore", args: { kind: "concept", id: "c2" } },
    { name: "explore", args: { kind: "snippet", id: "s1:20-29" } },
  ]);
  const about = ["s1:0-9", "s2:0-9"];
  await done(taken(4, { role: "user", utterance: "Who is right?", about }));
  expect(all("turn").at(-1)?.querySelectorAll("li")).toHaveLength(2);
  expect(all("turn").at(-1)?.textContent).toContain("2 · Title of s2");
});

it("takes the user's word on a contradiction, and forgets it again", async () => {
  await open(1, [...LOG, FOUND]);
  await click(one("tab-gaps"));
  await click(one("rule-confirmed"));
  expect(sent()).toEqual([{ name: "rule", args: { id: "d1", verdict: "confirmed" } }]);
  const ruled = { ...FOUND, by: "user" } as typeof FOUND & { type: "disputes_found" };
  const verdict = (verdict: "confirmed" | "rejected") => ({
    ...ruled,
    disputes: ruled.disputes.map((each) => ({ ...each, verdict })),
  });
  await done(verdict("confirmed"));
  expect(one("dispute").textContent).toContain("confirmed");
  await click(one("rule-confirmed"));
  expect(sent().at(-1)).toEqual({ name: "rule", args: { id: "d1", verdict: "open" } });
  await done(verdict("rejected"));
  expect(all("dispute")).toEqual([]);
});

it("leads to the concept on the map", async () => {
  await open(1, [...LOG, ASKED]);
  await click(one("tab-gaps"));
  const about = [...one("gaps").querySelectorAll("button")].find(
    (button) => button.textContent === "about Farming",
  );
  await click(about ?? one("gaps"));
  expect(one("tab-map").getAttribute("aria-selected")).toBe("true");
  expect(one("concept-panel").getAttribute("aria-label")).toBe("Farming");
});

it("offers a check by the model only where there is one", async () => {
  await open(1, [...LOG, FOUND]);
  await click(one("tab-gaps"));
  expect(one("gaps").textContent).not.toContain("Check with the model");
  await open(1, [...LOG, FOUND, { type: "engine_changed", engine: "small-model" }]);
  await click(one("tab-gaps"));
  const check = one("gaps").querySelector<HTMLElement>("header button");
  await click(check ?? one("gaps"));
  expect(sent()).toEqual([{ name: "check_disputes", args: {} }]);
});

it("says so when nothing is open, and when nothing was found yet", async () => {
  await open(1, [opened()]);
  await click(one("tab-gaps"));
  expect(one("tab-gaps").textContent).toBe("Gaps");
  const page = () => one("tab-gaps").getRootNode() as ShadowRoot;
  expect(page().textContent).toContain("Nothing has been found yet.");
});

it("test_c18: shows names, notes, quotes and questions as text wherever they stand now", async () => {
  const evil = "<img src=x onerror=alert(1)>";
  const script = "</script><script>alert(1)</script>";
  await open(1, [
    opened(evil),
    {
      type: "evidence_found",
      sources: [source("s1", { title: script }), source("s2", { title: evil })],
      snippets: [snippet("s1", 0, { text: evil }), snippet("s2", 0, { text: script })],
    },
    added("c1", evil),
    added("c2", script, "c1"),
    { type: "snippets_placed", placements: [["s1:0-9", "c2"]], by: "session" },
    { type: "concept_marked", id: "c1", pinned: true, muted: false, note: evil, by: "user" },
    taken(1, { role: "user", concept: "c1", about: ["s1:0-9", "s2:0-9"], question: evil }),
    taken(2, { intent: "original question", question: script, concept: "c1" }),
    {
      ...{ type: "disputes_found", by: "session" },
      disputes: [
        {
          ...{ id: evil, kind: "stance", why: script, score: 1, verdict: "open" },
          ...{ one: quote("s1:0-9", 0, 28), other: quote("s2:0-9", 0, 34) },
        },
      ],
    },
  ]);
  const shadow = one("talk").getRootNode() as ShadowRoot;
  const looked = () => shadow.querySelectorAll("img, script, iframe, [src], [onerror], a");
  await click(all("outline-item")[1] ?? one("talk"));
  await click(one("tool-merge"));
  await press(one("picker").querySelector("input"), "Escape");
  await click(one("tool-rename"));
  await drawn();
  expect(looked()).toHaveLength(0);
  await click(one("tab-gaps"));
  expect(looked()).toHaveLength(0);
  expect(one("gaps").textContent).toContain(script);
  expect(one("dispute").querySelector("blockquote")?.textContent).toContain(evil);
  await click(one("put-dispute"));
  expect(looked()).toHaveLength(0);
  expect(one("talk").textContent).toContain(`On the table: ${script}`);
});
