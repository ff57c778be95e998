/**
 * The map as a tree of lines, for the keyboard and for screen readers. It is always in the page;
 * out of sight until it is asked for or the keyboard enters it.
 */

import { useRef, useState } from "preact/hooks";
import { figuresLine } from "../figures";
import type { Overview } from "../overview";
import type { Node, Tree } from "../tree";

interface Props {
  overview: Overview;
  selected: string | null;
  onSelect(concept: string): void;
}

export function Outline({ overview, selected, onSelect }: Props) {
  const { tree } = overview.state;
  const list = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [reached, setReached] = useState(tree.root);
  const lines = visibleLines(tree, folded);
  const current = lines.some(({ node }) => node.id === reached) ? reached : tree.root;

  const reach = (concept: string) => {
    setReached(concept);
    list.current?.querySelector<HTMLElement>(`[data-concept="${CSS.escape(concept)}"]`)?.focus();
  };
  const fold = (concept: string, on: boolean) => {
    const next = new Set(folded);
    if (on) next.add(concept);
    else next.delete(concept);
    setFolded(next);
  };
  const onKey = (event: KeyboardEvent) => {
    const move = moveFor(event.key, tree.at(current), lines, folded);
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    if (move.select) onSelect(current);
    if (move.fold !== undefined) fold(current, move.fold);
    if (move.to !== undefined) reach(move.to);
  };

  return (
    <div class="outline" role="tree" aria-label="Mind map" ref={list} onKeyDown={onKey}>
      {lines.map(({ node, depth }) => (
        <div
          key={node.id}
          role="treeitem"
          data-testid="outline-item"
          data-concept={node.id}
          aria-level={depth + 1}
          aria-selected={node.id === selected}
          aria-expanded={node.children.length > 0 ? !folded.has(node.id) : undefined}
          tabIndex={node.id === current ? 0 : -1}
          style={`--depth: ${depth}; --tone: var(${overview.colourOfBranch.get(node.id)})`}
          onClick={() => {
            setReached(node.id);
            onSelect(node.id);
          }}
          onKeyDown={undefined}
        >
          <i class="dot" aria-hidden="true" />
          {node.name} <small>{lineFor(overview, node)}</small>
        </div>
      ))}
    </div>
  );
}

function lineFor({ figures }: Overview, node: Node): string {
  const own = figures.get(node.id);
  return own ? figuresLine(own) : "";
}

interface Line {
  node: Node;
  depth: number;
}

function visibleLines(tree: Tree, folded: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  const add = (concept: string, depth: number) => {
    const node = tree.at(concept);
    lines.push({ node, depth });
    if (!folded.has(concept)) for (const child of node.children) add(child, depth + 1);
  };
  add(tree.root, 0);
  return lines;
}

interface Move {
  to?: string | undefined;
  fold?: boolean;
  select?: boolean;
}

/** What a key does on `node`, as the ARIA tree pattern has it. */
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
