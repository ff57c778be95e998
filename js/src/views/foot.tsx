/** What goes on, the box to speak from, ready questions, and the timeline. */

import type { Overview } from "../overview";
import type { Store } from "../store";
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
}

export function Foot({ store, overview, notice, words, onWords, goToTurn }: Props) {
  return (
    <footer>
      <Status store={store} notice={notice} />
      <Say store={store} overview={overview} words={words} onWords={onWords} />
      <Timeline overview={overview} goToTurn={goToTurn} />
    </footer>
  );
}
