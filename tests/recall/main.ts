/**
 * How much of a page each tool's snapshot lets one act on, and at what size: on the saved pages of the corpus.
 *
 *   npm run recall -- [--only ours,playwright-mcp,…] [--page wikipedia,…] [--misses] [--no-write]
 *
 * Prints the table, and writes it to docs/recall.md when every tool was measured on every page; the texts and what was
 * missed go to tests/output/recall.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { installPeers } from "../bench/servers.ts";
import { OwnChromium } from "../support/chromium.ts";
import { corpus } from "../support/corpora.ts";
import { PageSocket } from "../support/page-socket.ts";
import { outputFolder } from "../support/paths.ts";
import { writeDocument } from "./document.ts";
import { entries } from "./entries.ts";
import { kept } from "./kept.ts";
import { missed } from "./match.ts";
import { serveCorpus } from "./pages.ts";
import { type Row, report } from "./report.ts";
import { Running, tools } from "./tools.ts";
import { type Operable, operables } from "./truth.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    page: { type: "string" },
    misses: { type: "boolean", default: false },
    "no-write": { type: "boolean", default: false },
  },
});

const folder = corpus("pages");
if (folder === undefined) {
  console.log("Skipped: the saved pages are not here (UIPILOT_CORPORA, or shared/corpora beside a folder above).");
  process.exit(0);
}
const site = await serveCorpus(folder);
const pages = site.pages.filter(({ name }) => values.page === undefined || values.page.split(",").includes(name));
const chosen = tools().filter(
  ({ server }) => values.only === undefined || values.only.split(",").includes(server.name),
);
if (chosen.some(({ server }) => !server.ours)) installPeers();
const output = path.join(outputFolder, "recall");
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });

try {
  const truth = new Map<string, Operable[]>();
  const browser = await OwnChromium.start();
  try {
    const devTools = await PageSocket.firstPage(browser);
    await devTools.send("Page.enable");
    for (const { name, url, file } of pages)
      truth.set(name, await kept(readFileSync(file), () => operables(devTools, url)));
    devTools.close();
  } finally {
    await browser.close();
  }
  const rows: Row[] = [];
  for (const tool of chosen) {
    const own = tool.variants.map((variant): Row => ({ variant, samples: [], failures: [] }));
    rows.push(...own);
    const running = await Running.start(tool);
    try {
      for (const { name, url } of pages) {
        for (const { variant, samples, failures } of own) {
          try {
            if (variant === own[0]?.variant) await running.show(url);
            const text = await running.snapshot(variant);
            const operable = truth.get(name) ?? [];
            const misses = missed(operable, entries(tool.server.ours ? "uipilot" : tool.server.name, text));
            samples.push({
              page: name,
              bytes: Buffer.byteLength(text),
              tokens: countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }),
              operable: operable.length,
              found: operable.length - misses.length,
            });
            const label = `${variant.name.replaceAll(/\W+/g, "-")}.${name}`;
            writeFileSync(path.join(output, `${label}.txt`), text);
            const lines = misses.map((miss) => `${miss.role} ${JSON.stringify(miss.name)} ${miss.what}`);
            writeFileSync(path.join(output, `${label}.misses.txt`), lines.join("\n"));
            if (values.misses && misses.length > 0) console.log(`${label}: ${lines.slice(0, 20).join("\n  ")}`);
          } catch (error) {
            failures.push(`${name}: ${(error as Error).message}`);
          }
        }
        console.error(`${tool.server.name}: ${name}`);
      }
    } finally {
      await running.close();
    }
  }
  const text = report(rows, pages.length);
  console.log(text);
  writeFileSync(path.join(output, "samples.json"), JSON.stringify(rows, null, 1));
  if (!values["no-write"] && values.only === undefined && values.page === undefined)
    writeDocument(text, rows, [...truth.values()].flat().length);
} finally {
  await site.close();
}
