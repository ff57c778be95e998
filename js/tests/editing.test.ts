/** Editing the map in the page: by keys, by buttons, and what is said of it. */

import { describe, expect, it } from "vitest";
import type { KeptEvent } from "../src/events";
import {
  all,
  click,
  commands,
  done,
  drawn,
  event,
  focused,
  one,
  open,
  press,
  refused,
  usePage,
} from "./page";
import { LOG, opened, taken } from "./sample";

usePage();

const line = (concept: string) => {
  const found = all("outline-item").find((each) => each.dataset["concept"] === concept);
  if (!found) throw new Error(`There is no line for ${concept}.`);
  return found;
};
const sent = () => commands().map(({ name, args }) => ({ name, args }));
const status = () => one("status").textContent;
const renamed = (id: string, name: string): KeptEvent => ({
  ...{ type: "concept_renamed", id, name, by: "user" },
});

async function write(words: string): Promise<void> {
  const field = one("field") as HTMLInputElement;
  field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await drawn();
  field.form?.requestSubmit();
  await drawn();
}

describe("on a line of the outline, a key", () => {
  it("renames in place, and the line keeps the focus", async () => {
    await open();
    line("c3").focus();
    await press(line("c3"), "F2");
    expect((one("field") as HTMLInputElement).value).toBe("Heart");
    expect(focused()).toBe(one("field"));
    await write("Heart attacks");
    expect(sent()).toEqual([{ name: "rename", args: { concept: "c3", name: "Heart attacks" } }]);
    await done(renamed("c3", "Heart attacks"));
    expect(status()).toBe("It is now called “Heart attacks”.");
    expect(line("c3").textContent).toContain("Heart attacks");
    expect(focused()).toBe(line("c3"));
  });

  it("gives a name up with Escape", async () => {
    await open();
    await press(line("c3"), "F2");
    await press(one("field"), "p");
    await press(one("field"), "Escape");
    expect(all("field")).toEqual([]);
    expect(sent()).toEqual([]);
    expect(focused()).toBe(line("c3"));
  });

  it.each(["Insert", "+"])("adds below: %s", async (key) => {
    await open();
    line("c1").focus();
    await press(line("c1"), key);
    await write("Sleep");
    expect(sent()).toEqual([{ name: "add", args: { concept: "c1", name: "Sleep" } }]);
    await done({ type: "concept_added", id: "c9", name: "Sleep", parent: "c1", by: "user" });
    expect(status()).toBe("“Sleep” is new under “Health”.");
    expect(focused()).toBe(line("c9"));
  });

  it("removes, and one goes on from the line above", async () => {
    await open();
    line("c3").focus();
    await press(line("c3"), "ArrowUp");
    await press(line("c1"), "ArrowDown");
    expect(focused()).toBe(line("c3"));
    await press(line("c3"), "Delete");
    expect(sent()).toEqual([{ name: "remove", args: { concept: "c3" } }]);
    await done({ type: "concept_removed", id: "c3", by: "user" });
    expect(status()).toBe("“Heart” is removed; what it held is under “Health”.");
    expect(line("c1").tabIndex).toBe(0);
    expect(focused()).toBe(line("c1"));
  });

  it("pins and mutes, and the line says so", async () => {
    await open();
    line("c1").focus();
    await press(line("c1"), "p");
    expect(sent()).toEqual([{ name: "pin", args: { concept: "c1", on: true } }]);
    await done({
      ...{ type: "concept_marked", id: "c1", pinned: true, muted: false, note: "" },
      by: "user",
    });
    expect(line("c1").textContent).toContain("pinned");
    await press(line("c1"), "M");
    expect(sent().at(-1)).toEqual({ name: "mute", args: { concept: "c1", on: true } });
    await done({
      ...{ type: "concept_marked", id: "c1", pinned: true, muted: true, note: "Ask Anna." },
      by: "user",
    });
    expect(line("c1").textContent).toContain("pinned · muted · note");
    expect(line("c3").classList.contains("quiet")).toBe(true);
    expect(line("c2").classList.contains("quiet")).toBe(false);
    await press(line("c1"), "p");
    expect(sent().at(-1)).toEqual({ name: "pin", args: { concept: "c1", on: false } });
  });

  it("moves by cutting and pasting", async () => {
    await open();
    line("c2").focus();
    await press(line("c2"), "v", { ctrlKey: true });
    expect(status()).toContain("Nothing is cut");
    await press(line("c2"), "x", { ctrlKey: true });
    expect(status()).toContain("“Farming” is cut");
    await press(line("c2"), "Home");
    await press(line("c0"), "ArrowDown");
    await press(line("c1"), "v", { ctrlKey: true });
    expect(sent()).toEqual([{ name: "move", args: { concept: "c2", parent: "c1" } }]);
    await done({ type: "concept_moved", id: "c2", parent: "c1", by: "user" });
    expect(status()).toBe("“Farming” is now under “Health”.");
    expect(line("c2").getAttribute("aria-level")).toBe("3");
  });

  it("does nothing when another modifier is held", async () => {
    await open();
    line("c1").focus();
    await press(line("c1"), "p", { altKey: true });
    await press(line("c1"), "p", { metaKey: true });
    expect(sent()).toEqual([]);
  });
});

