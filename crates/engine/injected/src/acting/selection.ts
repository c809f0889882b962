/** Where the selection is in the tree of an element, and placing it there. */

import { later } from "../dom/builtins.js";
import {
  firstChild,
  holds,
  isContentEditable,
  isElement,
  localName,
  nextSibling,
  nodeType,
  rootOf,
  textContent,
} from "../dom/dom.js";
import { parentAround } from "../dom/shadow.js";
import { clean } from "../dom/text.js";
import { editingHost } from "../semantics/role.js";
import { answered } from "./answered.js";

const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype;

/** Time limit for the selection event. */
const SELECTED_MS = 100;
/** How often a selection is placed that the page puts elsewhere. */
const TRIES = 2;

/** A text without blanks and what is not seen. */
export const bare = (text: string): string => clean(text).replace(/\s/g, "");

/** The selection in the tree of the element. Chromium has one for each shadow tree, Firefox one for all. */
export function selectionIn(el: Element): Selection | null {
  const root = rootOf(el) as ShadowRoot & { getSelection?: () => Selection | null };
  return (nodeType(root) === 11 && root.getSelection?.()) || getSelection();
}

/** What has the focus when an element is edited: of a paragraph, the editor around it. */
export function editorOf(el: Element): Element {
  if (!isContentEditable(el as HTMLElement)) return el;
  for (let up: Element | null = el; up; up = parentAround(up)) if (editingHost(up)) return up;
  return el;
}

/** Whether the selection begins and ends in an element. */
export function isSelectionIn(el: Element): boolean {
  const selection = selectionIn(el);
  if (!selection || selection.rangeCount === 0) return false;
  const { startContainer, endContainer } = selection.getRangeAt(0);
  return [startContainer, endContainer].every((node) => node === el || holds(el, node));
}

/**
 * Selects the content of an editable element, or puts the caret at its end, and waits until the page has handled the event. Editors
 * that get the focus may put their own selection in its place a moment later (Slate): then it is placed once more.
 */
export async function place(el: Element, what: "all" | "end"): Promise<void> {
  for (let tries = 0; tries < TRIES && !isPlaced(el, what); tries++) {
    const heard = nextChange();
    const selection = selectionIn(el);
    selection?.selectAllChildren(el);
    if (what === "end") selection?.collapse(...endOf(el));
    await heard;
    // The listeners of the page run after this one.
    await answered();
  }
}

/** Elements that are paragraphs, or hold some. */
const BLOCK = /^(?:address|article|aside|blockquote|dd|div|dl|dt|figcaption|figure|h[1-6]|li|ol|p|pre|section|ul)$/;

/**
 * The end of an element's text, in its last paragraph. What is typed after that paragraph becomes another one in some editors (Quill in
 * Firefox).
 */
function endOf(el: Element): [node: Node, offset: number] {
  const nodes: Node[] = [];
  for (let node = firstChild(el); node; node = nextSibling(node)) nodes.push(node);
  // The blanks after a paragraph are of the source, not of the text.
  const isBlank = (node: Node): boolean => !isElement(node) && clean(textContent(node) ?? "") === "";
  let end = nodes.length;
  while (end > 1 && isBlank(nodes[end - 1] as Node)) end--;
  const last = nodes[end - 1];
  if (last === undefined || !isElement(last)) return [el, nodes.length];
  if (BLOCK.test(localName(last)) && isContentEditable(last as HTMLElement)) return endOf(last);
  // A line break at the end of a paragraph is not shown.
  return [el, localName(last) === "br" ? end - 1 : nodes.length];
}

/** Resolves when the selection changes, or after a while. */
function nextChange(): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      unlisten.call(document, "selectionchange", end, true);
      done();
    };
    listen.call(document, "selectionchange", end, true);
    later(end, SELECTED_MS);
  });
}

/** Whether the selection is there as far as texts tell. Editors put its ends into elements of their own. */
function isPlaced(el: Element, what: "all" | "end"): boolean {
  const selection = selectionIn(el);
  const selected = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  if (!selected || !holds(el, selected.startContainer) || !holds(el, selected.endContainer)) return false;
  const outside = new Range();
  outside.selectNodeContents(el);
  outside.setStart(selected.endContainer, selected.endOffset);
  if (bare(outside.toString()) !== "") return false;
  if (what === "end") return selected.collapsed;
  outside.selectNodeContents(el);
  outside.setEnd(selected.startContainer, selected.startOffset);
  return bare(outside.toString()) === "";
}
