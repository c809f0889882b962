// Records the calls of a session as a test. The file is whole after each step, so that a recording that is cut off runs as far as it
// went.

import type { LocatorReport, Session, UserStep } from "@uipilot/core";
import { type Answer, coded } from "../../answer.ts";
import { isCoded } from "../../error.ts";
import { save } from "../../files.ts";
import { jsonText } from "../../quote.ts";
import { masker } from "../../secrets/mask.ts";
import type { ToolContext } from "../../tools/define.ts";
import { VERSION } from "../../version.ts";
import { uidsOf } from "../given.ts";
import type { Ended, RecordedTool, Recorder } from "../slot.ts";
import { ByHand } from "./by-hand.ts";
import { type Call, written } from "./calls.ts";
import { Follower } from "./follower.ts";
import { inComment } from "./literal.ts";
import { seenIn } from "./seen.ts";
import type { About, Expected, Language, Step, Target } from "./step.ts";

/** How long the page is asked for the locators of a call, and afterwards for what is new. */
const ASK_MS = 2_500;
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
const APART: ReadonlySet<string> = new Set([
  "start_recording",
  "stop_recording",
  "open_session",
  "close_session",
  "save_page",
  "save_pdf",
  "compare_screenshots",
  "clear_snapshot",
  "export_har",
  "debug_launch",
  "debug_attach",
  "debug_ui_action",
  "debug_stop",
  "window_action",
  "menu_action",
]);

/** What was known before a call. */
interface Before {
  targets: Map<string, Target>;
  target?: Target | undefined;
  to?: Target | undefined;
  secretFocus: boolean | undefined;
}

/** Which page is selected, and where each is. */
interface Place {
  page: number | undefined;
  url: string;
}