it("says why the kernel refused an edit", async () => {
  await open();
  line("c0").focus();
  await press(line("c0"), "Delete");
  await refused("The root stands for the topic and cannot be removed; pick a concept below.");
  expect(status()).toContain("cannot be removed");
  expect(line("c0")).toBeTruthy();
});

describe("taking back", () => {
  it("is offered for what can be taken back, by name", async () => {
    await open(1, [opened()]);
    expect(one("undo").hasAttribute("disabled")).toBe(true);
    await event(1, taken(1));
    expect(one("undo").title).toBe("Take back turn 1 (Sleep and health)");
    await event(2, { type: "undone" });
    expect(one("redo").title).toBe("Do turn 1 (Sleep and health) again");
    await event(3, { type: "work_started", work: "turn" });
    expect(one("redo").hasAttribute("disabled")).toBe(true);
  });

  it("goes by Ctrl+Z and Ctrl+Shift+Z inside the widget, but not in what is written", async () => {
    await open();
    let outside = 0;
    document.body.addEventListener("keydown", () => {
      outside += 1;
    });
    await press(one("say-input"), "z", { ctrlKey: true });
    expect(sent()).toEqual([]);
    await press(one("turn"), "z", { ctrlKey: true });
    expect(sent()).toEqual([{ name: "undo", args: {} }]);
    await done({ type: "undone" });
    expect(status()).toBe("Taken back: turn 2 (You).");
    expect(all("turn")).toHaveLength(1);
    await press(one("turn"), "Z", { ctrlKey: true, shiftKey: true });
    await done({ type: "redone" });
    expect(status()).toBe("Done again: turn 2 (You).");
    await press(one("turn"), "y", { metaKey: true });
    expect(status()).toBe("There is nothing to do again.");
    expect(outside).toBe(0);
  });
});

