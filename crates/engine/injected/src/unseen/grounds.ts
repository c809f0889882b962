/**
 * What may be drawn under a text besides the backgrounds of what is around it: a sibling in the same cell of a grid or below a
 * negative margin, a generated layer, a column of a table, a thick border. Asked only for texts that would be left out.
 */
import {
  box,
  clientLeft,
  clientTop,
  computedStyle,
  elementsAt,
  firstChild,
  isElement,
  localName,
  nextSibling,
  nodeType,
  styleValue,
} from "../dom/dom.js";
import { eachChild, flatParent } from "../dom/shadow.js";
import { type Colour, colour } from "./colour.js";

/** So much of a line has to lie on something for it to be its ground. Letters reach a little out of their lines. */
const SHARE = 0.4;
/** How many elements are looked at for a text, and children of one element. */
const MOST = 2_000;
/** A narrower border is a line beside the text. */
const THICK = 8;
/** What is fainter than this is no ground. */
const FAINT = 0.1;

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A generated layer. One whose place is not known may lie anywhere. */
interface Layer {
  style: CSSStyleDeclaration;
  width: number;
  height: number;
  place: Area | null;
}

/** A text that would be left out: its element, its lines, and whether a colour shows it. */
interface Words {
  el: Element;
  lines: readonly Area[];
  shows: (ground: Colour) => boolean;
}

const sizeOf = ({ left, top, right, bottom }: Area): number => Math.max(0, right - left) * Math.max(0, bottom - top);

const common = (one: Area, other: Area): Area => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

const meets = (one: Area, lines: readonly Area[]): boolean => lines.some((line) => sizeOf(common(one, line)) > 0);

const carries = (one: Area, lines: readonly Area[]): boolean =>
  lines.some((line) => sizeOf(common(one, line)) > SHARE * sizeOf(line));

/** The lines of the text that an element holds itself; its box if it holds none. */
export function linesOf(el: Element): readonly Area[] {
  const lines: Area[] = [];
  for (let child = firstChild(el); child; child = nextSibling(child)) {
    if (nodeType(child) !== 3) continue;
    const range = new Range();
    range.selectNode(child);
    lines.push(...range.getClientRects());
  }
  const drawn = lines.filter((line) => sizeOf(line) > 0);
  return drawn.length > 0 ? drawn : [box(el)];
}

/** What else is drawn, for the texts of one walk. */
export class Grounds {
  private children = new Map<Element, (readonly [Element, DOMRect])[]>();
  private layers = new Map<Element, Layer[]>();
  private left = 0;

  /** Whether something else may be the ground of a text. `from`: the innermost element in which that is looked for. */
  under(words: Words, from: Element): boolean {
    this.left = MOST;
    let inner: Element | null = null;
    for (let up: Element | null = from; up !== null; up = flatParent(up)) {
      const style = computedStyle(up);
      if (this.hasLayer(up, words) || hasBorder(style, box(up), words) || this.holds(up, inner, words)) return true;
      if ((colour(styleValue(style, "background-color"))?.[3] ?? 0) > 0.97) return false;
      inner = up;
    }
    return false;
  }

  /** Whether something in an element, but for what was looked at, is the ground. */
  private holds(of: Element, except: Element | null, words: Words): boolean {
    for (const [child, place] of this.childrenOf(of)) {
      if (child === except) continue;
      // What has no area can have content that sticks out of it.
      if (place.width > 0 && place.height > 0 && !meets(place, words.lines)) continue;
      if (--this.left < 0) return false;
      const style = computedStyle(child);
      if (Number.parseFloat(styleValue(style, "opacity")) < FAINT) continue;
      if (styleValue(style, "visibility") === "visible") {
        const draws = (carries(place, words.lines) && paints(style, words)) || hasBorder(style, place, words);
        if ((draws || this.hasLayer(child, words)) && !liesOver(child, words)) return true;
      }
      if (this.holds(child, null, words)) return true;
    }
    return false;
  }

