// Records the calls of a session as a timeline. Each step is written when its call has ended, so that a recording that is cut off
// shows all steps until then.

import { createHash } from "node:crypto";
import type { Session } from "@uipilot/core";
import { type Answer, coded, compose, composeError } from "../answer.ts";
import { base64 } from "../base64.ts";
import { masker } from "../secrets/mask.ts";
import type { ToolContext } from "../tools/define.ts";
import { VERSION } from "../version.ts";
import { type Source, sources } from "./beside.ts";
import { givenText, uidsOf } from "./given.ts";
import { type Beside, type Box, head, type Shown, step, tail } from "./page.ts";
import type { Ended, RecordedTool, Recorder } from "./slot.ts";
import { Writer } from "./writer.ts";

/** The longer side of a picture in pixels, and its quality as JPEG. */
const MAX_SIDE = 800;
const QUALITY = 55;
/** How long a picture may take. A page that does not answer is not waited for again until a call has reached it. */
const PICTURE_MS = 1_500;
const IMPATIENT_MS = 250;
/** How much a recording may hold: bytes of all, bytes of pictures, steps. */
const MOST_BYTES = 64 * 2 ** 20;
const MOST_PICTURES = 48 * 2 ** 20;
const MOST_STEPS = 5_000;
/** What is kept free for the end of the file. */
const TAIL = 4_096;
/** How many characters of an answer are kept, and how many lines of each kind beside it. */
const MOST_ANSWER = 6_000;
const MOST_LINES = 40;
/** How many earlier pictures are known again. */
const MOST_KNOWN = 32;

/** Tools whose calls are no steps of the session. */
export const APART: ReadonlySet<string> = new Set([
  "start_recording",
  "stop_recording",
  "open_session",
  "close_session",
  "list_sessions",
  "extension_status",
  // Desktop applications have other pictures.
  "debug_launch",
  "debug_attach",
  "debug_ui",
  "debug_ui_action",
  "debug_stop",
  "list_applications",
  "list_windows",
  "window_action",
  "menu_action",
]);

/** Tools that write files or ask the person, and leave the page as it is. */
const UNSEEN: ReadonlySet<string> = new Set([
  "save_page",
  "save_pdf",
  "audit_accessibility",
  "start_trace",
  "stop_trace",
  "start_coverage",
  "stop_coverage",
  "compare_screenshots",
  "storage_state",
  "cookies",
  "clear_snapshot",
]);

/** What to record. */
export interface RecordWish {
  file: string;
  overwrite?: boolean | undefined;
  /** Also the texts that calls type. */
  values?: boolean | undefined;
}

/** A picture as it was taken. */
interface Taken {
  data: Uint8Array;
  mimeType: string;
  width: number;
  height: number;
  scroll: string;
  page: { number: number; url: string };
  marks: Box[];
}

/** A recording as one file of HTML. */
export class Timeline implements Recorder {
  readonly files: readonly string[];
  readonly #writer: Writer;
  readonly #values: boolean;
  readonly #sources: Source[] = sources.map((make) => make());
  readonly #began = Date.now();
  /** The numbers of pictures in the file, by their hashes. */
  readonly #known = new Map<string, number>();
  #pictures = 0;
  #pictureBytes = 0;
  #steps = 0;
  #failures = 0;
  #withoutPictures = 0;
  #lost = 0;
  /** Why no step is added any more, as a clause. */
  #full: string | undefined;
  #patience = PICTURE_MS;
  /** Settles when all steps until now are written. */
  #written: Promise<void> = Promise.resolve();
  #ended: Promise<Ended[]> | undefined;

  private constructor(writer: Writer, { file, values = false }: RecordWish) {
    this.#writer = writer;
    this.files = [file];
    this.#values = values;
  }

  /**
   * Begins a recording.
   *
   * @throws `IO`
   */
  static async begin(wish: RecordWish, session: Session): Promise<Timeline> {
    const { product } = await session.start();
    const first = head({ at: new Date(), browser: product, version: VERSION });
    const timeline = new Timeline(await Writer.create(wish.file, first, wish.overwrite), wish);
    // What was noticed before belongs to no step.
    await timeline.#beside(session);
    return timeline;
  }

