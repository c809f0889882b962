// Writes the JSON Schema of the configuration file, ts-mcp/uipilot.config.schema.json. `--check` compares instead, for CI.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { loadTools } from "./lib/tools.mjs";

const target = join(root, "ts-mcp/uipilot.config.schema.json");

const { configSchema, workspaceSchema } = await loadTools();
const text = `${JSON.stringify(configSchema(workspaceSchema), null, 2)}\n`;

if (process.argv.includes("--check")) {
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
    console.error("ts-mcp/uipilot.config.schema.json is out of date: run `npm run docs` and commit it.");
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
