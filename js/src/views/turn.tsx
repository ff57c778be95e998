/** One turn: who, what was searched, what was said, and what went wrong. */

import { useMemo } from "preact/hooks";
import { marksOfTurn } from "../citations";
import type { Overview } from "../overview";
import { shortened } from "../quotes";
import type { Store } from "../store";
import { sentencesOfTurn } from "../support";
import { asks, type Intent, type Role, type Turn } from "../turns";
import { count } from "../words";
import { useStore } from "./hooks";
import { Prose } from "./prose";

interface Props {
  turn: Turn;
  overview: Overview;
  store: Store;
}

export function TurnView({ turn, overview, store }: Props) {
  const marks = useMemo(() => marksOfTurn(turn), [turn]);
  const sentences = useMemo(() => sentencesOfTurn(turn), [turn]);
  const kind = turn.role === "user" ? "mine" : asks(turn.intent) ? "asks" : "";
  return (
    <article
      class={`turn ${kind}`}
      data-testid="turn"
      data-turn-id={turn.id}
      data-role={turn.role}
      tabIndex={-1}
      style={`--tone: var(${overview.colourOfSpeaker(turn.speaker, turn.role)})`}
    >
      <Speaker {...turn} overview={overview} />
      {turn.about.length > 0 && <OnTable turn={turn} overview={overview} />}
      {turn.queries.length > 0 && <Searched turn={turn} overview={overview} />}
      {turn.utterance !== "" && (
        <Prose text={turn.utterance} marks={marks} sentences={sentences} overview={overview} />
      )}
      <Notes turn={turn} />
      {isBroken(turn) && <Broken turn={turn} overview={overview} store={store} />}
    </article>
  );
}

const BROKEN = { failed: "This turn failed.", stopped: "Stopped before it was finished." };

function isBroken(turn: Turn): turn is Turn & { status: keyof typeof BROKEN } {
  return turn.status in BROKEN;
}

/** What went wrong, and, while nothing came after it, a way to try again. */
function Broken({
  turn,
  overview: { state },
  store,
}: Props & { turn: { status: "failed" | "stopped" } }) {
  const why = turn.error || (turn.status === "failed" ? "The kernel did not say why." : "");
  return (
    <div class={`broken ${turn.status}`} data-testid="broken">
      <p>
        <b>{BROKEN[turn.status]}</b> {why}
      </p>
      {state.turns.at(-1) === turn && <Retry store={store} />}
    </div>
  );
}

/** Watches the store itself: the turns around it are not drawn again for every change. */
function Retry({ store }: { store: Store }) {
  useStore(store);
  return (
    <button
      type="button"
      class="button"
      data-testid="btn-retry"
      disabled={!store.can("retry")}
      title="Take this turn again"
      onClick={() => store.command("retry", {})}
    >
      Retry
    </button>
  );
}

interface SpeakerProps {
  speaker: string;
  role: Role;
  intent: Intent;
  overview: Overview;
  citations?: Turn["citations"];
  concept?: string;
}

export function Speaker(props: SpeakerProps) {
  const { speaker, role, intent, overview, citations = [], concept = "" } = props;
  if (role === "user") return <Yourself concept={concept} overview={overview} />;
  const newGround = role === "moderator" && asks(intent) && citations.length > 0;
  return (
    <p class="who" style={`--tone: var(${overview.colourOfSpeaker(speaker, role)})`}>
      <i class="dot" aria-hidden="true" />
      {speaker}
      <span class="intent">
        {intent}
        {newGround && ", from evidence nobody has used"}
      </span>
    </p>
  );
}

function Yourself({ concept, overview }: { concept: string; overview: Overview }) {
  const about = overview.state.tree.nodes.get(concept);
  return (
    <p class="who">You{about && <span class="intent">{overview.words.about(about.name)}</span>}</p>
  );
}

const QUOTE_LENGTH = 220;

/** The passages that a turn puts on the table. */
function OnTable({ turn, overview: { state } }: { turn: Turn; overview: Overview }) {
  return (
    <ul class="on-table">
      {turn.about.map((id) => {
        const snippet = state.snippets.get(id);
        const source = state.sources.get(snippet?.source_id ?? "");
        return (
          <li key={id}>
            {shortened(snippet?.text ?? "", QUOTE_LENGTH)}
            <small>
              {source?.number} · {source?.title}
            </small>
          </li>
        );
      })}
    </ul>
  );
}

function Searched({ turn, overview: { state } }: { turn: Turn; overview: Overview }) {
  const found = new Map<string, number>();
  for (const id of turn.retrieved) {
    const source = state.snippets.get(id)?.source_id;
    if (source !== undefined) found.set(source, (found.get(source) ?? 0) + 1);
  }
  const used = new Set(turn.citations.map((each) => each.snippet_id)).size;
  const queries = turn.queries.map((query) => `“${query}”`).join(", ");
  const passages = count(turn.retrieved.length, "passage");
  if (found.size === 0) return <p class="searched">searched {queries} · nothing found</p>;
  return (
    <details class="searched">
      <summary>
        searched {queries} · {passages} in {count(found.size, "source")} · used {used}
      </summary>
      <ul>
        {[...found].map(([id, passages]) => {
          const source = state.sources.get(id);
          return (
            <li key={id}>
              {source?.number} · {source?.title} · {count(passages, "passage")}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Notes({ turn }: { turn: Turn }) {
  const dropped = turn.dropped_citations.length;
  return (
    <>
      {turn.status === "no evidence" && (
        <p class="note">The sources hold nothing on this, so nothing is cited.</p>
      )}
      {turn.error !== "" && !isBroken(turn) && <p class="note">{turn.error}</p>}
      {dropped > 0 && (
        <p class="note">{count(dropped, "mark")} that pointed at no source left out.</p>
      )}
    </>
  );
}
