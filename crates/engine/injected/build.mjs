// Bundles the in-page scripts into the committed files that the engine includes.
// `--check` compares instead of writing, for CI.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildParts } from "./parts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const options = {
  bundle: true,
  format: "iife",
  target: "es2021",
  minify: true,
  charset: "ascii",
  legalComments: "none",
  absWorkingDir: here,
};

const [first, rest] = await buildParts(join(here, "src/index.ts"), join(here, "src/rest.ts"), "rest", options);
const bundles = {
  "injected.js": first,
  // The document may be another one by now, which has no script yet.
  "rest.js": `globalThis.__uipilot?.extend?.((shared) => {\n${rest}return rest;\n});\n`,
};
for (const [entry, name, globalName] of [
  ["src/watching/gate.ts", "gate.js"],
  ["src/by-hand/index.ts", "by-hand.js"],
  // Its exports are what a variable of this name holds.
  ["src/storage/index.ts", "storage.js", "storage"],
]) {
  const result = await build({ ...options, entryPoints: [join(here, entry)], globalName, write: false });
  bundles[name] = result.outputFiles[0].text;
}

for (const [name, bundle] of Object.entries(bundles)) {
  const target = join(here, "../src/generated", name);
  if (process.argv.includes("--check")) {
    let committed = "";
    try {
      committed = readFileSync(target, "utf8");
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
    if (committed !== bundle) {
      console.error(
        `src/generated/${name} is not what the sources give: run \`npm run build\` in crates/engine/injected.`,
      );
      process.exit(1);
    }
  } else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bundle);
    console.log(`${name}: ${bundle.length} bytes`);
  }
}
