// What the user does by hand, as steps of a test: events of the engine in, steps out.

import type { LocatorReport, UserStep } from "@uipilot/core";
import { jsonText } from "../../quote.ts";
import { envName } from "./literal.ts";
import { tellingOf } from "./seen.ts";
import type { Action, Step, Target, Value } from "./step.ts";
import { typed } from "./typed.ts";

/** How long after a step what follows counts as caused by it, unless the browser says more. */
const CAUSED_MS = 1_500;
/** How long after a step something that appears is expected after it. The page waits as long for it. */
const SEEN_MS = 5_000;
/** How quickly clicks follow each other that are one. */
const DOUBLE_MS = 1_500;
/** How many things are expected after a step. */
const MOST_SEEN = 2;
/** Longest address that is expected, and that is gone to. */
const LONGEST_URL = 1_000;
const LONGEST_GOTO = 4_000;
/** Addresses that a test can go to. Others are of the browser itself. */
const REACHED = /^(?:https?|file|data):/i;

/** What the steps of the user are added to. */
export interface Steps {
  /** The last step of all. */
  last(): Step | undefined;
  /** Adds one at the end; false if there are too many. */
  add(step: Step): boolean;
  /** Takes the last one off. */
  drop(): void;
  /** Whether a page is in a step. */
  knows(page: number): boolean;
}

/** The addresses that a page has been at. */
class History {
  readonly #urls: string[] = [];
  #at = -1;

  go(url: string): void {
    if (this.#urls[this.#at] === url) return;
    this.#urls.splice(this.#at + 1, this.#urls.length, url);
    this.#at++;
  }

  /** A step back or forward to an address; undefined for one that is not beside this one. */
  moves(url: string): "back" | "forward" | undefined {
    const way = this.#urls[this.#at - 1] === url ? "back" : this.#urls[this.#at + 1] === url ? "forward" : undefined;
    if (way === undefined) this.go(url);
    else this.#at += way === "back" ? -1 : 1;
    return way;
  }
}

/** Turns what the user does into steps. */
export class ByHand {
  readonly #steps: Steps;
  /** The steps of the user, with what each was made of last. */
  readonly #made = new WeakMap<Step, UserStep>();
  readonly #histories = new Map<number, History>();
  /** When a page last got a document. What is done in it then is no part of what was done before. */
  readonly #turned = new Map<number, number>();
  /** When the user last did something in a page. */
  readonly #acted = new Map<number, number>();
  /** Pages that other ones opened, and pages that the user opened, before their first document. */
  readonly #popups = new Set<number>();
  readonly #tabs = new Set<number>();

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** Notes where a page is. */
  isAt(page: number, url: string): void {
    if (REACHED.test(url)) this.#history(page).go(url);
  }

  /** Takes one event. `acting`: a call acted on the session at that time. */
  take(event: UserStep, acting: boolean): void {
    switch (event.deed) {
      case "document":
        this.#document(event, acting);
        return;
      case "seen":
        acting ? undefined : this.#seen(event);
        return;
      case "opened":
        this.#opened(event, acting);
        return;
      case "closed":
        this.#closed(event, acting);
        return;
      case "dialog":
        this.#dialog(event);
        return;
      default:
        this.#act(event);
        return;
    }
  }

  /** The last step, if it is one of the user's. */
  #mine(): { step: Step; from: UserStep } | undefined {
    const step = this.#steps.last();
    const from = step && this.#made.get(step);
    return step && from && { step, from };
  }

  #add(event: UserStep, action: Action, notes: string[] = []): void {
    const step: Step = { action, page: event.page, expected: [], opens: [], notes };
    if (this.#steps.add(step)) this.#made.set(step, event);
  }

