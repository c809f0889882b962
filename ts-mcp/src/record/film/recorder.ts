// Films a session: what its current page draws, encoded by the browser itself, as WebM. The film is written as it goes on, so
// that one that is cut off shows all until then.

import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { Session } from "@uipilot/core";
import { type Answer, coded } from "../../answer.ts";
import { ToolError } from "../../error.ts";
import type { ToolContext } from "../../tools/define.ts";
import { APART, type RecordWish } from "../recorder.ts";
import type { Ended, RecordedTool, Recorder } from "../slot.ts";
import { FilmFile } from "./file.ts";
import type { FilmBegin, FilmChunks } from "./protocol.ts";

/** The longer side of a film, in pixels. */
const MAX_SIDE = 1280;
/** How much a film may hold. */
const MOST_MINUTES = 10;
const MOST_BYTES = 64 * 2 ** 20;
/** The shortest time between two frames, in milliseconds: at most ten in a second. */
const PACE_MS = 100;
/** How long a frame is waited for, and at the end for what the page draws last. */
const WAIT_MS = 250;
const LAST_MS = 500;
/** How long a film may take to end, and its page to close after that. */
const END_MS = 5_000;
const CLOSE_MS = 4_000;

/** What a film may hold, as a clause. */
export const LIMITS = `at most ${1000 / PACE_MS} pictures a second, ${MOST_MINUTES} minutes and ${MOST_BYTES >> 20} MB`;

/** Why a film ends early, by the code of the error. */
const WHY: Partial<Record<string, string>> = {
  SESSION_ENDED: "the browser ended",
  TIMEOUT: "the browser did not answer",
  CANCELLED: "the browser did not answer",
  PAGE_CLOSED: "the page that encodes it crashed",
};

/** A recording as a film. */
export class Film implements Recorder {
  readonly files: readonly [string];
  readonly #film: FilmFile;
  readonly #session: Session;
  /** Settles when the file is complete. */
  readonly #done: Promise<void>;
  /** Ends the pause between two frames. */
  readonly #hurry = new AbortController();
  /** Ends a wait for a browser that does not answer. */
  readonly #giveUp = new AbortController();
  #ending = false;
  #steps = 0;
  #failures = 0;
  #withheld = 0;
  /** Why the film ends before its recording, as a sentence. */
  #short: string | undefined;

  private constructor(file: string, film: FilmFile, session: Session) {
    this.files = [file];
    this.#film = film;
    this.#session = session;
    this.#done = this.#run();
  }

  /**
   * Begins a film.
   *
   * @throws `UNSUPPORTED` where the browser makes none; `IO`
   */
  static async begin({ file, overwrite }: RecordWish, session: Session, signal: AbortSignal): Promise<Film> {
    const code = await readFile(new URL("./page-film.js", import.meta.url), "utf8");
    // It has its own deadline. A caller that has gone would leave a film that nobody ends.
    const { text = "{}" } = await session.startFilm(`(() => { ${code}\nreturn script.default; })()`, {
      maxSide: MAX_SIDE,
    });
    try {
      if (!(JSON.parse(text) as FilmBegin).supported) {
        const what = "this browser has no encoder for films (WebCodecs with VP8)";
        throw new ToolError("UNSUPPORTED", what, "record a timeline (.html), or use another Chromium");
      }
      if (signal.aborted)
        throw new ToolError("CANCELLED", "the call was cancelled before the film began", "begin again");
      return new Film(file, await FilmFile.create(file, overwrite), session);
    } catch (error) {
      await session.stopFilm().catch(() => undefined);
      throw error;
    }
  }

  async record(
    tool: RecordedTool,
    _args: Record<string, unknown>,
    context: ToolContext,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    if (this.#ending || this.#short !== undefined || APART.has(tool.name)) return work();
    try {
      const answer = await work();
      // The client answers a question first, and then the call is made again.
      if (context.asking.wanted === undefined) this.#count(answer.failed !== undefined);
      return answer;
    } catch (error) {
      this.#count(true);
      throw error;
    }
  }

  async end(_why: string): Promise<[Ended]> {
    this.#ending = true;
    this.#hurry.abort();
    const patience = globalThis.setTimeout(() => this.#giveUp.abort(), END_MS);
    await this.#done;
    clearTimeout(patience);
    const { bytes, frames, duration, width, height, failed } = this.#film;
    const seconds = (duration / 1_000).toFixed(1);
    const ended: Ended = {
      file: this.files[0],
      bytes,
      steps: this.#steps,
      failed: this.#failures,
      leftOut: [
        ...(this.#short === undefined ? [] : [this.#short]),
        ...(failed === undefined ? [] : [`The film ends early: it could not be written (${failed}).`]),
        ...(this.#withheld === 0
          ? []
          : [`${this.#withheld} pictures were left out: a secret in them moved, or could not be painted over.`]),
      ],
      how:
        frames === 0
          ? `There is no film: ${failed === undefined ? "the page drew nothing that could be filmed" : "no picture fitted"}.`
          : `It is a film of ${seconds} s with ${frames} pictures of ${width} × ${height} pixels (WebM, VP8); any browser plays it.`,
    };
    return [ended];
  }

  #count(failed: boolean): void {
    this.#steps++;
    if (failed) this.#failures++;
  }

  async #run(): Promise<void> {
    try {
      await this.#take();
    } catch (error) {
      this.#endsEarly(error);
    }
    await this.#session
      .stopFilm({ signal: AbortSignal.timeout(CLOSE_MS) })
      .then(({ text }) => this.#add(text))
      .catch((error) => this.#endsEarly(error));
    await this.#film.finish();
  }

  #endsEarly(error: unknown): void {
    const { code } = coded(error);
    this.#short ??= `The film ends early: ${WHY[code] ?? `the browser could not go on with it (${code})`}.`;
  }

  /** Takes frames until the end, or until the film is full. */
  async #take(): Promise<void> {
    for (;;) {
      const last = this.#ending;
      const began = performance.now();
      const { text, withheld } = await this.#session.filmPart({
        waitMs: last ? LAST_MS : WAIT_MS,
        signal: this.#giveUp.signal,
      });
      await this.#add(text);
      if (withheld) this.#withheld++;
      if (last || this.#film.failed !== undefined || this.#isFull()) return;
      if (text === undefined && !withheld) continue;
      const pause = Math.max(0, PACE_MS - (performance.now() - began));
      await setTimeout(pause, undefined, { signal: this.#hurry.signal }).catch(() => undefined);
    }
  }

  async #add(text: string | undefined): Promise<void> {
    if (text !== undefined) await this.#film.add(JSON.parse(text) as FilmChunks);
  }

  #isFull(): boolean {
    const { duration, bytes } = this.#film;
    if (duration >= MOST_MINUTES * 60_000)
      this.#short = `The film ends after ${MOST_MINUTES} minutes, the most that it may take.`;
    else if (bytes >= MOST_BYTES)
      this.#short = `The film ends early: it has ${MOST_BYTES >> 20} MB, the most that it may take.`;
    return this.#short !== undefined;
  }
}
