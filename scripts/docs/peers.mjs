// Asks the peers of the migration notes for their tools, and records the answers with version and day.
//
//   node scripts/docs/peers.mjs FOLDER
//
// FOLDER is one in which they were installed: npm install --ignore-scripts @playwright/mcp chrome-devtools-mcp
// @mozilla/firefox-devtools-mcp @angiejones/mcp-selenium. No browser is started.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Failure, main } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";

const capabilities = "vision,pdf,testing,tracing,network,storage,devtools,config";

/** The page of each peer, its package, its program, and the arguments of each list. */
const peers = [
  ["playwright-mcp", "@playwright/mcp", "cli.js", { tools: [], optional: ["--caps", capabilities] }],
  ["chrome-devtools-mcp", "chrome-devtools-mcp", "build/src/bin/chrome-devtools-mcp.js", { tools: [] }],
  ["firefox-devtools-mcp", "@mozilla/firefox-devtools-mcp", "dist/index.js", { tools: [] }],
  ["mcp-selenium", "@angiejones/mcp-selenium", "src/lib/server.js", { tools: [] }],
];

await main(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Failure("no folder was given", "node scripts/docs/peers.mjs FOLDER");
  const lists = {};
  for (const [page, name, program, asked] of peers) {
    const at = resolve(folder, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
    lists[page] = { package: name, version, asked: new Date().toISOString().slice(0, 10) };
    for (const [list, args] of Object.entries(asked)) lists[page][list] = await toolsOf(join(at, program), args);
    const { tools, optional } = lists[page];
    if (optional) lists[page].optional = optional.filter((tool) => !tools.includes(tool));
  }
  writeFileSync(join(root, "docs/migrate/tools.json"), `${JSON.stringify(lists, null, 2)}\n`);
});

async function toolsOf(program, args) {
  const client = new Client({ name: "uipilot-docs", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, ...args], stderr: "ignore" }),
  );
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}
