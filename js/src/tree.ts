/**
 * The mind map's tree; mirrors `mind_map/tree.py`, method by method.
 *
 * A snippet is under at most one concept and no change loses one: what a concept held goes to
 * whoever takes it in. Python checks an edit before it becomes an event, so an event that names
 * an unknown concept is a broken log and throws.
 */

export interface Node {
  readonly id: string;
  name: string;
  parent: string | null;
  readonly children: string[];
  readonly snippets: string[];
  byUser: boolean;
  pinned: boolean;
  muted: boolean;
  note: string;
}

function makeNode(id: string, name: string, parent: string | null, byUser = false): Node {
  return {
    id,
    name,
    parent,
    children: [],
    snippets: [],
    byUser,
    pinned: false,
    muted: false,
    note: "",
  };
}

function takeOut(list: string[], item: string): number {
  const place = list.indexOf(item);
  if (place < 0) throw new Error(`${item} is not where the map says it is.`);
  list.splice(place, 1);
  return place;
}

export class Tree {
  readonly nodes = new Map<string, Node>();
  /** The concept that each snippet is under. */
  readonly home = new Map<string, string>();

  constructor(
    readonly root: string,
    name: string,
  ) {
    this.nodes.set(root, makeNode(root, name, null));
  }

  at(concept: string): Node {
    const node = this.nodes.get(concept);
    if (!node) throw new Error(`There is no concept ${concept}.`);
    return node;
  }

  private parentOf(concept: string): Node {
    const { parent } = this.at(concept);
    if (parent === null) throw new Error("The root has no parent.");
    return this.at(parent);
  }

  /** The node `start` and all below it, from the top. */
  *walk(start: string = this.root): Generator<Node> {
    const waiting = [start];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const node = this.at(next);
      yield node;
      waiting.push(...node.children.toReversed());
    }
  }

  /** The names from below the root down to the concept; empty for the root. */
  path(concept: string): string[] {
    const node = this.at(concept);
    return node.parent === null ? [] : [...this.path(node.parent), node.name];
  }

  /** The ids of all snippets under the concept and its descendants. */
  below(concept: string): string[] {
    return [...this.walk(concept)].flatMap((node) => node.snippets);
  }

  /** Whether `concept` is `branch` or anywhere below it. */
  isWithin(concept: string, branch: string): boolean {
    const { parent } = this.at(concept);
    return concept === branch || (parent !== null && this.isWithin(parent, branch));
  }

  /** Whether `concept` can be put under `parent`, and is not there already. */
  canMove(concept: string, parent: string): boolean {
    const before = this.at(concept).parent;
    return before !== null && before !== parent && !this.isWithin(parent, concept);
  }

  /** Whether `kept` can take in all that `absorbed` has. */
  canMerge(kept: string, absorbed: string): boolean {
    return this.at(absorbed).parent !== null && !this.isWithin(kept, absorbed);
  }

  add(concept: string, name: string, parent: string, byUser: boolean): void {
    this.at(parent).children.push(concept);
    this.nodes.set(concept, makeNode(concept, name, parent, byUser));
  }

  move(concept: string, parent: string): void {
    takeOut(this.parentOf(concept).children, concept);
    this.at(parent).children.push(concept);
    this.at(concept).parent = parent;
  }

  /** Gives all that `absorbed` has to `kept`, pin and note too, and takes `absorbed` out. */
  merge(kept: string, absorbed: string): void {
    const gone = this.at(absorbed);
    const target = this.at(kept);
    this.dissolve(absorbed, kept);
    if (gone.note) target.note = `${target.note}\n${gone.note}`.trim();
    target.pinned ||= gone.pinned && target.parent !== null;
  }

  remove(concept: string): void {
    this.dissolve(concept, this.parentOf(concept).id);
  }

  place(snippet: string, concept: string): void {
    const before = this.home.get(snippet);
    if (before === concept) return;
    this.at(concept).snippets.push(snippet);
    if (before !== undefined) takeOut(this.at(before).snippets, snippet);
    this.home.set(snippet, concept);
  }

  private dissolve(concept: string, into: string): void {
    const node = this.at(concept);
    const target = this.at(into);
    const place = takeOut(this.parentOf(concept).children, concept);
    const at = node.parent === into ? place : target.children.length;
    target.children.splice(at, 0, ...node.children);
    for (const child of node.children) this.at(child).parent = into;
    target.snippets.push(...node.snippets);
    for (const snippet of node.snippets) this.home.set(snippet, into);
    this.nodes.delete(concept);
  }
}
