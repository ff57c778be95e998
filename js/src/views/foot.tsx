/** What goes on, the box to speak from, ready questions, and the timeline. */

import type { Overview } from "../overview";
import type { Store } from "../store";
import { Legend } from "./legend";
import { Say } from "./say";
import { Status } from "./status";
import { Timeline } from "./timeline";

interface Props {
  store: Store;
  overview: Overview;
  /** What came of the last edit. */
  notice: string;
  words: string;
  onWords(words: string): void;
  goToTurn(id: string): void;
  /** Whether sentences are underlined by how well they are borne out. */
  underlined: boolean;
  onUnderlined(underlined: boolean): void;
}

export function Foot(props: Props) {
  const { store, overview, notice, words, onWords, goToTurn, underlined, onUnderlined } = props;
  return (
    <footer>
      <Status store={store} notice={notice} />
      <Say store={store} overview={overview} words={words} onWords={onWords} />
      <div class="track">
        <Timeline overview={overview} goToTurn={goToTurn} />
        <Legend overview={overview} shown={underlined} onShow={onUnderlined} />
      </div>
    </footer>
  );
}
