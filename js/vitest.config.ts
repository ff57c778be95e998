import { readFile } from "node:fs/promises";
import { defineConfig, type Plugin } from "vitest/config";

const MARK = ".text"; // an id that still ended in .css would meet the style sheet steps of Vite

/** Imports a style sheet as its text, as the bundle does. */
const styleSheetAsText: Plugin = {
  name: "style-sheet-as-text",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!source.endsWith(".css")) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `\0${found.id}${MARK}`;
  },
  async load(id) {
    if (!id.endsWith(MARK)) return null;
    const text = await readFile(id.slice(1, -MARK.length), "utf8");
    return `export default ${JSON.stringify(text)};`;
  },
};

export default defineConfig({
  plugins: [styleSheetAsText],
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
    restoreMocks: true,
  },
});
