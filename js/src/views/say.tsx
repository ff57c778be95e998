/** The user's seat: a box to speak from, Stop, and questions that are ready to ask. */

import { useRef } from "preact/hooks";
import { suggestions } from "../figures";
import type { Overview } from "../overview";
import type { Store } from "../store";

interface Props {
  store: Store;
  overview: Overview;
  words: string;
  onWords(words: string): void;
}

export function Say({ store, overview, words, onWords }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  const ready = store.can("say") && words.trim() !== "";
  const say = async () => {
    if (!ready) return;
    onWords("");
    const taken = await store.command("say", { text: words.trim() }, words.trim());
    if (!taken) onWords(words); // a refusal must not cost the user's words
  };
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation(); // the notebook has its own plans for Enter
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    say();
  };
  const choose = (suggestion: string) => {
    onWords(suggestion);
    box.current?.focus();
  };
  return (
    <>
      <div class="say">
        <textarea
          ref={box}
          data-testid="say-input"
          rows={1}
          aria-label="Say something"
          placeholder="Say something to the table …"
          value={words}
          disabled={!store.can("say")}
          onInput={(event) => onWords(event.currentTarget.value)}
          onKeyDown={onKey}
          onKeyUp={(event) => event.stopPropagation()}
          onKeyPress={(event) => event.stopPropagation()}
        />
        <button
          type="button"
          class="button"
          data-testid="btn-stop"
          disabled={!store.can("stop")}
          onClick={() => store.command("stop", {})}
        >
          Stop
        </button>
        <button
          type="button"
          class="button main"
          data-testid="btn-say"
          disabled={!ready}
          onClick={say}
        >
          Say
        </button>
      </div>
      <div class="chips">
        {suggestions(overview.state, overview.figures).map((suggestion) => (
          <button
            key={suggestion}
            type="button"
            class="chip"
            title={suggestion}
            data-testid="chip"
            disabled={!store.can("say")}
            onClick={() => choose(suggestion)}
          >
            {suggestion}
          </button>
        ))}
      </div>
    </>
  );
}
