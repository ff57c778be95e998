/** The whole widget: head, talk and side pane, and the foot to speak from. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Editing } from "../editing";
import { overviewOf } from "../overview";
import type { Store } from "../store";
import { Foot } from "./foot";
import { Head } from "./head";
import { reveal, useNotice, useStore } from "./hooks";
import { historyFor } from "./outline-keys";
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
  const [underlined, setUnderlined] = useState(true);
  const talk = useRef<HTMLDivElement>(null);
  const [notice, tell] = useNotice();
  const editing = useMemo(() => new Editing(store, tell), [store, tell]);

  const goToTurn = useCallback(async (id: string) => {
    setWide(false);
    await Promise.resolve(); // the talk may only now come back
    const turn = talk.current?.querySelector<HTMLElement>(`[data-turn-id="${CSS.escape(id)}"]`);
    if (!talk.current || !turn) return;
    reveal(talk.current, turn);
    turn.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const root = talk.current?.closest<HTMLElement>(".costorm");
    root?.addEventListener("keydown", (event) => takeBack(event, editing), { signal });
    return () => listening.abort();
  }, [editing]);
  const writeReport = () => {
    setTab("report");
    store.command("report", {});
  };

  return (
    <>
      <Head store={store} overview={overview} onReport={writeReport} />
      <div class={`panes ${wide ? "wide" : ""} ${underlined ? "" : "bare"}`}>
        <Talk store={store} overview={overview} box={talk} />
        <Side
          store={store}
          overview={overview}
          editing={editing}
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
        notice={notice}
        words={words}
        onWords={setWords}
        goToTurn={goToTurn}
        underlined={underlined}
        onUnderlined={setUnderlined}
      />
    </>
  );
}

/** Ctrl+Z takes back what was done, unless something is being written. */
function takeBack(event: KeyboardEvent, editing: Editing): void {
  const direction = historyFor(event);
  const [target] = event.composedPath();
  const writes = target instanceof Element && target.matches("input, textarea");
  if (direction === null || writes) return;
  event.preventDefault();
  event.stopPropagation();
  editing[direction]();
}
