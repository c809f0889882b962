/** Which list that a page shows is the open one of a widget: what it names, what came when it was opened, and what is drawn at it. */

import {
  attribute,
  computedStyle,
  documentBody,
  isConnected,
  nextElement,
  queryScope,
  styleValue,
  token,
} from "../dom/dom.js";
import { around, drawn, type Rect, rectsOf } from "../dom/geometry.js";
import { flatContains, flatParent, scopeOf, scopes } from "../dom/shadow.js";
import { isParked } from "../elements/parked.js";
import { placesOf } from "../elements/places.js";
import { drawnBeside } from "../elements/stand-in.js";
import {
  all,
  comboboxAround,
  isActive,
  isItsList,
  listsOf,
  MAX_LEVELS,
  openerOf,
  optionsIn,
  optionsOf,
  sources,
  WIDGET,
} from "./listbox.js";

const POPUPS = "[role=listbox],[role=menu],[role=tree],[role=grid],[role=dialog]";
/** The longest way between a widget and the list that is drawn at it, in CSS pixels. */
const GAP = 16;

/** What the looks at an element have shown. */
interface Seen {
  /** The lists that were shown while its own was closed, or that do not belong to it: they are something else's. */
  foreign: Set<Element>;
  /** Whether it has said that its list is open. */
  expanded: boolean;
}

/** By the element that is chosen from: its widget is another one as soon as the list shows a field to search it (Choices). */
const looks = new WeakMap<Element, Seen>();

/**
 * The list of a widget, if it is shown. `opened`: the engine opened it, so that a list that came with it counts without a reference.
 * `asked`: the element that is chosen from, which is, names or holds the widget.
 */
export function listOf(widget: Element, opened: boolean, asked: Element): Element | null {
  if (isItsList(widget)) return widget;
  const named = namedBy(widget);
  if (named) return named;
  const shown = popups(widget);
  const seen = looks.get(asked) ?? { foreign: new Set(shown), expanded: false };
  looks.set(asked, seen);
  const open = isExpanded(widget);
  if (!opened) {
    const own = open ? shown.filter((list) => belongs(list, widget)) : [];
    seen.foreign = new Set(shown);
    return own.findLast((list) => holdsActive(list, widget)) ?? own.at(-1) ?? null;
  }
  // Where it cannot be told which list is open already, that one closes and opens again.
  for (const list of seen.foreign) if (!isConnected(list) || !isShown(list)) seen.foreign.delete(list);
  // Some pages never say that a list is open, so that only one that said so is closed when it does not any more. What is shown then are
  // the options that were chosen (Choices).
  if (open) seen.expanded = true;
  else if (seen.expanded) return null;
  // Pages append what they open, so that the last one is on top. What was chosen may be a list of its own, and be new, too.
  return (
    shown.findLast((list) => holdsActive(list, widget)) ?? shown.findLast((list) => !seen.foreign.has(list)) ?? null
  );
}

/** The list that a widget names, or what is drawn in its place. */
function namedBy(widget: Element): Element | undefined {
  const own = listsOf(widget);
  const found = own.find((list) => isShown(list) && optionsIn(list).length > 0);
  if (found) return found;
  for (const list of own) {
    const beside = optionsOf(list).length > 0 ? drawnBeside(list) : undefined;
    if (beside) return beside;
  }
  return undefined;
}

const isShown = (list: Element): boolean => drawn(list) && !isParked(list);

const isExpanded = (widget: Element): boolean =>
  sources(widget).some((source) => token(source, "aria-expanded") === "true");

const popups = (widget: Element): Element[] =>
  scopes()
    .flatMap((scope) => all(scope, POPUPS))
    .filter((popup) => popup !== widget && isShown(popup) && optionsIn(popup).length > 0);

const holdsActive = (list: Element, widget: Element, focused = true): boolean =>
  optionsIn(list).some((option) => isActive(option, widget, focused));

/** Whether a list that is shown is that of a widget which says that its own is open. What is a part of the page besides is not. */
function belongs(list: Element, widget: Element): boolean {
  if (isAnothers(list, widget)) return false;
  // The focus may be in another widget.
  if (holdsActive(list, widget, false) || sources(widget).some((source) => flatContains(source, list))) return true;
  if (!isOfKind(list, widget)) return false;
  const boxes = [placesOf(widget)[0] ?? openerOf(widget), comboboxAround(widget)];
  return boxes.some((at) => at && (floatsAt(list, at, widget) || isBeside(list, at, widget)));
}

/** Whether another widget names a list. */
function isAnothers(list: Element, widget: Element): boolean {
  const own = sources(widget);
  const id = attribute(list, "id");
  if (!id) return false;
  const names = (other: Element): boolean =>
    ["aria-controls", "aria-owns"].some((name) => (attribute(other, name) ?? "").split(/\s+/).includes(id));
  return all(scopeOf(list), WIDGET).some((other) => !own.includes(other) && names(other));
}

/** Whether a widget opens lists of this role. */
function isOfKind(list: Element, widget: Element): boolean {
  const role = token(list, "role");
  return role === "listbox" || sources(widget).some((source) => token(source, "aria-haspopup") === role);
}

/** Whether a list, or what holds it, is drawn over the page at the box of a widget. */
function floatsAt(list: Element, at: Element, widget: Element): boolean {
  for (let up: Element | null = list; up && !flatContains(up, widget); up = flatParent(up)) {
    const position = styleValue(computedStyle(up), "position");
    if ((position === "absolute" || position === "fixed") && adjoins(up, at)) return true;
  }
  return false;
}

/** Whether a list is in the flow of the page right after a widget, or in a container that holds nothing else to choose from. */
function isBeside(list: Element, at: Element, widget: Element): boolean {
  const own = sources(widget);
  let up: Element | null = at;
  for (let level = 0; up && up !== documentBody() && level <= MAX_LEVELS; level++, up = flatParent(up)) {
    const others = [...queryScope(up, `${WIDGET},${POPUPS}`)].filter((one) => !own.includes(one));
    const holdsIt = flatContains(up, list);
    if (others.some((one) => !flatContains(list, one) && !(holdsIt && flatContains(one, list)))) return false;
    if (holdsIt) return true;
    if (nextElement(up) === list) return adjoins(list, at);
  }
  return false;
}

/** Whether the box of a list is at that of a widget, over it or under it. One that fills the window is at everything. */
function adjoins(list: Element, at: Element): boolean {
  const [one, other] = [rectsOf(list), rectsOf(at)];
  if (one.length === 0 || other.length === 0) return false;
  const [left, top, right, bottom]: Rect = around(one);
  const [x, y, xEnd, yEnd]: Rect = around(other);
  if (right - left >= innerWidth && bottom - top >= innerHeight) return false;
  return left < xEnd && right > x && top <= yEnd + GAP && bottom >= y - GAP;
}
