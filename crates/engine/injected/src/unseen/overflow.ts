/** What sticks out of an element that lies before the page, as the slides do of a carousel whose track was moved. */
import {
  box,
  clientHeight,
  clientWidth,
  computedStyle,
  documentElement,
  localName,
  nodeType,
  scrollHeight,
  scrollWidth,
  styleValue,
  textData,
} from "../dom/dom.js";
import { clipsBox, innerBox, intersect, type Rect } from "../dom/geometry.js";
import { eachChild, flatParent } from "../dom/shadow.js";
import { blank } from "../dom/text.js";

/** Content that begins further outside of the page than this is not looked for. */
export const FAR = 5_000;
/** Deepest level that is followed. */
const DEEPEST = 400;

const END = Number.POSITIVE_INFINITY;
const EVERYWHERE: Rect = [-END, -END, END, END];

/** What an element holds, as bits: something in the page, */
const IN = 1;
/** something that the nearest box around it that clips does not cut off either, */
const SHOWN = 2;
/** something outside of the page. */
const OUT = 4;

/**
 * The parts of an element before the page that lie there, too, though others of it do not; null if nothing of it is shown. Each text
 * is judged by its own lines: what hides an order may hold something that is seen. An element that lies there with words of its
 * own takes all that is in it with them.
 */
export function outsideParts(el: Element, position: string): Element[] | null {
  // Most of what was moved away has nothing that sticks out.
  if (!overflows(el) || clipsBox(el)) return null;
  const page: Rect = position === "fixed" ? [0, 0, innerWidth, innerHeight] : [-scrollX, -scrollY, FAR, END];
  const parts: Element[] = [];
  const found = look(el, page, intersect(page, windowOf(el)), 0, parts);
  return found & SHOWN ? parts : null;
}

const overflows = (el: Element): boolean => scrollWidth(el) > clientWidth(el) || scrollHeight(el) > clientHeight(el);

/** What the nearest box around an element lets be seen of it. What can be scrolled there can come into view. */
function windowOf(el: Element): Rect {
  const root = documentElement(document);
  for (let up = flatParent(el); up !== null && up !== root && localName(up) !== "body"; up = flatParent(up)) {
    const style = computedStyle(up);
    if (!clipsBox(up, style)) continue;
    const scrolls = /auto|scroll/.test(styleValue(style, "overflow-x") + styleValue(style, "overflow-y"));
    if (!scrolls) return innerBox(up);
    break;
  }
  return EVERYWHERE;
}

/** Looks where the content of an element is drawn. Of an element with something in the page, the parts outside are added to `parts`. */
function look(el: Element, page: Rect, shown: Rect, level: number, parts: Element[]): number {
  if (level > DEEPEST) return OUT;
  if (level > 0 && overflows(el) && clipsBox(el)) {
    const inner = innerBox(el);
    page = intersect(page, inner);
    shown = intersect(shown, inner);
  }
  const outside: Element[] = [];
  const further: Element[] = [];
  let found = 0;
  let own = 0;
  eachChild(el, localName(el), (child) => {
    const type = nodeType(child);
    if (type === 3 && !blank(textData(child as Text))) own |= lines(child, page, shown);
    if (type !== 1) return;
    const of = look(child as Element, page, shown, level + 1, further);
    if (of & OUT && !(of & IN)) outside.push(child as Element);
    found |= of;
  });
  if (own & OUT) return OUT;
  found |= own;
  // What holds no words may be a picture or a field.
  if (found === 0) return place(box(el), page, shown);
  if (found & IN) parts.push(...outside, ...further);
  return found;
}

function lines(text: Node, page: Rect, shown: Rect): number {
  const range = new Range();
  range.selectNode(text);
  let found = 0;
  for (const line of range.getClientRects()) found |= place(line, page, shown);
  return found;
}

/** Where the middle of a box lies; 0 for one without an area. */
function place({ left, top, width, height }: DOMRect, page: Rect, shown: Rect): number {
  if (width === 0 || height === 0) return 0;
  const [x, y] = [left + width / 2, top + height / 2];
  const within = (rect: Rect): boolean => x > rect[0] && y > rect[1] && x < rect[2] && y < rect[3];
  if (!within(page)) return OUT;
  return within(shown) ? IN | SHOWN : IN;
}
