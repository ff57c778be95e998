/** What we have not looked at: each gap in its own words, and a button that puts it on the table. */

import type { ComponentChildren } from "preact";
import type { Editing } from "../editing";
import type { OpenQuestion, Unused } from "../gaps";
import type { Overview } from "../overview";
import { shortened } from "../quotes";
import type { GapKind } from "../wire";
import { DisputeView } from "./dispute";

export interface GapsProps {
  overview: Overview;
  editing: Editing;
  onConcept(concept: string): void;
  goToTurn(id: string): void;
}

export function GapsView(props: GapsProps) {
  const { overview } = props;
  const { disputes, questions, unused, thin } = overview.gaps;
  const { words, state } = overview;
  if (disputes.length + questions.length + unused.length + thin.length === 0) {
    return <p class="empty">{state.snippets.size > 0 ? words.noGaps : words.noGapsYet}</p>;
  }
  return (
    <div class="gaps" data-testid="gaps">
      <Group name={words.gapDisputes} count={disputes.length} extra={<Check {...props} />}>
        {disputes.map((each) => (
          <DisputeView key={each.id} dispute={each} {...props} />
        ))}
      </Group>
      <Group name={words.gapQuestions} count={questions.length}>
        {questions.map((each) => (
          <QuestionView key={each.id} question={each} {...props} />
        ))}
      </Group>
      <Group name={words.gapUnused} count={unused.length}>
        {unused.map((each) => (
          <UnusedView key={each.concept.id} unused={each} {...props} />
        ))}
      </Group>
      <Group name={words.gapThin} count={thin.length}>
        {thin.map((each) => (
          <ThinView key={each} concept={each} {...props} />
        ))}
      </Group>
    </div>
  );
}

interface GroupProps {
  name: string;
  count: number;
  extra?: ComponentChildren;
  children: ComponentChildren;
}

function Group({ name, count, extra, children }: GroupProps) {
  if (count === 0) return null;
  return (
    <section aria-label={name}>
      <header>
        <h3>
          {name} <small>{count}</small>
        </h3>
        {extra}
      </header>
      <ul>{children}</ul>
    </section>
  );
}

/** Only a model can say more about contradictions than the local check has. */
function Check({ overview: { state, words }, editing: { store } }: GapsProps) {
  if (state.engine === "extractive") return null;
  return (
    <button
      type="button"
      class="plain"
      disabled={!store.can("check_disputes")}
      onClick={() => store.command("check_disputes", {})}
    >
      {words.checkDisputes}
    </button>
  );
}

interface PutProps {
  editing: Editing;
  kind: GapKind;
  id: string;
  /** The gap in words. */
  what: string;
  plain?: boolean;
}

export function PutOnTable({ editing, kind, id, what, plain = false }: PutProps) {
  const label = editing.words.putOnTable;
  return (
    <button
      type="button"
      class={plain ? "plain" : "button"}
      data-testid={`put-${kind}`}
      aria-label={`${label}: ${what}`}
      disabled={!editing.store.can("explore")}
      onClick={() => editing.explore(kind, id, what)}
    >
      {label}
    </button>
  );
}

function QuestionView(props: GapsProps & { question: OpenQuestion }) {
  const { overview, editing, question, onConcept, goToTurn } = props;
  const { state, words } = overview;
  const asked = words.askedBy(question.asked_by);
  const about = state.tree.nodes.get(question.concept);
  return (
    <li>
      <div>
        <p>{question.text}</p>
        <small>
          {question.turn ? (
            <button type="button" class="plain" onClick={() => goToTurn(question.turn)}>
              {asked}
            </button>
          ) : (
            asked
          )}
          {about && " · "}
          {about && (
            <button type="button" class="plain" onClick={() => onConcept(about.id)}>
              {words.about(about.name)}
            </button>
          )}
        </small>
      </div>
      <PutOnTable editing={editing} kind="question" id={question.id} what={question.text} />
    </li>
  );
}

const PASSAGE_LENGTH = 150;

function UnusedView({ overview, editing, unused, onConcept }: GapsProps & { unused: Unused }) {
  const { state, words } = overview;
  const { concept, snippets } = unused;
  const isRoot = concept.parent === null;
  const name = isRoot ? words.parked : state.tree.path(concept.id).join(" › ");
  return (
    <li>
      <details>
        <summary>
          {name} <small>{words.passages(snippets.length)}</small>
        </summary>
        {snippets.map((id) => {
          const text = shortened(state.snippets.get(id)?.text ?? "", PASSAGE_LENGTH);
          const source = state.sources.get(state.snippets.get(id)?.source_id ?? "");
          return (
            <div key={id} class="unused">
              <p>{text}</p>
              <small>
                {source?.number} · {source?.title} ·{" "}
                <PutOnTable editing={editing} kind="snippet" id={id} what={text} plain />
              </small>
            </div>
          );
        })}
        {!isRoot && (
          <button type="button" class="plain" onClick={() => onConcept(concept.id)}>
            {words.tabs.map}
          </button>
        )}
      </details>
      {!isRoot && (
        <PutOnTable editing={editing} kind="concept" id={concept.id} what={concept.name} />
      )}
    </li>
  );
}

function ThinView({ overview, editing, concept, onConcept }: GapsProps & { concept: string }) {
  const { tree, snippets, sources } = overview.state;
  const [first = ""] = tree.below(concept);
  const source = sources.get(snippets.get(first)?.source_id ?? "");
  return (
    <li>
      <div>
        <button type="button" class="plain name" onClick={() => onConcept(concept)}>
          {tree.path(concept).join(" › ")}
        </button>
        <small>
          {overview.words.thinLine}: {source?.number} · {source?.title}
        </small>
      </div>
      <PutOnTable editing={editing} kind="concept" id={concept} what={tree.at(concept).name} />
    </li>
  );
}
