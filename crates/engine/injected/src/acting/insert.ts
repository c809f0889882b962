/** Inserts text with one trusted event, as a paste does. */

import { nextFrame } from "../dom/builtins.js";
import {
  attribute,
  dispatch,
  has,
  isConnected,
  isContentEditable,
  localName,
  renderedText,
  textContent,
  token,
} from "../dom/dom.js";
import { focusedElement, giveFocus } from "../dom/focus.js";
import { flatParent } from "../dom/shadow.js";
import { clean, cut } from "../dom/text.js";
import { announce, held, limitOf, setValue } from "../dom/values.js";
import { successorOf } from "../elements/successor.js";
import type { Expected, Refusal } from "../protocol.js";
import { disabledState } from "../semantics/element-states.js";
import { editingHost } from "../semantics/role.js";
import { answered } from "./answered.js";
import { notAsGiven } from "./as-given.js";
import { boxesFrom, together } from "./boxes.js";
import { endDate } from "./calendar.js";
import { disabled } from "./disabled.js";
import type { Filled } from "./fill-protocol.js";
import { insertLines } from "./insert-lines.js";
import { pressNothing } from "./last-key.js";
import { focusNext } from "./left-open.js";
import { widgetOf } from "./listbox.js";
import { bare, place, selectionIn } from "./selection.js";

const exec = Document.prototype.execCommand;
const command = (name: string, value = ""): boolean => exec.call(document, name, false, value);
const selectInput = HTMLInputElement.prototype.select;
const selectArea = HTMLTextAreaElement.prototype.select;

/** Longest value in an answer. */
const MAX_VALUE = 200;
/** Longer texts are set by script. Chromium takes 2 s to insert 1 MB, and 10 ms to set it (measured). */
const HUGE = 200_000;
/** More lines are inserted as markup. Chromium inserts plain text line by line, each slower than the last. */
const MANY_LINES = 20;
/** How many frames a page may take to spread a text over several fields. */
const SPREADS = 8;
/** The longest text that is put in key by key where a page refuses the whole. */
const KEYS = 200;
/** After so many lines that went in one by one, the rest may go in at once. */
const PROBE = 20;

/**
 * Gives an input or textarea a text. `secret`: its value must not be in the answer. `target`: what was expected of the field. A page may
 * answer by drawing it anew: what counts then is the value of the field that a person sees. `plain`: no key ends it.
 */
export async function typeInto(
  field: HTMLInputElement | HTMLTextAreaElement,
  value: string,
  secret: boolean,
  target: Expected,
  plain: boolean,
): Promise<Filled | Refusal> {
  const before = held(field);
  const area = localName(field) === "textarea";
  const wanted = area ? value.replace(/\r\n?/g, "\n") : value.replace(/[\r\n]+/g, "");
  let how: Inserted = { method: "insert" };
  if (before !== wanted || before === "") {
    if (focusedElement() !== field) {
      focusNext(field);
      // Frameworks note the focus in a microtask or a task, and some take no text before.
      await answered();
    }
    // The page may replace the field when it gets the focus, or switch it off.
    if (!isConnected(field)) return { state: "gone" };
    if (disabledState(field)) return disabled(field);
    if (has(field, "readonly")) return { state: "readonly" };
    how = await replaceBy(field, wanted);
    await answered();
    if (!plain && how.method === "insert" && held(field) !== before) pressNothing(field);
    if (!plain && wanted !== "" && isConnected(field)) await endDate(field);
  }
  const shown = isConnected(field) ? field : (successorOf(field, target) ?? field);
  const boxes = held(shown) === wanted ? [] : boxesFrom(shown);
  // A page that spreads a text over the boxes of a code may do so later.
  const isBegun = (): boolean => boxes.length > 1 && wanted.startsWith(held(shown)) && together(boxes) !== wanted;
  for (let turn = 0; turn < SPREADS && isBegun(); turn++) await nextFrame();
  if (isBegun()) await spread(boxes, wanted, plain);
  const after = held(shown);
  const answer: Filled = { state: "filled", kind: "text", method: how.method, changed: after !== before };
  // A field of one line has removed the line breaks.
  if (after !== (area ? wanted : value)) {
    const last = boxes.findLastIndex((box) => held(box) !== "");
    if (last > 0 && together(boxes) === wanted) answer.over = last + 1;
    else if (!secret) notAsGiven(answer, shown, value, after);
    if (how.cancelled && answer.lost) answer.cancelled = true;
  } else if (value !== "" && suggests(shown)) answer.searches = true;
  return answer;
}

