/** A row of quiet buttons: one stop for the Tab key, arrows between them. */

import { useRef, useState } from "preact/hooks";

export interface Tool {
  name: string;
  label: string;
  title?: string;
  /** Whether it is on, for those that can be. */
  pressed?: boolean;
  /** Whether what it opens is open. */
  expanded?: boolean;
  disabled?: boolean;
  onPress(): void;
}

interface Props {
  label: string;
  kind: "steering" | "editing";
  tools: Tool[];
}

export function Toolbar({ label, kind, tools }: Props) {
  const [stop, setStop] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (stop + step + tools.length) % tools.length;
    setStop(next);
    box.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class={`tools ${kind}`} role="toolbar" aria-label={label} ref={box} onKeyDown={onKey}>
      {tools.map(({ name, label, title, pressed, expanded, disabled, onPress }, index) => (
        <button
          key={name}
          type="button"
          class={kind === "steering" ? "chip" : "plain"}
          data-testid={`tool-${name}`}
          title={title}
          aria-pressed={pressed}
          aria-expanded={expanded}
          disabled={disabled}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setStop(index)}
          onClick={onPress}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
