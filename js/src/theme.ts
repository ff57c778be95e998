/** Light or dark, as the host is; each host says it in its own way. */

const MARKS = ["class", "theme", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"];

export function isDark(page: Document): boolean {
  const { body, documentElement: root } = page;
  const jupyter = body.dataset["jpThemeLight"];
  if (jupyter !== undefined) return jupyter === "false";
  const named = [
    body.dataset["vscodeThemeKind"], // VS Code
    root.getAttribute("theme"), // Colab
    root.dataset["theme"], // Sphinx and others
    body.dataset["theme"],
    root.className,
    body.className,
  ];
  const words = named.join(" ").toLowerCase();
  // VS Code's light high contrast is also marked as high contrast.
  if (/\blight\b/.test(words)) return false;
  if (/\b(dark|high-contrast)\b/.test(words)) return true;
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Calls `changed` with whether it is dark, now and whenever the host changes. */
export function watchTheme(changed: (dark: boolean) => void, signal: AbortSignal): void {
  const tell = () => changed(isDark(document));
  const observer = new MutationObserver(tell);
  for (const element of [document.body, document.documentElement]) {
    observer.observe(element, { attributes: true, attributeFilter: MARKS });
  }
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
  tell();
}
