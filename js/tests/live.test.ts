// @vitest-environment node
import { expect, it } from "vitest";
import type { PassingEvent } from "../src/events";
import { describe as describeLive, follow, IDLE } from "../src/live";

const after = (...events: PassingEvent[]) => describeLive(events.reduce(follow, IDLE));
const reading = (done: number, total: number, text = ""): PassingEvent => {
  return { type: "progress", stage: "reading", done, total, text };
};

it("says what goes on, as exactly as it knows", () => {
  expect(after()).toBe("");
  expect(after({ type: "work_started", work: "report" })).toBe("Writing the report");
  expect(after(reading(12, 28))).toBe("Reading 12 of 28 documents");
  expect(after(reading(0, 0))).toBe("Reading the documents");
  expect(after({ type: "progress", stage: "opening", done: 2, total: 4, text: "Law" })).toBe(
    "Opening the conversation: 2 of 4: Law",
  );
});

it("forgets progress when its work has ended", () => {
  const done: PassingEvent = { type: "work_ended", work: "index", outcome: "done", message: "" };
  expect(after({ type: "work_started", work: "index" }, reading(1, 2), done)).toBe("");
});
