/**
 * How long each tool takes to answer on each page that does not: `npm run -s stuck -w tests -- --browser firefox`
 * (`chromium`, `firefox` or `tab`), `--tool` and `--page` with names or parts of them. Prints a table and fails where an
 * answer comes later than half a second after the deadline of its call.
 */

import { parseArgs } from "node:util";
import { Pilot } from "../support/pilot.ts";
import { type StuckPage, stuckPages, TrapServer } from "./pages.ts";
import { type Cell, cells, limits, type Scene } from "./tools.ts";

/** How much later than its deadline an answer may come, in milliseconds. */
const GRACE_MS = 500;

const { values } = parseArgs({
  options: {
    browser: { type: "string" },
    tool: { type: "string" },
    page: { type: "string" },
    verbose: { type: "boolean" },
  },
});
const fits = (name: string, wanted?: string): boolean =>
  wanted === undefined || wanted.split(",").some((part) => name.includes(part));

interface Row {
  page: string;
  tool: string;
  deadline: number;
  /** The first call on the stuck page, and the next one, in milliseconds. */
  first: number;
  next: number;
  codes: string;
  text: string;
}

const startPilot = (browser: "chromium" | "firefox"): Promise<Pilot> =>
  Pilot.start({
    browser,
    args: [
      "--allow-script",
      "--tools",
      "web,more",
      "--action-timeout",
      String(limits.action),
      "--navigation-timeout",
      String(limits.navigation),
    ],
  });

/** Opens the page, gets it stuck and calls the tool twice. */
async function measure(pilot: Pilot, traps: TrapServer, page: StuckPage, { tool, deadline, args }: Cell): Promise<Row> {
  const trap = traps.set(page);
  await pilot.ok("new_page", { url: trap.url });
  const number = (await pilot.pages()).find(({ selected }) => selected)?.page;
  if (number === undefined) throw new Error("no page is selected");
  const scene: Scene = { pilot, traps, tree: await pilot.snapshot(), page: number };
  await trap.spring();
  const given = args(scene);
  const first = await pilot.call(tool, given);
  const again = await pilot.call(tool, given);
  const text = `${first.text}\n---\n${again.text}`;
  return {
    page: page.name,
    tool,
    deadline,
    first: first.ms,
    next: again.ms,
    codes: `${first.code ?? "ok"} / ${again.code ?? "ok"}`,
    text,
  };
}

/** Leaves nothing of the page behind. Returns false where only a new browser helps. */
async function leave(pilot: Pilot): Promise<boolean> {
  try {
    const old = await pilot.pages();
    await pilot.ok("new_page", { url: "about:blank" });
    for (const { page } of old) await pilot.ok("close_page", { page });
    return true;
  } catch (error) {
    console.error(`a new browser is needed: ${error}`);
    return false;
  }
}

const browser = values.browser ?? "chromium";
if (browser !== "chromium" && browser !== "firefox") throw new Error(`--browser ${browser}`);
const traps = await TrapServer.start();
let pilot = await startPilot(browser);
const rows: Row[] = [];
console.log(`| page | tool | deadline ms | first ms | next ms | answers |\n| --- | --- | --- | --- | --- | --- |`);
try {
  for (const page of stuckPages.filter(({ name }) => fits(name, values.page)))
    for (const cell of cells.filter(({ tool }) => fits(tool, values.tool))) {
      try {
        const row = await measure(pilot, traps, page, cell);
        rows.push(row);
        const late = Math.max(row.first, row.next) > row.deadline + GRACE_MS ? " LATE" : "";
        console.log(
          `| ${row.page} | ${row.tool} | ${row.deadline} | ${row.first.toFixed(0)} | ${row.next.toFixed(0)} | ${row.codes}${late} |`,
        );
        if (values.verbose) console.log(row.text.replace(/^/gm, "    "));
      } catch (error) {
        console.log(`| ${page.name} | ${cell.tool} | | | | FAILED ${error} |`);
        process.exitCode = 1;
      }
      if (!(await leave(pilot))) {
        await pilot.close().catch(() => undefined);
        pilot = await startPilot(browser);
      }
    }
} finally {
  await pilot.close().catch((error) => console.error(error));
  await traps.close();
}
const late = rows.filter(({ first, next, deadline }) => Math.max(first, next) > deadline + GRACE_MS);
console.log(`${rows.length} cells, ${late.length} late`);
if (late.length > 0) process.exitCode = 1;
