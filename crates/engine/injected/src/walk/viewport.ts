/**
 * Adds to the lines what is visible where: `covers=40%` for a layer over the page, `offscreen=below` for a container out
 * of the viewport, `more=below` for the edge of what a virtual list has rendered. It hit-tests 16 points and reads at
 * most some 100 boxes.
 */

import {
  attribute,
  box,
  clientHeight,
  clientWidth,
  computedStyle,
  documentElement,
  elementsAt,
  has,
  holds,
  hostOf,
  is,
  localName,
  nodeType,
  rootOf,
  scrollHeight,
  scrollingElement,
  scrollTop,
  scrollWidth,
  styleValue,
} from "../dom/dom.js";
import { isFixed, keepsFixed } from "../dom/fixed.js";
import { deepest } from "../dom/point.js";
import { flatParent } from "../dom/shadow.js";
import type { Line } from "./line.js";
import { CONTAINERS } from "./vocabulary.js";

/** Points of the viewport that are sampled, as shares of its sides. */
const ACROSS = [0.12, 0.38, 0.62, 0.88];
/** Most boxes that are read; each takes some microseconds. */
const MAX_BOXES = 100;
/** How many lines at either end of a scroll container show how far its content reaches. */
const ENDS = 6;
/** A container with fewer lines is not a list. */
const FEWEST = 4;
/** An element with a larger share of the lines is the page itself, not a layer over it. */
const NEARLY_ALL = 0.8;
/** The least share of a layer that an element in it has which stands for it. */
const MOST = 0.5;
const ITEMS = new Set(["row", "listitem", "option", "treeitem", "article"]);
/** How many lines are asked for scroll containers around them that no point of the viewport hits, and most of those that are looked at. */
const ASKED = 100;
const MOST_FAR = 8;
const COUNTED = new Set(["table", "grid", "treegrid", "list", "listbox", "feed"]);

/** States of elements in the top layer, as far as the browser knows them. */
const TOP_LAYER = [":modal", ":popover-open"].filter((state) => CSS.supports(`selector(${state})`));

/** Whether an element is a modal dialog or an open popover. */
const onTop = (el: Element): boolean =>
  (localName(el) === "dialog" || has(el, "popover")) && TOP_LAYER.some((state) => is(el, state));

/** What the sampled points hit. */
interface Sample {
  /** Layers over the page, with the number of points that hit them. */
  layers: Map<Element, number>;
  /** Scroll containers, with their scroll positions. */
  scrollers: Map<Element, number>;
  x: number;
  y: number;
}

/** What is visible of a document. */
export interface Seen {
  sample: Sample;
  /** The lines that got fields from it. */
  lines: Set<Line>;
}

/**
 * Adds the fields to the lines of a whole document. `before`: the result of the last walk, if nothing but the scroll
 * position can have changed since.
 */
export function view(lines: Line[], before?: Seen): Seen {
  const seen = { sample: before && unmoved(before.sample) ? before.sample : sample(lines), lines: new Set<Line>() };
  const { layers, scrollers } = seen.sample;
  const covering = new Map<Line, number>();
  for (const [layer, points] of layers) {
    // A layer may hold another one, and have no line but that one's.
    const first = points > 1 ? lineOf(lines, layer) : undefined;
    if (first) covering.set(first, (covering.get(first) ?? 0) + points);
  }
  for (const [first, points] of covering)
    addField(first, `\tcovers=${Math.round((points / (ACROSS.length * ACROSS.length)) * 100)}%`, seen.lines);
  for (const scroller of scrollers.keys()) unrendered(lines, scroller, seen.lines);
  outside(lines, seen.lines);
  return seen;
}

function unmoved({ scrollers, x, y }: Sample): boolean {
  if (x !== scrollX || y !== scrollY) return false;
  for (const [el, top] of scrollers) if (scrollTop(el) !== top) return false;
  return true;
}

/** Adds a field, once: a list that scrolls and one in it may end with the same line. */
function addField(line: Line, field: string, changed: Set<Line>): void {
  if (line.view.includes(field)) return;
  line.view += field;
  changed.add(line);
}

function sample(lines: Line[]): Sample {
  const layers = new Map<Element, number>();
  const scrollers = new Map<Element, number>();
  const seen = new Map<Element, Element | null>();
  const stuck = new Map<Element, boolean>();
  for (const x of ACROSS) {
    for (const y of ACROSS) {
      let layer: Element | null = null;
      const passed: Element[] = [];
      for (let el = deepest(x * innerWidth, y * innerHeight); el; el = flatParent(el)) {
        const before = seen.get(el);
        if (before !== undefined) {
          layer = before;
          break;
        }
        passed.push(el);
        const style = computedStyle(el);
        const position = styleValue(style, "position");
        if (position === "fixed" || (position === "sticky" && isStuck(el, stuck)) || onTop(el)) {
          layer = el;
          break;
        }
        if (scrollsFar(el, style)) scrollers.set(el, scrollTop(el));
      }
      for (const el of passed) seen.set(el, layer);
      if (layer) layers.set(layer, (layers.get(layer) ?? 0) + 1);
    }
  }
  farScrollers(lines, seen, scrollers);
  const root = scrollingElement();
  if (root && scrollHeight(root) > innerHeight + 100) scrollers.set(root, scrollTop(root));
  return { layers, scrollers, x: scrollX, y: scrollY };
}

