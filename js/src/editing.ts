/**
 * What the user does to the map and to the talk from it: a command, and then what came of it in
 * words, for people and screen readers. Nothing is shown before the kernel has done it; why it
 * refused something is the store's to say.
 */

import type { Verdict } from "./disputes";
import { wordsFor } from "./history";
import { type Phrases, phrasesOf } from "./phrases";
import type { Store } from "./store";
import type { Steer } from "./turns";
import type { CommandName, Commands, GapKind } from "./wire";

export class Editing {
  constructor(
    readonly store: Store,
    /** Says what came of it; "" when something new begins. */
    readonly tell: (outcome: string) => void,
  ) {}

  get words(): Phrases {
    return phrasesOf(this.store.state.settings);
  }

  get undoable(): string {
    return wordsFor(this.store.state.history.last, this.words);
  }

  get redoable(): string {
    return wordsFor(this.store.state.history.undone.at(-1) ?? [], this.words);
  }

  undo(): Promise<boolean> {
    const { undoable, words } = this;
    if (!undoable) return this.#nothing(words.nothingUndone);
    return this.#do("undo", {}, words.undone(undoable));
  }

  redo(): Promise<boolean> {
    const { redoable, words } = this;
    if (!redoable) return this.#nothing(words.nothingRedone);
    return this.#do("redo", {}, words.redone(redoable));
  }

  /** Adds a concept and returns its id, or "" if it was refused. */
  async add(concept: string, name: string): Promise<string> {
    const outcome = this.words.added(name, this.#nameOf(concept));
    const taken = await this.#do("add", { concept, name }, outcome);
    return taken ? (this.#tree.nodes.get(concept)?.children.at(-1) ?? "") : "";
  }

  rename(concept: string, name: string): Promise<boolean> {
    return this.#do("rename", { concept, name }, this.words.renamed(name));
  }

  move(concept: string, parent: string): Promise<boolean> {
    const outcome = this.words.moved(this.#nameOf(concept), this.#nameOf(parent));
    return this.#do("move", { concept, parent }, outcome);
  }

  merge(kept: string, absorbed: string): Promise<boolean> {
    const outcome = this.words.merged(this.#nameOf(absorbed), this.#nameOf(kept));
    return this.#do("merge", { kept, absorbed }, outcome);
  }

  remove(concept: string): Promise<boolean> {
    const { name, parent } = this.#tree.at(concept);
    const outcome = this.words.removed(name, this.#nameOf(parent ?? concept));
    return this.#do("remove", { concept }, outcome);
  }

  place(snippet: string, concept: string): Promise<boolean> {
    return this.#do("place", { snippet, concept }, this.words.placed(this.#nameOf(concept)));
  }

  pin(concept: string): Promise<boolean> {
    const { name, pinned } = this.#tree.at(concept);
    return this.#do("pin", { concept, on: !pinned }, this.words.pinned(name, !pinned));
  }

  mute(concept: string): Promise<boolean> {
    const { name, muted } = this.#tree.at(concept);
    return this.#do("mute", { concept, on: !muted }, this.words.muted(name, !muted));
  }

  note(concept: string, text: string): Promise<boolean> {
    return this.#do("note", { concept, text }, this.words.noted(this.#nameOf(concept)));
  }

  rule(id: string, verdict: Verdict): Promise<boolean> {
    return this.#do("rule", { id, verdict }, this.words.ruled[verdict]);
  }

  ask(concept: string, text: string): Promise<boolean> {
    return this.#do("ask", { concept, text }, "", text);
  }

  steer(steer: Exclude<Steer, "" | "ask">, concept: string): Promise<boolean> {
    const said = {
      challenge: this.words.saidChallenge,
      opposite: this.words.saidOpposite,
      missing: this.words.saidMissing,
    };
    return this.#do(steer, { concept }, "", said[steer](this.#nameOf(concept)));
  }

  /** Puts a gap on the table; `what` tells people which. */
  explore(kind: GapKind, id: string, what: string): Promise<boolean> {
    return this.#do("explore", { kind, id }, "", this.words.onTable(what));
  }

  get #tree() {
    return this.store.state.tree;
  }

  #nameOf(concept: string): string {
    return this.#tree.nodes.get(concept)?.name ?? "";
  }

  #nothing(why: string): Promise<boolean> {
    this.tell(why);
    return Promise.resolve(false);
  }

  async #do<Name extends CommandName>(
    name: Name,
    args: Commands[Name],
    outcome: string,
    said = "",
  ): Promise<boolean> {
    this.tell("");
    const taken = await this.store.command(name, args, said);
    if (taken) this.tell(outcome);
    return taken;
  }
}
