/** The pane of sources: what was found, and what could not be taken in. */

import { expect, it } from "vitest";
import type { KeptEvent } from "../src/events";
import { click, one, open, usePage } from "./page";
import { LOG, source } from "./sample";

usePage();

const refusals = (count: number): KeptEvent => ({
  type: "sources_refused",
  refused: Array.from({ length: count }, (_, at) => ({
    path: `<b>scan-${at}</b>.pdf`,
    reason: "it has no text; recognise it first",
  })),
});

it("says which files were not taken in, and why, letter by letter", async () => {
  await open(1, [...LOG, refusals(2)]);
  await click(one("tab-sources"));
  const refused = one("refused");
  expect(refused.textContent).toContain("Not taken in 2");
  expect(refused.textContent).toContain("<b>scan-1</b>.pdf it has no text; recognise it first");
  expect(refused).toHaveProperty("open", true);
});

it("folds a long list, and shows none where all was taken in", async () => {
  await open(1, [...LOG, refusals(40)]);
  await click(one("tab-sources"));
  expect(one("refused")).toHaveProperty("open", false);
});

it("shows what was refused although nothing was found", async () => {
  const opened = LOG.filter(({ type }) => type === "session_opened");
  await open(1, [...opened, refusals(1)]);
  await click(one("tab-sources"));
  expect(document.body.textContent).not.toContain("No source has been found yet");
  expect(one("refused").textContent).toContain("scan-0");
});

it("says where a source was found and how far it is trusted, letter by letter", async () => {
  const provenance = ["found by <i>shelf</i>", "reliability of blogs.example: mixed"];
  const found = source("s9", { title: "A blog", provenance });
  await open(1, [...LOG, { type: "evidence_found", sources: [found], snippets: [] }]);
  await click(one("tab-sources"));
  expect(one("sources").textContent).toContain(provenance.join(" · "));
});
