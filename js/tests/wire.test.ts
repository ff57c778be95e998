// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionEvent } from "../src/events";
import { Store } from "../src/store";
import { AGAIN_MS, PATIENCE_MS } from "../src/wire";
import { added, type FakeModel, fakeModel, LOG, snapshot, taken } from "./sample";

let model: FakeModel;
let store: Store;
let closing: AbortController;

function open(saved = snapshot([])): void {
  model = fakeModel(saved.events.length > 0 ? saved : null);
  closing = new AbortController();
  store = new Store(model, closing.signal);
}
const connect = (seq: number, taken = snapshot()) =>
  model.hear({ type: "snapshot", seq, snapshot: taken });
const event = (seq: number, event: SessionEvent) => model.hear({ type: "event", seq, event });
const hellos = () => model.sent.filter((message) => message["type"] === "hello");

beforeEach(() => {
  vi.useFakeTimers();
  open();
});
afterEach(() => {
  closing.abort();
  vi.useRealTimers();
});

describe("hello", () => {
  it("is said once on opening, and the snapshot is the state", () => {
    expect(model.sent).toEqual([{ type: "hello", seq: 0 }]);
    expect(store.connection).toBe("waiting");
    connect(7);
    expect(store.connection).toBe("live");
    expect(store.state.turns).toHaveLength(2);
    expect(store.about).toBe("extractive engine: no model");
  });

  it("learns who speaks from a snapshot, and from the event that changes it", () => {
    connect(7);
    model.hear({
      ...{ type: "event", seq: 8, event: { type: "engine_changed", engine: "small-model" } },
      about: "From here on small-model speaks.",
    });
    expect(store.about).toBe("From here on small-model speaks.");
    event(9, taken(3));
    expect(store.about).toBe("From here on small-model speaks.");
    expect(store.state.engine).toBe("small-model");
  });

  it("is said again after a gap; events until the snapshot are in the snapshot", () => {
    connect(7);
    event(8, added("c4", "Law"));
    event(10, added("c6", "Late"));
    event(11, added("c7", "Later"));
    expect(hellos()).toEqual([
      { type: "hello", seq: 0 },
      { type: "hello", seq: 8 },
    ]);
    expect(store.state.tree.nodes.has("c4")).toBe(true);
    expect(store.state.tree.nodes.has("c6")).toBe(false);
    connect(11, snapshot([...LOG, added("c4", "Law"), added("c6", "Late"), added("c7", "Later")]));
    event(12, added("c8", "Last"));
    expect([...store.state.tree.nodes.keys()].slice(-3)).toEqual(["c6", "c7", "c8"]);
    expect(hellos()).toHaveLength(2);
  });

  it("lets pass what it has already", () => {
    connect(7);
    event(8, taken(3));
    event(8, taken(3));
    event(5, taken(3));
    connect(7);
    expect(store.state.turns).toHaveLength(3);
  });

  it("finds nobody when nothing is heard in time, and comes back with the first event", () => {
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(store.connection).toBe("silent");
    connect(3);
    expect(store.connection).toBe("live");
  });

  it("is said again while a busy kernel lets the first one lie, though its events come", () => {
    for (const [place, wait] of AGAIN_MS.entries()) {
      event(place + 3, added(`c${place + 20}`, "Meanwhile"));
      vi.advanceTimersByTime(wait);
      expect(hellos()).toHaveLength(place + 2);
    }
    expect(store.connection).toBe("waiting");
    connect(30);
    expect(store.connection).toBe("live");
    vi.advanceTimersByTime(60_000);
    expect(hellos()).toHaveLength(AGAIN_MS.length + 1);
    expect(store.connection).toBe("live");
  });

  it("is not said again once it is answered, nor when nobody is there", () => {
    connect(1);
    vi.advanceTimersByTime(60_000);
    expect(hellos()).toHaveLength(1);
    open();
    vi.advanceTimersByTime(60_000);
    expect(store.connection).toBe("silent");
    const said = hellos().length;
    vi.advanceTimersByTime(60_000);
    expect(hellos()).toHaveLength(said);
  });

  it("is not said by a saved page, which shows its trait", () => {
    open(snapshot(LOG, { offline: true }));
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(model.sent).toEqual([]);
    expect(store.connection).toBe("saved");
    expect(store.state.turns).toHaveLength(2);
    expect(store.can("step")).toBe(false);
  });
});

describe("the trait", () => {
  it("is shown at once and until the kernel answers", () => {
    open(snapshot(LOG.slice(0, 3)));
    expect(store.state.tree.nodes.size).toBe(2);
    model.save(snapshot(LOG.slice(0, 4)));
    expect(store.state.tree.nodes.size).toBe(3);
    connect(9);
    model.save(snapshot([]));
    expect(store.state.tree.nodes.size).toBe(4);
  });
});