/**
 * Gives each box of a code its character, as a person does who types on. The first box has its own already. What is no whole code is
 * typed on only where the page has passed the focus on: the fields may be those of a puzzle.
 */
async function spread(boxes: readonly Element[], code: string, plain: boolean): Promise<void> {
  const [first, next] = boxes as [Element, Element];
  const characters = Array.from(code);
  const isCode = characters.length === boxes.length || (characters.length < boxes.length && focusedElement() === next);
  if (!isCode || limitOf(first) !== 1 || held(first) !== characters[0]) return;
  for (const [at, box] of (boxes as HTMLInputElement[]).entries()) {
    const character = characters[at] ?? "";
    if (held(box) === character) continue;
    if (!isConnected(box) || disabledState(box) || has(box, "readonly")) return;
    if (focusedElement() !== box) giveFocus(box);
    await answered();
    await replaceBy(box, character);
    await answered();
    if (!plain) pressNothing(box);
  }
}

/** How a text was put into a field. `cancelled`: the page refused a part of it. */
interface Inserted {
  method: Filled["method"];
  cancelled?: boolean;
}

/** Puts a text in the place of what a field holds. */
async function replaceBy(field: HTMLInputElement | HTMLTextAreaElement, wanted: string): Promise<Inserted> {
  const before = held(field);
  if (focusedElement() === field && wanted.length <= HUGE) {
    (localName(field) === "textarea" ? selectArea : selectInput).call(field);
    if (wanted === "" && before === "") return { method: "insert" };
    if (!allows(field, wanted === "" ? "delete" : "insertText", wanted)) {
      await answered();
      // Some pages show what they have taken in the next frame.
      if (held(field) === before) await nextFrame();
      // What it takes of a text that is pasted is not what it takes of single keys.
      if (held(field) === before && wanted.length <= KEYS)
        for (const key of wanted) if (allows(field, "insertText", key)) command("insertText", key);
      return { method: "insert", cancelled: true };
    }
    if (wanted === "") command("delete");
    else insertText(field, wanted);
  }
  // A script may write more than a person. What the browser has cut off can be what was cut off before.
  const limited = wanted.slice(0, limitOf(field));
  if (held(field) === limited || (held(field) !== before && wanted.length <= HUGE)) return { method: "insert" };
  setValue(field, limited);
  announce(field);
  return { method: "synthetic" };
}

/**
 * Asks the page by `beforeinput` whether a command may change what an element holds. Commands send none themselves, and pages filter by it
 * what is typed.
 */
function allows(el: Element, name: string, text: string): boolean {
  const inputType = name === "delete" ? "deleteContentBackward" : name;
  const init = { inputType, data: text === "" ? null : text, bubbles: true, cancelable: true, composed: true };
  return dispatch(el, new InputEvent("beforeinput", init));
}

/** Whether a field has a list of suggestions, of which one may have to be chosen. */
const suggests = (field: Element): boolean =>
  widgetOf(field) !== null &&
  (token(field, "aria-expanded") === "true" || /^(?:list|both)$/.test(token(field, "aria-autocomplete")));

/** Replaces the selection by one trusted insertion. */
function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (text.split("\n", MANY_LINES + 1).length > MANY_LINES && !has(field, "maxlength")) {
    // Markup is inserted at once (measured: 625 lines take 0.1 s instead of 1.1 s). A browser that does not accept markup
    // here changes nothing.
    command("insertHTML", text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
    if (held(field) === text) return;
    (localName(field) === "input" ? selectInput : selectArea).call(field);
  }
  command("insertText", text);
}

/**
 * Replaces the content of an editable element. Editors with a model (Lexical, ProseMirror) need time to run after each
 * step, as they have it between two keys. `limitMs`: how long they may take for many lines. `plain`: no key ends it.
 */
