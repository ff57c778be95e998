/** A list of concepts to search and choose from, by keyboard as well. */

import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Overview } from "../overview";

interface Props {
  overview: Overview;
  label: string;
  allows(concept: string): boolean;
  /** Gets the id of the concept, or null if none was chosen. */
  onDone(concept: string | null): void;
}

const MOST = 60;

export function Picker({ overview, label, allows, onDone }: Props) {
  const name = useId();
  const [wanted, setWanted] = useState("");
  const [place, setPlace] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = matching(overview, wanted)
    .filter(({ id }) => allows(id))
    .slice(0, MOST);
  const current = Math.min(place, found.length - 1);
  useLayoutEffect(() => input.current?.focus(), []);
  useLayoutEffect(() => {
    list.current?.children[current]?.scrollIntoView?.({ block: "nearest" });
  }, [current]);
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setPlace(Math.max(0, Math.min(current + step, found.length - 1)));
    else if (event.key === "Enter" && !event.isComposing) onDone(found[current]?.id ?? null);
    else if (event.key === "Escape") onDone(null);
    else return;
    event.preventDefault();
  };
  return (
    <div class="picker" data-testid="picker">
      <input
        ref={input}
        class="search"
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={name}
        aria-activedescendant={found[current] && `${name}-${found[current].id}`}
        placeholder={`${label} ${overview.words.find}`}
        value={wanted}
        onInput={(event) => {
          setWanted(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKey}
      />
      <div class="options" role="listbox" id={name} aria-label={label} ref={list}>
        {found.map(({ id, path }, index) => (
          <div
            key={id}
            id={`${name}-${id}`}
            role="option"
            tabIndex={-1}
            data-testid="picker-option"
            aria-selected={index === current}
            onClick={() => onDone(id)}
            onKeyDown={undefined}
          >
            {path}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="note">{overview.words.noneFound}</p>}
    </div>
  );
}

/** The concepts whose path holds every word of `wanted`, from the top. */
export function matching({ state: { tree } }: Overview, wanted: string) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return [...tree.walk()]
    .map(({ id, name }) => ({ id, path: tree.path(id).join(" › ") || name }))
    .filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
}