  async record(
    tool: RecordedTool,
    args: Record<string, unknown>,
    context: ToolContext,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    if (this.#ended !== undefined || APART.has(tool.name)) return work();
    if (this.#writer.failed !== undefined || this.#full !== undefined) {
      try {
        return await work();
      } finally {
        if (context.asking.wanted === undefined) this.#lost++;
      }
    }
    const acts = tool.effect !== "reads" && !UNSEEN.has(tool.name);
    // The picture after the last call is not to show this one.
    await this.#written;
    const before = acts ? await this.#take(context, uidsOf(args)) : undefined;
    if (typeof before === "object") before.marks.push(...pointOf(args, context));
    const at = new Date();
    const began = performance.now();
    let answer: Answer | undefined;
    let error: unknown;
    try {
      answer = await work();
    } catch (thrown) {
      error = thrown;
    }
    const durationMs = performance.now() - began;
    // The client answers a question first, and then the call is made again.
    if (context.asking.wanted === undefined) {
      const call = { tool, args, at, durationMs, before, answer, error, acts };
      this.#written = this.#written.then(() => this.#finish(call, context)).catch(() => undefined);
    }
    if (answer === undefined) throw error;
    return answer;
  }

  end(why: string): Promise<Ended[]> {
    this.#ended ??= this.#end(why);
    return this.#ended;
  }

  async #end(why: string): Promise<Ended[]> {
    await this.#written;
    const seconds = Math.round((Date.now() - this.#began) / 1_000);
    const count = `${this.#steps} steps, ${this.#failures} failed, in ${seconds} s. Ended: ${why}.`;
    await this.#writer.append(tail([count, ...this.#leftOut()]));
    await this.#writer.close();
    // That may have been what could not be written.
    const leftOut = this.#leftOut();
    return this.files.map((file) => ({
      file,
      bytes: this.#writer.bytes,
      steps: this.#steps,
      failed: this.#failures,
      leftOut,
      how: "It opens in any browser, without a network.",
    }));
  }

  #leftOut(): string[] {
    const { failed } = this.#writer;
    return [
      ...(this.#withoutPictures > 0 ? [`${this.#withoutPictures} pictures were left out: the file has enough.`] : []),
      ...(this.#lost > 0 && failed === undefined ? [`${this.#lost} steps were left out: ${this.#full}.`] : []),
      ...(failed === undefined ? [] : [`The file ends early: it could not be written (${failed}).`]),
    ];
  }

  async #finish(call: Call, context: ToolContext): Promise<void> {
    const { tool, args, at, durationMs, before, answer, error, acts } = call;
    const failed = error === undefined ? answer?.failed : coded(error).code;
    const reached = failed === undefined || !UNREACHED.has(failed);
    if (reached) this.#patience = PICTURE_MS;
    const details = detailsOf(answer);
    const uids = [...new Set([...uidsOf(args), ...(details.uid === undefined ? [] : [details.uid])])];
    const after = acts ? await this.#take(context, uids) : undefined;
    const session = await context.session().catch(() => undefined);
    const beside = session === undefined ? [] : await this.#beside(session);
    // A locator is resolved by the call, and its element is where it was if nothing was scrolled since.
    if (details.box !== undefined && isTaken(before) && isTaken(after) && before.scroll === after.scroll) {
      before.marks.push(details.box);
    }
    const mask = (text: string): string => masker.text(text);
    const result = answer === undefined ? composeError(error) : compose(answer);
    const text = mask(result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"));
    const place = isTaken(after) ? after.page : isTaken(before) ? before.page : undefined;
    const number = this.#steps + 1;
    const first = text.split("\n", 1)[0] ?? "";
    const part = step(
      {
        number,
        tool: tool.name,
        at,
        durationMs,
        failed,
        title: first.length > 240 ? `${first.slice(0, 240)}…` : first,
        given: mask(givenText(args, { values: this.#values || tool.effect === "reads" })),
        answer: text.slice(0, MOST_ANSWER),
        cut: Math.max(0, text.length - MOST_ANSWER),
        page: place === undefined ? undefined : { number: place.number, url: mask(place.url) },
        before: this.#shown(before),
        after: acts ? this.#shown(after) : this.#ownPicture(answer),
        beside: beside.map(({ title, lines, more }) => ({ title, lines: lines.map(mask), more })),
      },
      !acts,
    );
    if (this.#writer.bytes + Buffer.byteLength(part) > MOST_BYTES - TAIL) {
      this.#full = `a recording has at most ${MOST_BYTES >> 20} MB`;
    }
    if (this.#full !== undefined || !(await this.#writer.append(part))) {
      this.#lost++;
      return;
    }
    this.#steps = number;
    if (number === MOST_STEPS) this.#full = `a recording has at most ${MOST_STEPS}`;
    if (failed !== undefined) this.#failures++;
  }

  /** A picture of the page that no call notices; a word for why there is none. */
  async #take(context: ToolContext, uids: readonly string[]): Promise<Taken | string> {
    if (this.#pictureBytes > MOST_PICTURES) {
      this.#withoutPictures++;
      return "left out, the file has enough pictures";
    }
    try {
      const session = await context.session();
      const { data, mimeType, width, height, view, url, located } = await session.screenshot({
        aside: true,
        jpegQuality: QUALITY,
        maxSide: MAX_SIDE,
        locate: [...uids],
        signal: AbortSignal.timeout(this.#patience),
      });
      this.#patience = PICTURE_MS;
      const scroll = `${view.document} ${view.scrollX} ${view.scrollY}`;
      return { data, mimeType, width, height, scroll, page: { number: view.page, url }, marks: [...located] };
    } catch (error) {
      const { code } = coded(error);
      if (code === "CANCELLED" || code === "TIMEOUT") {
        this.#patience = IMPATIENT_MS;
        return "no picture, the page did not answer";
      }
      return code === "PAGE_NOT_FOUND" ? "no page is open yet" : `no picture (${code})`;
    }
  }

  /** A picture for the file. One that the file has is not written again. */
  #shown(taken: Taken | string | undefined): Shown | undefined {
    if (!isTaken(taken)) return taken;
    const { data, mimeType, width, height, marks } = taken;
    const hash = createHash("sha256").update(data).digest("base64");
    const known = this.#known.get(hash);
    if (known !== undefined) return { id: known, mimeType, width, height, marks };
    const id = ++this.#pictures;
    this.#known.set(hash, id);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#pictureBytes += Math.ceil(data.byteLength / 3) * 4;
    return { id, data: base64(data), mimeType, width, height, marks };
  }

  /** The picture that a call answered. */
  #ownPicture(answer: Answer | undefined): Shown | undefined {
    const image = answer?.image;
    if (image === undefined || !("view" in image)) return undefined;
    const { data, mimeType, width, height, view } = image;
    if (this.#pictureBytes > MOST_PICTURES) {
      this.#withoutPictures++;
      return "left out, the file has enough pictures";
    }
    return this.#shown({ data, mimeType, width, height, scroll: "", page: { number: view.page, url: "" }, marks: [] });
  }

  async #beside(session: Session): Promise<Beside[]> {
    const found = await Promise.all(this.#sources.map((source) => source.since(session).catch(() => undefined)));
    return found.flatMap((beside) => {
      if (beside === undefined || beside.lines.length === 0) return [];
      const lines = beside.lines.slice(0, MOST_LINES);
      return [{ ...beside, lines, more: beside.more + beside.lines.length - lines.length }];
    });
  }
}

/** A call that has ended. */
interface Call {
  tool: RecordedTool;
  args: Record<string, unknown>;
  at: Date;
  durationMs: number;
  before: Taken | string | undefined;
  answer: Answer | undefined;
  error: unknown;
  acts: boolean;
}

/** Codes of calls that the page did not answer. */
const UNREACHED: ReadonlySet<string> = new Set(["TIMEOUT", "CANCELLED", "SESSION_ENDED", "INVALID_INPUT"]);

const isTaken = (picture: Taken | string | undefined): picture is Taken => typeof picture === "object";

/** What a call with a locator says of its element. */
function detailsOf(answer: Answer | undefined): { uid?: string; box?: Box } {
  const details = answer?.structured?.["details"] as { uid?: unknown; boundingBox?: Box } | undefined;
  return {
    ...(typeof details?.uid === "string" ? { uid: details.uid } : {}),
    ...(typeof details?.boundingBox?.width === "number" ? { box: details.boundingBox } : {}),
  };
}

/** How large the mark of a point is, in CSS pixels. */
const POINT = 14;

/** The point of the page that a call names as a pixel of the last screenshot. */
function pointOf({ x, y }: Record<string, unknown>, { sight }: ToolContext): Box[] {
  if (typeof x !== "number" || typeof y !== "number") return [];
  try {
    const { at } = sight.at({ x, y });
    return [{ x: at.x - POINT / 2, y: at.y - POINT / 2, width: POINT, height: POINT }];
  } catch {
    // The call itself says what is wrong with it.
    return [];
  }
}
