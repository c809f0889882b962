// Follows what the user does in a session while it is recorded.

import { setTimeout } from "node:timers/promises";
import type { Session, UserStep } from "@uipilot/core";
import { coded } from "../../answer.ts";

/** How long one question waits for the next step, and how long one for those that there are may take. */
const WAIT_MS = 20_000;
const ASK_MS = 4_000;
/** The pause before the next question to a session whose browser has ended: its next call begins it again. */
const ENDED_MS = 500;

/** Who is told. */
export interface Listener {
  /** Called before the first steps, and before the first of another browser or connection: its pages have new numbers. */
  begins(): Promise<void>;
  take(steps: UserStep[]): void;
}

/** Asks the engine for the steps of the user, one after the other. */
export class Follower {
  readonly #session: Session;
  readonly #listener: Listener;
  readonly #ending = new AbortController();
  #last = 0;
  /** How many were left out before this recording, and until now. */
  #before = 0;
  #lost = 0;
  /** Why nothing is heard: a code. */
  #failed: string | undefined;

  private constructor(session: Session, listener: Listener) {
    this.#session = session;
    this.#listener = listener;
  }

  /**
   * Begins to follow.
   *
   * @throws `UNSUPPORTED`
   */
  static async begin(session: Session, listener: Listener): Promise<Follower> {
    await session.watchUser(true);
    const follower = new Follower(session, listener);
    await listener.begins();
    const { last, lost } = await session.userSteps();
    follower.#last = last;
    follower.#before = lost;
    void follower.#follow();
    return follower;
  }

  /** What was left out, a sentence each. */
  get leftOut(): string[] {
    const lost = this.#lost - this.#before;
    return [
      ...(lost > 0 ? [`${lost} things that the user did were left out: there were too many.`] : []),
      ...(this.#failed === undefined ? [] : [`What the user did later was not told (${this.#failed}).`]),
    ];
  }

  async #follow(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        await this.#ask(WAIT_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#failed = coded(error).code;
        if (this.#failed !== "SESSION_ENDED") return;
        await setTimeout(ENDED_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Takes what the user did until now, and within `waitMs`. */
  async catchUp(waitMs = 0): Promise<void> {
    await this.#ask(waitMs, AbortSignal.timeout(waitMs + ASK_MS)).catch(() => undefined);
  }

  async #ask(waitMs: number, signal: AbortSignal): Promise<void> {
    const { steps, last, lost } = await this.#session.userSteps({ since: this.#last, waitMs, signal });
    if (this.#failed !== undefined) await this.#listener.begins();
    this.#failed = undefined;
    // Two questions may bring the same ones.
    const news = steps.filter(({ id }) => id > this.#last);
    this.#last = Math.max(this.#last, last);
    this.#lost = Math.max(this.#lost, lost);
    if (news.length > 0) this.#listener.take(news);
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#session.watchUser(false, { signal: AbortSignal.timeout(ASK_MS) }).catch(() => undefined);
  }
}