  private childrenOf(of: Element): (readonly [Element, DOMRect])[] {
    let found = this.children.get(of);
    if (found === undefined) {
      const all: (readonly [Element, DOMRect])[] = [];
      eachChild(of, localName(of), (child) => {
        if (isElement(child) && all.length < MOST) all.push([child, box(child)]);
      });
      found = all;
      this.children.set(of, found);
    }
    return found;
  }

  /** Whether an element has a generated layer that is the ground. */
  private hasLayer(el: Element, words: Words): boolean {
    let found = this.layers.get(el);
    if (found === undefined) {
      found = [layer(el, "::before"), layer(el, "::after")].filter((one) => one !== null);
      this.layers.set(el, found);
    }
    return found.some(({ style, width, height, place }) => {
      const here = place ?? { left: 0, top: 0, right: width, bottom: height };
      const wide = ({ left, top, right, bottom }: Area): Area => ({
        left: 0,
        top: 0,
        right: right - left,
        bottom: bottom - top,
      });
      return carries(here, place === null ? words.lines.map(wide) : words.lines) && paints(style, words);
    });
  }
}

/** A positioned box that a style sheet generates, in which there may be no words. */
function layer(el: Element, part: "::before" | "::after"): Layer | null {
  const style = computedStyle(el, part);
  const value = (name: string): string => styleValue(style, name);
  if (/^(?:none|normal|)$/.test(value("content")) || value("display") === "none") return null;
  if (!/^(?:absolute|fixed)$/.test(value("position")) || value("visibility") !== "visible") return null;
  if (Number.parseFloat(value("opacity")) < FAINT) return null;
  const length = (name: string): number => Number.parseFloat(value(name));
  const border = value("box-sizing") === "border-box";
  const side = (name: string, edges: readonly string[]): number =>
    length(name) + (border ? 0 : edges.reduce((sum, edge) => sum + (length(`padding-${edge}`) || 0), 0));
  const [width, height] = [side("width", ["left", "right"]), side("height", ["top", "bottom"])];
  const [left, top] = [length("left"), length("top")];
  let place: Area | null = null;
  if (value("position") === "absolute" && styleValue(computedStyle(el), "position") !== "static") {
    const around = box(el);
    const [x, y] = [around.left + clientLeft(el) + left, around.top + clientTop(el) + top];
    if (!Number.isNaN(x + y)) place = { left: x, top: y, right: x + width, bottom: y + height };
  }
  return { style, width, height, place };
}

/** Whether a background shows the words. */
function paints(style: CSSStyleDeclaration, { shows }: Words): boolean {
  if (styleValue(style, "background-image") !== "none") return true;
  const own = colour(styleValue(style, "background-color"));
  return own === null || (own[3] > FAINT && shows(own));
}

/** Whether words lie on a thick border of a box. */
function hasBorder(
  style: CSSStyleDeclaration,
  { left, top, right, bottom }: DOMRect,
  { lines, shows }: Words,
): boolean {
  const width = (side: string): number => Number.parseFloat(styleValue(style, `border-${side}-width`));
  const on = (side: string, band: (width: number) => Partial<Area>): boolean => {
    const thick = width(side);
    if (!(thick >= THICK) || !carries({ left, top, right, bottom, ...band(thick) }, lines)) return false;
    const own = colour(styleValue(style, `border-${side}-color`));
    return own === null || (own[3] > FAINT && shows(own));
  };
  return (
    on("top", (thick) => ({ bottom: top + thick })) ||
    on("bottom", (thick) => ({ top: bottom - thick })) ||
    on("left", (thick) => ({ right: left + thick })) ||
    on("right", (thick) => ({ left: right - thick }))
  );
}

/** Whether an element is drawn over a text. Outside of the viewport, that is not known. */
function liesOver(el: Element, { el: text, lines }: Words): boolean {
  const line = lines[0] as Area;
  const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  const all = elementsAt(x, y);
  const [over, at] = [all.indexOf(el), all.indexOf(text)];
  return over >= 0 && at >= 0 && over < at;
}
