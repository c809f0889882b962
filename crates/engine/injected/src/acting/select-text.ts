/** `selectText`: selects a part of an element's text, or puts the caret into it. */

import { nextFrame } from "../dom/builtins.js";
import {
  computedStyle,
  findAll,
  hasEditContext,
  isConnected,
  isContentEditable,
  localName,
  nodeType,
  parentElement,
  styleValue,
  textData,
} from "../dom/dom.js";
import { focusedElement, giveFocus, takeFocus, takeKeyboard } from "../dom/focus.js";
import { visibleRects } from "../dom/geometry.js";
import { scrollIntoView } from "../dom/scrolling.js";
import { secret } from "../dom/secret.js";
import { eachChild, flatContains } from "../dom/shadow.js";
import { clean, cut } from "../dom/text.js";
import { held } from "../dom/values.js";
import { placesOf } from "../elements/places.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Refusal } from "../protocol.js";
import { disabledState } from "../semantics/element-states.js";
import { answered } from "./answered.js";
import { pressBefore, releaseAfter, releaseIn } from "./drawn-over.js";
import { isInView, reveal } from "./reveal.js";
import { editorOf, selectionIn } from "./selection.js";
import { isField } from "./unwritten.js";

/** Longest selected text in an answer. */
const MAX_TEXT = 200;

const setInputRange = HTMLInputElement.prototype.setSelectionRange;
const setAreaRange = HTMLTextAreaElement.prototype.setSelectionRange;
const selectInput = HTMLInputElement.prototype.select;

type Field = HTMLInputElement | HTMLTextAreaElement;
type Span = [from: number, to: number];

/** `selectText`: selects a part of an element's text, or puts the caret there. → Refusal or {@link Selected}. */
export interface SelectTextArgs {
  target: Expected;
  /** The text to select. Without it and an offset, all of the element's text. */
  text?: string;
  /** Which occurrence of `text`, from 0; negative from the end. */
  nth?: number;
  /** Offsets in UTF-16 code units. */
  from?: number;
  to?: number;
  /** Extends the part to whole words or lines. */
  unit?: "word" | "line";
  /** Puts the caret before or after the part, and selects nothing. */
  caret?: "before" | "after";
  /** Only where a part of the element is in view and it has the text; else the answer is `outside`, and nothing is done. */
  inView?: boolean;
}
export interface Selected {
  state: "selected";
  /** What was selected; absent for secrets. */
  text?: string;
  /** Whether the page has left the selection as it was made. */
  kept: boolean;
}

/** `selectText`. */
export async function selectText(args: SelectTextArgs): Promise<Selected | Refusal> {
  const el = resolve(args.target);
  if (refused(el)) return el;
  if (args.target.role === "code" && drawsItself(el))
    return {
      state: "kind",
      is: "an editor that draws its text itself and keeps a selection of its own",
      next: "click or double-click at a place of it, and press Shift with the arrow keys",
    };
  if (args.inView && !isAtHand(el, args)) return { state: "outside" };
  const chosen = isField(el) ? selectInField(el, args) : selectInText(el, args);
  if ("state" in chosen) return chosen;
  // An editor may correct the selection when it hears of it.
  await nextFrame();
  if (!isConnected(el)) return { state: "gone" };
  const { text, now, release } = chosen;
  release();
  await answered();
  if (!isConnected(el)) return { state: "gone" };
  const answer: Selected = { state: "selected", kept: now() };
  if (text !== undefined) answer.text = cut(clean(text), MAX_TEXT);
  return answer;
}

/** Whether keys go to a field that is hidden in an editor whose text is no field (Monaco). */
const drawsItself = (el: Element): boolean =>
  !isContentEditable(el as HTMLElement) &&
  Array.from(findAll(el, "textarea,[role=textbox]")).some((field) => isField(field) || hasEditContext(field));

/** Whether the text can be selected before anything is scrolled. Editors that draw only what is in view would have another text then. */
function isAtHand(el: Element, args: SelectTextArgs): boolean {
  if (!placesOf(el).some((place) => visibleRects(place).length > 0)) return false;
  return !("state" in (isField(el) ? spanIn(held(el), args) : partOf(el, args)));
}

