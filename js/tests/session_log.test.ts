// @vitest-environment node
/** The same recorded log, folded by Python and here, makes the same state. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isKept, type SessionEvent } from "../src/events";
import { foldAll } from "../src/state";
import { stateToJson } from "./canonical";

const FIXTURES = join(import.meta.dirname, "../../tests/fixtures");

function recorded(name: string): unknown {
  return JSON.parse(readFileSync(join(FIXTURES, name), "utf8"));
}

it("folds the recorded session to the state that Python made of it", () => {
  const events = recorded("session_log.json") as SessionEvent[];
  expect(events.length).toBeGreaterThan(0);
  expect(stateToJson(foldAll(events.filter(isKept)))).toEqual(recorded("session_state.json"));
});
