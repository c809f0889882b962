/** How a walk shows elements around others: containers, clickable areas, elements without meaning. */

import {
  attribute,
  box,
  computedStyle,
  find,
  findAll,
  firstElementChild,
  localName,
  parentElement,
  rendered,
  styleValue,
  textContent,
  token,
} from "../dom/dom.js";
import { CONTENTS, HIDDEN, INLINE, NONE, SKIPPED } from "../dom/style.js";
import { isCut, line, NAME_LENGTH } from "../dom/text.js";
import { slidWithin } from "../elements/stand-in.js";
import { type Named, NO_NAME } from "../semantics/named.js";
import { A_DRAGGABLE, A_GRAB, A_HANDLER, A_ID, A_LABEL, A_ROLE, A_TABINDEX, A_TITLE } from "./attributes.js";
import { isPictureOf, repeatsLabel } from "./echoes.js";
import type { Line } from "./line.js";
import { CERTAIN } from "./lines.js";
import { M_NAMED, M_SVG } from "./modes.js";
import type { Pass } from "./pass.js";
import { CONTAINERS, CONTROLS, ENTRIES, KEPT_EMPTY, REPORTS, WRAPPERS } from "./vocabulary.js";

/** Whether an empty element gets a line: one with an id that has some size, or any that is drawn if all are asked for. */
const isKept = (walk: Pass, el: Element, bits: number): boolean =>
  ((bits & A_ID) !== 0 && walk.larger(el, 10)) || (walk.more.everything === true && walk.larger(el, 1));

/** Whether the text of a caption is the name of its parent, which is shown. */
export function namesParent(walk: Pass, el: Element): boolean {
  const parent = parentElement(el);
  if (!parent) return false;
  const tag = localName(parent);
  const role = walk.roles.of(parent, tag);
  if (role === "generic" || role === "none") return false;
  return walk.names.of(parent, tag, role).source === "native";
}

/** The name of a container. It is computed only if something can give it one. */
export function containerName(walk: Pass, el: Element, tag: string, role: string, bits: number): Named {
  const labelled = (bits & (A_LABEL | A_TITLE)) !== 0;
  if (role === "generic" || role === "none" || role === "paragraph" || role === "listitem")
    return labelled ? walk.names.of(el, tag, role) : NO_NAME;
  if (!labelled && tag !== "fieldset" && tag !== "table" && tag !== "figure") return NO_NAME;
  const named = walk.names.of(el, tag, role);
  return named.source === "content" ? NO_NAME : named;
}

/** A container: its line with its children below, or with its text if that is all it holds. */
export function container(
  walk: Pass,
  el: Element,
  tag: string,
  role: string,
  style: number,
  bits: number,
  depth: number,
  mode: number,
  below: number,
  named: Named,
  interactive: boolean,
): void {
  walk.lines.flush(depth);
  const at = walk.lines.list.length;
  // Pages keep a place for reports that come.
  const isReport = REPORTS.has(role) && !interactive && walk.only !== el && token(el, "aria-busy") !== "true";
  const stays = (bits & A_ROLE) !== 0 && !isReport;
  walk.lines.tentative = !(named.name !== "" || interactive || stays || bits & A_LABEL || KEPT_EMPTY.has(role));
  walk.lines.add(el, tag, role, interactive ? "i" : "", named, depth, mode, bits, interactive);
  walk.lines.tentative = false;
  const own = walk.lines.list[at] as Line;
  if (walk.only === el && (CONTAINERS.has(role) || named.name !== "")) throw CERTAIN;
  if (!(style & SKIPPED)) walk.children(el, tag, depth + 1, below, false);
  if (walk.lines.list.length > at + 1 || CONTAINERS.has(role) || named.name !== "") {
    walk.lines.flush(depth + 1);
    // A day of a calendar, "27", is in its label.
    if (role === "generic") walk.lines.once(at, named.name);
    // An empty landmark or list is left out.
    if (named.name !== "" || interactive || bits & (A_ROLE | A_LABEL)) return;
    if (walk.lines.list.length === at + 1) {
      if (!isKept(walk, el, bits)) walk.lines.list.pop();
      else if (walk.only !== el) walk.lines.decided();
    } else if (WRAPPERS.has(role) && walk.only === null) walk.lines.unwrap(at, depth);
    return;
  }
  const text = walk.lines.take();
  if (text) {
    own.name = text;
    own.flags += "t";
    if (walk.handled === el) own.rest += "\tdraggable";
  } else if (!interactive && !KEPT_EMPTY.has(role) && !stays && !isKept(walk, el, bits)) {
    walk.lines.list.pop();
    return;
  }
  if (walk.only !== el) walk.lines.decided();
}

