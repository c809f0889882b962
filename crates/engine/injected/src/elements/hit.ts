/** Whether the element that a point hits serves for an action, and how to describe one that does not. */
import { attribute, has, holds, localName, token } from "../dom/dom.js";
import { around, isAlike, type Rect, rectsOf } from "../dom/geometry.js";
import { flatParent, insideOf } from "../dom/shadow.js";
import { cut, line } from "../dom/text.js";
import { WIDGETS } from "../semantics/role.js";
import { Walk } from "../walk/walk.js";

/** Whether the element itself handles a click, and not an ancestor. */
export function takesClicks(el: Element): boolean {
  const tag = localName(el);
  switch (tag) {
    case "a":
    case "area":
      return has(el, "href");
    case "button":
    case "select":
    case "textarea":
    case "summary":
    case "iframe":
    case "label":
      return true;
    case "input":
      return attribute(el, "type") !== "hidden";
  }
  return has(el, "onclick") || WIDGETS.has(token(el, "role"));
}

/**
 * How well a hit element serves: 2 for the target, 1 for an element inside the target that can be clicked or dragged itself, 0 for any other.
 *
 * @param accepted The target, then what may be hit instead.
 */
export function serves(hit: Element | null, accepted: ReadonlySet<Element>): 0 | 1 | 2 {
  const [target] = accepted;
  let inside = false;
  for (let el = hit; el; el = flatParent(el)) {
    if (accepted.has(el)) {
      if (!inside) return 2;
      // A click on a link inside a label follows the link and does not reach the control, nor does one on a button that clears the field.
      return localName(el) === "label" || el !== target ? 0 : 1;
    }
    if (takesClicks(el) || isItem(el)) inside = true;
  }
  return 0;
}

/** Whether a press on the element may begin a drag of it. */
const isItem = (el: Element): boolean => token(el, "draggable") === "true";

/** The item in an item that can be dragged, too, and that a press on what is hit takes in the place of the outer one. */
export function itemWithin(item: Element, hit: Element | null): Element | undefined {
  if (!isItem(item)) return undefined;
  for (let el = hit; el && el !== item; el = flatParent(el)) if (isItem(el)) return el;
  return undefined;
}

/** Controls that do something of their own with a press. */
const NATIVE = new Set("a area button select textarea summary iframe label input".split(" "));
/** The least share of the sides of an item that its handle has. */
const LEAST = 0.5;

/**
 * What fills an item and is marked as something to click or drag: a person takes the item by it, and the corners that it leaves are no
 * place to press (rc-dock).
 */
export function handlesOf(item: Element): Element[] {
  const outer = around(rectsOf(item));
  return insideOf(item, "[role],[onclick],[draggable=true]").filter((el) => {
    if (NATIVE.has(localName(el)) || !(isItem(el) ? !isItem(item) : takesClicks(el))) return false;
    const inner = around(rectsOf(el));
    return isAlike(inner, outer) && sides(inner).every((side, i) => side >= LEAST * (sides(outer)[i] as number));
  });
}

const sides = ([left, top, right, bottom]: Rect): number[] => [right - left, bottom - top];

/** Role, name, and id or classes of an element, in at most 120 characters. */
export function describeElement(el: Element | null): string {
  if (!el) return "nothing";
  const tag = localName(el);
  const walk = new Walk(el);
  const { role, unseen } = walk.describe(el);
  const name = line(walk.names.of(el, tag, role).name || walk.names.content(el, tag), 40);
  const id = attribute(el, "id");
  const classes = (attribute(el, "class") ?? "").trim().split(/\s+/).slice(0, 3).filter(Boolean);
  const marks = `${tag}${id ? `#${id}` : ""}${classes.length > 0 ? `.${classes.join(".")}` : ""}`;
  return cut(`${role}${name ? ` "${name}"` : ""}${unseen ? " unseen" : ""} <${line(marks, 60)}>`, 119);
}

/** The element to name as the blocker: the hit element, or the nearest ancestor with an id, role, label or class. */
export function blocker(hit: Element, target: Element): Element {
  for (let el: Element | null = hit; el && !holds(el, target); el = flatParent(el)) {
    if (has(el, "id") || has(el, "role") || has(el, "aria-label") || has(el, "class")) return el;
  }
  return hit;
}
