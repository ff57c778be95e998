// Builds src/index.ts into the one file that anywidget loads, style sheets included,
// and the licences of what is bundled into a second file beside it.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const STATIC = join(HERE, "../costorm_widget/widget/static");
const LARGEST_BYTES = 700_000;

/** The folder of the package that a bundled file came from, or nothing for our own files. */
function packageFolder(input) {
  return input.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
}

async function licenceText(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(HERE, folder, "package.json"), "utf8"),
  );
  const files = (await readdir(join(HERE, folder))).filter((file) => /^licen[cs]e/i.test(file));
  const texts = await Promise.all(
    files.sort().map((file) => readFile(join(HERE, folder, file), "utf8")),
  );
  return [`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join("\n\n");
}

/** Imports a style sheet as its text, without what only people need. */
const styleSheetAsText = {
  name: "style-sheet-as-text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), {
        loader: "css",
        minify: true,
      });
      return { contents: code, loader: "text" };
    });
  },
};

const { metafile } = await build({
  absWorkingDir: HERE,
  entryPoints: ["src/index.ts"],
  outfile: join(STATIC, "widget.js"),
  bundle: true,
  charset: "utf8",
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  alias: { "linkify-it": join(HERE, "linkify-off.mjs") },
  plugins: [styleSheetAsText],
  define: { "process.env.NODE_ENV": '"production"' },
  legalComments: "none", // the notices are in the second file
  metafile: true,
  logLevel: "warning",
});

const [output] = Object.values(metafile.outputs);
const folders = new Set(Object.keys(output.inputs).map(packageFolder).filter(Boolean));
const notices = await Promise.all([...folders].sort().map(licenceText));
await writeFile(join(STATIC, "widget.licenses.txt"), `${notices.join("\n\n----\n\n")}\n`);

const kilobytes = (output.bytes / 1000).toFixed(0);
console.log(`widget.js: ${kilobytes} kB of at most ${LARGEST_BYTES / 1000} kB`);
if (output.bytes > LARGEST_BYTES) {
  const heaviest = Object.entries(output.inputs)
    .sort(([, one], [, other]) => other.bytesInOutput - one.bytesInOutput)
    .slice(0, 5)
    .map(([file, { bytesInOutput }]) => `  ${bytesInOutput} bytes  ${file}`);
  console.error(["The bundle is too large. Its heaviest files:", ...heaviest].join("\n"));
  process.exitCode = 1;
}
