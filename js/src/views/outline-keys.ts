/** What keys do on a line of the outline: walk it as the ARIA tree pattern has it, and edit. */

import type { Node, Tree } from "../tree";

export interface Line {
  node: Node;
  depth: number;
}

export function visibleLines(tree: Tree, folded: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  const add = (concept: string, depth: number) => {
    const node = tree.at(concept);
    lines.push({ node, depth });
    if (!folded.has(concept)) for (const child of node.children) add(child, depth + 1);
  };
  add(tree.root, 0);
  return lines;
}

export interface Move {
  to?: string | undefined;
  fold?: boolean;
  select?: boolean;
}

export function moveFor(
  key: string,
  node: Node,
  lines: readonly Line[],
  folded: ReadonlySet<string>,
): Move | null {
  const place = lines.findIndex((line) => line.node === node);
  const isOpen = node.children.length > 0 && !folded.has(node.id);
  switch (key) {
    case "ArrowDown":
      return { to: lines[place + 1]?.node.id };
    case "ArrowUp":
      return { to: lines[place - 1]?.node.id };
    case "Home":
      return { to: lines[0]?.node.id };
    case "End":
      return { to: lines.at(-1)?.node.id };
    case "ArrowRight":
      return isOpen ? { to: node.children[0] } : { fold: false };
    case "ArrowLeft":
      return isOpen ? { fold: true } : { to: node.parent ?? undefined };
    case "Enter":
    case " ":
      return { select: true };
    default:
      return null;
  }
}

/** What a key does to a concept; `tools` goes to its buttons, `release` forgets what was cut. */
export type Edit =
  | "rename"
  | "add"
  | "remove"
  | "pin"
  | "mute"
  | "cut"
  | "paste"
  | "tools"
  | "release";

const PLAIN: Record<string, Edit> = {
  F2: "rename",
  Insert: "add",
  "+": "add",
  Delete: "remove",
  p: "pin",
  m: "mute",
  ContextMenu: "tools",
  Escape: "release",
};
const WITH_CONTROL: Record<string, Edit> = { x: "cut", v: "paste" };

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

export function editFor({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): Edit | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return shiftKey ? null : (WITH_CONTROL[key.toLowerCase()] ?? null);
  if (shiftKey && key === "F10") return "tools";
  return PLAIN[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** Whether a key takes back (`undo`) or does again (`redo`) what was done. */
export function historyFor({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed) {
  if (altKey || !(ctrlKey || metaKey)) return null;
  const name = key.toLowerCase();
  if (name === "z") return shiftKey ? "redo" : "undo";
  return name === "y" && !shiftKey ? "redo" : null;
}
