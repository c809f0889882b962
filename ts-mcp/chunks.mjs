// Puts what the server loads at its start into one file in the older form of modules. Node reads that in one step, and does not load what it
// needs for modules of the newer form; thirty files of those took some 20 ms longer. What is loaded later finds in small files, under the
// names that the bundler gave them, what it shares with the start.

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

/** The file. */
const START = "start.cjs";

/**
 * What modules of the newer form see of it. They ask for it by `require`: for an `import`, Node would read the whole file again to find its
 * exports.
 */
const DOOR = "start.mjs";
const DOOR_TEXT = `import { createRequire } from "node:module";\nexport default createRequire(import.meta.url)("./${START}");\n`;

/** Where a file of the older form is, in place of `import.meta.url`. */
const URL_OF_FILE = 'const __file_url = require("node:url").pathToFileURL(__filename).href;';

/** Libraries in the older form of modules ask for Node's own modules by `require`. */
const REQUIRE =
  'import { createRequire as requireOf } from "node:module";\nconst require = requireOf(import.meta.url);\n';

/**
 * The files of a bundle, with what `entry` loads at once in one file.
 *
 * @param result - what the bundler answered, with `metafile` and without `write`
 * @param options - those of the bundler, for the one file
 * @returns the text of each file by its name
 */
export async function withStartFile({ outputFiles, metafile }, entry, options) {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const described = new Map(Object.entries(metafile.outputs).map(([file, output]) => [basename(file), output]));
  const together = [...atOnce(described, entry)];
  for (const file of together) refuseChanging(Object.keys(described.get(file).inputs), options.absWorkingDir);
  const shared = together.flatMap((file, index) =>
    described.get(file).exports.map((name) => ({ file, name, as: file === entry ? name : `from${index}_${name}` })),
  );
  const start = await build({
    ...options,
    stdin: {
      contents: shared.map(({ file, name, as }) => `export { ${name} as ${as} } from "./${file}";`).join("\n"),
      resolveDir: options.absWorkingDir,
    },
    format: "cjs",
    write: false,
    banner: { js: URL_OF_FILE },
    define: { ...options.define, "import.meta.url": "__file_url" },
    plugins: [fromMemory(texts)],
  });
  const files = new Map([
    [START, start.outputFiles[0].text],
    [DOOR, DOOR_TEXT],
  ]);
  for (const [file, text] of texts) {
    const names = shared.filter((one) => one.file === file).map(({ name, as }) => `${as}: ${name}`);
    const stub = `import start from "./${DOOR}";\nexport const { ${names.join(", ")} } = start;\n`;
    if (!together.includes(file)) files.set(file, /\brequire\b/.test(text) ? REQUIRE + text : text);
    else if (file !== entry) files.set(file, stub);
  }
  return files;
}

/** The files that a file loads at once, with itself. */
function atOnce(described, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind, external } of described.get(file).imports) {
    if (kind === "import-statement" && external !== true) atOnce(described, basename(path), found);
  }
  return found;
}

/** The small files hold what the others export as it was when they were loaded, so no export may change. */
function refuseChanging(inputs, folder) {
  for (const input of inputs.filter((one) => existsSync(join(folder, one)))) {
    if (/^export\s+(?:let|var)\s/m.test(readFileSync(join(folder, input), "utf8"))) {
      throw new Error(`${input} exports a variable, which other files would not see change`);
    }
  }
}

/** Reads files that are not written. What is loaded later stays outside. */
const fromMemory = (texts) => ({
  name: "from-memory",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\// }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : { path: basename(path), namespace: "memory" },
    );
    onLoad({ filter: /.*/, namespace: "memory" }, ({ path }) => ({ contents: texts.get(path) }));
  },
});
