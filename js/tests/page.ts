/** Views in a page without layout, a hand that presses and a kernel that answers. */

import { afterEach, beforeEach, vi } from "vitest";
import type { SessionEvent } from "../src/events";
import widget from "../src/index";
import { REST_MS } from "../src/views/hooks";
import { type FakeModel, fakeModel, LOG, snapshot } from "./sample";

export let model: FakeModel;
export let closing: AbortController;
let seq = 0;
export let views: HTMLElement[];

/** Waits until the views have drawn, which rest between two drawings. */
export const drawn = () => new Promise((resolve) => setTimeout(resolve, REST_MS + 30));

export async function open(count = 1, events = LOG, offline = false): Promise<void> {
  seq = 0;
  const saved = snapshot(events, { offline });
  model = fakeModel(offline ? saved : null);
  closing = new AbortController();
  const { initialize, render } = widget();
  initialize({ model: model.face(), signal: closing.signal } as never);
  views = Array.from({ length: count }, () => document.createElement("div"));
  document.body.append(...views);
  for (const el of views) render({ model: model.face(), el, signal: closing.signal } as never);
  if (!offline) model.hear({ type: "snapshot", seq: 0, snapshot: saved });
  await drawn();
}

export async function event(seq: number, happened: SessionEvent): Promise<void> {
  model.hear({ type: "event", seq, event: happened });
  await drawn();
}

export function all(testid: string, view = views[0]): HTMLElement[] {
  const found = view?.firstElementChild?.shadowRoot?.querySelectorAll<HTMLElement>(
    `[data-testid="${testid}"]`,
  );
  return [...(found ?? [])];
}

export function one(testid: string, view = views[0]): HTMLElement {
  const [first] = all(testid, view);
  if (!first) throw new Error(`There is no ${testid}.`);
  return first;
}

export const commands = () => model.sent.filter((message) => message["type"] === "command");

export async function click(element: HTMLElement): Promise<void> {
  element.click();
  await drawn();
}

export async function press(element: Element | null, key: string, more: KeyboardEventInit = {}) {
  const pressed = { key, bubbles: true, composed: true, cancelable: true, ...more };
  element?.dispatchEvent(new KeyboardEvent("keydown", pressed));
  await drawn();
}

/** What has the focus inside the view. */
export function focused(view = views[0]): Element | null {
  return view?.firstElementChild?.shadowRoot?.activeElement ?? null;
}

/** The kernel does what was asked for last: these events, and then its answer. */
export async function done(...events: SessionEvent[]): Promise<void> {
  for (const each of events) {
    seq += 1;
    model.hear({ type: "event", seq, event: each });
  }
  model.hear({ type: "ack", id: String(commands().at(-1)?.["id"]), result: null });
  await drawn();
}

/** The kernel refuses what was asked for last. */
export async function refused(message: string): Promise<void> {
  model.hear({ type: "error", id: String(commands().at(-1)?.["id"]), message });
  await drawn();
}

/** Makes a page without layout for each test of a file, and takes its views away again. */
export function usePage(): void {
  beforeEach(() => {
    vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
    // jsdom has no layout: no box ever has a size, so no canvas is made.
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    vi.stubGlobal("CSS", { escape: (text: string) => text });
  });
  afterEach(() => {
    closing.abort();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
}