  #leaveOut(event: UserStep, why: string): void {
    const what = event.target === undefined ? event.deed : `${event.deed} on ${event.target.target}`;
    this.#add(event, { do: "note", text: `Left out: ${what}, ${why}.` });
  }

  #act(event: UserStep): void {
    this.#acted.set(event.page, event.at);
    const { target, deed } = event;
    if (target !== undefined && event.frameLost) {
      this.#leaveOut(event, "in a frame that was gone");
      return;
    }
    if (target === undefined && deed !== "press") {
      this.#leaveOut(event, "on an element that is not known");
      return;
    }
    const last = this.#mine();
    const goesOn = last !== undefined && last.from.at > (this.#turned.get(event.page) ?? 0);
    const same = goesOn && isSame(last.from.target, target) ? last : undefined;
    if (target === undefined) {
      this.#add(event, { do: "press", target: undefined, key: event.key ?? "" });
      return;
    }
    switch (deed) {
      case "click":
        this.#click(event, target, same);
        return;
      case "fill":
        this.#fill(event, target, same);
        return;
      case "check":
        this.#add(event, { do: "check", target, checked: event.checked === true });
        return;
      case "select":
        if (event.options.length === 0) {
          this.#leaveOut(event, "after which nothing is chosen");
          return;
        }
        this.#add(event, { do: "select", target, values: event.options });
        return;
      case "press":
        this.#add(event, { do: "press", target, key: event.key ?? "" });
        return;
      case "upload": {
        const files =
          event.files.length === 0 ? [] : ["Where the files are is not known: put them where the test runs."];
        this.#add(event, { do: "upload", target, files: event.files }, files);
        return;
      }
      case "drag":
        if (event.path.length > 0) {
          const { path, atPoint: at } = event;
          this.#add(event, { do: "dragBy", target, path, button: "left", modifiers: [], at });
          return;
        }
        if (event.to === undefined) {
          this.#leaveOut(event, "to an element that is not known");
          return;
        }
        this.#add(event, { do: "drag", target, to: event.to, modifiers: [] });
        return;
    }
  }

  #click(event: UserStep, target: Target, same: { step: Step; from: UserStep } | undefined): void {
    const { count = 1, atPoint } = event;
    const button = event.button === "right" || event.button === "middle" ? event.button : "left";
    const before = same?.step.action;
    if (count > 1 && same && before?.do === "click" && before.count === count - 1 && follows(same.from, event)) {
      before.count = count;
      this.#made.set(same.step, event);
      return;
    }
    const at = atPoint === undefined ? {} : { at: atPoint };
    this.#add(event, { do: "click", target, count: 1, button, modifiers: event.modifiers, ...at });
  }

  #fill(event: UserStep, target: Target, same: { step: Step; from: UserStep } | undefined): void {
    const value = this.#value(event, target);
    const before = same?.step.action;
    if (same && before?.do === "fill") {
      before.value = value;
      this.#made.set(same.step, event);
      return;
    }
    // Filling focuses the field.
    if (same && isPlainClick(same.step)) this.#steps.drop();
    this.#add(event, { do: "fill", target, value }, event.cut ? ["The text was longer."] : []);
  }

  #value(event: UserStep, target: Target): Value {
    // The text of a password is not told.
    if (event.secret || target.secret) return { env: envName(target.name) };
    return typed(event.text ?? "", false, target);
  }

  #document(event: UserStep, acting: boolean): void {
    const { page, url = "", way = "navigate" } = event;
    if (!REACHED.test(url)) return;
    if (way === "back" || way === "forward") {
      // Within one document: what is in the page may stay.
      if (!acting) this.#add(event, { do: "history", direction: way });
      this.#arrived(event, url);
      return;
    }
    this.#turned.set(page, event.at);
    const isFirst = this.#tabs.delete(page);
    const isPopup = this.#popups.delete(page);
    const history = this.#history(page);
    const moves = way === "back_forward" ? history.moves(url) : undefined;
    if (way === "navigate") history.go(url);
    if (acting) return;
    if (isPopup || (!isFirst && this.#isCaused(event))) {
      this.#arrived(event, url);
      return;
    }
    if (url.length > LONGEST_GOTO) {
      this.#leaveOut(event, "whose address is too long");
      return;
    }
    if (isFirst) {
      this.#add(event, { do: "open", url, page });
      return;
    }
    if (way === "reload") {
      this.#add(event, { do: "history", direction: "reload" });
      return;
    }
    this.#add(event, moves === undefined ? { do: "goto", url } : { do: "history", direction: moves });
    this.#arrived(event, url);
  }

  /** Whether a step led to the document, and not the user by the browser's own controls. */
  #isCaused({ page, at, way, fromPage }: UserStep): boolean {
    const recent = at - (this.#acted.get(page) ?? Number.NEGATIVE_INFINITY) < CAUSED_MS;
    if (way === "navigate") return fromPage ?? recent;
    // Nobody tells who goes through the history.
    return fromPage === true || recent;
  }

  #arrived(event: UserStep, url: string): void {
    const mine = this.#mine();
    if (mine === undefined || mine.step.page !== event.page) return;
    if (!/^https?:/i.test(url) || url.length > LONGEST_URL) return;
    const { step } = mine;
    step.expected = [...step.expected.filter(({ see }) => see !== "url"), { see: "url", url }];
  }

  #seen({ page, at, target, text, frameLost }: UserStep): void {
    const mine = this.#mine();
    if (mine === undefined || target === undefined || target.closed || frameLost) return;
    const { step, from } = mine;
    if (step.page !== page || at - from.at > SEEN_MS || step.action.do === "note") return;
    const [expected] = tellingOf({ ...target, text: text ?? target.text });
    if (expected === undefined) return;
    const others = step.expected.filter((one) => !("target" in one && isSame(one.target, target)));
    if (others.filter(({ see }) => see !== "url").length < MOST_SEEN) step.expected = [...others, expected];
  }

  #dialog({ page, at, dialog, text = "", accepted = false, answer }: UserStep): void {
    this.#acted.set(page, at);
    const step = this.#steps.last();
    const answered = { kind: dialog ?? "dialog", message: text, answer: { accept: accepted, text: answer } };
    if (step === undefined || step.action.do === "note") return;
    // A call may have told of it when it opened.
    const earlier = (step.dialogs ?? []).filter(({ answer }) => answer !== undefined);
    step.dialogs = [...earlier, answered];
  }

  #opened({ page, opener, at }: UserStep, acting: boolean): void {
    if (opener === undefined) {
      if (!acting) this.#tabs.add(page);
      return;
    }
    this.#popups.add(page);
    const mine = this.#mine();
    if (!acting && mine && mine.step.page === opener && at - mine.from.at < SEEN_MS) mine.step.opens.push(page);
  }

  #closed(event: UserStep, acting: boolean): void {
    const { page, at } = event;
    this.#histories.delete(page);
    this.#turned.delete(page);
    const acted = this.#acted.get(page);
    this.#acted.delete(page);
    this.#tabs.delete(page);
    this.#popups.delete(page);
    if (acting || !this.#steps.knows(page)) return;
    // A page that closes right after a click has closed itself.
    if (acted === undefined || at - acted >= CAUSED_MS) this.#add(event, { do: "closePage", page });
    else {
      const mine = this.#mine();
      if (mine?.step.page === page && mine.step.action.do !== "note")
        Object.assign(mine.step, { closes: true, expected: [] } satisfies Partial<Step>);
    }
  }

  #history(page: number): History {
    const known = this.#histories.get(page) ?? new History();
    this.#histories.set(page, known);
    return known;
  }
}

/** Whether two locators are of one element. */
const isSame = (one: LocatorReport | undefined, other: LocatorReport | undefined): boolean =>
  one !== undefined && other !== undefined && one.page === other.page && placeOf(one) === placeOf(other);

const placeOf = ({ frames, path }: LocatorReport): string => jsonText([frames, path]);

const follows = (before: UserStep, event: UserStep): boolean => event.at - before.at < DOUBLE_MS;

function isPlainClick({ action, opens, dialogs, expected }: Step): boolean {
  if (action.do !== "click" || opens.length > 0 || dialogs !== undefined || expected.length > 0) return false;
  return action.button === "left" && action.modifiers.length === 0 && action.count === 1;
}
