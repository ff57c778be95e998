/** Whole views in a page without layout: what is in them, and that they agree. */

import { describe, expect, it, vi } from "vitest";
import type { SessionEvent } from "../src/events";
import {
  all,
  click,
  closing,
  commands,
  drawn,
  event,
  model,
  one,
  open,
  usePage,
  views,
} from "./page";
import { added, called, citation, LOG, opened, snippet, source, taken } from "./sample";

usePage();

describe("two views of one model", () => {
  it("test_c25: agree, on what came before and on what comes", async () => {
    await open(2);
    await event(1, taken(3));
    await event(2, { type: "work_started", work: "turn" });
    const texts = views.map((view) => one("talk", view).textContent);
    expect(texts[0]).toBe(texts[1]);
    expect(views.map((view) => all("turn", view).length)).toEqual([3, 3]);
    expect(views.map((view) => one("btn-stop", view).hasAttribute("disabled"))).toEqual([
      false,
      false,
    ]);
    expect(model.sent.filter((message) => message["type"] === "hello")).toHaveLength(1);
  });

  it("leave nothing behind when their signal says so", async () => {
    await open(2);
    closing.abort();
    expect(views.map((view) => view.childElementCount)).toEqual([0, 0]);
  });
});

describe("the talk", () => {
  it("shows who speaks and opens the passage behind a mark", async () => {
    await open();
    const [first, second] = all("turn");
    expect([first?.dataset["role"], first?.dataset["turnId"]]).toEqual(["expert", "t1"]);
    expect(first?.textContent).toContain("searched “heart attacks” · 3 passages in 2 sources");
    expect(second?.textContent).toContain("You");
    await click(one("cite"));
    expect(one("card").textContent).toContain("1 · Title of s1");
    expect(one("card").querySelector("mark")?.textContent).toBe("saw more heart attacks");
    await click(one("cite"));
    expect(all("card")).toEqual([]);
  });

  it("shows a quote in its source: heading, page, and more of it on demand", async () => {
    const text = "In spring hospitals saw more heart attacks than before.";
    const around: [string, string] = [`<b>Ahead</b>. ${"Long ago. ".repeat(30)}`, " Behind it."];
    const changes = { text, around, heading: ["Health", "Heart"], page: 3 };
    const log = LOG.map((each) =>
      each.type === "evidence_found"
        ? { ...each, snippets: [snippet("s1", 0, changes), ...each.snippets.slice(1)] }
        : each,
    );
    await open(1, log);
    await click(one("cite"));
    expect(one("card").querySelector(".where")?.textContent).toBe("Health › Heart › p. 3");
    const quoted = one("quoted");
    expect(quoted.querySelector("mark")?.textContent).toBe("saw more heart attacks");
    expect(quoted.textContent).toMatch(/^… .*Long ago\. In spring hospitals saw/);
    const more = one("more-context");
    expect(more.getAttribute("aria-expanded")).toBe("false");
    expect(more.getAttribute("aria-controls")).toBe(quoted.id);
    await click(more);
    expect(more.getAttribute("aria-expanded")).toBe("true");
    expect(one("quoted").textContent).toBe(around[0] + text + around[1]);
    expect(one("quoted").querySelector("b")).toBeNull();
  });

  it("shows a turn as it is said, without reading its pieces aloud", async () => {
    await open();
    await event(1, {
      ...{ type: "turn_started", id: "t3", speaker: "Farming" },
      ...{ role: "expert", intent: "potential answer" },
    });
    await event(2, { type: "token", id: "t3", text: "Cows keep sun time [1]" });
    const draft = one("talk").querySelector(".draft");
    expect(draft?.textContent).toContain("Cows keep sun time1");
    expect(draft?.getAttribute("aria-live")).toBe("off");
  });

  it("says what went wrong with a turn", async () => {
    const error = "The model timed out; try again.";
    await open(1, [
      ...LOG,
      taken(3, { status: "failed", error, utterance: "" }),
      taken(4, { status: "no evidence", dropped_citations: ["[7]"] }),
      taken(5, { error: "The budget is spent: these are sentences of the sources." }),
      taken(6, { status: "stopped", utterance: "Half a" }),
    ]);
    const [, , failed, none, noted, stopped] = all("turn").map((turn) => turn.textContent);
    expect(failed).toContain(`This turn failed. ${error}`);
    expect(none).toContain("nothing is cited");
    expect(none).toContain("1 mark that pointed at no source");
    expect(noted).toContain("The budget is spent");
    expect(stopped).toContain("Half a");
    expect(stopped).toContain("Stopped before it was finished.");
    expect(all("broken")).toHaveLength(2);
  });

  it("offers to take a failed turn again while nothing came after it", async () => {
    const failed = taken(3, { status: "failed", error: "The model timed out.", utterance: "" });
    await open(1, [...LOG, failed]);
    await click(one("btn-retry"));
    expect(commands()).toMatchObject([{ name: "retry", args: {} }]);
    expect(one("btn-retry").hasAttribute("disabled")).toBe(true);
    await event(1, { type: "turn_removed", id: "t3", by: "session" });
    expect(all("broken")).toEqual([]);
    await event(2, taken(3, { status: "failed", error: "Again." }));
    await event(3, taken(4));
    expect(one("broken").textContent).toContain("Again.");
    expect(all("btn-retry")).toEqual([]);
  });

  it("does not say twice why a turn failed", async () => {
    const error = "The model timed out.";
    await open(1, [...LOG, taken(3, { status: "failed", error })]);
    await event(1, { type: "work_ended", work: "turn", outcome: "failed", message: error });
    expect(one("status").textContent).toBe("");
    await event(2, { type: "work_ended", work: "report", outcome: "failed", message: "No map." });
    expect(one("status").textContent).toBe("No map.");
  });
});

