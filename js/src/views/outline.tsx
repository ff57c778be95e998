/**
 * The map as a tree of lines, for the keyboard and for screen readers. It is always in the page;
 * out of sight until it is asked for or the keyboard enters it.
 */

import { Fragment } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { figuresLine } from "../figures";
import { badgesOf } from "../marks";
import type { Overview } from "../overview";
import type { Node } from "../tree";
import { Field } from "./field";
import { type Edit, editFor, type Line, type Move, moveFor, visibleLines } from "./outline-keys";

/** What is being written in the outline: another name of a concept, or that of a new child. */
export interface Writing {
  kind: "rename" | "add";
  concept: string;
}

interface Props {
  overview: Overview;
  selected: string | null;
  cut: string | null;
  writing: Writing | null;
  onSelect(concept: string): void;
  onEdit(edit: Edit, concept: string): void;
  /** Gets the words and returns the concept to go on from. */
  onWritten(words: string | null): Promise<string>;
}

export function Outline(props: Props) {
  const { overview, selected, writing, onSelect, onEdit, onWritten } = props;
  const { tree } = overview.state;
  const list = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [reached, setReached] = useState(tree.root);
  const before = useRef<Line[]>([]);
  const inside = useRef(false);
  const [wanted, setWanted] = useState("");
  const lines = visibleLines(tree, folded);
  const current = lines.some(({ node }) => node.id === reached)
    ? reached
    : neighbour(before.current, lines, reached);

  const focus = (concept: string) =>
    list.current?.querySelector<HTMLElement>(`[data-concept="${CSS.escape(concept)}"]`)?.focus();
  const reach = (concept: string) => {
    setReached(concept);
    focus(concept);
  };
  useLayoutEffect(() => {
    before.current = lines;
    if (lines.some(({ node }) => node.id === wanted)) {
      setWanted("");
      reach(wanted);
      return;
    }
    if (current === reached) return;
    setReached(current); // the line went: whoever was on it goes on from the next
    if (inside.current) focus(current);
  });
  const fold = (concept: string, on: boolean) => {
    const next = new Set(folded);
    if (on) next.add(concept);
    else next.delete(concept);
    setFolded(next);
  };
  const step = (move: Move, here: string) => {
    if (move.select) onSelect(here);
    if (move.fold !== undefined) fold(here, move.fold);
    if (move.to !== undefined) reach(move.to);
  };
  const onKey = (event: KeyboardEvent) => {
    const here = conceptOf(event.target) ?? current;
    const edit = editFor(event);
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const move = edit || hasModifier ? null : moveFor(event.key, tree.at(here), lines, folded);
    if (!move && !edit) return;
    event.preventDefault();
    event.stopPropagation();
    if (edit) onEdit(edit, here);
    if (move) step(move, here);
  };
  const written = async (words: string | null) => {
    setWanted(await onWritten(words)); // its line may not be drawn yet
  };

  return (
    <div
      class="outline"
      role="tree"
      aria-label={overview.words.mapName}
      aria-description={overview.words.mapKeys}
      ref={list}
      onKeyDown={onKey}
      onFocusIn={({ target }) => {
        inside.current = true;
        setReached(conceptOf(target) ?? current);
      }}
      onFocusOut={(event) => {
        // An element that is taken out loses the focus to nobody, or tells nothing at all.
        if (event.relatedTarget !== null) inside.current = false;
      }}
    >
      {lines.map(({ node, depth }) => (
        <Fragment key={node.id}>
          <div
            role="treeitem"
            data-testid="outline-item"
            data-concept={node.id}
            class={classOf(props, node)}
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
            {writing?.kind === "rename" && writing.concept === node.id ? (
              <Field
                words={overview.words}
                label={overview.words.rename}
                value={node.name}
                onDone={written}
              />
            ) : (
              <LineText overview={overview} node={node} />
            )}
          </div>
          {writing?.kind === "add" && writing.concept === node.id && (
            <div class="line" style={`--depth: ${depth + 1}; --tone: var(--soft)`}>
              <i class="dot" aria-hidden="true" />
              <Field
                words={overview.words}
                label={overview.words.newName}
                value=""
                onDone={written}
              />
            </div>
          )}
        </Fragment>
      ))}
    </div>
  );
}

function LineText({ overview, node }: { overview: Overview; node: Node }) {
  const own = overview.figures.get(node.id);
  const badges = badgesOf(overview, node);
  return (
    <>
      <span class="name">{node.name}</span>
      {badges.length > 0 && <small class="badge">{badges.join(" · ")}</small>}
      <small>{own ? figuresLine(own) : ""}</small>
    </>
  );
}

function classOf({ overview, cut }: Props, node: Node): string {
  const names = {
    line: true,
    pinned: node.pinned,
    muted: node.muted,
    quiet: overview.muted.has(node.id),
    cut: cut === node.id,
  };
  return Object.entries(names)
    .filter(([, on]) => on)
    .map(([name]) => name)
    .join(" ");
}

/** The concept of the line that an event comes from. */
function conceptOf(target: EventTarget | null): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>(".line")?.dataset["concept"]
    : undefined;
}

/** Where to go on when the line of `gone` is not there any more: up, to the first that is. */
function neighbour(before: readonly Line[], now: readonly Line[], gone: string): string {
  const here = new Set(now.map(({ node }) => node.id));
  const place = before.findIndex(({ node }) => node.id === gone);
  const above = before.slice(0, Math.max(place, 0)).findLast(({ node }) => here.has(node.id));
  return above?.node.id ?? now[0]?.node.id ?? gone;
}
