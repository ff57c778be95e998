/** How far the session is and what it has spent; a press shows on which jobs. */

import { useRef, useState } from "preact/hooks";
import { readings, remarks, rowsOf } from "../meter";
import type { SessionState } from "../state";
import type { Totals } from "../usage";
import { count, dollarsInColumn, exact } from "../words";

export function Meter({ state }: { state: SessionState }) {
  const counts = [
    count(state.turns.length, "turn"),
    count(state.sources.size, "source"),
    count(state.tree.nodes.size - 1, "concept"),
  ].join(" · ");
  return (
    <div class="meter">
      <span>{counts}</span>
      <Spent state={state} />
    </div>
  );
}

function Spent({ state }: { state: SessionState }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const parts = readings(state);
  if (parts.length === 0) return null;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation(); // one press closes one thing
    setOpen(false);
    button.current?.focus();
  };
  const onLeave = (event: FocusEvent & { currentTarget: HTMLElement }) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false);
  };
  return (
    <fieldset class="spent" aria-label="Spent" onKeyDown={onKey} onFocusOut={onLeave}>
      <button
        ref={button}
        type="button"
        class="readings"
        data-testid="usage"
        aria-expanded={open}
        title="What it was spent on"
        onClick={() => setOpen(!open)}
      >
        {parts.map(({ text, near }, index) => (
          <>
            {index > 0 && " · "}
            <span class={near ? "near" : ""}>{text}</span>
          </>
        ))}
      </button>
      {open && <Account state={state} />}
    </fieldset>
  );
}

function Account({ state }: { state: SessionState }) {
  return (
    // A click on its text must not count as leaving it.
    <section class="account" data-testid="account" aria-label="Spent by job" tabIndex={-1}>
      <table>
        <thead>
          <tr>
            <th scope="col">Spent on</th>
            <th scope="col">Requests</th>
            <th scope="col">Tokens in</th>
            <th scope="col">Tokens out</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(state).map(({ name, sums }) => (
            <Sums key={name} name={name} sums={sums} />
          ))}
        </tbody>
        <tfoot>
          <Sums name="In all" sums={state.usage.total} />
        </tfoot>
      </table>
      {remarks(state).map((remark) => (
        <p key={remark} class="note">
          {remark}
        </p>
      ))}
    </section>
  );
}

function Sums({ name, sums }: { name: string; sums: Totals }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{exact(sums.requests)}</td>
      <td>{exact(sums.input_tokens)}</td>
      <td>{exact(sums.output_tokens)}</td>
      <td>{sums.cost === null ? "unknown" : dollarsInColumn(sums.cost)}</td>
    </tr>
  );
}
