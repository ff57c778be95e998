/** A line to write in, for a name, a note or a question: Enter keeps it, Escape does not. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Phrases } from "../phrases";

interface Props {
  words: Phrases;
  label: string;
  value: string;
  /** What the button says that keeps it. */
  keep?: string;
  /** Whether nothing at all may be kept, as for a note. */
  mayBeEmpty?: boolean;
  /** Gets what was written, or null if it was given up. */
  onDone(written: string | null): void;
}

export function Field({
  words,
  label,
  value,
  keep = words.save,
  mayBeEmpty = false,
  onDone,
}: Props) {
  const [written, setWritten] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation(); // what is written is no command of the map
    if (event.key === "Escape") onDone(null);
  };
  const done = (event: Event) => {
    event.preventDefault();
    if (mayBeEmpty || written.trim() !== "") onDone(written.trim());
  };
  return (
    <form class="field" onSubmit={done} onKeyDown={onKey}>
      <input
        ref={input}
        type="text"
        data-testid="field"
        aria-label={label}
        placeholder={label}
        value={written}
        onInput={(event) => setWritten(event.currentTarget.value)}
        onClick={(event) => event.stopPropagation()}
      />
      <button type="submit" class="plain">
        {keep}
      </button>
      <button type="button" class="plain" onClick={() => onDone(null)}>
        {words.cancel}
      </button>
    </form>
  );
}
