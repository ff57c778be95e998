/** One line on what goes on: work, a refusal, or that no kernel listens. */

import { describe } from "../live";
import type { Store } from "../store";

const WAITING = "Waiting for the kernel …";
const SILENT =
  "No kernel answers: it is busy or gone. You can read and click everything; if it is gone, run the session’s cell again.";
const SAVED = "A saved session: you can read and click everything.";
const LATE = "The kernel is busy; it will answer when its cell has ended.";

interface Line {
  text: string;
  kind: "work" | "bad" | "";
}

export function statusOf(store: Store): Line {
  const { connection, live, refusal, late } = store;
  if (connection === "waiting") return { text: WAITING, kind: "" };
  if (connection === "saved") return { text: SAVED, kind: "" };
  if (connection === "silent") return { text: SILENT, kind: "" };
  if (refusal) return { text: refusal, kind: "bad" };
  if (late) return { text: LATE, kind: "" };
  const work = describe(live);
  if (work) return { text: `${work} …`, kind: "work" };
  return { text: live.failure, kind: "bad" };
}

export function Status({ store }: { store: Store }) {
  const { text, kind } = statusOf(store);
  const { progress } = store.live;
  return (
    // Always in the page, even empty: a live region that comes with its text is not read out.
    <div class={`status ${kind}`} data-testid="status" role="status">
      {text}
      {kind === "work" && progress && progress.total > 0 && (
        <progress value={progress.done} max={progress.total} aria-hidden="true" />
      )}
    </div>
  );
}