/**
 * Whether a container in the element is in a name by its label alone, which says nothing of its text: what is around many things can
 * be focusable to be scrolled.
 */
function labelledWithin(walk: Pass, el: Element, name: string): boolean {
  for (const inner of findAll(el, "[aria-label],[aria-labelledby]")) {
    const style = walk.styles.of(inner);
    const role = walk.roles.of(inner, localName(inner));
    const isBlock = role === "generic" && !(style & (INLINE | CONTENTS)) && firstElementChild(inner) !== null;
    if (style & NONE || !(isBlock || CONTAINERS.has(role))) continue;
    const text = line(textContent(inner) ?? "", NAME_LENGTH);
    if (text !== "" && !name.includes(text)) return true;
  }
  return false;
}

/** Whether a label says nothing of the text in its element. `own`: the control in it that it names. */
export function hidesText(walk: Pass, el: Element, tag: string, name: string, own = el): boolean {
  const text = walk.names.content(el, tag, own);
  return text !== "" && !name.includes(text);
}

/** Whether the element holds several rows or items, which a name of all their texts would not tell apart. */
function holdsRows(el: Element): boolean {
  let count = 0;
  for (const row of findAll(el, "tr,li,[role=row],[role=listitem]")) if (rendered(row) && ++count > 1) return true;
  return false;
}

/** Whether an element holds a field of text or a list, whose label and buttons are not the name of what is around them. */
const holdsField = (el: Element): boolean => [...findAll(el, FIELDS)].some(rendered);
const FIELDS = "input:not([type=hidden],[type=checkbox],[type=radio],[type=file]),select,textarea";

/** What in an element is said to screen readers when it changes, and repeats for them alone what is drawn. */
function spokenOnly(el: Element): Element | undefined {
  const live = find(el, "[aria-live]");
  return live && styleValue(computedStyle(live), "opacity") === "0" ? live : undefined;
}

/** What only takes the focus. */
const FOCUS_ONLY = A_ROLE | A_TABINDEX | A_ID;
const PICTURES = "svg,img,picture,canvas,video";
/** The least height, in CSS pixels, of what can be pressed. */
const PRESSED = 10;

/** Whether an empty element of no role is a line between others, as in menus that focus each of their children. */
function isRule(walk: Pass, el: Element, bits: number): boolean {
  if ((bits & ~FOCUS_ONLY) !== 0 || !/^(?:presentation|none)$/.test(token(el, "role"))) return false;
  if (walk.larger(el, PRESSED) || box(el).height >= PRESSED || find(el, PICTURES)) return false;
  return /^(?:auto|default)$/.test(styleValue(computedStyle(el), "cursor"));
}

/** Whether an empty element without size only takes the focus, as the guards at both ends of a dialog that keep it there. */
const isGuard = (walk: Pass, el: Element, bits: number): boolean =>
  (bits & A_TABINDEX) !== 0 &&
  (bits & (A_HANDLER | A_DRAGGABLE | A_GRAB)) === 0 &&
  !walk.larger(el, 1) &&
  !find(el, PICTURES);

