/** What it is about, how far it is, and the buttons that move it on. */

import type { Overview } from "../overview";
import type { Store } from "../store";
import { Meter } from "./meter";

const RUN_TURNS = 5;

interface Props {
  store: Store;
  overview: Overview;
  onReport(): void;
}

export function Head({ store, overview: { state }, onReport }: Props) {
  return (
    <header class="head">
      <div class="about">
        <h2>{state.topic}</h2>
        <span class="goal" title={state.goal}>
          {state.goal}
        </span>
        {store.about && <small title={store.about}>{store.about}</small>}
      </div>
      <Meter state={state} />
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-testid="btn-report"
          disabled={!store.can("report")}
          title="Write a cited report from the map"
          onClick={onReport}
        >
          Report
        </button>
        <button
          type="button"
          class="button"
          data-testid="btn-run"
          disabled={!store.can("run")}
          title="Let the table talk for five turns"
          onClick={() => store.command("run", { turns: RUN_TURNS })}
        >
          Run {RUN_TURNS}
        </button>
        <button
          type="button"
          class="button main"
          data-testid="btn-step"
          disabled={!store.can("step")}
          title="One more turn"
          onClick={() => store.command("step", {})}
        >
          Next turn
        </button>
      </div>
    </header>
  );
}
