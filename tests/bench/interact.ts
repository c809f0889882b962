/**
 * `interactWithPage` against Playwright's locators: a click by role and name on the page of 10,000
 * elements, in turns in one Chromium and one tab. uipilot is called through MCP over stdio, Playwright in
 * this process.
 *
 *   npm run bench:interact -w tests -- [--rounds 30]
 */

import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { OwnChromium } from "../support/chromium.ts";
import { does } from "../support/interact.ts";
import { cacheFolder } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { sleep } from "../support/wait.ts";
import { installPeers } from "./servers.ts";
import { startBenchSite } from "./site.ts";
import { median, short, table } from "./statistics.ts";

/** The part of Playwright that is used here. */
interface Playwright {
  chromium: { connectOverCDP(endpoint: string): Promise<PlaywrightBrowser> };
}
interface PlaywrightBrowser {
  contexts(): { pages(): PlaywrightPage[] }[];
  close(): Promise<void>;
}
interface PlaywrightPage {
  url(): string;
  getByRole(role: string, options: { name: string }): { click(): Promise<void> };
}

/** The limit, as a part of Playwright's time. */
const LIMIT = 1 / 3;
const NAME = "Benchmark target";
const PAUSE_MS = 60;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "30" } } });
const rounds = Number(values.rounds);

installPeers();
const require = createRequire(path.join(cacheFolder, "bench", "package.json"));
const { chromium } = require("playwright-core") as Playwright;

const site = await startBenchSite();
const own = await OwnChromium.start();
const pilot = await Pilot.start({ bare: true, args: ["--cdp-endpoint", own.endpoint] });
try {
  const address = site.address(10_000, "interact");
  await pilot.open(address);
  const peer = await chromium.connectOverCDP(own.endpoint);
  const page = peer
    .contexts()[0]
    ?.pages()
    .find((page) => page.url() === address);
  if (!page) throw new Error("Playwright does not see the page");
  const timed = async (act: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await act();
    return performance.now() - began;
  };
  const ways: [string, () => Promise<unknown>][] = [
    ["interactWithPage", () => does(pilot, "click", { by: "role", value: "button", name: NAME })],
    ["Playwright's locator.click()", () => page.getByRole("button", { name: NAME }).click()],
  ];
  const samples = ways.map((): number[] => []);
  // The first call of each prepares its scripts and its connection.
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < ways.length; turn += 1) {
      const index = (turn + Math.max(round, 0)) % ways.length;
      const ms = await timed(ways[index]?.[1] ?? (async () => undefined));
      if (round >= 0) samples[index]?.push(ms);
      await sleep(PAUSE_MS);
    }
  }
  await peer.close();
  await pilot.open("about:blank");
  const { clicks } = await site.seen("interact");
  if (clicks.length !== (rounds + 1) * ways.length || !clicks.every(({ trusted }) => trusted))
    throw new Error(`the page saw ${clicks.length} clicks of ${(rounds + 1) * ways.length}`);
  const [ours = Number.NaN, theirs = Number.NaN] = samples.map(median);
  console.log(
    table([
      ["click by role among 10,000 elements, ms", "median", "least"],
      ...ways.map(([name], index) => [
        name,
        short(median(samples[index] ?? [])),
        short(Math.min(...(samples[index] ?? []))),
      ]),
    ]),
  );
  const ratio = ours / theirs;
  console.log(
    `\n${ratio.toFixed(2)}×, limit ${short(LIMIT)}×: ${ratio <= LIMIT ? "met" : "NOT met"} (${rounds} rounds)`,
  );
} finally {
  await pilot.close();
  await own.close();
  await site.close();
}