describe("a pause that a model wants", () => {
  it("is said with its reason and counted down, but read out once", async () => {
    await open();
    await event(1, { type: "work_started", work: "turn" });
    await event(2, { type: "waiting", job: "plan_turn", seconds: 1.4, reason: "rate limit" });
    const shown = () => one("status").querySelector("[aria-hidden]")?.textContent;
    const spoken = () => one("status").querySelector(".unseen")?.textContent;
    expect([shown(), spoken()]).toEqual(["Rate limit: going on in 2 s", "Rate limit: waiting"]);
    await vi.waitFor(() => expect(shown()).toBe("Rate limit: going on in 1 s"));
    expect(spoken()).toBe("Rate limit: waiting");
    await vi.waitFor(() => expect(one("status").textContent).toBe("The table is at work …"), 2000);
  });
});

describe("the meter", () => {
  it("is not there while nobody is paid", async () => {
    await open();
    expect(all("usage")).toEqual([]);
  });

  it("shows what was spent, and on what when it is asked", async () => {
    await open(1, [...LOG, { type: "settings_changed", settings: { max_cost: 0.5 } }]);
    await event(1, called({ job: "write_answer", cost: 0.06 }));
    await event(2, called({ job: "plan_turn", cost: 0.06 }));
    expect(one("usage").textContent).toBe("2 requests · 240 tokens · $0.12 of $0.50");
    expect(one("usage").getAttribute("aria-expanded")).toBe("false");
    await click(one("usage"));
    expect(one("usage").getAttribute("aria-expanded")).toBe("true");
    const rows = [...one("account").querySelectorAll("tbody tr, tfoot tr")].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ["write answer", "1", "100", "20", "$0.0600"],
      ["plan turn", "1", "100", "20", "$0.0600"],
      ["In all", "2", "200", "40", "$0.1200"],
    ]);
    const press = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, composed: true });
    one("account").dispatchEvent(press);
    await drawn();
    expect(all("account")).toEqual([]);
  });

  it("closes when one goes elsewhere", async () => {
    await open(1, [...LOG, called()]);
    await click(one("usage"));
    one("usage").focus();
    one("account").focus();
    expect(all("account")).toHaveLength(1);
    one("say-input").focus();
    await drawn();
    expect(all("account")).toEqual([]);
  });
});

