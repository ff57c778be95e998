/** The few ties between a component and what lives outside Preact. */

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import type { Store } from "../store";

/**
 * Time between the end of one drawing and the begin of the next. A fast table tells more than a
 * page can draw; without a rest the page would fall behind, and its buttons with it.
 */
export const REST_MS = 120;

/** Renders the component again after changes of the store: at once after a rest, else together. */
export function useStore(store: Store): void {
  const [, draw] = useReducer((version: number) => version + 1, 0);
  const drawn = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    drawn.current = performance.now();
  });
  useLayoutEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const drawNow = () => {
      waiting = undefined;
      draw(undefined);
    };
    const unsubscribe = store.subscribe(() => {
      if (waiting !== undefined) return;
      const rest = drawn.current + REST_MS - performance.now();
      if (rest <= 0) drawNow();
      else waiting = setTimeout(drawNow, rest);
    });
    return () => {
      unsubscribe();
      clearTimeout(waiting);
    };
  }, [store]);
}

/** The whole seconds until a time of `Date.now()`, counted down; 0 once it is over. */
export function useCountdown(until: number): number {
  const [, draw] = useReducer((version: number) => version + 1, 0);
  const left = Math.max(0, until - Date.now());
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => draw(undefined), left % 1000 || 1000);
    return () => clearTimeout(timer);
  });
  return Math.ceil(left / 1000);
}

/** For how long a notice of what was done stands. */
const NOTICE_MS = 6000;

/** A notice that goes by itself, and a function that sets it. */
export function useNotice(): [notice: string, tell: (notice: string) => void] {
  const [notice, tell] = useState("");
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => tell(""), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice, tell];
}

const NEAR_PX = 48;

/** Keeps a scrolled box at its end as it grows, unless the reader has scrolled away. */
export function useStickToEnd(box: RefObject<HTMLElement | null>): void {
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      atEnd.current = left < NEAR_PX;
    };
    // A click may open a card and move the end away from where the reader is.
    const lookSoon = () => requestAnimationFrame(look);
    element.addEventListener("scroll", look, { passive: true });
    element.addEventListener("click", lookSoon);
    // A host may draw a view before it shows it: only then does the box have an end to go to.
    const sizes = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", look);
      element.removeEventListener("click", lookSoon);
    };
  }, [box]);
  useLayoutEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
}

/** Scrolls `box`, and nothing around it, until `element` can be seen. */
export function reveal(box: HTMLElement, element: HTMLElement): void {
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.bottom > outer.bottom) {
    box.scrollTop += Math.min(inner.bottom - outer.bottom + 12, inner.top - outer.top);
  } else if (inner.top < outer.top) {
    box.scrollTop -= outer.top - inner.top + 12;
  }
}