describe("the tools of a concept", () => {
  const tool = (name: string) => one(`tool-${name}`);

  it("steer the talk from it", async () => {
    await open();
    await click(line("c2"));
    await click(tool("challenge"));
    expect(one("talk").textContent).toContain("What speaks against what we hold about “Farming”?");
    await done(taken(3, { role: "user", utterance: "What?", concept: "c2", steer: "challenge" }));
    expect(all("turn").at(-1)?.textContent).toContain("Youabout FarmingWhat?");
    for (const name of ["opposite", "missing"]) {
      await click(tool(name));
      await done();
    }
    await click(tool("ask"));
    await write("Who milks the cows?");
    expect(sent()).toEqual([
      { name: "challenge", args: { concept: "c2" } },
      { name: "opposite", args: { concept: "c2" } },
      { name: "missing", args: { concept: "c2" } },
      { name: "ask", args: { concept: "c2", text: "Who milks the cows?" } },
    ]);
  });

  it("merge and move into a concept that is searched for", async () => {
    await open();
    await click(line("c3"));
    await click(tool("move"));
    const options = () => all("picker-option").map((each) => each.textContent);
    expect(options()).toEqual(["Daylight saving time", "Farming"]);
    await press(one("picker").querySelector("input"), "ArrowDown");
    await press(one("picker").querySelector("input"), "Enter");
    await done({ type: "concept_moved", id: "c3", parent: "c2", by: "user" });
    await click(tool("merge"));
    expect(options()).toEqual(["Health", "Farming"]);
    const search = one("picker").querySelector("input") as HTMLInputElement;
    search.value = "hea";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    await drawn();
    expect(options()).toEqual(["Health"]);
    await click(one("picker-option"));
    expect(sent()).toEqual([
      { name: "move", args: { concept: "c3", parent: "c2" } },
      { name: "merge", args: { kept: "c1", absorbed: "c3" } },
    ]);
  });

  it("write a note, also an empty one, and rename", async () => {
    await open();
    await click(line("c2"));
    await click(tool("note"));
    await write("");
    await done();
    await click(tool("rename"));
    await write("Farms");
    await done(renamed("c2", "Farms"));
    expect(sent()).toEqual([
      { name: "note", args: { concept: "c2", text: "" } },
      { name: "rename", args: { concept: "c2", name: "Farms" } },
    ]);
    expect(one("concept-panel").textContent).toContain("Farms");
  });

  it("give a passage another place", async () => {
    await open();
    await click(line("c2"));
    await click(one("place"));
    await click(all("picker-option")[1] ?? one("picker"));
    expect(sent()).toEqual([{ name: "place", args: { snippet: "s1:20-29", concept: "c1" } }]);
    await done({ type: "snippets_placed", placements: [["s1:20-29", "c1"]], by: "user" });
    expect(all("passage")).toHaveLength(1);
    expect(status()).toBe("The passage is now under “Health”.");
  });

  it("leave the focus in the map when their concept is gone", async () => {
    await open();
    await click(line("c2"));
    tool("remove").focus();
    await click(tool("remove"));
    await done({ type: "concept_removed", id: "c2", by: "user" });
    expect(all("concept-panel")).toEqual([]);
    await press(focused(), "z", { ctrlKey: true });
    expect(sent().at(-1)).toEqual({ name: "undo", args: {} });
  });

  it("are one stop for the Tab key, with arrows between them", async () => {
    await open();
    await click(line("c2"));
    await press(line("c2"), "F10", { shiftKey: true });
    expect(focused()).toBe(tool("ask"));
    await press(focused(), "ArrowLeft");
    expect(focused()).toBe(tool("missing"));
    await press(focused(), "ArrowRight");
    expect(focused()).toBe(tool("ask"));
    const stops = [...one("concept-panel").querySelectorAll("[role=toolbar] [tabindex='0']")];
    expect(stops).toHaveLength(2);
  });

  it("of the topic itself are fewer", async () => {
    await open();
    await click(line("c0"));
    expect(all("tool-rename")).toEqual([]);
    expect(all("tool-add")).toHaveLength(1);
  });

  it("work while a turn is under way", async () => {
    await open();
    await event(1, { type: "work_started", work: "turn" });
    await click(line("c2"));
    await click(tool("pin"));
    expect(sent()).toEqual([{ name: "pin", args: { concept: "c2", on: true } }]);
  });

  it("rest in a saved page", async () => {
    await open(1, LOG, true);
    await click(line("c2"));
    const tools = [...one("concept-panel").querySelectorAll("[role=toolbar] button")];
    expect(tools.filter((each) => !each.hasAttribute("disabled"))).toEqual([]);
    await press(line("c2"), "Delete");
    await press(line("c2"), "F2");
    expect([...sent(), ...all("field")]).toEqual([]);
    expect(one("coverage").textContent).toBe("0 of 2 passages cited");
  });
});

it("speaks the language of the talk", async () => {
  const korean: KeptEvent = { type: "settings_changed", settings: { language: "ko" } };
  await open(1, [...LOG, korean]);
  expect(one("tab-gaps").textContent).toContain("빈틈");
  await click(line("c2"));
  expect(one("tool-challenge").textContent).toBe("반박");
  expect(one("coverage").textContent).toBe("구절 2개 중 0개 인용");
});
