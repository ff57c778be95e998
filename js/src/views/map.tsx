/** The mind map: a canvas, an outline of the same tree, and what is under the chosen concept. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Editing } from "../editing";
import type { Overview } from "../overview";
import { MapCanvas } from "./canvas";
import { ConceptPanel, type Form } from "./concept";
import type { Drop } from "./dragging";
import { Gap } from "./gap";
import { arcsOf, labelsOf } from "./map-labels";
import { MapTools } from "./map-tools";
import { Outline, type Writing } from "./outline";
import { type Edit, editFor } from "./outline-keys";

interface Props {
  overview: Overview;
  editing: Editing;
  chosen: string | null;
  onChoose(concept: string | null): void;
  goToTurn(id: string): void;
}

export function MapView({ overview, editing, chosen, onChoose, goToTurn }: Props) {
  const { state, words } = overview;
  const { tree } = state;
  const area = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<MapCanvas | null>(null);
  const [outlined, setOutlined] = useState(false);
  const [form, setForm] = useState<{ kind: Form; concept: string } | null>(null);
  const [writing, setWriting] = useState<Writing | null>(null);
  const [cut, setCut] = useState<string | null>(null);
  const [over, setOver] = useState<Drop | null>(null);
  // A concept can be merged away while it is chosen.
  const selected = chosen !== null && tree.nodes.has(chosen) ? chosen : null;
  const before = useRef(selected);
  const editable = editing.store.can("move");

  const paste = async (parent: string) => {
    if (cut === null || !tree.nodes.has(cut)) editing.tell(words.nothingCut);
    else if (await editing.move(cut, parent)) setCut(null);
  };
  const act = (edit: Edit, concept: string, write: (kind: "rename" | "add") => void) => {
    if (!editable) return;
    switch (edit) {
      case "rename":
      case "add":
        write(edit);
        break;
      case "remove":
      case "pin":
      case "mute":
        editing[edit](concept);
        break;
      case "cut":
        setCut(concept);
        editing.tell(words.cut(tree.at(concept).name));
        break;
      case "paste":
        paste(concept);
        break;
      case "release":
        setCut(null);
        break;
      case "tools":
        onChoose(concept);
        setTimeout(() => focusTools(area.current));
    }
  };
  const written = async (name: string | null): Promise<string> => {
    const { kind, concept } = writing ?? { kind: "rename", concept: "" };
    let next = concept;
    if (name !== null && kind === "rename") await editing.rename(concept, name);
    if (name !== null && kind === "add") next = (await editing.add(concept, name)) || concept;
    setWriting(null);
    return next;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && canvas.current?.cancel()) return;
    const edit = event.target === area.current ? editFor(event) : null;
    if (!edit || selected === null) return;
    event.preventDefault();
    event.stopPropagation();
    act(edit, selected, (kind) => setForm({ kind, concept: selected }));
  };

  // The listener lives as long as the canvas, and must see what is there now.
  const now = useRef({ tree, editing, onChoose, onKey });
  now.current = { tree, editing, onChoose, onKey };
  useLayoutEffect(() => {
    if (!box.current) return;
    canvas.current = new MapCanvas(box.current, {
      selected: (concept) => now.current.onChoose(concept),
      allows: ({ concept, target, merge }) =>
        merge
          ? now.current.tree.canMerge(target, concept)
          : now.current.tree.canMove(concept, target),
      hovers: setOver,
      dropped: ({ concept, target, merge }) => {
        if (merge) now.current.editing.merge(target, concept);
        else now.current.editing.move(concept, target);
      },
    });
    return () => canvas.current?.close();
  }, []);
  useLayoutEffect(() => {
    const [labels, arcs] = [labelsOf(overview), arcsOf(overview)];
    canvas.current?.show({ tree, labels, arcs, selected, editable });
  }, [overview, tree, selected, editable]);
  useEffect(() => {
    // With the panel of a concept that is gone, the focus may be gone, too.
    if (selected === null && document.activeElement === document.body && before.current !== null) {
      area.current?.focus({ preventScroll: true });
    }
    before.current = selected;
  }, [selected]);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    area.current?.addEventListener("keydown", (event) => now.current.onKey(event), { signal });
    // Keys go on from the concept that was pressed; Cytoscape has just taken the focus away.
    const focus = (event: Event) => {
      const isOnCanvas = box.current !== null && event.composedPath().includes(box.current);
      if (isOnCanvas) area.current?.focus({ preventScroll: true });
    };
    area.current?.addEventListener("mousedown", focus, { signal });
    area.current?.addEventListener("pointerup", focus, { signal });
    return () => listening.abort();
  }, []);

  return (
    <>
      <div class={`map-area ${outlined ? "outlined" : ""}`} ref={area} tabIndex={-1}>
        <div class="map" data-testid="map" ref={box} aria-hidden="true" />
        <Outline
          overview={overview}
          selected={selected}
          cut={cut}
          writing={writing}
          onSelect={onChoose}
          onEdit={(edit, concept) => act(edit, concept, (kind) => setWriting({ kind, concept }))}
          onWritten={written}
        />
        <MapTools
          overview={overview}
          editing={editing}
          outlined={outlined}
          onOutlined={setOutlined}
          onFit={() => canvas.current?.fit()}
        />
        {over && tree.nodes.has(over.target) && (
          <p class="map-hint">
            {words[over.merge ? "mergeHint" : "dropHint"](tree.at(over.target).name)}
          </p>
        )}
      </div>
      {selected === null ? (
        <Gap overview={overview} editing={editing} />
      ) : (
        <ConceptPanel
          key={selected}
          overview={overview}
          editing={editing}
          concept={tree.at(selected)}
          form={form?.concept === selected ? form.kind : null}
          onForm={(kind) => setForm(kind && { kind, concept: selected })}
          onClose={() => onChoose(null)}
          goToTurn={goToTurn}
        />
      )}
    </>
  );
}

function focusTools(area: HTMLElement | null): void {
  area?.parentElement?.querySelector<HTMLElement>(".tools button[tabindex='0']")?.focus();
}
