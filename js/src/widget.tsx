/** One view: its own shadow root with its styles, following the host's theme until it is closed. */

import { render } from "preact";
import type { Store } from "./store";
import { styles } from "./styles";
import { watchTheme } from "./theme";
import { App } from "./views/app";

export function mount(element: HTMLElement, store: Store, signal: AbortSignal): void {
  const host = document.createElement("div");
  // JupyterLab: keys typed in here are not its shortcuts.
  host.dataset["lmSuppressShortcuts"] = "true";
  const shadow = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = styles;
  const root = document.createElement("div");
  root.className = "costorm";
  root.dataset["testid"] = "costorm";
  shadow.append(style, root);
  element.append(host);
  watchTheme((dark) => {
    root.dataset["theme"] = dark ? "dark" : "light";
  }, signal);
  render(<App store={store} />, root);
  signal.addEventListener("abort", () => {
    render(null, root);
    host.remove();
  });
}