const scrollsFar = (el: Element, style?: CSSStyleDeclaration): boolean =>
  scrollHeight(el) > clientHeight(el) + 100 && /auto|scroll/.test(styleValue(style ?? computedStyle(el), "overflow-y"));

/** Adds scroll containers that are out of view, around lines from all parts of the page. `seen`: what is known already. */
function farScrollers(lines: Line[], seen: Map<Element, unknown>, scrollers: Map<Element, number>): void {
  const most = scrollers.size + MOST_FAR;
  const asked = new Set<Element>();
  const step = Math.max(1, Math.ceil(lines.length / ASKED));
  for (let at = step; at < lines.length && scrollers.size < most; at += step)
    for (let el = (lines[at] as Line).el; el && !seen.has(el) && !asked.has(el); el = flatParent(el)) {
      asked.add(el);
      if (el !== scrollingElement() && scrollsFar(el)) scrollers.set(el, scrollTop(el));
    }
}

/** Whether a sticky element is over something. In its own place, what is under it is around it, too. */
function isStuck(el: Element, known: Map<Element, boolean>): boolean {
  let answer = known.get(el);
  if (answer === undefined) {
    const { left, top, right, bottom } = box(el);
    const [from, to] = [Math.max(left, 0), Math.min(right, innerWidth)];
    const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    answer = ACROSS.some((share) =>
      elementsAt(from + (to - from) * share, middle).some((at) => !within(el, at) && !within(at, el)),
    );
    known.set(el, answer);
  }
  return answer;
}

/** The line that stands for a layer, unless that has almost all lines: its own, that around it, or the first in it. */
function lineOf(lines: Line[], layer: Element): Line | undefined {
  // The lines of an element are consecutive.
  const start = lines.findIndex(({ el }) => el !== null && within(layer, el));
  const first = lines[start];
  if (!first) return undefined;
  let inside = 1;
  for (let i = start + 1; i < lines.length; i++, inside++) {
    const el = lines[i]?.el;
    if (el && !within(layer, el)) break;
  }
  if (inside >= lines.length * NEARLY_ALL) return undefined;
  if (first.el === layer) return first;
  // What holds the layer and nothing else can have the name that the layer lacks.
  const around = lines[start - 1];
  const isAround = start > 1 && around?.el && around.depth < first.depth && within(around.el, layer);
  if (isAround && (lines[start + inside]?.depth ?? 0) <= around.depth) return around;
  // A small button covers nothing, although it comes first.
  return inside === 1 || !first.interactive || fills(first, layer) ? first : undefined;
}

/** Whether the element of a line has about the size of a layer. */
function fills({ el }: Line, layer: Element): boolean {
  const [own, all] = [el && box(el), box(layer)];
  return own !== null && own.width * own.height >= all.width * all.height * MOST;
}

/** Whether an element is inside another one, shadow trees included. */
function within(outer: Element, inner: Element): boolean {
  for (let el: Element | null = inner; el; ) {
    if (holds(outer, el)) return true;
    const root = rootOf(el);
    el = nodeType(root) === 11 ? hostOf(root as ShadowRoot) : null;
  }
  return false;
}

/**
 * Marks the ends of a list that renders only what is in view: the scroll container has room for more than the elements
 * in the page. Elements in the page have lines, in view or not.
 */
function unrendered(lines: Line[], scroller: Element, changed: Set<Line>): void {
  const root = scroller === scrollingElement() || scroller === documentElement(document);
  const inside = ({ el, depth }: Line): boolean =>
    el !== null && depth > 0 && (root || (el !== scroller && holds(scroller, el)));
  // The lines of an element are consecutive. Only the ends are looked for, since a page can be long.
  const head: Line[] = [];
  for (let at = 0; at < lines.length && head.length < ENDS; at++) {
    const line = lines[at] as Line;
    if (inside(line)) head.push(line);
  }
  const foot: Line[] = [];
  for (let at = lines.length - 1; at >= 0 && foot.length < ENDS; at--) {
    const line = lines[at] as Line;
    if (inside(line)) foot.push(line);
  }
  const [first] = head;
  const last = foot[0] && itemOf(lines, lines.indexOf(foot[0]), inside);
  if (!first || !last || head.length < FEWEST) return;
  const top = root ? 0 : box(scroller).top;
  const start = top - scrollTop(scroller);
  const height = clientHeight(scroller);
  // The last line need not be the lowest one. Among the last few lines is the lowest.
  let lowest = Number.NEGATIVE_INFINITY;
  for (const { el } of foot) if (el) lowest = Math.max(lowest, box(el).bottom);
  if (start + scrollHeight(scroller) - lowest > height) addField(last, "\tmore=below", changed);
  let highest = Number.POSITIVE_INFINITY;
  for (const { el } of head) if (el) highest = Math.min(highest, box(el).top);
  if (highest - start > height) addField(first, "\tmore=above", changed);
}