/** A clickable element without a widget role. A short text becomes its name. */
export function operated(
  walk: Pass,
  el: Element,
  tag: string,
  role: string,
  style: number,
  bits: number,
  depth: number,
  mode: number,
  below: number,
  byCursor: boolean,
): boolean {
  let named = walk.names.of(el, tag, role);
  if (named.source !== "author" && named.source !== "content" && named.source !== "native") {
    const text = walk.names.content(el, tag, spokenOnly(el) ?? el);
    if (text) named = { name: text, source: "content" };
  }
  // The labels of a drawing are for what is in it, each for another shape.
  const isDrawing = tag === "svg" && named.source === "content" && findAll(el, "text").length > 1;
  const isByContent = named.source === "content" && named.name !== "";
  const isPulled = (bits & A_GRAB) !== 0;
  const isShort =
    isByContent &&
    !isCut(named.name, NAME_LENGTH) &&
    !labelledWithin(walk, el, named.name) &&
    !holdsRows(el) &&
    // A title bar with its buttons is not called after them.
    !(isPulled && findAll(el, CONTROLS).length > 0) &&
    !(role === "generic" && !byCursor && (bits & (A_HANDLER | A_DRAGGABLE)) === 0 && holdsField(el));
  if (isDrawing || (isByContent && !isShort)) named = NO_NAME;
  const shown = role === "none" ? "generic" : role;
  const isSign = byCursor && !isPulled && shown === "generic";
  if (isSign && mode & M_NAMED && isShort && walk.only !== el && repeatsLabel(walk, el, named.name)) {
    walk.through(el, tag, style, depth, below);
    return true;
  }
  walk.lines.flush(depth);
  const at = walk.lines.list.length;
  walk.lines.add(el, tag, shown, "i", named, depth, mode, bits, true);
  if (walk.only === el) throw CERTAIN;
  // A table is read by the cells of its rows. The engine leaves out the name of a row that has any. What has no role of its own shows its text.
  const isEntry = walk.more.everything === true && ENTRIES.has(role);
  const isRead =
    named.name === "" ||
    role === "row" ||
    (shown === "generic" && named.source === "author" && hidesText(walk, el, tag, named.name)) ||
    isEntry;
  if (!(style & SKIPPED)) walk.children(el, tag, depth + 1, isRead ? below : below | M_NAMED, false);
  walk.lines.flush(depth + 1);
  if (isEntry) walk.lines.once(at, named.name);
  const isEmpty = walk.lines.list.length === at + 1 && named.name === "";
  const isGuarding = isEmpty && shown === "generic" && !byCursor && isGuard(walk, el, bits);
  if (isEmpty && (isGuarding || isRule(walk, el, bits) || (isSign && !walk.more.everything && isPictureOf(el)))) {
    walk.lines.list.pop();
    return true;
  }
  // Around a single control, a pointer cursor belongs to that control. What is pulled can hold another control.
  const inner = walk.lines.list[at + 1];
  if (isSign && inner && (named.name === "" || inner.name === named.name)) walk.lines.unwrap(at, depth);
  // The words of both states of a switch are in a strip, of which the one is seen.
  else if (shown === "generic" && inner?.el && walk.styles.of(inner.el) & HIDDEN && slidWithin(inner.el) === el)
    walk.lines.unwrap(at, depth);
  return true;
}

/** The name of an icon or a sign that has nothing but its title: a person reads that under the pointer. */
const signName = (walk: Pass, el: Element, tag: string, bits: number, mode: number): Named =>
  bits & A_TITLE && !(mode & M_NAMED) ? walk.names.of(el, tag, "generic") : NO_NAME;

/**
 * An element without meaning: left out, unless it is a block that is shown by its text. So is a text of a drawing: the next one can
 * belong to a shape far away.
 */
export function generic(
  walk: Pass,
  el: Element,
  tag: string,
  style: number,
  bits: number,
  depth: number,
  mode: number,
  below: number,
): void {
  const isLabel = (mode & M_SVG) !== 0 && tag === "text";
  if ((style & (INLINE | CONTENTS) || mode & M_SVG) && !isLabel) {
    const { run, list } = walk.lines;
    const count = list.length;
    if (!(style & SKIPPED)) walk.children(el, tag, depth, below, false);
    const holdsNothing = list.length === count && walk.lines.run === run;
    const isDrawn = holdsNothing && !(mode & M_SVG) && walk.larger(el, 1);
    const named = isDrawn ? signName(walk, el, tag, bits, mode) : NO_NAME;
    if (isDrawn && (named.name !== "" || walk.more.everything)) {
      walk.lines.flush(depth);
      walk.lines.add(el, tag, "generic", "", named, depth, mode, bits, false);
    }
    if (mode & M_SVG && walk.lines.run !== "") walk.lines.run += " ";
    return;
  }
  walk.lines.flush(depth);
  const at = walk.lines.list.length;
  if (!(style & SKIPPED)) walk.children(el, tag, depth, below, false);
  if (walk.lines.list.length > at) {
    walk.lines.flush(depth);
    if (walk.more.everything) walk.lines.wrap(at, el, depth);
    return;
  }
  const text = walk.lines.take();
  const flags = isLabel ? "tl" : "t";
  if (text) walk.lines.add(el, tag, "text", flags, { name: text, source: "content" }, depth, mode, bits, false);
  else if (isKept(walk, el, bits) || (bits & A_TITLE && walk.larger(el, 1))) {
    const named = signName(walk, el, tag, bits, mode);
    if (named.name === "" && !isKept(walk, el, bits)) return;
    walk.lines.add(el, tag, "generic", "", named, depth, mode, bits, false);
    const own = walk.lines.list[walk.lines.list.length - 1];
    if (own && bits & A_ID) own.rest += `\tid=${line(attribute(el, "id") ?? "", 60)}`;
  }
}
