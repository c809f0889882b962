/** One round: a call, a damage in the middle of it, the answer, the next calls, and what is left. */

import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import type { Answer } from "../support/caller.ts";
import { sleep, until } from "../support/wait.ts";
import { limits, SAVED, type Setting } from "./calls.ts";
import type { Lane } from "./lanes.ts";
import type { Round } from "./plan.ts";
import { formFaults, leftovers, recover, tidy, timed } from "./recover.ts";
import type { Scene, Stage } from "./stage.ts";
import { measureStalls } from "./stall.ts";

/** What came of a round. */
export interface Outcome {
  readonly round: Round;
  /** Whether the damage came before the answer. */
  readonly met: boolean;
  /** The answer's code; "ok", or what took the place of an answer. */
  readonly code: string;
  /** The codes of the calls until the page worked again. */
  readonly after: readonly string[];
  /** How long the call took, in milliseconds. */
  readonly ms: number;
  /** How much later than its deadline the answer came, without the stalls of the machine. */
  readonly late: number;
  readonly faults: readonly string[];
  readonly text: string;
}

/** How long the test waits for an answer after its deadline, in milliseconds. */
const PATIENCE_MS = 30_000;
/** How long the test waits for the page's first event, in milliseconds. */
const EVENT_MS = 1_500;
/** How long after a cancellation input may still arrive, in milliseconds. */
const CANCEL_MS = 500;

/** How long the reports of a page may take to arrive, in milliseconds. */
const REPORT_MS = 2_000;

/** An answer that says that the page was closed. */
const CLOSED = /\bPage \d+ was closed\b/;
/** An error admits that something was done where its code or text says so. */
const ADMITS =
  /\bmay (have|act)\b|had been given input|\b(was|were) (typed|pressed|clicked|filled|done)\b|is not known/;

type Ended = { answer: Answer } | { rejected: Error };

/** Carries out a round on a lane that works. */
export async function perform(round: Round, lane: Lane, stage: Stage): Promise<Outcome> {
  const { call, damage } = round;
  const faults: string[] = [];
  const { pilot } = lane;
  rmSync(path.join(pilot.folder, SAVED), { force: true });
  const scene = stage.set(round.mode, round.slow);
  await lane.prepare(scene.url);
  // A busy machine takes long to load the first page.
  const opening = pilot.ok("navigate_page", { url: scene.url, timeoutMs: PATIENCE_MS });
  await during("opening the page", opening);
  await during("the first snapshot", pilot.snapshot());
  const prepared = await during("preparing the call", Promise.resolve(call.prepare?.(pilot, scene)));
  const setting: Setting = { pilot, scene, prepared };
  const cancelling = new AbortController();
  const ground = { lane, stage, cancel: () => cancelling.abort() };
  const aimed = damage.aim?.(ground) ?? [];

  const stalls = measureStalls([pilot.pid, process.pid]);
  const began = performance.now();
  let ended: { end: Ended; ms: number; late: number } | undefined;
  const calling = pilot
    .call(call.tool, call.args(setting), { signal: cancelling.signal, timeout: call.deadline + PATIENCE_MS })
    .then(
      (answer) => ({ answer }),
      (rejected: Error) => ({ rejected }),
    )
    .then((end: Ended) => {
      const ms = performance.now() - began;
      ended = { end, ms, late: ms - stalls() - call.deadline };
      return ended;
    });
  scene.go();
  await (round.when === "event"
    ? Promise.race([scene.next(), calling, sleep(Math.min(EVENT_MS, round.slow + 400))])
    : sleep(round.when));
  const met = ended === undefined;
  // What the page reports of a call that is over would be lost with its browser.
  const before = ended && "answer" in ended.end ? await truth(round, met, setting, ended.end.answer) : undefined;
  // A damage that itself takes a call lasts as long as that call.
  const damaging = Promise.resolve(damage.apply(ground, aimed)).catch(() => undefined);
  if (damage.undo && Number.isFinite(round.lasts)) {
    await damaging;
    await sleep(round.lasts);
    damage.undo(ground);
  }
  const { end, ms, late } = await calling;
  await damaging;
  let code = "no answer";
  let text = "";
  if ("answer" in end) {
    code = end.answer.code ?? "ok";
    text = end.answer.text;
    faults.push(
      ...formFaults("the call", { answer: end.answer, late }),
      ...(before ?? (await truth(round, met, setting, end.answer))),
    );
  } else if (damage.ends === undefined) {
    faults.push(`the call has no answer: ${end.rejected.message}`);
  }
  // The next call connects again, which has a limit of its own.
  if (code === "SESSION_ENDED" || code === "OUTCOME_UNKNOWN") lane.fresh = true;
  if (damage.name === "cancel") faults.push(...(await afterCancel(round, scene)));
  if (damage.ends === "server") faults.push(...(await replaceServer(lane, damage.name === "end server")));
  if (damage.undo) {
    // The next call, while the damage lasts.
    if (!Number.isFinite(round.lasts))
      faults.push(
        ...formFaults("the next call, still damaged,", await timed(lane, "take_snapshot", {}, limits.action)),
      );
    damage.undo(ground);
  }
  const back = await recover(lane, stage);
  faults.push(...back.faults);
  await tidy(lane);
  faults.push(...(await leftovers(lane)));
  return { round, met, code, after: back.codes, ms, late, faults, text };
}

