/** Starts and ends browsers over and over, and kills parts of them with SIGKILL, counting what is there before and after. */

import { type ChildProcess, spawn } from "node:child_process";
import { executables } from "../support/paths.ts";
import { type BrowserName, browserArguments, Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { isBrowserMain, isRenderer, marked, markVariable } from "../support/processes.ts";
import type { Site } from "../support/site.ts";
import { Tree } from "../support/tree.ts";
import { until } from "../support/wait.ts";
import { leftovers, type Reading, reading, settled } from "./gauge.ts";

/** How sessions get their browser: launched by the server, or by a WebDriver server. */
export type Way = BrowserName | "chromedriver";

/** What was counted around something. */
export interface Report {
  what: string;
  before: Reading;
  after: Reading;
  seconds: number;
  /** What is wrong, in words. */
  faults: string[];
}

/** Bytes that a server's own memory may vary by, and what a cycle may add to that, such as a line of the log. */
const NOISE = 15e6;
const A_CYCLE = 20e3;
/** Cycles before the first reading: code that is used for the first time is loaded and compiled. */
const WARM = 5;

/** A server whose sessions each have a browser of their own, with its driver where there is one. */
export class Stand {
  private constructor(
    readonly pilot: Pilot,
    readonly driver: ChildProcess | undefined,
    private readonly url: string,
  ) {}

  static async start(way: Way, site: Site): Promise<Stand> {
    const { url } = site.html(`<title>Cycle</title><label>Name <input></label><button>Act</button>`);
    const more = ["--tools", "web,sessions"];
    if (way !== "chromedriver") return new Stand(await Pilot.start({ browser: way, args: more }), undefined, url);
    const port = await freePort();
    const noSandbox = ["--browser-arg=--no-sandbox", "--browser-arg=--disable-gpu"];
    const args = [
      ...browserArguments("chromium"),
      ...noSandbox,
      "--webdriver-url",
      `http://127.0.0.1:${port}`,
      ...more,
    ];
    const pilot = await Pilot.start({ bare: true, args });
    // The driver carries the server's mark, and has its temporary files in the same folder.
    const driver = spawn(executables.chromedriver, [`--port=${port}`], {
      stdio: "ignore",
      env: { ...process.env, TMPDIR: pilot.temporary, [markVariable]: pilot.mark },
    });
    const answers = () => fetch(`http://127.0.0.1:${port}/status`).then(Boolean, () => false);
    await until("the driver to answer", answers, 10_000);
    return new Stand(pilot, driver, url);
  }

  /** Opens a session with a browser of its own, and works in it. Returns its id. */
  async open(): Promise<string> {
    const session = /session (\S{22})\./.exec(await this.pilot.ok("open_session", { separate: true }))?.[1];
    if (session === undefined) throw new Error("open_session answered no id");
    await this.work(session);
    return session;
  }

  async work(session: string): Promise<void> {
    await this.pilot.ok("navigate_page", { session, url: this.url });
    const tree = new Tree(await this.pilot.ok("take_snapshot", { session }));
    await this.pilot.ok("click_by_uid", { session, uid: tree.uid("button", "Act") });
  }

  read(): Reading {
    return reading(this.pilot, this.driver !== undefined);
  }

  /** Reads once nothing is left over, or after a while what there is then. */
  settle(before: Reading): Promise<Reading> {
    return settled(this.pilot, this.driver !== undefined, before);
  }

  close(session: string): Promise<string> {
    return this.pilot.ok("close_session", { session });
  }

  async end(): Promise<void> {
    this.driver?.kill("SIGTERM");
    await this.pilot.close();
  }
}

async function onStand<T>(way: Way, site: Site, body: (stand: Stand) => Promise<T>): Promise<T> {
  const stand = await Stand.start(way, site);
  try {
    return await body(stand);
  } finally {
    await stand.end();
  }
}

/** Launches a browser, works in it and closes it, `count` times in one server. */
export function cycle(way: Way, site: Site, count: number): Promise<Report> {
  return onStand(way, site, async (stand) => {
    for (let warm = 0; warm < Math.min(WARM, count); warm++) await stand.close(await stand.open());
    const before = stand.read();
    const began = performance.now();
    for (let round = 0; round < count; round++) await stand.close(await stand.open());
    const seconds = (performance.now() - began) / 1_000;
    const after = await stand.settle(before);
    const grown = after.rss - before.rss;
    return {
      what: `${way}: ${count} launched and closed`,
      before,
      after,
      seconds,
      faults: [
        ...leftovers(before, after),
        ...(grown > NOISE + count * A_CYCLE ? [`the server grew by ${(grown / 1e6).toFixed(1)} MB`] : []),
      ],
    };
  });
}

/** What can be killed. */
export type Victim = "server" | "browser" | "tab" | "driver";

/** Codes with which a call may answer that the victim is dead. */
const CODES: Record<Exclude<Victim, "server">, readonly string[]> = {
  browser: ["SESSION_ENDED"],
  // The browser may still answer over its own socket when the driver is dead.
  driver: ["SESSION_ENDED"],
  tab: ["PAGE_CRASHED"],
};

/**
 * Kills a part with SIGKILL while a session works in a browser of its own, then closes the session. The counts have to be those
 * of before the session was opened.
 */
export function kill(way: Way, victim: Victim, site: Site): Promise<Report> {
  return onStand(way, site, async (stand) => {
    const { pilot } = stand;
    await stand.close(await stand.open());
    const before = stand.read();
    // The default session has a browser, too, which the server starts ahead of its first call.
    const others = new Set(marked(pilot.mark).map(({ pid }) => pid));
    const session = await stand.open();
    const faults: string[] = [];
    const family = marked(pilot.mark).filter(({ pid }) => !others.has(pid));
    const chosen = {
      server: pilot.pid,
      driver: stand.driver?.pid,
      browser: family.find(isBrowserMain)?.pid,
      tab: family.filter(isRenderer).at(-1)?.pid,
    }[victim];
    if (chosen === undefined) throw new Error(`there is no ${victim} to kill`);
    const began = performance.now();
    if (victim === "tab") {
      for (const { pid } of family.filter(isRenderer)) process.kill(pid, "SIGKILL");
    } else {
      process.kill(chosen, "SIGKILL");
    }
    if (victim === "server") {
      await pilot.gone().catch((error: Error) => faults.push(error.message));
    } else {
      await until(`the ${victim} to be dead`, () => !marked(pilot.mark).some(({ pid }) => pid === chosen));
      const answer = await pilot.call("take_snapshot", { session });
      const code = answer.code ?? "no error";
      // A driver is needed to begin and to end a session only, where the browser has a socket.
      // A death that is known before the call is told in its answer, which comes from a new browser.
      const isTold = victim === "browser" && /^The browser had ended/m.test(answer.text);
      const isFine = CODES[victim].includes(code) || (victim === "driver" && !answer.isError) || isTold;
      if (!isFine) faults.push(`the call after it answered ${code}: ${answer.text.slice(0, 200)}`);
      // Its own session only: another one works.
      if (victim !== "driver") {
        const other = await stand.open();
        await stand.close(other);
      }
      await stand.close(session);
    }
    const seconds = (performance.now() - began) / 1_000;
    // A driver or server that is killed is itself gone, too.
    const after = await stand.settle(before);
    return {
      what: `${way}: SIGKILL of the ${victim}`,
      before,
      after,
      seconds,
      faults: [...faults, ...leftovers(before, after)],
    };
  });
}
