/** A dot for each turn; a click goes there. */

import type { Overview } from "../overview";

interface Props {
  overview: Overview;
  goToTurn(id: string): void;
}

export function Timeline({ overview, goToTurn }: Props) {
  const { turns } = overview.state;
  return (
    <nav class="timeline" aria-label="Turns">
      {turns.map((turn) => {
        const name = `turn ${turn.number}, ${turn.role === "user" ? "you" : turn.speaker}`;
        return (
          <button
            key={turn.id}
            type="button"
            title={name}
            aria-label={name}
            style={`--tone: var(${overview.colourOfSpeaker(turn.speaker, turn.role)})`}
            onClick={() => goToTurn(turn.id)}
          />
        );
      })}
      <small>{turns.length > 0 && `turn ${turns.at(-1)?.number}`}</small>
    </nav>
  );
}