/** The line of the item or row that a line is in, within the same list, so that what goes on is not the text box in it; else the line itself. */
function itemOf(lines: Line[], at: number, inside: (line: Line) => boolean): Line {
  const own = lines[at] as Line;
  let { depth } = own;
  for (let i = at; i > 0 && depth > 0; i--) {
    const line = lines[i] as Line;
    if (i < at && line.depth >= depth) continue;
    if (!inside(line)) break;
    if (ITEMS.has(line.role)) return line;
    depth = line.depth;
  }
  return own;
}

/** Marks containers that are wholly outside the viewport, and controls that cannot be scrolled into it. */
function outside(lines: Line[], changed: Set<Line>): void {
  const fixed = new Map<Element, boolean>();
  let boxes = 0;
  let skip = Number.POSITIVE_INFINITY;
  for (let i = 1; i < lines.length && boxes < MAX_BOXES; i++) {
    const line = lines[i] as Line;
    if (line.depth > skip) continue;
    skip = Number.POSITIVE_INFINITY;
    if (!line.el) continue;
    const container = CONTAINERS.has(line.role) && (lines[i + 1]?.depth ?? 0) > line.depth;
    if (COUNTED.has(line.role)) {
      const rows = Number.parseInt(attribute(line.el, "aria-rowcount") ?? "", 10);
      if (rows > 0) addField(line, `\trowcount=${rows}`, changed);
    }
    if (!container && !line.interactive) continue;
    boxes++;
    const { left, top, right, bottom, width, height } = box(line.el);
    // What it holds can be drawn elsewhere, and is looked at by itself.
    if (width === 0 || height === 0) continue;
    const where = container ? beyond(left, top, right, bottom) : unreachable(line.el, left, top, right, bottom, fixed);
    if (where === "") continue;
    addField(line, `\toffscreen=${where}`, changed);
    skip = line.depth;
  }
}

function beyond(left: number, top: number, right: number, bottom: number): string {
  if (top >= innerHeight) return "below";
  if (bottom <= 0) return "above";
  if (left >= innerWidth) return "right";
  return right <= 0 ? "left" : "";
}

/** Where a control is that no scrolling shows. `fixed`: what is known of the elements around others. */
function unreachable(
  el: Element,
  left: number,
  top: number,
  right: number,
  bottom: number,
  fixed: Map<Element, boolean>,
): string {
  if (right + scrollX <= 0) return "left";
  if (bottom + scrollY <= 0) return "above";
  const ahead = top >= innerHeight ? "below" : left >= innerWidth ? "right" : "";
  return ahead !== "" && isFixedIn(el, fixed) ? ahead : "";
}

/** Whether an element is fixed in the viewport, by itself or by what is around it, and nothing on the screen scrolls it there. */
function isFixedIn(el: Element, known: Map<Element, boolean>): boolean {
  let answer = false;
  const passed: Element[] = [];
  for (let up: Element | null = el; up; up = flatParent(up)) {
    const before = up === el ? undefined : known.get(up);
    if (before !== undefined) {
      answer = before;
      break;
    }
    const style = computedStyle(up);
    if (up !== el) {
      passed.push(up);
      if (scrollsHere(up, style)) break;
    }
    if (isFixed(style)) {
      answer = true;
      for (let outer = flatParent(up); outer && answer; outer = flatParent(outer))
        answer = !keepsFixed(computedStyle(outer));
      break;
    }
  }
  for (const one of passed) known.set(one, answer);
  return answer;
}

/** Whether an element is on the screen and has more than it shows there. */
function scrollsHere(el: Element, style: CSSStyleDeclaration): boolean {
  const scrolls = (axis: "x" | "y"): boolean => /auto|scroll/.test(styleValue(style, `overflow-${axis}`));
  const hasMore =
    (scrolls("y") && scrollHeight(el) > clientHeight(el)) || (scrolls("x") && scrollWidth(el) > clientWidth(el));
  if (!hasMore) return false;
  const { left, top, right, bottom } = box(el);
  return beyond(left, top, right, bottom) === "";
}