/** Names what failed. */
async function during<T>(what: string, work: Promise<T>): Promise<T> {
  return work.catch((error: Error) => {
    throw new Error(`${what}: ${error.message}`);
  });
}

/** What is untrue in an answer. */
async function truth({ call, damage, mode }: Round, met: boolean, setting: Setting, answer: Answer): Promise<string[]> {
  if (!answer.isError) {
    // What the page reports takes its own way here, and what it had not sent when its tab was closed never comes.
    const lost = () => damage.name === "close tab" && CLOSED.test(answer.text) && call.begun?.(setting) === true;
    const done = await until("the effect", () => call.done(setting, answer) || lost(), REPORT_MS).catch(() => false);
    return done ? [] : [`success without its effect: ${answer.text}`];
  }
  const faults: string[] = [];
  const code = answer.code ?? "";
  // The click that was to open a dialog is refused too.
  if (mode === "covered" && (code === "COVERED" || code === "NO_DIALOG")) return faults;
  if (!met || !damage.codes.includes(code)) faults.push(`${code} is not true for this damage: ${answer.text}`);
  const admits = ["OUTCOME_UNKNOWN", "INTERRUPTED"].includes(code) || ADMITS.test(answer.text);
  if (call.begun?.(setting) && !admits) faults.push(`the error hides what was done (${mode}): ${answer.text}`);
  if (call.tool === "save_page" && existsSync(path.join(setting.pilot.folder, SAVED)))
    faults.push(`the file was saved, and the answer is ${answer.text}`);
  return faults;
}

/** A cancelled call gives the page no further input. A busy page is left out: it handles earlier input late. */
async function afterCancel({ mode }: Round, scene: Scene): Promise<string[]> {
  if (mode === "busy") return [];
  const stalls = measureStalls([process.pid]);
  await sleep(CANCEL_MS);
  await sleep(stalls());
  const keys = (): number => scene.events.filter(({ kind }) => kind === "keydown" || kind === "pointerdown").length;
  const before = keys();
  await sleep(CANCEL_MS / 2);
  return keys() > before ? [`${keys() - before} keys or presses came after the cancellation`] : [];
}

/** Nothing may be left of a server that ended. Starts another one. */
async function replaceServer(lane: Lane, orderly: boolean): Promise<string[]> {
  const faults: string[] = [];
  const { pilot } = lane;
  await pilot.gone(8_000).catch((error: Error) => faults.push(error.message));
  await until("no temporary files", () => pilot.temporaryFiles().length === 0, 5_000).catch(() =>
    faults.push(`left in the folder for temporary files: ${pilot.temporaryFiles().join(", ")}`),
  );
  await pilot.close().catch((error: Error) => faults.push(error.message));
  faults.push(...(await lane.abandoned(orderly)));
  await lane.startServer();
  return faults;
}
