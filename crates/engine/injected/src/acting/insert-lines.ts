/**
 * Inserts a text of many lines into an editable element at once. Browsers insert line after line slower and slower: 6,400 short ones took
 * more than 40 s in Chromium, and the page could do nothing else meanwhile (measured).
 */

import {
  computedStyle,
  dispatch,
  firstChild,
  hasAny,
  isElement,
  localName,
  nextSibling,
  nodeType,
  styleValue,
  textContent,
} from "../dom/dom.js";
import { answered } from "./answered.js";
import { bare, place } from "./selection.js";

const exec = Document.prototype.execCommand;

/**
 * Puts all lines in, of which the first went in one by one, if these became what the browser itself makes of lines. What shows them in
 * another way is an editor, and gets all of them one by one. `plain`: the element takes no markup, and breaks its lines. Answers whether
 * it was done.
 */
export async function insertLines(host: Element, lines: string[], done: number, plain: boolean): Promise<boolean> {
  const is = plain ? isText : isPlain;
  if (lines.length < 2 * done || !is(host, lines.slice(0, done))) return false;
  const data = lines.slice(done).join("\n");
  const init = { inputType: "insertText", data, bubbles: true, cancelable: true, composed: true };
  if (!dispatch(host, new InputEvent("beforeinput", init))) return false;
  const keeps = /^(?:pre|break-spaces)/.test(styleValue(computedStyle(host), "white-space"));
  // What is put after a block is merged with it, so that all blocks are put in anew.
  if (!plain) await place(host, "all");
  const markup = plain
    ? ["", ...lines.slice(done).map((line) => escaped(line, keeps))].join("<br>")
    : blocks(host, lines, keeps);
  const was = textContent(host);
  try {
    exec.call(document, "insertHTML", false, markup);
  } catch {
    // A page that demands trusted types takes no markup.
  }
  await answered();
  if (textContent(host) !== was) return true;
  await place(host, "end");
  return false;
}

/** Lines as the browser writes them: the first one without a block, if it has none now. */
function blocks(host: Element, lines: string[], keeps: boolean): string {
  const first = firstChild(host);
  const bareFirst = first !== null && !isElement(first);
  const marked = lines.map((line) => escaped(line, keeps) || "<br>");
  return marked.map((line, at) => (at === 0 && bareFirst ? line : `<div>${line}</div>`)).join("");
}

/** Whether an element holds these lines as the browser itself writes them: as texts, in blocks without attributes after the first. */
function isPlain(host: Element, lines: string[]): boolean {
  let at = 0;
  for (let node = firstChild(host); node; node = nextSibling(node), at++) {
    const line = lines[at];
    if (line === undefined || bare(textContent(node) ?? "") !== bare(line)) return false;
    if (isElement(node) ? !isBlock(node) : at > 0 || nodeType(node) !== 3) return false;
  }
  return at === lines.length;
}

/** Whether an element holds these lines as texts and line breaks alone. */
function isText(host: Element, lines: string[]): boolean {
  return holdsNoMarkup(host) && bare(textContent(host) ?? "") === bare(lines.join("\n"));
}

/** Whether an element is a block without attributes that holds nothing but texts and line breaks. */
function isBlock(el: Element): boolean {
  return localName(el) === "div" && !hasAny(el) && holdsNoMarkup(el);
}

/** Whether an element holds nothing but texts and line breaks without attributes. */
function holdsNoMarkup(el: Element): boolean {
  for (let node = firstChild(el); node; node = nextSibling(node))
    if (isElement(node) && (localName(node) !== "br" || hasAny(node))) return false;
  return true;
}

/** A line as markup. Where blanks collapse, they are written as the browser writes typed ones. */
function escaped(line: string, keeps: boolean): string {
  const markup = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  if (keeps) return markup;
  return markup
    .replace(/^ | $/g, "&nbsp;")
    .replace(/ {2}/g, "&nbsp; ")
    .replace(/\t+/g, (tabs) => `<span style="white-space:pre">${tabs}</span>`);
}
