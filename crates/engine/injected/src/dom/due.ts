/**
 * Whether the page has anything due: timers, frames and idle moments that it has asked for. No interface lists them. But
 * the browser numbers them, with one counter for all worlds of a document, and an idle moment is only as long as the time
 * to the next of them. So nothing is due where the document once had a long idle moment, and no number was given to the
 * page since.
 *
 * Not seen are tasks that a page delays by `scheduler.postTask`, and timers that were due later than the idle moment was
 * long; those were there before.
 */
import { asked, cancel, cancelFrame, cancelIdle, clock, frame, idle, later, nextFrame } from "./builtins.js";

/** The longest idle moment that a browser gives. */
const MOST_MS = 50;
/** Idle time that shows that nothing is due. */
const IDLE_MS = 40;
/** How many idle moments are looked at for a long one, and the time between the first ones and between later ones. */
const TRIES = 20;
const BETWEEN_MS = 60;
const LATER_MS = 250;
/** How many are looked at in quick succession. After a press, and while a page loads, none is long for half a second and more. */
const SOON = 8;

/** The counters in the last long idle moment. */
let calm: readonly number[] | undefined;
/** The counters when they were last read, and since when they are known not to have changed. */
let latest: { counts: readonly number[]; since: number } | undefined;
let waiting = false;

const nothing = (): void => undefined;

/** How many timers others than this script have asked for. */
function timers(): number {
  const timer = later(nothing, 0);
  cancel(timer);
  return Number(timer) - asked.timers;
}

/** The same of timers, frames and idle moments. */
function counted(): number[] {
  const next = frame(nothing);
  cancelFrame(next);
  const moment = idle?.(nothing) ?? 0;
  cancelIdle?.(moment);
  return [timers(), next - asked.frames, moment - asked.idle];
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((count, i) => count === other[i]);

/** Reads the counters. Returns for how long at least the page has asked for nothing, in milliseconds. */
export function untouched(): number {
  const counts = counted();
  const now = clock();
  if (latest === undefined || !isSame(latest.counts, counts)) latest = { counts, since: now };
  return now - latest.since;
}

/**
 * Whether an idle moment with this time left shows that nothing is due. Its end was set when it began, so that it says nothing
 * about what the page has asked for since.
 */
export function isLongIdle(remaining: number): boolean {
  return untouched() > MOST_MS - remaining && remaining >= IDLE_MS;
}

/**
 * Notes the counters in the next long idle moment. The first moments after a walk are mostly short: a frame is due then, or
 * the browser still waits for more input. Later ones are looked at too, a few times.
 */
export function awaitCalm(): void {
  if (waiting) return;
  waiting = true;
  untouched();
  look(TRIES);
}

function look(tries: number): void {
  idle?.((deadline) => {
    if (isLongIdle(deadline.timeRemaining())) calm = latest?.counts;
    else if (tries > 1) {
      later(() => look(tries - 1), tries > TRIES - SOON ? BETWEEN_MS : LATER_MS);
      return;
    }
    waiting = false;
  });
}

/** The counters when the button went down, before the listeners of the page ran. */
let atPress: readonly number[] | undefined;

/** Notes that the listeners for a press are about to run. */
export function beforePress(): void {
  atPress = counted();
}

/** For how many frames a page can ask for more, one after the other: to render, and then for what follows that. */
const FRAMES = 3;

/**
 * `pressed`: resolves when the page is ready for the release of the button: if it has asked for something since the press, after the
 * first frame in which it asks for nothing more, or the last one that is waited for. Returns whether it had.
 */
export async function pressed(): Promise<boolean> {
  let before = atPress;
  atPress = undefined;
  let frames = 0;
  for (let now = counted(); before !== undefined && !isSame(before, now) && frames < FRAMES; now = counted()) {
    before = now;
    frames++;
    await nextFrame();
  }
  return frames > 0;
}

/** How many timers there were when the last listeners for the release of a button had run. */
let released: number | undefined;

/** Notes that the last listeners for a release run. */
export function afterRelease(): void {
  released = calm && timers();
}

/**
 * Notes that no listener for a click has run yet. Firefox makes a timer of its own between a release and its click, which is
 * nothing that the page has asked for.
 */
export function beforeClick(): void {
  const own = released;
  released = undefined;
  if (calm && own !== undefined && timers() === own + 1) calm = calm.map((count, i) => (i === 0 ? count + 1 : count));
}

/** Whether nothing is due. False where that is not known. */
export function nothingDue(): boolean {
  if (calm === undefined) return false;
  return isSame(calm, counted());
}