/** A recording as a test in one language. */
export class Test implements Recorder {
  readonly file: string;
  readonly #language: Language;
  readonly #about: About;
  readonly #steps: Step[] = [];
  #bytes: number;
  #failures = 0;
  #lost = 0;
  /** Why no more is written. */
  #broken: string | undefined;
  /** Where the session is. */
  #place: Place;
  /** Where its pages were before their first step. */
  readonly #urls = new Map<number, string>();
  /** When calls have acted on it. */
  readonly #spans: { from: number; to: number }[] = [];
  #follower: Follower | undefined;
  /** When the user's last step was told. */
  #handAt = 0;
  readonly #hand = new ByHand({
    last: () => this.#steps[this.#steps.length - 1],
    add: (step) => this.#addByHand(step),
    drop: () => this.#steps.pop(),
    knows: (page) => this.#knows(page),
    secret: (text) => masker.nameIn(text),
  });
  #written: Promise<void> = Promise.resolve();
  #ended: Promise<Ended> | undefined;

  private constructor(file: string, language: Language, about: About, place: Place, bytes: number) {
    this.file = file;
    this.#language = language;
    this.#about = about;
    this.#place = place;
    this.#bytes = bytes;
  }

  /**
   * Begins a recording.
   *
   * @throws `IO`
   */
  static async begin(
    { file, overwrite, user }: { file: string; overwrite?: boolean | undefined; user?: boolean | undefined },
    language: Language,
    session: Session,
  ): Promise<Test> {
    const { product } = await session.start();
    const about = { version: VERSION, browser: product, at: new Date() };
    const { bytes } = await save(file, language.file([], about), { overwrite });
    const test = new Test(file, language, about, await placeOf(session), bytes);
    if (user === true) await test.#follow(session);
    return test;
  }

  /** Records what the user does, too. */
  async #follow(session: Session): Promise<void> {
    this.#follower = await Follower.begin(session, (steps) => {
      this.#written = this.#written.then(() => this.#byHand(steps)).catch(() => undefined);
    });
    for (const { page, url } of await session.pages({ signal: AbortSignal.timeout(ASK_MS) }).catch(() => [])) {
      this.#urls.set(page, url);
      this.#hand.isAt(page, url);
    }
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
    const before = await this.#look(tool.name, args, context);
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

  end(why: string): Promise<Ended> {
    this.#ended ??= this.#end(why);
    return this.#ended;
  }

  async #end(_why: string): Promise<Ended> {
    await this.#endByHand();
    await this.#written;
    const leftOut = [
      ...(this.#follower?.leftOut ?? []),
      ...(this.#lost > 0 ? [`${this.#lost} steps were left out: a test has at most ${MOST_STEPS}.`] : []),
      ...(this.#broken === undefined ? [] : [`The file ends early: it could not be written (${this.#broken}).`]),
    ];
    const how = `It is a test of ${this.#language.name}: ${this.#language.run}.`;
    return { file: this.file, bytes: this.#bytes, steps: this.#steps.length, failed: this.#failures, leftOut, how };
  }

  /** Asks the page for the locators of a call's elements, before the call changes it. */
  async #look(tool: string, args: Record<string, unknown>, context: ToolContext): Promise<Before> {
    const targets = new Map<string, Target>();
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(ASK_MS)]);
    let session: Session;
    try {
      session = await context.session();
    } catch {
      return { targets, secretFocus: undefined };
    }
    const ask = (wanted: Wanted): Promise<Target | undefined> =>
      session.locatorOf(wanted, { signal }).catch(() => undefined);
    for (const uid of uidsOf(args)) {
      const found = await ask({ by: "uid", value: uid });
      if (found !== undefined) targets.set(uid, found);
    }
    const before: Before = { targets, secretFocus: undefined };
    if (tool === "interactWithPage") {
      const { target, to, options } = args as { target?: Wanted; to?: string; options?: { frameSelector?: string } };
      // In one frame, only the call itself finds it.
      if (target !== undefined && options?.frameSelector === undefined) before.target = await ask(named(target));
      if (to !== undefined) before.to = await ask(named({ value: to }));
    }
    if (typesAtFocus(tool, args)) before.secretFocus = await secretFocus(session, signal);
    return before;
  }

  async #finish({ tool, args, before, answer, error }: Finished, context: ToolContext): Promise<void> {
    if (this.#steps.length >= MOST_STEPS) {
      this.#lost++;
      return;
    }
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
    const found = await this.#afterwards(tool, args, before, answer, session);
    const [known] = [...found.targets.values()];
    const page =
      found.target?.page ?? known?.page ?? (tool === "close_page" ? this.#place.page : undefined) ?? now.page ?? 1;
    const call: Call = { tool, args, ...found, openedPage: now.page };
    const done = written(call);
    if (done === undefined) {
      const given = inComment(Object.keys(args).join(", "));
      this.#note(`Left out: ${tool} (${given}), which tests have no words for, or whose element is not known.`);
      return this.#save();
    }
    const steps = done.actions.map((action) => stepOf(action, page));
    const [first] = steps;
    const last = steps[steps.length - 1];
    if (first === undefined || last === undefined) {
      this.#place = now;
      return;
    }
    this.#begin(first, page);
    this.#place = now;
    first.notes.push(...done.notes);
    const { effects } = answer ?? {};
    last.opens = (effects?.opened ?? []).filter(({ closed }) => !closed).map((opened) => opened.page);
    if (effects?.dialog !== undefined) last.dialog = effects.dialog;
    last.expected = [...done.expected, ...urlsOf(last, effects?.navigatedTo, now.url)];
    if (effects?.dialog === undefined)
      last.expected.push(...(await seenIn(answer, session, AbortSignal.timeout(ASK_MS))));
    leaveOutSecrets(last);
    const earlier = this.#steps[this.#steps.length - 1];
    if (earlier !== undefined && continues(earlier, first)) earlier.expected = last.expected;
    else this.#steps.push(...steps);
    await this.#save();
  }

  /** The elements that the call itself has found. */
  async #afterwards(
    tool: string,
    args: Record<string, unknown>,
    before: Before,
    answer: Answer | undefined,
    session: Session,
  ): Promise<Before> {
    if (tool !== "interactWithPage" || before.target !== undefined || args["target"] === undefined) return before;
    const details = answer?.structured?.["details"] as { uid?: unknown } | undefined;
    if (typeof details?.uid !== "string") return before;
    const signal = AbortSignal.timeout(ASK_MS);
    const target = await session.locatorOf({ by: "uid", value: details.uid }, { signal }).catch(() => undefined);
    return { ...before, target };
  }

  /** A test begins where the session was. */
  #begin(first: Step, page: number): void {
    const url = this.#urls.get(page) ?? this.#place.url;
    if (this.#steps.some(({ action }) => action.do !== "note")) return;
    if (first.action.do === "goto") first.action = { do: "open", url: first.action.url, page };
    else if (first.action.do !== "open" && url !== "" && url !== "about:blank")
      this.#steps.push(stepOf({ do: "open", url, page }, page));
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
    const last = this.#steps[this.#steps.length - 1];
    if (last !== undefined) leaveOutSecrets(last);
    await this.#save();
  }

  /** Adds a step of the user; false if there are enough. */
  #addByHand(step: Step): boolean {
    if (this.#steps.length >= MOST_STEPS) {
      this.#lost++;
      return false;
    }
    this.#begin(step, step.page);
    const url = this.#urls.get(step.page) ?? "about:blank";
    // A page that was there before is opened first.
    const { action, page } = step;
    if (action.do !== "note" && action.do !== "open" && !this.#knows(page)) {
      if (action.do === "goto") step.action = { do: "open", url: action.url, page };
      else this.#steps.push(stepOf({ do: "open", url, page }, page));
    }
    this.#steps.push(step);
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
    this.#steps.push(stepOf({ do: "note", text }, this.#place.page ?? 1));
  }

  /** A dialog belongs to the step that opened it. */
  #answer(accept: boolean, args: Record<string, unknown>, effects: Answer["effects"]): void {
    const asked = this.#steps.findLast(({ dialog }) => dialog !== undefined && dialog.answer === undefined);
    const text = typeof args["text"] === "string" ? args["text"] : undefined;
    if (asked?.dialog !== undefined) {
      asked.dialog = { ...asked.dialog, answer: { accept, text } };
      asked.expected.push(...urlsOf(asked, effects?.navigatedTo, ""));
    } else this.#note("Left out: a dialog was answered that no step had opened.");
  }

  async #save(): Promise<void> {
    if (this.#broken !== undefined) return;
    try {
      const content = this.#language.file(this.#steps, this.#about);
      this.#bytes = (await save(this.file, content, { overwrite: true })).bytes;
    } catch (error) {
      this.#broken = coded(error).code;
    }
  }
}

