/**
 * What anywidget loads. A function and not an object: the host calls it once a model, and hands a
 * different face of that model to `initialize` and to each `render`, so only this closure can
 * give all views one store.
 */

import type { InitializeProps, RenderProps } from "@anywidget/types";
import { Store } from "./store";
import { mount } from "./widget";
import type { Snapshot } from "./wire";

interface Traits {
  _snapshot: Snapshot | null;
}

export default function widget() {
  let store: Store;
  return {
    initialize({ model, signal }: InitializeProps<Traits>): void {
      store = new Store(model, signal);
    },
    render({ el, signal }: Pick<RenderProps<Traits>, "el" | "signal">): void {
      mount(el, store, signal);
    },
  };
}