describe("what runs", () => {
  beforeEach(() => {
    connect(0);
    event(1, { type: "work_started", work: "turn" });
    event(2, {
      ...{ type: "turn_started", id: "t3", speaker: "Farming" },
      ...{ role: "expert", intent: "potential answer" },
    });
  });

  it("gathers the pieces of a turn, and forgets them when the turn is taken", () => {
    event(3, { type: "turn_searched", id: "t3", queries: ["cows"], snippets: 4, sources: 2 });
    event(4, { type: "token", id: "t3", text: "Cows keep " });
    event(5, { type: "token", id: "t3", text: "sun time [1]." });
    event(6, { type: "token", id: "t9", text: "not this one" });
    expect(store.live.draft).toMatchObject({ queries: ["cows"], text: "Cows keep sun time [1]." });
    event(7, taken(3));
    expect(store.live.draft).toBeNull();
  });

  it("forgets a dropped turn", () => {
    event(3, { type: "turn_dropped", id: "t3" });
    expect(store.live.draft).toBeNull();
  });

  it("keeps what failed, with its message, until something new begins", () => {
    const message = "No sources; give some.";
    event(3, { type: "work_ended", work: "turn", outcome: "failed", message });
    expect(store.live).toMatchObject({ works: [], draft: null, failure: message });
    event(4, { type: "work_started", work: "turn" });
    expect(store.live.failure).toBe("");
  });

  it("forgets progress when what it counted is over", () => {
    event(3, { type: "progress", stage: "opening", done: 4, total: 4, text: "" });
    event(4, { type: "warm_start_ended" });
    expect(store.live.progress).toBeNull();
  });

  it("keeps what the user says meanwhile in sight, until the table takes it up", () => {
    store.command("say", { text: "And farms?" }, "And farms?");
    expect(store.waiting).toEqual(["And farms?"]);
    event(3, taken(3));
    expect(store.waiting).toEqual(["And farms?"]);
    event(4, taken(4, { role: "user", utterance: "And farms?" }));
    expect(store.waiting).toEqual([]);
  });

  it("knows how long a pause lasts, and forgets it with the work", () => {
    const until = (seconds: number) => Date.now() + seconds * 1000;
    const wait = (seq: number, seconds: number, reason: string) =>
      event(seq, { type: "waiting", job: "plan_turn", seconds, reason });
    wait(3, 8, "Rate limit");
    wait(4, 2, "Server error");
    expect(store.live.pause).toEqual({ reason: "Rate limit", until: until(8) });
    vi.advanceTimersByTime(9000);
    wait(5, 2, "Server error");
    expect(store.live.pause).toEqual({ reason: "Server error", until: until(2) });
    event(6, { type: "work_ended", work: "turn", outcome: "stopped", message: "" });
    expect(store.live.pause).toBeNull();
  });

  it("holds work within work", () => {
    event(3, { type: "work_started", work: "warm start" });
    event(4, { type: "work_ended", work: "warm start", outcome: "done", message: "" });
    expect(store.running).toBe(true);
    event(5, { type: "work_ended", work: "turn", outcome: "stopped", message: "" });
    expect(store.running).toBe(false);
  });

  it("lets the user stop, say, steer and edit, and nothing else", () => {
    const waits = ["step", "run", "retry", "report", "check_disputes", "undo", "redo"] as const;
    expect(waits.filter((name) => store.can(name))).toEqual([]);
    const goes = ["stop", "say", "ask", "challenge", "explore", "move", "note", "rule"] as const;
    expect(goes.filter((name) => !store.can(name))).toEqual([]);
  });
});

describe("a command", () => {
  beforeEach(() => connect(0));

  const last = () => model.sent.at(-1) ?? {};

  it("blocks its like until it is answered", async () => {
    const answer = store.command("run", { turns: 5 });
    expect(last()).toMatchObject({ type: "command", name: "run", args: { turns: 5 } });
    expect([store.can("step"), store.can("stop")]).toEqual([false, true]);
    model.hear({ type: "ack", id: String(last()["id"]), result: null });
    expect(await answer).toBe(true);
    expect([store.can("step"), store.can("stop")]).toEqual([true, false]);
  });

  it("that is refused says why, until the next one", async () => {
    const answer = store.command("say", { text: "x" }, "x");
    model.hear({ type: "error", id: String(last()["id"]), message: "The session is read-only." });
    expect(await answer).toBe(false);
    expect(store.refusal).toBe("The session is read-only.");
    expect(store.waiting).toEqual([]);
    store.command("step", {});
    expect(store.refusal).toBe("");
  });

  it("of another page is not ours to take note of", () => {
    model.hear({ type: "error", id: "someone-1", message: "no" });
    expect(store.refusal).toBe("");
  });

  it("that stays unanswered is late, and then nobody is there", async () => {
    const answer = store.command("step", {});
    vi.advanceTimersByTime(2500);
    expect(store.late).toBe(true);
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(store.connection).toBe("silent");
    expect(await answer).toBe(false);
  });

  it("that is late does not stop the events of a busy kernel", () => {
    store.command("stop", {});
    vi.advanceTimersByTime(2500);
    event(1, taken(3));
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(store.state.turns).toHaveLength(3);
    expect(store.connection).toBe("live");
  });
});

it("keeps quiet after its signal, and leaves no timer behind", () => {
  connect(0);
  store.command("step", {});
  closing.abort();
  event(1, taken(3));
  expect(store.state.turns).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

it("takes a host that cannot send for a kernel that is gone", () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  connect(0);
  model.send = () => {
    throw new Error("Cannot send");
  };
  store.command("step", {});
  expect(store.connection).toBe("silent");
});
