import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isDark, watchTheme } from "../src/theme";

const { body, documentElement: root } = document;

function prefer(dark: boolean): void {
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: dark }));
}
beforeEach(() => prefer(false));
afterEach(() => {
  for (const element of [body, root]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
});

it.each([
  ["JupyterLab light", () => body.setAttribute("data-jp-theme-light", "true"), false],
  ["JupyterLab dark", () => body.setAttribute("data-jp-theme-light", "false"), true],
  ["VS Code dark", () => body.setAttribute("data-vscode-theme-kind", "vscode-dark"), true],
  ["VS Code light", () => body.classList.add("vscode-light"), false],
  ["VS Code high contrast", () => body.classList.add("vscode-high-contrast"), true],
  ["its light twin", () => body.classList.add("vscode-high-contrast-light"), false],
  ["Colab dark", () => root.setAttribute("theme", "dark"), true],
  ["a page of words that hold the word", () => body.classList.add("highlight"), false],
])("follows %s", (_, dress, dark) => {
  prefer(!dark);
  if (_.startsWith("a page")) prefer(dark);
  dress();
  expect(isDark(document)).toBe(dark);
});

it("asks the browser where the host says nothing", () => {
  prefer(true);
  expect(isDark(document)).toBe(true);
});

it("test_c25: tells of a change until its signal", async () => {
  const closing = new AbortController();
  const told: boolean[] = [];
  watchTheme((dark) => told.push(dark), closing.signal);
  body.setAttribute("data-jp-theme-light", "false");
  await Promise.resolve();
  closing.abort();
  body.setAttribute("data-jp-theme-light", "true");
  await Promise.resolve();
  expect(told).toEqual([false, true]);
});
