/** After a damage: the next calls follow what the answers advise, until a click on a fresh page arrives. */

import type { Answer } from "../support/caller.ts";
import { isBrowserMain } from "../support/processes.ts";
import { until } from "../support/wait.ts";
import { limits } from "./calls.ts";
import { documented } from "./codes.ts";
import type { Lane } from "./lanes.ts";
import type { Scene, Stage } from "./stage.ts";
import { measureStalls } from "./stall.ts";

/** How much later than its deadline an answer may come, in milliseconds. */
export const GRACE_MS = 500;
/** How long a browser may take to start, or to be connected to again. That time has a limit of its own. */
const START_MS = 15_000;
/** The most calls until the page works again. */
const MOST_STEPS = 6;

/** An answer, and how much later than its deadline it came. */
export interface Timed {
  answer: Answer;
  late: number;
}

/** Calls a tool. The time for which the machine kept server and test waiting does not count. */
export async function timed(lane: Lane, tool: string, args: Record<string, unknown>, deadline: number): Promise<Timed> {
  const mains = (): string =>
    lane
      .mains()
      .map(({ pid }) => pid)
      .join();
  const before = mains();
  const stalls = measureStalls([lane.pilot.pid, process.pid]);
  const answer = await lane.pilot.call(tool, args, { timeout: deadline + 60_000 });
  const started = lane.fresh || (lane.launches && mains() !== before);
  if (!answer.isError) lane.fresh = false;
  return { answer, late: answer.ms - stalls() - deadline - (started ? START_MS : 0) };
}

/** What is wrong with an answer, whatever was done: its time, and the form of its error. */
export function formFaults(what: string, { answer, late }: Timed): string[] {
  const faults: string[] = [];
  if (late > GRACE_MS) faults.push(`${what} answered ${Math.round(late)} ms after its deadline: ${answer.text}`);
  if (!answer.isError) return faults;
  if (answer.code === undefined || !documented.has(answer.code) || !answer.text.startsWith(`[${answer.code}] `))
    faults.push(`${what} failed without a documented code: ${answer.text}`);
  if (!answer.text.includes(" – ")) faults.push(`${what} failed without a next step: ${answer.text}`);
  return faults;
}

/** Brings the lane back. Returns the codes on the way, and what was wrong. */
export async function recover(lane: Lane, stage: Stage): Promise<{ codes: string[]; faults: string[] }> {
  const codes: string[] = [];
  const faults: string[] = [];
  let scene = stage.set("quick", 0);
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const asked = await timed(lane, "take_snapshot", { maxLines: 5 }, limits.action);
    faults.push(...formFaults("the next call", asked));
    if (asked.answer.isError && !(await follow(lane, stage, asked.answer.code ?? "", codes, faults))) break;
    if (asked.answer.isError) continue;
    await lane.prepare(scene.url);
    const opened = await timed(lane, "navigate_page", { url: scene.url }, limits.navigation);
    faults.push(...formFaults("the next navigation", opened));
    if (!opened.answer.isError) {
      const clicked = await clickOnce(lane, scene);
      if (clicked === undefined) return { codes, faults };
      if (clicked.code === undefined) return { codes, faults: [...faults, clicked.text] };
      if (!(await follow(lane, stage, clicked.code, codes, faults))) break;
    } else if (!(await follow(lane, stage, opened.answer.code ?? "", codes, faults))) break;
    scene = stage.set("quick", 0);
  }
  faults.push(`the session did not come back in ${MOST_STEPS} steps: ${codes.join(", ")}`);
  return { codes, faults };
}

/** Does what the code advises. Returns false where nothing is known to help. */
async function follow(lane: Lane, stage: Stage, code: string, codes: string[], faults: string[]): Promise<boolean> {
  codes.push(code);
  const { pilot } = lane;
  const blank = stage.set("quick", 0).url;
  switch (code) {
    case "SESSION_ENDED":
    case "CONNECT_FAILED":
    case "LAUNCH_FAILED":
      await lane.revive();
      return true;
    case "PAGE_CLOSED":
    case "PAGE_NOT_FOUND":
    case "TAB_NOT_GRANTED":
      await lane.grant(blank);
      faults.push(...formFaults("new_page", await timed(lane, "new_page", { url: blank }, limits.navigation)));
      return true;
    case "PAGE_CRASHED":
    case "NAVIGATION_FAILED":
    case "TIMEOUT":
    case "STALE_UID":
      faults.push(
        ...formFaults("navigate_page", await timed(lane, "navigate_page", { url: blank }, limits.navigation)),
      );
      return true;
    case "DIALOG_OPEN":
      await pilot.call("accept_dialog");
      return true;
    default:
      faults.push(`no next step is known for ${code}`);
      return false;
  }
}

/** Clicks the button of a fresh page. Returns what is wrong, with the code where a call failed. */
async function clickOnce(lane: Lane, scene: Scene): Promise<{ text: string; code?: string } | undefined> {
  const { pilot } = lane;
  const seen = await pilot.call("take_snapshot");
  if (seen.isError) return { text: seen.text, code: seen.code ?? "" };
  const uid = /uid=(\d+_\d+) button "Press"/.exec(seen.text)?.[1];
  if (uid === undefined) return { text: `the fresh page shows no button: ${seen.text}` };
  const clicked = await timed(lane, "click_by_uid", { uid }, limits.action);
  if (clicked.answer.isError) return { text: clicked.answer.text, code: clicked.answer.code ?? "" };
  const [late] = formFaults("the next click", clicked);
  if (late) return { text: late };
  await until("the click", () => scene.saw("click", "press"), 2_000).catch(() => undefined);
  const got = scene.events
    .filter(({ kind }) => /^(pointerdown|pointerup|click)$/.test(kind))
    .map(({ kind, id, trusted, buttons }) => `${kind} ${id} ${trusted} ${buttons}`);
  const wanted = ["pointerdown press true 1", "pointerup press true 0", "click press true 0"];
  return got.join() === wanted.join() ? undefined : { text: `the next click gave ${got.join(", ") || "no event"}` };
}

/** Leaves one page open. A browser that its owner has just started may not listen yet. */
export async function tidy(lane: Lane): Promise<void> {
  const pages = await until("the list of pages", () => lane.pilot.pages().catch(() => undefined), 10_000);
  for (const { page, selected } of pages) if (!selected) await lane.pilot.call("close_page", { page });
}

/** What a server holds beyond one browser: processes, and entries of its folder for temporary files. */
export async function leftovers(lane: Lane): Promise<string[]> {
  const { pilot } = lane;
  const mains = lane.launches ? 1 : 0;
  const surplus = (): string[] => {
    const children = pilot.children();
    const guards = children.filter(({ executable, arguments: args }) => /sh$/.test(executable) && args.includes("-c"));
    const own = children.filter(isBrowserMain);
    const files = pilot.temporaryFiles();
    return [
      ...(own.length > mains ? [`${own.length} browsers run`] : []),
      ...(guards.length > mains ? [`${guards.length} guards run`] : []),
      ...(files.length > mains ? [`in the folder for temporary files: ${files.join(", ")}`] : []),
    ];
  };
  await until("leftovers to go", () => surplus().length === 0, 8_000).catch(() => undefined);
  return surplus();
}
