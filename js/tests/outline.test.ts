// @vitest-environment node
import { describe, expect, it } from "vitest";
import { foldAll } from "../src/state";
import { editFor, historyFor, moveFor } from "../src/views/outline-keys";
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

describe("the keys that edit", () => {
  const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

  it.each([
    ["F2", {}, "rename"],
    ["Insert", {}, "add"],
    ["+", { shiftKey: true }, "add"],
    ["Delete", {}, "remove"],
    ["p", {}, "pin"],
    ["M", { shiftKey: true }, "mute"],
    ["x", { ctrlKey: true }, "cut"],
    ["V", { metaKey: true }, "paste"],
    ["F10", { shiftKey: true }, "tools"],
    ["ContextMenu", {}, "tools"],
    ["Escape", {}, "release"],
    ["p", { ctrlKey: true }, null],
    ["p", { altKey: true }, null],
    ["v", { ctrlKey: true, shiftKey: true }, null],
    ["F10", {}, null],
    ["ArrowDown", {}, null],
  ])("%s %o: %s", (key, held, edit) => {
    expect(editFor({ key, ...NONE, ...held })).toBe(edit);
  });

  it.each([
    ["z", { ctrlKey: true }, "undo"],
    ["Z", { ctrlKey: true, shiftKey: true }, "redo"],
    ["z", { metaKey: true }, "undo"],
    ["y", { ctrlKey: true }, "redo"],
    ["z", {}, null],
    ["z", { ctrlKey: true, altKey: true }, null],
  ])("%s %o: %s", (key, held, direction) => {
    expect(historyFor({ key, ...NONE, ...held })).toBe(direction);
  });
});
