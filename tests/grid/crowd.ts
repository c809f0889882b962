/** Many sessions on a grid at once, each of which is accounted for, and a node that dies under them. */

import type { Grid } from "../support/grid.ts";
import type { Pilot } from "../support/pilot.ts";
import { Tree } from "../support/tree.ts";
import { sleep, until } from "../support/wait.ts";

/** A session that has not ended by then hangs. */
const HANGS_MS = 240_000;

/** The page on which the sessions work. */
export const FORM = `<label>Name <input></label><button onclick="out.textContent = 'in: ' + document.querySelector('input').value">Enter</button><p id="out"></p>`;

/** What became of the sessions. */
export interface Crowd {
  /** How many sessions ended with which code, or as "completed". */
  results: Map<string, number>;
  ended: number;
  /** Milliseconds by what was done. */
  taken: Record<"start" | "snapshot" | "click", number[]>;
  /** Sessions that the grid still has at the end. */
  left: number;
}

/** Results that no session may have. */
export const WRONG = ["HUNG", "NO_CODE", "UNTRUE", "NO_SESSION"];

/** The arguments of a server that works on a grid. */
export function gridArguments(grid: Grid, chromium: string, sessions: number, limitMs = 120_000): string[] {
  return [
    ...["--tools", "web,more,sessions", "--max-sessions", String(sessions + 1)],
    ...["--webdriver-url", grid.url, "--webdriver-timeout", String(limitMs)],
    ...["--browser", "chrome", "--executable", chromium, "--headless", "--browser-arg=--no-sandbox"],
  ];
}

/** Lets `count` sessions work at once. When a third has ended, the first node is killed, if it is to be. */
export async function crowd(grid: Grid, pilot: Pilot, form: string, count: number, kill: boolean): Promise<Crowd> {
  const taken: Crowd["taken"] = { start: [], snapshot: [], click: [] };
  const results: Crowd["results"] = new Map();
  let ended = 0;

  /** Does the work of one session. Returns the code of its failure, if it fails. */
  const work = async (name: string): Promise<string | undefined> => {
    const session = /session (\S{22})\./.exec((await pilot.call("open_session")).text)?.[1];
    if (session === undefined) return "NO_SESSION";
    const call = async (tool: string, args: Record<string, unknown>, into?: keyof typeof taken) => {
      const answer = await pilot.call(tool, { ...args, session }, { timeout: HANGS_MS });
      if (answer.isError) throw new Error(answer.code ?? "NO_CODE");
      if (into !== undefined) taken[into].push(answer.ms);
      return answer.text;
    };
    try {
      await call("navigate_page", { url: form }, "start");
      const tree = new Tree(await call("take_snapshot", {}, "snapshot"));
      await call("fill_by_uid", { uid: tree.uid("textbox", "Name"), value: name });
      const told = await call("click_by_uid", { uid: tree.uid("button", "Enter") }, "click");
      // A click that is told as done has been seen by the page.
      return told.includes(`in: ${name}`) ? undefined : "UNTRUE";
    } catch (error) {
      return (error as Error).message;
    } finally {
      await pilot.call("close_session", { session }, { timeout: HANGS_MS });
    }
  };

  const all = Array.from({ length: count }, async (_, index) => {
    const late = sleep(HANGS_MS).then(() => "HUNG");
    const code = (await Promise.race([work(`agent ${index}`), late])) ?? "completed";
    ended++;
    results.set(code, (results.get(code) ?? 0) + 1);
  });
  if (kill) {
    await until("a third of the sessions to end", () => ended >= count / 3, HANGS_MS);
    grid.loseNode(0);
  }
  await Promise.all(all);
  // Sessions of the killed node are gone with it; the others were closed.
  const left = await until("the grid to be empty", async () => (await grid.sessions()) === 0, 60_000).then(
    () => 0,
    () => grid.sessions(),
  );
  return { results, ended, taken, left };
}
