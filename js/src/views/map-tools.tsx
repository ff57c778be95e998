/** The few buttons over the map: take back, do again, outline, fit. */

import type { Editing } from "../editing";
import type { Overview } from "../overview";

interface Props {
  overview: Overview;
  editing: Editing;
  outlined: boolean;
  onOutlined(outlined: boolean): void;
  onFit(): void;
}

export function MapTools({ overview: { words }, editing, outlined, onOutlined, onFit }: Props) {
  const { undoable, redoable, store } = editing;
  return (
    <div class="map-tools">
      <button
        type="button"
        class="plain"
        data-testid="undo"
        disabled={!undoable || !store.can("undo")}
        title={undoable && words.undoTitle(undoable)}
        onClick={() => editing.undo()}
      >
        {words.undo}
      </button>
      <button
        type="button"
        class="plain"
        data-testid="redo"
        disabled={!redoable || !store.can("redo")}
        title={redoable && words.redoTitle(redoable)}
        onClick={() => editing.redo()}
      >
        {words.redo}
      </button>
      <button
        type="button"
        class="plain"
        data-testid="outline-toggle"
        aria-pressed={outlined}
        onClick={() => onOutlined(!outlined)}
      >
        {words.outline}
      </button>
      {!outlined && (
        <button type="button" class="plain" title={words.fitTitle} onClick={onFit}>
          {words.fit}
        </button>
      )}
    </div>
  );
}
