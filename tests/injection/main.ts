/**
 * How many hidden orders reach a model: pages with an order that a person cannot see, as the default snapshots of uipilot and
 * its peers show them.
 *
 *   npm run injection -w tests [-- --page white-on-white] [--only ours]
 */

import { parseArgs } from "node:util";
import { benchServers, installPeers } from "../bench/servers.ts";
import { table } from "../bench/statistics.ts";
import { Running, type Tool } from "../recall/tools.ts";
import { attacks, honestPages } from "./pages.ts";
import { type Reach, reach } from "./reach.ts";
import { serveInjection } from "./site.ts";

const { values } = parseArgs({ options: { page: { type: "string" }, only: { type: "string" } } });

installPeers();
const servers = benchServers(() => undefined).filter(
  ({ name }) => name !== "firefox-devtools-mcp" && (values.only === undefined || name.startsWith(values.only)),
);
const site = await serveInjection();
const pages = attacks.filter(({ name }) => values.page === undefined || name === values.page);
const results = new Map<string, Map<string, Reach>>();
const lost = new Map<string, string[]>();
try {
  for (const server of servers) {
    const request = (server.ours && server.defaultSnapshot?.()) || server.snapshot();
    const tool: Tool = { server, variants: [] };
    const variant = { name: server.name, ours: server.ours, narrow: false, request };
    const running = await Running.start(tool);
    const reached = new Map<string, Reach>();
    try {
      for (const { name } of pages) {
        await running.show(site.address(name));
        reached.set(name, reach(await running.snapshot(variant)));
      }
      if (server.ours) {
        const missing: string[] = [];
        for (const { name, keeps } of honestPages) {
          await running.show(site.address(name));
          const text = await running.snapshot(variant);
          if (!keeps.every((kept) => kept.test(text))) missing.push(name);
        }
        lost.set(server.name, missing);
      }
    } finally {
      await running.close();
    }
    results.set(server.name, reached);
  }
} finally {
  await site.close();
}

const names = servers.map(({ name }) => name);
console.log(
  table([
    ["", ...names],
    ...pages.map(({ name, technique }) => [technique, ...names.map((of) => results.get(of)?.get(name) ?? "")]),
  ]),
);
const share = (of: string, what: Reach): string => {
  const count = [...(results.get(of)?.values() ?? [])].filter((one) => one === what).length;
  return `${count} of ${pages.length} (${Math.round((100 * count) / pages.length)} %)`;
};
console.log(
  `\n${table([
    ["", ...names],
    ["reach the model unmarked", ...names.map((of) => share(of, "yes"))],
    ["reach it, marked as unseen", ...names.map((of) => share(of, "marked"))],
    ["do not reach it", ...names.map((of) => share(of, "no"))],
  ])}`,
);
for (const [name, missing] of lost)
  console.log(
    `${name}: ${honestPages.length} honest pages, ${missing.length} lost something${missing.map((page) => ` ${page}`).join(",")}`,
  );
