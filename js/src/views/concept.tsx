/** The chosen concept: what can be done with it, what it does not know, and what is under it. */

import { useRef } from "preact/hooks";
import type { Editing } from "../editing";
import { gapsOf } from "../gaps";
import type { Overview } from "../overview";
import type { Node } from "../tree";
import { Field } from "./field";
import { Passage } from "./passage";
import { Picker } from "./picker";
import { type Tool, Toolbar } from "./toolbar";

/** What is being written or chosen for the concept. */
export type Form = "rename" | "add" | "note" | "ask" | "move" | "merge";

interface Props {
  overview: Overview;
  editing: Editing;
  concept: Node;
  form: Form | null;
  onForm(form: Form | null): void;
  onClose(): void;
  goToTurn(id: string): void;
}

export function ConceptPanel(props: Props) {
  const { overview, editing, concept, form, onForm, onClose, goToTurn } = props;
  const { state, words } = overview;
  const panel = useRef<HTMLElement>(null);
  const path = state.tree.path(concept.id);
  const close = () => {
    onForm(null);
    panel.current?.querySelector<HTMLElement>(`[data-testid="tool-${form}"]`)?.focus();
  };
  return (
    <section
      class="concept"
      data-testid="concept-panel"
      aria-label={concept.name}
      ref={panel}
      tabIndex={-1}
    >
      <header>
        {form === "rename" ? (
          <Field
            words={words}
            label={words.rename}
            value={concept.name}
            onDone={(name) => {
              if (name !== null) editing.rename(concept.id, name);
              close();
            }}
          />
        ) : (
          <h3>{path.length > 0 ? path.join(" › ") : concept.name}</h3>
        )}
        <button type="button" class="plain" aria-label={words.close} onClick={onClose}>
          ×
        </button>
      </header>
      <Tools {...props} />
      {form !== null && form !== "rename" && <OpenForm {...props} form={form} onDone={close} />}
      <Known overview={overview} concept={concept} />
      <ul>
        {state.tree.below(concept.id).map((id) => (
          <Passage key={id} id={id} overview={overview} editing={editing} goToTurn={goToTurn} />
        ))}
      </ul>
    </section>
  );
}

function Tools({ overview: { words }, editing, concept, form, onForm }: Props) {
  const { store } = editing;
  const { id } = concept;
  const isRoot = concept.parent === null;
  const opens = (name: Form, label: string): Tool => ({
    ...{ name, label, expanded: form === name, disabled: !store.can("move") },
    onPress: () => onForm(form === name ? null : name),
  });
  const steers = (name: "challenge" | "opposite" | "missing"): Tool => ({
    ...{ name, label: words[name], title: words[`${name}Title`], disabled: !store.can(name) },
    onPress: () => editing.steer(name, id),
  });
  const does = (name: "pin" | "mute", on: boolean, label: string, title: string): Tool => ({
    ...{ name, label, title, pressed: on, disabled: !store.can(name) },
    onPress: () => editing[name](id),
  });
  const ask = { ...opens("ask", words.ask), title: words.askTitle };
  const own: Tool[] = [
    opens("rename", words.rename),
    does("pin", concept.pinned, concept.pinned ? words.unpin : words.pin, words.pinTitle),
    does("mute", concept.muted, concept.muted ? words.unmute : words.mute, words.muteTitle),
    opens("move", words.moveTo),
    opens("merge", words.mergeInto),
    {
      ...{ name: "remove", label: words.remove, disabled: !store.can("remove") },
      onPress: () => editing.remove(id),
    },
  ];
  const all = [opens("add", words.addBelow), opens("note", words.writeNote)];
  return (
    <>
      <Toolbar
        kind="steering"
        label={words.steering}
        tools={[ask, steers("challenge"), steers("opposite"), steers("missing")]}
      />
      <Toolbar kind="editing" label={words.editing} tools={isRoot ? all : [...all, ...own]} />
    </>
  );
}

type FormProps = Props & { form: Exclude<Form, "rename">; onDone(): void };

function OpenForm({ overview, editing, concept, form, onDone }: FormProps) {
  const { words, state } = overview;
  const { id } = concept;
  const done = (act: (given: string) => void) => (given: string | null) => {
    if (given !== null) act(given);
    onDone();
  };
  switch (form) {
    case "move":
      return (
        <Picker
          overview={overview}
          label={words.moveTo}
          allows={(parent) => state.tree.canMove(id, parent)}
          onDone={done((parent) => editing.move(id, parent))}
        />
      );
    case "merge":
      return (
        <Picker
          overview={overview}
          label={words.mergeInto}
          allows={(kept) => kept !== state.tree.root && state.tree.canMerge(kept, id)}
          onDone={done((kept) => editing.merge(kept, id))}
        />
      );
    case "note":
      return (
        <Field
          words={words}
          label={words.noteName}
          value={concept.note}
          mayBeEmpty
          onDone={done((text) => editing.note(id, text))}
        />
      );
    case "ask":
      return (
        <Field
          words={words}
          label={words.ask}
          value={words.saidAsk(concept.name)}
          keep={words.ask}
          onDone={done((text) => editing.ask(id, text))}
        />
      );
    case "add":
      return (
        <Field
          words={words}
          label={words.newName}
          value=""
          onDone={done((name) => editing.add(id, name))}
        />
      );
  }
}

/** The note, how much of the evidence is used, and what is open or disputed here. */
function Known({ overview: { state, gaps, words }, concept }: Pick<Props, "overview" | "concept">) {
  const { cited, all, disputes, questions } = gapsOf(state, gaps, concept.id);
  return (
    <>
      {concept.note && <p class="note own">{concept.note}</p>}
      <p class="note" data-testid="coverage">
        {words.coverage(cited, all)}
        {disputes.length > 0 && ` · ${words.gapDisputes}: ${disputes.length}`}
        {questions.length > 0 && ` · ${words.gapQuestions}: ${questions.length}`}
      </p>
      {questions.map(({ id, text }) => (
        <p key={id} class="note">
          {text}
        </p>
      ))}
    </>
  );
}