export async function fillEditable(
  el: HTMLElement,
  value: string,
  limitMs: number,
  plain: boolean,
): Promise<Filled | Refusal> {
  const before = textContent(el) ?? "";
  let host: Element = el;
  for (let up: Element | null = el; up && isContentEditable(up as HTMLElement); up = flatParent(up)) {
    host = up;
    if (editingHost(up)) break;
  }
  giveFocus(host);
  if (!isConnected(el)) return { state: "gone" };
  await place(el, "all");
  const { steps, rest, stopped } =
    value === ""
      ? { steps: before === "" ? [] : [await step(host, "delete")] }
      : await insertAll(host, el, value.split(/\r\n|\r|\n/), limitMs);
  await answered();
  if (rest !== undefined) return { state: "filled", kind: "editable", method: "insert", changed: true, rest };
  let method: Filled["method"] = steps.includes("taken") ? "synthetic" : "insert";
  const done = !steps.includes("failed");
  const cancelled = steps.includes("cancelled");
  if (!cancelled && !stopped && bare(textContent(el) ?? "") !== bare(value) && (!done || textContent(el) === before)) {
    method = "synthetic";
    el.textContent = value;
    announce(el);
  }
  if (!plain && method === "insert" && textContent(el) !== before) pressNothing(host);
  const after = textContent(el) ?? "";
  const answer: Filled = { state: "filled", kind: "editable", method, changed: after !== before };
  const shown = renderedText(el);
  if (bare(after) !== bare(value)) {
    notAsGiven(answer, el, value, after);
    if (cancelled && answer.lost) answer.cancelled = true;
    if (stopped) Object.assign(answer, { stopped, lost: true });
  } else if (!sameLines(shown, value)) answer.now = cut(clean(shown), MAX_VALUE);
  return answer;
}

/** What was done of a text of several lines. */
interface InsertedLines {
  steps: Stepped[];
  /** What the Enter key is needed for. */
  rest?: string;
  /** How many lines went in, and of how many, as the time was over. */
  stopped?: [done: number, all: number];
}

/** Replaces the selection by lines. */
async function insertAll(host: Element, el: Element, lines: string[], limitMs: number): Promise<InsertedLines> {
  const plain = (attribute(host, "contenteditable") ?? "").toLowerCase() === "plaintext-only";
  const began = performance.now();
  const steps: Stepped[] = [];
  for (const [i, text] of lines.entries()) {
    if (i > PROBE && performance.now() - began > limitMs) return { steps, stopped: [i, lines.length] };
    if (i > 0) {
      const markup = host.innerHTML;
      let broken = await step(host, plain ? "insertLineBreak" : "insertParagraph");
      if (broken === "cancelled" && !plain) broken = await step(host, "insertLineBreak");
      steps.push(broken);
      // The page does not take it, and what follows would stand elsewhere. Its Enter key may send what is there.
      if (broken === "cancelled") return { steps };
      // Some editors undo the paragraph and draw their own in a task.
      if (host.innerHTML === markup) await answered();
      // The editor undid the paragraph. It inserts its own for the Enter key.
      if (host.innerHTML === markup) return { steps, rest: `\n${lines.slice(i).join("\n")}` };
    }
    if (text !== "") steps.push(await step(host, "insertText", text));
    else if (i === 0) await step(host, "delete");
    if (steps.at(-1) === "cancelled") return { steps };
    const whole = i + 1 === PROBE && host === el && steps.every((one) => one === "command");
    if (whole && (await insertLines(el, lines, PROBE, plain))) return { steps };
  }
  return { steps };
}

const linesOf = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map(bare)
    .filter(Boolean)
    .join("\n");

/** Whether two texts differ in blanks and empty lines at most. */
export const sameLines = (one: string, other: string): boolean => linesOf(one) === linesOf(other);

/**
 * How a step went: by a trusted command, or taken by the page from an event of this script; `cancelled` if the page cancelled that event
 * and did nothing; `failed` if the browser refused it.
 */
type Stepped = "command" | "taken" | "cancelled" | "failed";

/**
 * Runs a command and the microtasks that it queued. Commands send no `beforeinput`, and editors that change their model by that event
 * alone (Slate) would have another text than they show: they are given one first, and may take it. A page that cancels it without a
 * change refuses the text, as it would that of a person.
 */
async function step(host: Element, name: string, value = ""): Promise<Stepped> {
  const state = (): string => `${selectionIn(host)?.isCollapsed} ${host.innerHTML}`;
  const before = state();
  if (!allows(host, name, value)) {
    await answered();
    // Some editors show what they have taken in the next frame.
    if (state() === before) await nextFrame();
    return state() === before ? "cancelled" : "taken";
  }
  const done = command(name, value);
  await null;
  return done ? "command" : "failed";
}
