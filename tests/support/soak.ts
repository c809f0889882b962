/** Many rounds of opening a page, acting on it and closing it. Some rounds kill the browser first. */

import { type BrowserName, Pilot } from "./pilot.ts";
import { isBrowser, isBrowserMain, processTree } from "./processes.ts";
import { startSite } from "./site.ts";
import { until } from "./wait.ts";

/** The report: leftovers and growth. */
export interface SoakReport {
  rounds: number;
  /** How often the browser was killed and came back. */
  restarts: number;
  seconds: number;
  /** Resident memory of the server without its browser, bytes: after the warm-up, and at the end. */
  rssWarm: number;
  rssEnd: number;
  /** Browsers running at the end, before the server was closed. */
  browsers: number;
  /** Pages open at the end. */
  pages: number;
  /** Left in the temporary folder after the server was closed. */
  left: string[];
}

const serverRss = (pilot: Pilot): number =>
  processTree(pilot.pid)
    .filter((process) => !isBrowser(process))
    .reduce((sum, { rss }) => sum + rss, 0);

/** Runs the rounds; every `restartEvery`th one the browser is killed first. @throws where a round fails. */
export async function soak(
  browser: BrowserName,
  rounds: number,
  restartEvery = 20,
  onRound: (round: number, rss: number) => void = () => {},
): Promise<SoakReport> {
  const began = performance.now();
  const site = await startSite();
  const pilot = await Pilot.start({ browser });
  const page = site.html(
    `<div id="host"></div><iframe srcdoc="<button>Inner</button>"></iframe>${"<p>Row <a href='#'>link</a></p>".repeat(100)}
     <button onclick="record('click')">Act</button><input aria-label="Field">
     <script>host.attachShadow({ mode: "closed" }).innerHTML = "<button>Shadow</button>"</script>`,
  );
  const warm = Math.min(Math.ceil(rounds / 4), 40);
  let rssWarm = 0;
  let restarts = 0;
  try {
    await pilot.open(site.html("<p>Base page</p>"));
    for (let round = 1; round <= rounds; round += 1) {
      if (round % restartEvery === 0) {
        const { pid } = await pilot.browserProcess();
        process.kill(pid, "SIGKILL");
        // The first call after the browser's death may fail with SESSION_ENDED. The next one must succeed.
        const answer = await pilot.call("list_pages");
        if (answer.isError && answer.code !== "SESSION_ENDED") throw new Error(`after a kill: ${answer.text}`);
        await until("a browser again", async () => !(await pilot.call("list_pages")).isError, 15_000);
        restarts += 1;
      }
      const opened = await pilot.newPage(page);
      page.forget();
      await pilot.snapshot();
      await pilot.click("button", "Act");
      await pilot.fill("textbox", "Field", `round ${round}`);
      await page.event("click");
      await pilot.ok("close_page", { page: opened });
      const rss = serverRss(pilot);
      if (round === warm) rssWarm = rss;
      onRound(round, rss);
    }
    const rssEnd = serverRss(pilot);
    const browsers = pilot.children().filter(isBrowserMain).length;
    const pages = (await pilot.pages()).length;
    await pilot.client.close();
    await pilot.gone();
    await until("an empty temporary folder", () => pilot.temporaryFiles().length === 0, 3_000).catch(() => undefined);
    return {
      rounds,
      restarts,
      seconds: (performance.now() - began) / 1000,
      rssWarm,
      rssEnd,
      browsers,
      pages,
      left: pilot.temporaryFiles(),
    };
  } finally {
    await pilot.close();
    await site.close();
  }
}

/** The problems of a report, in words; empty if there are none. */
export function soakFaults(report: SoakReport): string[] {
  const growth = report.rssEnd - report.rssWarm;
  return [
    ...(report.left.length > 0 ? [`left in the temporary folder: ${report.left.join(", ")}`] : []),
    ...(report.browsers > 1 ? [`${report.browsers} browsers were running at the end`] : []),
    ...(report.pages > 2 ? [`${report.pages} pages were open at the end`] : []),
    // A JavaScript heap varies by some megabytes. A leak of one snapshot a round exceeds that.
    ...(growth > 12e6 + report.rounds * 20e3
      ? [`memory grew by ${(growth / 1e6).toFixed(1)} MB in ${report.rounds} rounds`]
      : []),
  ];
}
