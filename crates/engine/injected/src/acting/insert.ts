/** Inserts text with one trusted event, as a paste does. */

import { later } from "../dom/builtins.js";
import { has, isConnected, isContentEditable, localName, textContent } from "../dom/dom.js";
import { focusedElement, giveFocus } from "../dom/focus.js";
import { flatParent } from "../dom/shadow.js";
import { clean, cut } from "../dom/text.js";
import { announce, held, setValue } from "../dom/values.js";
import type { Refusal } from "../protocol.js";
import { editingHost } from "../semantics/role.js";
import { selectionIn } from "./caret.js";
import type { Filled } from "./fill-protocol.js";

const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype;
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

/** Gives an input or textarea a text. `secret`: its value must not be in the answer. */
export function typeInto(
  field: HTMLInputElement | HTMLTextAreaElement,
  value: string,
  secret: boolean,
): Filled | Refusal {
  const before = held(field);
  const area = localName(field) === "textarea";
  const wanted = area ? value.replace(/\r\n?/g, "\n") : value.replace(/[\r\n]+/g, "");
  let method: Filled["method"] = "insert";
  if (before !== wanted || before === "") {
    giveFocus(field);
    // The page may replace the field when it gets the focus.
    if (!isConnected(field)) return { state: "gone" };
    if (focusedElement() === field && wanted.length <= HUGE) {
      (area ? selectArea : selectInput).call(field);
      if (wanted !== "") insertText(field, wanted);
      else if (before !== "") command("delete");
    }
    if (held(field) !== wanted && (held(field) === before || wanted.length > HUGE)) {
      method = "synthetic";
      setValue(field, wanted);
      announce(field);
    }
  }
  const after = held(field);
  const answer: Filled = { state: "filled", kind: "text", method, changed: after !== before };
  // A field of one line has removed the line breaks.
  if (after !== (area ? wanted : value) && !secret) answer.now = cut(clean(after), MAX_VALUE);
  return answer;
}

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

/** Time limit for the selection event. */
const SELECTED_MS = 100;

/** Lets the page run: editors update their model in a task or microtask after the event. */
const turn = (): Promise<void> => new Promise((done) => later(done, 0));

/**
 * Replaces the content of an editable element. Editors with a model (Lexical, ProseMirror) need time to run after each
 * step, as they have it between two keys.
 */
export async function fillEditable(el: HTMLElement, value: string): Promise<Filled | Refusal> {
  const before = textContent(el) ?? "";
  let host: Element = el;
  for (let up: Element | null = el; up && isContentEditable(up as HTMLElement); up = flatParent(up)) {
    host = up;
    if (editingHost(up)) break;
  }
  giveFocus(host);
  if (!isConnected(el)) return { state: "gone" };
  await select(el);
  const lines = value.split(/\r\n|\r|\n/);
  let done = true;
  let rest: string | undefined;
  if (value === "") done = before === "" || command("delete");
  else {
    const plain = (host.getAttribute("contenteditable") ?? "").toLowerCase() === "plaintext-only";
    for (const [i, text] of lines.entries()) {
      if (i > 0) {
        const markup = host.innerHTML;
        done = (await step(plain ? "insertLineBreak" : "insertParagraph")) && done;
        if (host.innerHTML === markup) {
          // The editor undid the paragraph. It inserts its own for the Enter key.
          rest = `\n${lines.slice(i).join("\n")}`;
          break;
        }
      }
      if (text !== "") done = (await step("insertText", text)) && done;
      else if (i === 0) await step("delete");
    }
  }
  await turn();
  if (rest !== undefined) return { state: "filled", kind: "editable", method: "insert", changed: true, rest };
  let method: Filled["method"] = "insert";
  const bare = (text: string): string => clean(text).replace(/\s/g, "");
  if (bare(textContent(el) ?? "") !== bare(value) && (!done || textContent(el) === before)) {
    method = "synthetic";
    el.textContent = value;
    announce(el);
  }
  const after = textContent(el) ?? "";
  const answer: Filled = { state: "filled", kind: "editable", method, changed: after !== before };
  if (bare(after) !== bare(value)) answer.now = cut(clean(after), MAX_VALUE);
  return answer;
}

/** Runs a command and the microtasks that it queued. */
async function step(name: string, value = ""): Promise<boolean> {
  const done = command(name, value);
  await null;
  return done;
}

/** Selects the content of an element, and waits until the page has handled the event. */
async function select(el: Element): Promise<void> {
  const heard = new Promise<void>((done) => {
    const end = (): void => {
      unlisten.call(document, "selectionchange", end, true);
      done();
    };
    listen.call(document, "selectionchange", end, true);
    later(end, SELECTED_MS);
  });
  selectionIn(el)?.selectAllChildren(el);
  await heard;
  // The listeners of the page run after this one.
  await turn();
}
