/** The whole widget: head, talk and side pane, and the foot to speak from. */

import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import { overviewOf } from "../overview";
import type { Store } from "../store";
import { Foot } from "./foot";
import { Head } from "./head";
import { reveal, useStore } from "./hooks";
import { Side, type Tab } from "./side";
import { Talk } from "./talk";

export function App({ store }: { store: Store }) {
  useStore(store);
  const { state } = store;
  // fold updates the state in place; its counter tells that it did.
  const overview = useMemo(() => overviewOf(state), [state, state.revision]);
  const [tab, setTab] = useState<Tab>("map");
  const [wide, setWide] = useState(false);
  const [words, setWords] = useState("");
  const talk = useRef<HTMLDivElement>(null);

  const goToTurn = useCallback(async (id: string) => {
    setWide(false);
    await Promise.resolve(); // the talk may only now come back
    const turn = talk.current?.querySelector<HTMLElement>(`[data-turn-id="${CSS.escape(id)}"]`);
    if (!talk.current || !turn) return;
    reveal(talk.current, turn);
    turn.focus({ preventScroll: true });
  }, []);
  const writeReport = () => {
    setTab("report");
    store.command("report", {});
  };

  return (
    <>
      <Head store={store} overview={overview} onReport={writeReport} />
      <div class={`panes ${wide ? "wide" : ""}`}>
        <Talk store={store} overview={overview} box={talk} />
        <Side
          store={store}
          overview={overview}
          tab={tab}
          onTab={setTab}
          wide={wide}
          onWide={setWide}
          onReport={writeReport}
          goToTurn={goToTurn}
        />
      </div>
      <Foot
        store={store}
        overview={overview}
        words={words}
        onWords={setWords}
        goToTurn={goToTurn}
      />
    </>
  );
}
