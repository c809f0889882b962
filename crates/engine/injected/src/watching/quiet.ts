/**
 * `quiet`: resolves once the document is at rest.
 *
 * The time counts from the last change, which is before the question: the answer about the click, the question and what the
 * engine does between them take 2 to 3 ms, in which a frame can pass. So `outcome` begins the wait (`restAhead`), in the
 * task of the click, and the question joins it.
 */
import { cancel, clock, frame, idle, later } from "../dom/builtins.js";
import { IDLE_MS, nothingDue } from "../dom/due.js";
import { scopes } from "../dom/shadow.js";
import { nextTask } from "./turn.js";

const observe = MutationObserver;
const pageHidden = Object.getOwnPropertyDescriptor(Document.prototype, "hidden")?.get as (this: Document) => boolean;

/** How long there must be no change before the first look. Running workers, databases and sockets often answer within it. */
const PAUSE_MS = 12;
/** The same where nothing is due, and the page leaves all turns to others. */
const SHORT_PAUSE_MS = 5;
/** Length of a turn in that pause, and how much later it may come while the page does nothing. */
const TURN_MS = 2;
const BUSY_MS = 3;
/** How long there must be no change where timers or frames never end. */
const GAP_MS = 50;
/** Time limit, for pages that never stop. */
const LIMIT_MS = 500;

/** Whether a transition or an animation is running that ends by itself: listeners often wait for its end. */
function moving(): boolean {
  return document.getAnimations().some((animation) => {
    const end = animation.effect?.getComputedTiming().endTime;
    return animation.playState === "running" && typeof end === "number" && Number.isFinite(end);
  });
}

/**
 * Waits for one document. It has a slow way, by idle moments, and a short one for a document in which nothing is due. That
 * one is at rest after a short pause in which the page has used none of its turns, and after a frame, since observers of
 * sizes and of what is in view are called with the frame after a change.
 */
class Wait {
  readonly ended: Promise<void>;
  /** When the document changed last, or a time after that. */
  private changed = clock();
  /** When the last frame that was asked for was drawn. */
  private framed = 0;
  private over = false;
  /** Whether the document has changed since the wait ended. */
  private late = false;
  /** Ends the current pause of the short way. */
  private wake = (): void => undefined;
  private end!: () => void;
  private pause = 0;
  private asking = false;
  /** Whether nothing was due when the browser was last idle, and when that was. */
  private calm = false;
  private looked = 0;
  private readonly limit: number;
  private readonly observer = new observe(() => {
    this.changed = clock();
    this.late ||= this.over;
  });

  /** `attached`: resolves when the document may be observed. What changes before it counts as changed then. */
  constructor(attached?: Promise<void>) {
    this.limit = later(() => this.stop(), LIMIT_MS);
    this.ended = new Promise((done) => {
      this.end = done;
    });
    if (attached === undefined) this.begin();
    else {
      this.askFrame();
      void attached.then(() => {
        this.changed = clock();
        if (!this.over) this.begin();
      });
    }
  }

  /** Whether the wait goes on, or the document is as it was at its end. */
  holds(): boolean {
    return !this.over || (!this.late && this.observer.takeRecords().length === 0 && nothingDue());
  }

  /** Ends the wait, and stops observing the document. */
  release(): void {
    this.stop();
    this.observer.disconnect();
  }

  private stop(): void {
    if (this.over) return;
    this.over = true;
    cancel(this.limit);
    cancel(this.pause);
    this.wake();
    this.end();
  }

  private begin(): void {
    for (const root of scopes())
      this.observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    void this.rests().then((rested) => (rested ? this.stop() : this.ask()));
  }

  private askFrame(): void {
    if (this.asking) return;
    this.asking = true;
    frame(() => {
      this.framed = clock();
      this.asking = false;
      // Observers of sizes run later in this frame, a message after it.
      void nextTask().then(() => this.wake());
    });
  }

  /** The short way. False if something is due after all, or if there is no such pause soon. */
  private async rests(): Promise<boolean> {
    const began = clock();
    let turned = began;
    let free = began;
    while (!this.over && nothingDue() && !moving()) {
      const now = clock();
      if (now - began > GAP_MS) break;
      // The page was at work meanwhile, or drew a frame.
      if (now - turned > TURN_MS + BUSY_MS) free = now;
      turned = now;
      const left = SHORT_PAUSE_MS - (now - Math.max(this.changed, free));
      const drawn = this.framed >= this.changed;
      if (left <= 0 && drawn) return true;
      if (!drawn) this.askFrame();
      await new Promise<void>((done) => {
        this.wake = done;
        later(done, Math.max(1, Math.min(left, TURN_MS)));
      });
    }
    return false;
  }

  /** The slow way. */
  private ask(): void {
    if (this.over) return;
    const look = (remaining: number): void => {
      this.calm = remaining >= IDLE_MS;
      this.looked = clock();
      this.check();
    };
    // After a press of the mouse, Chromium reports no idle time for half a second, though nothing is due.
    if (idle) idle((deadline) => look(deadline.timeRemaining()), { timeout: GAP_MS });
    else look(0);
  }

  private check(): void {
    if (this.over) return;
    const still = clock() - this.changed;
    const calm = this.calm && this.changed <= this.looked;
    if ((calm && still >= PAUSE_MS && !moving()) || still >= GAP_MS) this.stop();
    // A question in an idle period is answered in the next one, so it is asked only where its answer is needed.
    else if (calm && still < PAUSE_MS) this.pause = later(() => this.check(), PAUSE_MS - still);
    else this.pause = later(() => this.ask(), PAUSE_MS);
  }
}

/** The wait that began before the question. */
let ahead: Wait | undefined;

/** Begins to wait, because the engine will ask. The answer that is being given does not wait for it. */
export function restAhead(): void {
  forgetRest();
  if (!pageHidden.call(document)) ahead = new Wait(nextTask());
}

/** Forgets a wait that began ahead: another action begins. */
export function forgetRest(): void {
  ahead?.release();
  ahead = undefined;
}

/**
 * Waits until the document has stopped changing and nothing is due that could change it. Timers of a hidden page wait for
 * up to a second, so the answer says at once that it is hidden.
 */
export function quiet(): { state: "hidden" } | Promise<{ state: "done" }> {
  const begun = ahead;
  ahead = undefined;
  const hidden = pageHidden.call(document);
  const joined = !hidden && begun?.holds() ? begun : undefined;
  if (!joined) begun?.release();
  if (hidden) return { state: "hidden" };
  const wait = joined ?? new Wait();
  return wait.ended.then(() => {
    wait.release();
    return { state: "done" };
  });
}
