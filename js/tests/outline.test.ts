// @vitest-environment node
import { expect, it } from "vitest";
import { foldAll } from "../src/state";
import { moveFor } from "../src/views/outline-keys";
import { LOG } from "./sample";

const { tree } = foldAll(LOG);
const lines = [...tree.walk()].map((node) => ({ node, depth: tree.path(node.id).length }));
const press = (key: string, on: string, folded: string[] = []) =>
  moveFor(key, tree.at(on), lines, new Set(folded));

it("moves as the keys of a tree do", () => {
  expect(press("ArrowDown", "c0")).toEqual({ to: "c1" });
  expect(press("ArrowUp", "c1")).toEqual({ to: "c0" });
  expect(press("ArrowRight", "c1")).toEqual({ to: "c3" });
  expect(press("ArrowRight", "c1", ["c1"])).toEqual({ fold: false });
  expect(press("ArrowLeft", "c1")).toEqual({ fold: true });
  expect(press("ArrowLeft", "c3")).toEqual({ to: "c1" });
  expect(press("Home", "c3")).toEqual({ to: "c0" });
  expect(press("End", "c0")).toEqual({ to: "c2" });
  expect(press("Enter", "c3")).toEqual({ select: true });
  expect(press("a", "c3")).toBeNull();
});
