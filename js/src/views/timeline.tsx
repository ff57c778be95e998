/** A dot for each turn; a click goes there. */

import type { Overview } from "../overview";
import { listed } from "../words";

interface Props {
  overview: Overview;
  goToTurn(id: string): void;
}

export function Timeline({ overview, goToTurn }: Props) {
  const { turns } = overview.state;
  return (
    <nav class="timeline" aria-label="Turns">
      {turns.map((turn) => {
        const broken = turn.status === "failed" || turn.status === "stopped";
        const who = turn.role === "user" ? "you" : turn.speaker;
        const name = listed(`turn ${turn.number}`, who, broken && turn.status);
        return (
          <button
            key={turn.id}
            type="button"
            class={broken ? "hollow" : ""}
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