it("names who speaks when it is somebody else", async () => {
  await open();
  const about = "From here on small-model speaks.";
  const change: SessionEvent = { type: "engine_changed", engine: "small-model" };
  model.hear({ type: "event", seq: 1, event: change, about });
  await drawn();
  expect(views[0]?.firstElementChild?.shadowRoot?.textContent).toContain(about);
});

describe("commands", () => {
  it("are sent as the wire has them", async () => {
    await open();
    await click(one("gap").querySelector("button") ?? one("gap"));
    expect(commands()).toMatchObject([{ name: "explore", args: { kind: "concept", id: "c2" } }]);
    expect(one("gap").textContent).toContain("two passages on Farming that nobody has cited.");
  });

  it("give back words that the kernel refused", async () => {
    await open();
    const box = one("say-input") as HTMLTextAreaElement;
    await click(one("chip"));
    expect(box.value).toBe("What about Farming?");
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard);
    box.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }),
    );
    await drawn();
    expect(heard).not.toHaveBeenCalled();
    expect(box.value).toBe("");
    expect(commands()).toMatchObject([{ name: "say", args: { text: "What about Farming?" } }]);
    const id = String(commands()[0]?.["id"]);
    model.hear({ type: "error", id, message: "The session is read-only." });
    await drawn();
    expect(box.value).toBe("What about Farming?");
    expect(one("status").textContent).toBe("The session is read-only.");
  });
});

describe("the side pane", () => {
  it("lists what is under a concept and who cites it", async () => {
    await open();
    const [, , heart] = all("outline-item");
    await click(heart ?? one("outline-item"));
    expect(one("concept-panel").textContent).toContain("Health › Heart");
    expect(one("concept-panel").textContent).toContain("cited by t1");
  });

  it("shows the report with cards of its own numbers", async () => {
    await open();
    await click(one("tab-report"));
    expect(one("report").textContent).toContain("Write the report");
    const references = [{ number: 1, source_id: "s2", title: "", url: "", text: "" }];
    const report = {
      title: "T",
      markdown: "Farms [1].",
      sections: [],
      references,
      partial: true,
      support: {},
      left_out: 0,
    };
    await event(1, { type: "report_written", report });
    const cite = one("report").querySelector<HTMLElement>("[data-testid=cite]");
    await click(cite ?? one("report"));
    expect(one("card").textContent).toContain("1 · Title of s2");
    expect(one("report").textContent).toContain("cut the writing short");
  });
});

describe("test_c18: names and titles of people nobody vouches for", () => {
  const EVIL = "<img src=x onerror=alert(1)>";
  const SCRIPT = "</script><script>alert(1)</script>";

  it("are text wherever they stand, and their links lead nowhere", async () => {
    const said = `${EVIL} ${SCRIPT} ![x](https://example.com/p.png) [y](javascript:alert(1)) [1]`;
    const address = "data:text/html,<script>alert(1)</script>";
    await open(1, [
      opened(EVIL),
      {
        type: "evidence_found",
        sources: [source("s1", { title: SCRIPT, url: "javascript:alert(1)", permalink: address })],
        snippets: [snippet("s1", 0, { text: `${EVIL}${SCRIPT}`, heading: [SCRIPT] })],
      },
      added("c1", EVIL),
      { type: "snippets_placed", placements: [["s1:0-9", "c1"]], by: "session" },
      taken(1, {
        ...{ speaker: SCRIPT, utterance: said, queries: [EVIL], retrieved: ["s1:0-9"] },
        citations: [citation(said, 1, "s1:0-9")],
      }),
    ]);
    await click(one("cite"));
    await click(all("outline-item")[1] ?? one("outline-item"));
    const shadow = views[0]?.firstElementChild?.shadowRoot;
    const looked = () => shadow?.querySelectorAll("img, script, iframe, [src], [onerror], a");
    expect(looked()).toHaveLength(0);
    await click(one("tab-sources"));
    expect(looked()).toHaveLength(0);
    expect(one("sources").textContent).toContain(SCRIPT);
    expect(one("card").textContent).toContain(SCRIPT);
    expect(one("turn").textContent).toContain(EVIL);
  });
});
