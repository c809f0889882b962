// Bundles the in-page scripts into the committed files that the engine includes.
// `--check` compares instead of writing, for CI.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

for (const [entry, name, globalName] of [
  ["src/index.ts", "injected.js"],
  ["src/watching/gate.ts", "gate.js"],
  ["src/by-hand/index.ts", "by-hand.js"],
  // Its exports are what a variable of this name holds.
  ["src/storage/index.ts", "storage.js", "storage"],
]) {
  const target = join(here, "../src/generated", name);
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    format: "iife",
    globalName,
    target: "es2021",
    minify: true,
    charset: "ascii",
    legalComments: "none",
    write: false,
    absWorkingDir: here,
  });
  const bundle = result.outputFiles[0].text;

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