/** Whether a step types more of what an environment variable holds: it holds all of it. */
function continues({ action: earlier }: Step, { action }: Step): boolean {
  if (earlier.do !== "type" || action.do !== "type") return false;
  if (!("env" in earlier.value && "env" in action.value)) return false;
  return earlier.value.env === action.value.env && earlier.target?.uid === action.target?.uid;
}

/** Leaves out what is expected of which the file would not have the real text. */
function leaveOutSecrets(step: Step): void {
  const kept = step.expected.filter((one) => !holdsSecret(one));
  if (kept.length < step.expected.length) step.notes.push("What was seen there had a secret in it, and is left out.");
  step.expected = kept;
}

/** Whether something is expected of which the file would not have the real text. */
function holdsSecret(expected: Expected): boolean {
  const text = jsonText(expected);
  return masker.text(text) !== text;
}

const stepOf = (action: Step["action"], page: number): Step => ({ action, page, expected: [], opens: [], notes: [] });

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

/** What `locatorOf` takes. */
type Wanted = Parameters<Session["locatorOf"]>[0];

/** A text that may be a UID, as `interactWithPage` takes it. */
const named = (wanted: Wanted): Wanted =>
  wanted.by === undefined && /^\d+_\d+$/.test(wanted.value) ? { by: "uid", value: wanted.value } : wanted;

/** Whether a call types where the focus is. */
function typesAtFocus(tool: string, args: Record<string, unknown>): boolean {
  // Only a character is a part of a text.
  const types = (key: unknown): boolean => typeof key === "string" && [...key].length === 1;
  if (tool === "interactWithPage") return args["action"] === "keypress" && types(args["value"]);
  return args["uid"] === undefined && (tool === "type_text" || (tool === "press_key" && types(args["key"])));
}

/** Whether a password field has the focus; undefined if that cannot be told. */
async function secretFocus(session: Session, signal: AbortSignal): Promise<boolean | undefined> {
  try {
    const found: LocatorReport = await session.locatorOf(
      { by: "css", value: "input:focus", visible: false },
      { signal },
    );
    return found.secret;
  } catch (error) {
    return isCoded(error) && error.code === "ELEMENT_NOT_FOUND" ? false : undefined;
  }
}

async function placeOf(session: Session): Promise<Place> {
  const pages = await session.pages({ signal: AbortSignal.timeout(ASK_MS) }).catch(() => []);
  const selected = pages.find((page) => page.selected);
  return { page: selected?.page, url: selected?.url ?? "" };
}