interface Chosen {
  /** What was selected; undefined where it must not leave the page. */
  text: string | undefined;
  /** Whether that is still selected. */
  now: () => boolean;
  /** Tells the page that the button was released at its end: many look at the selection only then. */
  release: () => void;
}

function selectInField(el: Field, args: SelectTextArgs): Chosen | Refusal {
  const value = held(el);
  const span = spanIn(value, args);
  if ("state" in span) return span;
  giveFocus(el);
  // The page may replace the field when it gets the focus.
  if (!isConnected(el)) return { state: "gone" };
  const [from, to] = span;
  const release = (): void => releaseIn(el);
  try {
    (localName(el) === "input" ? setInputRange : setAreaRange).call(el, from, to);
  } catch {
    // Fields for numbers and addresses let scripts select only all of their text.
    if (from !== 0 || to !== value.length)
      return { state: "kind", is: "a field whose text can only be selected as a whole" };
    selectInput.call(el as HTMLInputElement);
    return { text: secret(el) ? undefined : value, now: () => hasKeys(el), release };
  }
  return {
    text: secret(el) ? undefined : value.slice(from, to),
    now: () => hasKeys(el) && el.selectionStart === from && el.selectionEnd === to,
    release,
  };
}

/** Whether keys go to a field that can have them: what is selected in another one is not the selection of the page. */
const hasKeys = (field: Field): boolean => focusedElement() === field || disabledState(field);

interface Part {
  /** Its text as it is shown. */
  text: string;
  start: [Text, number];
  end: [Text, number];
}

function selectInText(el: Element, args: SelectTextArgs): Chosen | Refusal {
  let part = partOf(el, args);
  const selection = selectionIn(el);
  if (!("state" in part)) {
    if (isContentEditable(el as HTMLElement)) giveFocus(editorOf(el));
    else leaveField(el);
    if (!isConnected(el)) return { state: "gone" };
    // A page may draw its text anew when the focus moves.
    part = partOf(el, args);
  }
  if ("state" in part) return part;
  if (!selection) return { state: "value", why: NO_TEXT };
  bringIntoView(part.start, part.end);
  const from = parentElement(part.start[0]);
  if (part.text !== "" && from) {
    pressBefore(from, part.start);
    if (!isConnected(el)) return { state: "gone" };
    part = partOf(el, args);
    if ("state" in part) return part;
  }
  const { text, start, end } = part;
  selection.setBaseAndExtent(...start, ...end);
  return {
    text,
    now: () => {
      const now = selectionIn(el);
      if (!now || now.rangeCount === 0) return false;
      return now.isCollapsed === (text === "") && clean(now.toString()) === clean(text);
    },
    release: () => {
      const to = parentElement(end[0]);
      if (to && isConnected(to)) releaseAfter(to, end);
    },
  };
}

/** Scrolls to a part of a text, if its beginning is out of view: what holds it may be far larger. */
function bringIntoView([node, at]: Part["start"], end: Part["end"]): void {
  const holder = parentElement(node);
  if (!holder) return;
  const range = new Range();
  range.setStart(node, at);
  range.setEnd(...end);
  const point = (): [number, number] => {
    const { left, top, bottom } = range.getClientRects()[0] ?? range.getBoundingClientRect();
    return [left, (top + bottom) / 2];
  };
  if (isInView(holder, ...point())) return;
  scrollIntoView(holder, "nearest");
  reveal(holder, point);
}

/** Takes the keyboard from a field elsewhere, as a press on plain text does: a copy would be of what is selected there. */
function leaveField(el: Element): void {
  takeKeyboard();
  const field = focusedElement();
  if (field && (isField(field) || isContentEditable(field as HTMLElement)) && !flatContains(field, el))
    takeFocus(field);
}

const NO_TEXT = "there is no text to select";

/** The part of an element's text that the caller means, and where it is now. */
function partOf(el: Element, args: SelectTextArgs): Part | Refusal {
  const shown = new ShownText(el);
  const span = spanIn(shown.text, args);
  if ("state" in span) return span;
  const [from, to] = span;
  const start = shown.start(from);
  const end = to > from ? shown.end(to) : start;
  if (!start || !end) return { state: "value", why: NO_TEXT };
  return { text: shown.text.slice(from, to), start, end };
}

