/** One line on what goes on: work, a refusal, or that no kernel listens. */

import { describe } from "../live";
import type { Store } from "../store";
import { duration, opening } from "../words";
import { useCountdown } from "./hooks";

const WAITING = "Waiting for the kernel …";
const SILENT =
  "No kernel answers: it is busy or gone. You can read and click everything; if it is gone, run the session’s cell again.";
const SAVED = "A saved session: you can read and click everything.";
const LATE = "The kernel is busy; it will answer when its cell has ended.";

interface Line {
  text: string;
  kind: "work" | "bad" | "";
  /** What is read out in place of a text that changes each second. */
  spoken?: string;
}

/** `seconds` is how long a pause that a model wants still lasts; 0 when there is none. */
export function statusOf(store: Store, seconds = 0, notice = ""): Line {
  const { connection, live, refusal, late } = store;
  if (connection === "waiting") return { text: WAITING, kind: "" };
  if (connection === "saved") return { text: SAVED, kind: "" };
  if (connection === "silent") return { text: SILENT, kind: "" };
  if (refusal) return { text: refusal, kind: "bad" };
  if (late) return { text: LATE, kind: "" };
  if (notice) return { text: notice, kind: "" };
  if (live.pause && seconds > 0) return waitingLine(live.pause.reason, seconds);
  const work = describe(live);
  if (work) return { text: `${work} …`, kind: "work" };
  // A turn that failed says so itself, in its place.
  const told = store.state.turns.at(-1)?.error === live.failure;
  return { text: told ? "" : live.failure, kind: "bad" };
}

function waitingLine(reason: string, seconds: number): Line {
  const why = opening(reason) || "Waiting";
  const text = `${why}: going on in ${duration(seconds)}`;
  return { text, kind: "work", spoken: `${why}: waiting` };
}

export function Status({ store, notice }: { store: Store; notice: string }) {
  const seconds = useCountdown(store.live.pause?.until ?? 0);
  const { text, kind, spoken } = statusOf(store, seconds, notice);
  const { progress } = store.live;
  return (
    // Always in the page, even empty: a live region that comes with its text is not read out.
    <div class={`status ${kind}`} data-testid="status" role="status">
      {spoken && <span class="unseen">{spoken}</span>}
      {spoken ? <span aria-hidden="true">{text}</span> : text}
      {kind === "work" && progress && progress.total > 0 && (
        <progress value={progress.done} max={progress.total} aria-hidden="true" />
      )}
    </div>
  );
}
