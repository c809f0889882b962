// Makes the engine write its description to crates/engine/schema/api.json, and generates a part of
// @uipilot/core from that: types, argument checks and the methods of its classes.
//
//   node scripts/generate-api.mjs [--check]
//
// --check: fails unless the committed files match the committed description, and writes nothing. A test of
// the engine compares the description with the engine.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { callsFile, shapesFile, typesFile } from "./lib/api-typescript.mjs";
import { Failure, main } from "./lib/failure.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await main(() => {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  if (!values.check) {
    const test = ["test", "--package", "uipilot-engine", "--features", "schema", "--test", "schema"];
    execFileSync("cargo", test, { cwd: root, env: { ...process.env, UIPILOT_WRITE_SCHEMA: "1" }, stdio: "inherit" });
  }
  const api = JSON.parse(readFileSync(join(root, "crates/engine/schema/api.json"), "utf8"));
  const files = { "types.ts": typesFile(api), "shapes.ts": shapesFile(api), "calls.ts": callsFile(api) };
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, "npm/core/src/generated", name);
    if (!values.check) writeFileSync(file, text);
    else if (readFileSync(file, "utf8") !== text) {
      throw new Failure(`npm/core/src/generated/${name} is out of date`, "run `npm run generate` and commit it");
    }
  }
});