/** The part of a text that the caller means. */
function spanIn(all: string, { text, nth = 0, from, to, unit, caret }: SelectTextArgs): Span | Refusal {
  let span: Span = [0, all.length];
  if (text !== undefined) {
    const at = find(all, text, nth);
    if (at < 0)
      return {
        state: "value",
        why: nth > 0 ? "it does not have this text so many times" : "it does not have this text",
      };
    span = [at, at + text.length];
  } else if (from !== undefined || to !== undefined) {
    const start = from ?? 0;
    const end = to ?? (unit === undefined ? all.length : start);
    if (start > all.length || end > all.length || start > end)
      return { state: "value", why: `its text has ${all.length} characters` };
    span = [start, end];
  }
  if (unit === "word") span = words(all, span);
  else if (unit === "line") span = lines(all, span);
  if (caret === "before") return [span[0], span[0]];
  if (caret === "after") return [span[1], span[1]];
  return span;
}

/** Where a text occurs; -1 if it does not. `nth` counts from 0, and from the end if it is negative. */
function find(all: string, text: string, nth: number): number {
  const found: number[] = [];
  for (let at = all.indexOf(text); at >= 0 && text !== ""; at = all.indexOf(text, at + text.length)) found.push(at);
  return found.at(nth) ?? -1;
}

/** The words that a span touches. */
function words(all: string, [from, to]: Span): Span {
  let span: Span = [from, to];
  for (const { index, segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(all)) {
    const end = index + segment.length;
    if (!isWordLike || end < from || index > to) continue;
    span = [Math.min(span[0], index), Math.max(span[1], end)];
    if (from === to) break;
  }
  return span;
}

/** The lines that a span touches, without their last line break. */
function lines(all: string, [from, to]: Span): Span {
  const end = all.indexOf("\n", to > from && all[to - 1] === "\n" ? to - 1 : to);
  return [all.lastIndexOf("\n", from - 1) + 1, end < 0 ? all.length : end];
}

/** The text of an element as it is shown, with the place of each character: white space is one space, blocks are lines. */
class ShownText {
  text = "";
  private readonly places: [node: Text, at: number][] = [];

  constructor(el: Element) {
    this.read(el);
    while (this.text.endsWith("\n") || this.text.endsWith(" ")) this.drop();
  }

  /** The place before a character. */
  start(index: number): [Text, number] | undefined {
    return this.places[index] ?? this.end(index);
  }

  /** The place after the character before an index. */
  end(index: number): [Text, number] | undefined {
    const last = this.places[index - 1];
    return last && [last[0], last[1] + 1];
  }

  private drop(): void {
    this.text = this.text.slice(0, -1);
    this.places.pop();
  }

  private add(character: string, node: Text, at: number): void {
    this.text += character;
    this.places.push([node, at]);
  }

  /** Ends a line, unless it is empty. */
  private breakLine(): void {
    while (this.text.endsWith(" ")) this.drop();
    const last = this.places.at(-1);
    if (last && !this.text.endsWith("\n")) this.add("\n", last[0], last[1] + 1);
  }

  private read(el: Element): void {
    const style = computedStyle(el);
    const display = styleValue(style, "display");
    if (display === "none" || styleValue(style, "visibility") !== "visible") return;
    const block = !/^(?:inline|contents|ruby)/.test(display);
    const pre = /pre|break-spaces/.test(styleValue(style, "white-space") || styleValue(style, "white-space-collapse"));
    if (block) this.breakLine();
    eachChild(el, localName(el), (child) => {
      if (nodeType(child) === 3) this.readText(child as Text, pre);
      else if (nodeType(child) === 1 && localName(child as Element) === "br") this.breakLine();
      else if (nodeType(child) === 1) this.read(child as Element);
    });
    if (block) this.breakLine();
  }

  private readText(node: Text, pre: boolean): void {
    const data = textData(node);
    for (let at = 0; at < data.length; at++) {
      const character = data[at] as string;
      if (pre || !/[ \t\n\r]/.test(character)) this.add(character === "\u00a0" ? " " : character, node, at);
      else if (this.text !== "" && !/[ \n]$/.test(this.text)) this.add(" ", node, at);
    }
  }
}
