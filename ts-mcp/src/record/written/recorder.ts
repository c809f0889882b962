// Records the calls of a session as a test. The file is whole after each step, so that a recording that is cut off runs as far as it
// went, and then fails.

import { rm } from "node:fs/promises";
import type { Session, UserStep } from "@uipilot/core";
import { type Answer, coded } from "../../answer.ts";
import { save } from "../../files.ts";
import { brief } from "../../quote.ts";
import type { ToolContext } from "../../tools/define.ts";
import { VERSION } from "../../version.ts";
import type { Ended, RecordedTool, Recorder } from "../slot.ts";
import { ASK_MS, afterwards, type Before, look, placeOf, type Where } from "./before.ts";
import { ByHand } from "./by-hand.ts";
import type { Call } from "./call.ts";
import { written } from "./calls.ts";
import { Follower } from "./follower.ts";
import { inComment } from "./literal.ts";
import { framesOf, newTexts } from "./looking.ts";
import { countIn, stateAfter } from "./states.ts";
import type { About, Expected, Language, Step } from "./step.ts";
import { Withheld } from "./withheld.ts";

/** How many steps a test may have. */
const MOST_STEPS = 500;
/** How long something may take to appear that the user's last step shows, and that is expected then. */
const LAST_MS = 1_700;
/** How many calls are remembered with their times, and how much later the engine may tell something of one. */
const MOST_SPANS = 20;
const LATER_MS = 50;
/** Longest address that a test expects. */
const LONGEST_URL = 1_000;

/** Tools that change neither the page nor what a test is of. What others do that a test has no words for is said in it. */
export const APART: ReadonlySet<string> = new Set([
  "start_recording",
  "stop_recording",
  "open_session",
  "close_session",
  "save_page",
  "save_pdf",
  "compare_screenshots",
  "clear_snapshot",
  "export_har",
  "get_network_request",
  "audit_accessibility",
  "start_trace",
  "stop_trace",
  "start_coverage",
  "stop_coverage",
  "debug_launch",
  "debug_attach",
  "debug_ui_action",
  "debug_stop",
  "window_action",
  "menu_action",
]);

/** A file that becomes a test. */
export interface TestFile {
  file: string;
  language: Language;
}

/** How far a file is. */
interface Progress extends TestFile {
  bytes: number;
  /** How many steps it has, and how many failures. */
  steps: number;
  failures: number;
  /** Why it could not be written when that was tried last. */
  broken?: string | undefined;
}

