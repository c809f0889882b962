/**
 * How long each tool takes to answer on each page that does not, and whether it says why:
 * `npm run -s stuck -w tests -- [--browser firefox] [--tool names] [--page names]`, with names or parts of them. A full
 * run takes about two hours. With `--record file` it can be stopped and goes on where it was; while the file of `--pause`
 * exists, it waits. Prints Markdown, and fails where an answer comes later than half a second after the deadline of its
 * call, or does not name the cause.
 */

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { browsers } from "../support/browsers.ts";
import type { Answer } from "../support/caller.ts";
import { type BrowserName, Pilot } from "../support/pilot.ts";
import { sleep, until } from "../support/wait.ts";
import { SILENT_FRAME, type StuckPage, stuckPages, TrapServer } from "./pages.ts";
import { type Result, report } from "./report.ts";
import { type Cell, cells, limits, type Scene } from "./tools.ts";

const { values } = parseArgs({
  options: {
    browser: { type: "string" },
    tool: { type: "string" },
    page: { type: "string" },
    record: { type: "string" },
    pause: { type: "string" },
    verbose: { type: "boolean" },
  },
});
const fits = (name: string, wanted?: string): boolean =>
  wanted === undefined || wanted.split(",").some((part) => name.includes(part));

const startPilot = (browser: BrowserName): Promise<Pilot> =>
  Pilot.start({
    browser,
    args: [
      "--allow-script",
      "--tools",
      "web,more,vision,state,devtools,record,audits,webmcp,sessions,suite",
      "--action-timeout",
      String(limits.action),
      "--navigation-timeout",
      String(limits.navigation),
    ],
  });

/** What is wrong with an answer; empty if it is as it should be. */
function fault(page: StuckPage, { tool, codes, whole }: Cell, { code, text, isError }: Answer): string {
  if (!isError || code === "NO_DIALOG" || code === "UNSUPPORTED") return "";
  if (code !== undefined && (page.codes?.includes(code) || codes?.includes(code))) return "";
  if (code === "PROTOCOL" || code === "INTERNAL") return code;
  if (page.cause?.test(text)) return "";
  if (whole && page.place === "cross-origin" && SILENT_FRAME.test(text)) return "";
  // What it waits for never comes.
  if (tool === "wait_for" && (!page.cause || page.answers)) return "";
  return page.cause ? "cause" : "failed";
}

/** What is wrong with the second answer. The first call may have ended what both are about, or have changed the button. */
function faultAgain(page: StuckPage, cell: Cell, answer: Answer): string {
  const pressed = answer.code === "STALE_UID" && /is button "Press!+" now/.test(answer.text);
  return cell.once || pressed ? "" : fault(page, cell, answer);
}

/** Opens the page. Returns what the arguments are made from. */
async function open(pilot: Pilot, traps: TrapServer, page: StuckPage, url: string): Promise<Scene> {
  const opened = await pilot.call("new_page", { url });
  const number = (await pilot.pages()).find(({ selected }) => selected)?.page;
  if (number === undefined) throw new Error(`no page is selected: ${opened.text}`);
  // The limits are those of the calls that are measured. Chromium loads 300 frames in 10 to 15 s on two cores.
  const tree = await until(`${page.name} to be seen`, () => pilot.snapshot().catch(() => undefined), 90_000);
  return { pilot, traps, tree, page: number, url };
}

/** Opens the page in a session of the suite. Returns its id. */
async function launch(pilot: Pilot, url: string): Promise<string> {
  const { raw, text } = await pilot.call("launchBrowser", { initialUrl: url });
  const { sessionId } = (raw as { structuredContent?: { sessionId?: unknown } }).structuredContent ?? {};
  if (typeof sessionId !== "string") throw new Error(`no session: ${text}`);
  return sessionId;
}

/** Opens the page, gets it stuck and calls the tool twice. */
async function measure(pilot: Pilot, traps: TrapServer, page: StuckPage, cell: Cell): Promise<Omit<Result, "browser">> {
  const trap = traps.set(page);
  let given: Record<string, unknown>;
  if (cell.suite) {
    given = cell.suite(await launch(pilot, trap.url));
    await trap.spring();
  } else {
    const scene = await open(pilot, traps, page, trap.url);
    const further = await cell.before?.(scene);
    await trap.spring();
    given = { ...cell.args(scene), ...further };
  }
  const first = await pilot.call(cell.tool, given);
  const again = await pilot.call(cell.tool, given);
  return {
    page: page.name,
    tool: cell.tool,
    late: Math.max(first.ms, again.ms) - cell.deadline,
    slowest: Math.max(first.ms, again.ms),
    code: first.code ?? "ok",
    fault: fault(page, cell, first) || faultAgain(page, cell, again),
    text: `${first.text}\n---\n${again.text}`,
  };
}

/** Leaves nothing of the page behind. Returns false where only a new browser helps. */
async function leave(pilot: Pilot, cell: Cell, answers: string): Promise<boolean> {
  // The sessions of the suite are the browser's.
  if (cell.suite) return false;
  try {
    await cell.after?.(pilot, answers);
    const old = await pilot.pages();
    await pilot.ok("new_page", { url: "about:blank" });
    for (const { page } of old) await pilot.ok("close_page", { page });
    return true;
  } catch (error) {
    console.error(`a new browser is needed: ${error}`);
    return false;
  }
}

const results: Result[] = [];
if (values.record && existsSync(values.record))
  for (const line of readFileSync(values.record, "utf8").split("\n")) if (line) results.push(JSON.parse(line));

const traps = await TrapServer.start();
for (const browser of browsers.filter((name) => fits(name, values.browser))) {
  let pilot = await startPilot(browser);
  try {
    for (const page of stuckPages.filter(({ name }) => fits(name, values.page)))
      for (const cell of cells.filter(({ tool }) => fits(tool, values.tool))) {
        const is = (done: Result): boolean =>
          done.browser === browser && done.page === page.name && done.tool === cell.tool;
        if (results.some(is)) continue;
        while (values.pause && existsSync(values.pause)) await sleep(2_000);
        let result: Result;
        try {
          result = { browser, ...(await measure(pilot, traps, page, cell)) };
        } catch (error) {
          result = {
            browser,
            page: page.name,
            tool: cell.tool,
            late: 0,
            slowest: 0,
            code: "?",
            fault: "?",
            text: `${error}`,
          };
        }
        results.push(result);
        if (values.record) appendFileSync(values.record, `${JSON.stringify(result)}\n`);
        const { slowest, late, code, fault: found, text } = result;
        const wrong = found !== "" || late > limits.grace;
        console.error(
          `${browser} ${page.name} ${cell.tool}: ${slowest.toFixed(0)} ms (${late.toFixed(0)}) ${code}${wrong ? ` WRONG ${found}` : ""}`,
        );
        if (values.verbose || wrong) console.error(text.replace(/^/gm, "    ").slice(0, 1_500));
        if (!(await leave(pilot, cell, text))) {
          await pilot.close().catch(() => undefined);
          pilot = await startPilot(browser);
        }
      }
  } finally {
    await pilot.close().catch((error) => console.error(error));
  }
}
await traps.close();
console.log(report(results));
if (results.some(({ late, fault: found }) => late > limits.grace || found !== "")) process.exitCode = 1;
