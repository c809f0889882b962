/** `paste` and `drop`: content from outside of the page, with scripted events that carry it. */

import {
  dispatch,
  has,
  holds,
  inputType,
  isConnected,
  isContentEditable,
  localName,
  nodeType,
  textContent,
} from "../dom/dom.js";
import { focusedElement, giveFocus } from "../dom/focus.js";
import { visibleRects } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { secret } from "../dom/secret.js";
import { clean, cut } from "../dom/text.js";
import { held, setValue } from "../dom/values.js";
import { isBesideSelection } from "../elements/grid.js";
import { placesOf } from "../elements/places.js";
import { refused, resolve } from "../elements/target.js";
import type { Refusal } from "../protocol.js";
import { disabledState } from "../semantics/element-states.js";
import { answered } from "./answered.js";
import { caret } from "./caret.js";
import { disabled } from "./disabled.js";
import { pack, pasteOn, plainOf } from "./paste.js";
import { aimOf } from "./prepare.js";
import { editorOf, isSelectionIn, selectionIn } from "./selection.js";
import { mouseInit, pause } from "./synthetic.js";
import type { Declined, DropArgs, PasteArgs, TransferContent, Transferred } from "./transfer-protocol.js";
import { isField, takesText } from "./unwritten.js";

/** Longest value in an answer. */
const MAX_VALUE = 200;

const exec = Document.prototype.execCommand;
const command = (name: string, value: string): boolean => exec.call(document, name, false, value);
const parse = DOMParser.prototype.parseFromString;

/** `paste`: into the focus, which the target gets. What no handler takes is inserted as the browser does it. */
export async function paste({ target, ...content }: PasteArgs): Promise<Transferred | Refusal> {
  const el = resolve(target);
  if (refused(el)) return el;
  if (placesOf(el).length === 0) return { state: "hidden" };
  if (disabledState(el)) return disabled(el);
  const editor = editorOf(el);
  const isIn = (focus: Element | null): focus is Element =>
    focus !== null && (focus === el || focus === editor || holds(el, focus));
  const had = isIn(focusedElement());
  if (!had) {
    giveFocus(editor);
    if (!isConnected(el)) return { state: "gone" };
  }
  // The caret of an editor may be in another of its paragraphs.
  if (isIn(focusedElement()) && (!had || (editor !== el && !isSelectionIn(el)))) await caret({ target });
  const focus = focusedElement();
  const on = isIn(focus) ? focus : el;
  if (isField(on) && has(on, "readonly")) return { state: "readonly" };
  const beside = !takesText(on) && isBesideSelection(el);
  const before = contentOf(on);
  const taken = pasteOn(caretElement(on) ?? on, content);
  const answer: Transferred = { state: "transferred", taken, inserted: false, changed: false };
  if (beside) answer.beside = true;
  if (!taken && isConnected(on) && focusedElement() === on)
    Object.assign(answer, isField(on) ? insertInto(on, content) : { inserted: insert(on, content) });
  answer.changed = isConnected(on) && contentOf(on) !== before;
  if (taken && !answer.changed) {
    // Editors show what they took in a task of their own.
    await answered();
    answer.changed = isConnected(on) && contentOf(on) !== before;
    if (!answer.changed && isConnected(on) && isField(on)) answer.kept = true;
  }
  return answer;
}

/** Inserts text into a field, and looks what it keeps of it: a number, a limit or the page may stand against it. */
function insertInto(field: HTMLInputElement | HTMLTextAreaElement, content: TransferContent): Partial<Transferred> {
  const before = held(field);
  // Null where the caret is not known, as in a number. It is at the end then.
  const [start, end] = [field.selectionStart ?? before.length, field.selectionEnd ?? before.length];
  const text = plainOf(content)?.replace(/\r\n?/g, "\n");
  const done = insert(field, content);
  if (!done || text === undefined || !isConnected(field)) return { inserted: done };
  const lost = held(field) === "" && text !== "" && (before !== "" || field.validity.badInput);
  if (lost && localName(field) === "input" && inputType(field as HTMLInputElement) === "number") {
    // Firefox shows what is no number, and its value is empty then.
    setValue(field, before);
    dispatch(field, new Event("input", { bubbles: true, composed: true }));
  }
  const now = held(field);
  const wanted = before.slice(0, start) + text + before.slice(end);
  if (now === wanted) return { inserted: true };
  return { inserted: now !== before, ...(secret(field) ? {} : { now: cut(clean(now), MAX_VALUE) }) };
}

const contentOf = (el: Element): string => (isField(el) ? held(el) : (textContent(el) ?? ""));

/** The element of an editor in which the caret is. */
function caretElement(el: Element): Element | undefined {
  if (!isContentEditable(el as HTMLElement)) return undefined;
  const node = selectionIn(el)?.anchorNode ?? null;
  const found = node && (nodeType(node) === 1 ? (node as Element) : node.parentElement);
  return found && (found === el || holds(el, found)) ? found : undefined;
}

function insert(el: Element, content: TransferContent): boolean {
  const { html } = content;
  const plain = plainOf(content);
  const editable = isContentEditable(el as HTMLElement);
  const rich = editable && (el.getAttribute("contenteditable") ?? "").toLowerCase() !== "plaintext-only";
  if (html !== undefined && rich) return command("insertHTML", withoutScripts(html));
  if (plain === undefined || !(editable || isField(el))) return false;
  return command("insertText", localName(el) === "input" ? plain.replace(/[\r\n]+/g, "") : plain);
}

/** Markup without what would run in the page, as a browser leaves it out of a paste. */
function withoutScripts(html: string): string {
  const parsed = parse.call(new DOMParser(), html, "text/html");
  for (const el of parsed.querySelectorAll("*")) {
    if (/^(?:script|style|link|meta|base|iframe|object|embed|template)$/.test(el.localName)) el.remove();
    for (const { name, value } of [...el.attributes]) {
      if (name.startsWith("on") || /^\s*javascript:/i.test(value)) el.removeAttribute(name);
    }
  }
  return parsed.body.innerHTML;
}

/** `drop`: enters, moves over and drops where `prepare` aimed. A page may show its drop zone only then. */
export async function drop({ target, ...content }: DropArgs): Promise<Transferred | Declined | Refusal> {
  const el = resolve(target);
  if (refused(el)) return el;
  const at = aimOf(el);
  if (at === undefined || visibleRects(el).length === 0) return { state: "hidden" };
  const dataTransfer = new DataTransfer();
  pack(dataTransfer, content);
  dataTransfer.effectAllowed = "all";
  dataTransfer.dropEffect = "copy";
  const drag = (on: Element, type: string): boolean =>
    !dispatch(on, new DragEvent(type, { ...mouseInit(at, 0), dataTransfer }));
  const before = textContent(el) ?? "";
  let over = deepest(...at) ?? el;
  drag(over, "dragenter");
  let accepts = drag(over, "dragover");
  await pause(0);
  const now = deepest(...at) ?? over;
  if (now !== over) {
    drag(now, "dragenter");
    if (isConnected(over)) drag(over, "dragleave");
    over = now;
  }
  accepts = drag(over, "dragover") || accepts;
  await pause(0);
  if (!isConnected(over)) return { state: "gone" };
  if (!accepts) {
    drag(over, "dragleave");
    return { state: "declined" };
  }
  const taken = drag(over, "drop");
  return { state: "transferred", taken, inserted: false, changed: !isConnected(el) || textContent(el) !== before };
}