/** A recording as tests, each in one language. */
export class Test implements Recorder {
  readonly #files: readonly Progress[];
  readonly #about: About;
  readonly #steps: Step[] = [];
  readonly #withheld = new Withheld();
  #failures = 0;
  #lost = 0;
  /** Where the session is. */
  #place: Where;
  /** Where its pages were before their first step. */
  readonly #urls = new Map<number, string>();
  /** When calls have acted on it. */
  readonly #spans: { from: number; to: number }[] = [];
  #follower: Follower | undefined;
  /** When the user's last step was told. */
  #handAt = 0;
  readonly #hand = new ByHand({
    // What follows steps that were left out is no part of the last one.
    last: () => (this.#lost > 0 ? undefined : this.#steps[this.#steps.length - 1]),
    add: (step) => this.#addByHand(step),
    drop: () => this.#steps.pop(),
    knows: (page) => this.#knows(page),
  });
  #written: Promise<void> = Promise.resolve();
  #ended: Promise<Ended[]> | undefined;

  private constructor(files: readonly Progress[], about: About, place: Where) {
    this.#files = files;
    this.#about = about;
    this.#place = place;
  }

  /**
   * Begins a recording. `user`: also of what the user does by hand.
   *
   * @throws `IO`, `UNSUPPORTED`; then no file is left that was not there
   */
  static async begin(
    files: readonly TestFile[],
    { overwrite, user }: { overwrite?: boolean | undefined; user?: boolean | undefined },
    session: Session,
  ): Promise<Test> {
    const { product } = await session.start();
    // Where that is not possible, no file is touched.
    if (user === true) await session.watchUser(true);
    const about = { version: VERSION, browser: product, at: new Date() };
    const begun: Progress[] = [];
    const made: string[] = [];
    try {
      for (const { file, language } of files) {
        const { bytes, replaced } = await save(file, language.file([], about, { leftOut: [], isCut: true }), {
          overwrite,
        });
        if (!replaced) made.push(file);
        begun.push({ file, language, bytes, steps: 0, failures: 0 });
      }
      const test = new Test(begun, about, await placeOf(session));
      if (user === true) await test.#follow(session);
      return test;
    } catch (error) {
      await Promise.all(made.map((file) => rm(file, { force: true })));
      if (user === true) await session.watchUser(false).catch(() => undefined);
      throw error;
    }
  }

  /** Records what the user does, too. */
  async #follow(session: Session): Promise<void> {
    this.#follower = await Follower.begin(session, {
      begins: async () => {
        for (const { page, url } of await session.pages({ signal: AbortSignal.timeout(ASK_MS) }).catch(() => [])) {
          if (this.#knows(page)) continue;
          this.#urls.set(page, url);
          this.#hand.isAt(page, url);
        }
      },
      take: (steps) => {
        this.#written = this.#written.then(() => this.#byHand(steps)).catch(() => undefined);
      },
    });
  }

  get files(): readonly string[] {
    return this.#files.map(({ file }) => file);
  }

  async record(
    tool: RecordedTool,
    args: Record<string, unknown>,
    context: ToolContext,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const reads = tool.effect === "reads" && tool.name !== "wait_for";
    if (this.#ended !== undefined || reads || APART.has(tool.name)) return work();
    await this.#follower?.catchUp();
    // The page may change by the call, and by what is looked at after the last one.
    await this.#written;
    const before = await look(tool.name, args, context);
    const span = { from: Date.now(), to: Number.POSITIVE_INFINITY };
    // While something is waited for, the user can act.
    if (tool.name !== "wait_for" && this.#spans.push(span) > MOST_SPANS) this.#spans.shift();
    let answer: Answer | undefined;
    let error: unknown;
    try {
      answer = await work();
    } catch (thrown) {
      error = thrown;
    }
    span.to = Date.now();
    // The client answers a question first, and then the call is made again.
    if (context.asking.wanted === undefined) {
      const ended = { tool: tool.name, args, before, answer, error };
      this.#written = this.#written.then(() => this.#finish(ended, context)).catch(() => undefined);
    }
    if (answer === undefined) throw error;
    return answer;
  }

  end(): Promise<Ended[]> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<Ended[]> {
    await this.#endByHand();
    await this.#written;
    await this.#save(false);
    const lost = this.#leftOut();
    return this.#files.map(({ file, language, bytes, steps, failures, broken }) => ({
      file,
      bytes,
      steps,
      failed: failures,
      leftOut: [
        ...lost,
        ...(broken === undefined
          ? []
          : [`${brief(file)} ends early, and fails at its end: it could not be written (${broken}).`]),
      ],
      how: `It is a test of ${language.name}: ${language.run}.`,
    }));
  }

  /** What the files do not have, a sentence each. */
  #leftOut(): string[] {
    return [
      ...(this.#follower?.leftOut ?? []),
      ...(this.#lost > 0 ? [`${this.#lost} steps were left out: a test has at most ${MOST_STEPS}.`] : []),
    ];
  }

  async #finish({ tool, args, before, answer, error }: Finished, context: ToolContext): Promise<void> {
    const failed = error === undefined ? answer?.failed : coded(error).code;
    if (failed !== undefined) {
      this.#failures++;
      const [on] = [before.target, ...before.targets.values()].filter((target) => target !== undefined);
      this.#note(`Left out: ${tool} failed (${failed})${on === undefined ? "" : `: ${on.target}`}.`);
      return this.#save();
    }
    const session = await context.session();
    const now = await placeOf(session);
    if (now.page !== undefined) this.#hand.isAt(now.page, now.url);
    if (tool === "accept_dialog" || tool === "dismiss_dialog") {
      this.#answer(tool === "accept_dialog", args, answer?.effects);
      return this.#save();
    }
    const found = await afterwards(tool, args, before, answer, session);
    const [known] = [...found.targets.values()];
    const page =
      found.target?.page ?? known?.page ?? (tool === "close_page" ? this.#place.page : undefined) ?? now.page ?? 1;
    const call: Call = { tool, args, ...found, openedPage: now.page };
    this.#withheld.add(call);
    const done = written(call);
    // A script that threw is no step.
    if (done === undefined || (tool === "evaluate_script" && answer?.pageText === undefined)) {
      const given = inComment(Object.keys(args).join(", "));
      this.#note(`Left out: ${tool} (${given}), which tests have no words for, or whose element is not known.`);
      return this.#save();
    }
    const steps = done.actions.map((action) => stepOf(action, action.do === "closePage" ? action.page : page));
    const [first] = steps;
    const last = steps[steps.length - 1];
    // A page that no step was in needs none that closes it.
    if (first === undefined || last === undefined || (first.action.do === "closePage" && !this.#knows(first.page))) {
      this.#place = now;
      return;
    }
    const opening = this.#opening(first);
    this.#place = now;
    first.notes.push(...done.notes);
    const { effects } = answer ?? {};
    last.opens = (effects?.opened ?? []).filter(({ closed }) => !closed).map((opened) => opened.page);
    if (effects?.dialog !== undefined) last.dialogs = [effects.dialog];
    if (last.action.do !== "closePage" && now.open?.includes(last.page) === false) last.closes = true;
    // A page that is gone shows nothing.
    last.expected = last.closes ? [] : [...done.expected, ...urlsOf(last, effects?.navigatedTo, now.url)];
    const earlier = this.#steps[this.#steps.length - 1];
    const goesOn = earlier !== undefined && opening.length === 0 && continues(earlier, first);
    if (!this.#hasRoom(opening.length + steps.length - Number(goesOn), steps.length)) return;
    const seen = await this.#seen(tool, args, last, before, answer, session);
    if (!last.closes) last.expected.push(...seen.filter((one) => pageOf(one, last) === last.page));
    if (goesOn) {
      // What follows the typed text, such as a key that sends it, is a step of its own.
      steps[0] = { ...first, action: earlier.action, notes: [...new Set([...earlier.notes, ...first.notes])] };
      this.#steps.pop();
    }
    this.#steps.push(...opening, ...steps);
    this.#lookElsewhere(seen.filter((one) => pageOf(one, last) !== last.page));
    await this.#save();
  }

  /** What other pages show after a step: one that closes its page shows it in the page that had opened that. */
  #lookElsewhere(seen: readonly Expected[]): void {
    for (const expected of seen) {
      const page = "target" in expected ? expected.target.page : undefined;
      if (page === undefined || !this.#knows(page) || !this.#hasRoom(1)) continue;
      const step = { ...stepOf({ do: "look" }, page), expected: [expected] };
      this.#steps.push(step);
    }
  }

  /** What the page shows after a step. */
  async #seen(
    tool: string,
    args: Record<string, unknown>,
    { action }: Step,
    { shown }: Before,
    answer: Answer | undefined,
    session: Session,
  ): Promise<Expected[]> {
    if (answer?.effects?.dialog !== undefined) return [];
    const signal = AbortSignal.timeout(ASK_MS);
    const states: Expected[] = [];
    for (const state of stateAfter(tool, action, answer)) {
      // The page may have taken the element away since.
      const wanted = "target" in state ? ({ by: "uid", value: state.target.uid } as const) : undefined;
      if (wanted && (await session.locatorOf(wanted, { signal }).catch(() => undefined))) states.push(state);
    }
    const counts = tool === "interactWithPage" ? countIn(args, answer) : [];
    // The call has counted in all frames, and a test counts in one.
    const isOne = counts.length > 0 && (await framesOf(session, signal).catch(() => undefined)) === 1;
    // Where it is not known what the page showed, nothing is expected rather than something old.
    const isTold = tool === "interactWithPage" || args["includeSnapshot"] === "none" || answer?.effects?.changes;
    const news = isTold && shown ? await newTexts(session, shown, signal).catch(() => []) : [];
    return [...states, ...(isOne ? counts : []), ...news];
  }

  /**
   * Whether steps can be added. Those that cannot are counted, and none is added after them: it would follow a gap.
   * `lost`: how many are left out then.
   */
  #hasRoom(count: number, lost = count): boolean {
    if (this.#lost === 0 && this.#steps.length + count <= MOST_STEPS) return true;
    this.#lost += lost;
    return false;
  }

  /** A page that was there before its first step is opened first. */
  #opening(step: Step): Step[] {
    const { action, page } = step;
    if (action.do === "note" || action.do === "open" || this.#knows(page)) return [];
    if (action.do === "goto") {
      step.action = { do: "open", url: action.url, page };
      return [];
    }
    const url = this.#urls.get(page) ?? (this.#place.page === page ? this.#place.url : "");
    const isEmpty = url === "" || url === "about:blank";
    // A test has an empty page when it begins.
    if (isEmpty && !this.#steps.some(({ action }) => action.do !== "note")) return [];
    return [stepOf({ do: "open", url: isEmpty ? "about:blank" : url, page }, page)];
  }

  /** Takes what the user did. */
  async #byHand(steps: UserStep[]): Promise<void> {
    for (const step of steps) {
      const during = ({ from, to }: { from: number; to: number }): boolean =>
        from - LATER_MS <= step.at && step.at <= to + LATER_MS;
      this.#hand.take(step, this.#spans.some(during));
      if (step.deed !== "seen") this.#handAt = Math.max(this.#handAt, step.at);
      if (step.url !== undefined && !this.#knows(step.page)) this.#urls.set(step.page, step.url);
    }
    await this.#save();
  }

  /** Adds a step of the user; false if there are enough. */
  #addByHand(step: Step): boolean {
    const opening = this.#opening(step);
    if (!this.#hasRoom(opening.length + 1, 1)) return false;
    this.#steps.push(...opening, step);
    return true;
  }

  #knows(page: number): boolean {
    return this.#steps.some(({ action, opens, ...step }) => {
      if (action.do === "note") return false;
      return step.page === page || opens.includes(page) || (action.do === "open" && action.page === page);
    });
  }

  async #endByHand(): Promise<void> {
    if (this.#follower === undefined) return;
    await this.#follower.catchUp();
    await this.#written;
    // What the last step shows may still come.
    const left = (): number => LAST_MS - (Date.now() - this.#handAt);
    while (left() > 0) {
      await this.#follower.catchUp(Math.min(Math.ceil(left()), 400));
      await this.#written;
    }
    await this.#follower.end();
  }

  #note(text: string): void {
    if (this.#hasRoom(1)) this.#steps.push(stepOf({ do: "note", text }, this.#place.page ?? 1));
  }

  /** A dialog belongs to the step that opened it. */
  #answer(accept: boolean, args: Record<string, unknown>, effects: Answer["effects"]): void {
    if (!this.#hasRoom(0, 1)) return;
    const asked = this.#steps.findLast(({ dialogs }) => dialogs?.at(-1)?.answer === undefined && dialogs);
    const dialog = asked?.dialogs?.pop();
    if (asked?.dialogs && dialog) {
      // Playwright answers with nothing where no text is given.
      const offered = accept ? dialog.defaultText : undefined;
      const text = typeof args["text"] === "string" ? args["text"] : offered;
      asked.dialogs.push({ ...dialog, answer: { accept, text } });
      // The script that had opened it may open another one.
      if (effects?.dialog !== undefined) asked.dialogs.push(effects.dialog);
      asked.expected.push(...urlsOf(asked, effects?.navigatedTo, ""));
    } else this.#note("Left out: a dialog was answered that no step had opened.");
  }

  /** Writes the files. A disk that was full may have room again. */
  async #save(isCut = true): Promise<void> {
    const languages = new Set(this.#files.map(({ language }) => language));
    this.#withheld.leaveOut(this.#steps, languages);
    const end = { leftOut: this.#leftOut(), isCut };
    const done = { steps: this.#steps.length, failures: this.#failures, broken: undefined };
    for (const one of this.#files) {
      try {
        const content = one.language.file(this.#steps, this.#about, end);
        const { bytes } = await save(one.file, content, { overwrite: true });
        Object.assign(one, done, { bytes });
      } catch (error) {
        one.broken = coded(error).code;
      }
    }
  }
}

/** Whether a step types more of what an environment variable holds: it holds all that was typed there in a row. */
function continues(before: Step, step: Step): boolean {
  const [earlier, action] = [before.action, step.action];
  if (earlier.do !== "type" || action.do !== "type" || before.page !== step.page) return false;
  if (!("env" in earlier.value && "env" in action.value) || earlier.value.whole || action.value.whole) return false;
  // What the earlier text led to is to come before the rest of it.
  const leads =
    before.opens.length > 0 || before.dialogs !== undefined || before.expected.some(({ see }) => see === "url");
  return !leads && earlier.value.env === action.value.env && earlier.target?.uid === action.target?.uid;
}

const stepOf = (action: Step["action"], page: number): Step => ({ action, page, expected: [], opens: [], notes: [] });

/** The page that shows what is expected after a step. */
const pageOf = (expected: Expected, { page }: Step): number => ("target" in expected ? expected.target.page : page);

/** The address is expected where a step leads to one. */
function urlsOf({ action }: Step, navigatedTo: string | undefined, now: string): Expected[] {
  const url = action.do === "goto" || action.do === "open" || action.do === "history" ? now : navigatedTo;
  return url === undefined || url.length > LONGEST_URL || !/^https?:/.test(url) ? [] : [{ see: "url", url }];
}

/** A call that has ended. */
interface Finished {
  tool: string;
  args: Record<string, unknown>;
  before: Before;
  answer: Answer | undefined;
  error: unknown;
}
