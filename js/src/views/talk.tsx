/** The discourse, and the turn being said right now. */

import type { RefObject } from "preact";
import { useMemo } from "preact/hooks";
import { marksOfDraft } from "../citations";
import type { Draft } from "../live";
import type { Overview } from "../overview";
import type { Store } from "../store";
import { asks } from "../turns";
import { useStickToEnd } from "./hooks";
import { Prose } from "./prose";
import { Speaker, TurnView } from "./turn";

interface Props {
  store: Store;
  overview: Overview;
  box: RefObject<HTMLDivElement | null>;
}

export function Talk({ store, overview, box }: Props) {
  useStickToEnd(box);
  const { draft } = store.live;
  const turns = useMemo(
    () =>
      overview.state.turns.map((turn) => (
        <TurnView key={turn.id} turn={turn} overview={overview} store={store} />
      )),
    [overview, store],
  );
  return (
    <div class="talk" ref={box} data-testid="talk" role="log" aria-label="Talk">
      {turns}
      {draft && <DraftView draft={draft} overview={overview} />}
      {store.waiting.map((words, index) => (
        <Waiting key={index} words={words} />
      ))}
      {turns.length === 0 && !draft && (
        <p class="empty">
          Nothing has been said yet. <b>Next turn</b> brings the experts to the table: they read
          into the topic, draw a first map, and begin to talk.
        </p>
      )}
    </div>
  );
}

/** What the user has said while somebody else was speaking. */
function Waiting({ words }: { words: string }) {
  return (
    <div class="turn mine waiting">
      <p class="who">
        You <span class="intent">comes after the turn under way</span>
      </p>
      <p>{words}</p>
    </div>
  );
}

/** Its words come in pieces, so screen readers wait for the whole turn. */
function DraftView({ draft, overview }: { draft: Draft; overview: Overview }) {
  const { text, queries } = draft;
  const marks = useMemo(() => marksOfDraft(text, overview.state), [text, overview]);
  return (
    <div class={`turn draft ${asks(draft.intent) ? "asks" : ""}`} aria-live="off" aria-busy="true">
      <Speaker {...draft} overview={overview} />
      {queries.length > 0 && (
        <p class="searched">searched {queries.map((query) => `“${query}”`).join(", ")}</p>
      )}
      <Prose text={text} marks={marks} overview={overview} />
    </div>
  );
}
