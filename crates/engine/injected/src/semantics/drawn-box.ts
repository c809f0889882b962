/**
 * The check boxes that libraries draw in the items of a tree without a role for them (rc-tree, and with that Ant Design). Nothing but their
 * classes tells that they are boxes, and whether they are checked.
 */

import { attribute, find, is, nearest, parentElement, textContent, token } from "../dom/dom.js";
import { blank } from "../dom/text.js";

const BOX = /(?:^|\s)(\S*checkbox)(?=\s|$)/i;
const CHECKED = /^(?:is-)?checked$/i;
const MIXED = /^(?:is-)?(?:indeterminate|half|mixed)$/i;
const TREES = "[role=tree],[role=treeitem],[role=treegrid]";
/** What has a state of its own, for which the box is drawn only. */
const OWN = "[role=treeitem][aria-checked],label,button,a";

/** The state of a box that is drawn in a tree; undefined for any other element. */
export function drawnBox(el: Element): "true" | "false" | "mixed" | undefined {
  const classes = attribute(el, "class");
  const kind = classes === null ? undefined : BOX.exec(classes)?.[1];
  if (classes === null || kind === undefined || token(el, "role") !== "" || is(el, "input")) return undefined;
  if (!blank(textContent(el) ?? "") || !nearest(el, TREES) || nearest(el, OWN)) return undefined;
  const parent = parentElement(el);
  if (!parent || find(parent, "input,[role=checkbox]")) return undefined;
  // A class of a state begins with that of the box, or stands alone.
  const states = classes
    .trim()
    .split(/\s+/)
    .map((one) => (one.startsWith(kind) ? one.slice(kind.length).replace(/^[-_]+/, "") : one));
  return states.some((one) => MIXED.test(one)) ? "mixed" : states.some((one) => CHECKED.test(one)) ? "true" : "false";
}

export const isDrawnBox = (el: Element): boolean => drawnBox(el) !== undefined;
