/** What a walk says of where things are: what lies over the page, is out of sight, or is not rendered yet. */

import {
  attribute,
  box,
  clientHeight,
  computedStyle,
  documentElement,
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
  styleValue,
} from "../dom/dom.js";
import { deepest } from "../dom/point.js";
import { flatParent } from "../dom/shadow.js";
import type { Line } from "./line.js";
import { CONTAINERS } from "./vocabulary.js";

/** Points of the viewport that are looked at, as shares of its sides. */
const ACROSS = [0.12, 0.38, 0.62, 0.88];
/** Boxes read at most: each costs some microseconds. */
const MOST_BOXES = 100;
/** Lines at either end of a scroll container that tell how far what is in the page reaches. */
const ENDS = 6;
/** A container with fewer is no list. */
const FEWEST = 4;
/** What holds nearly all of the page does not lie over it. */
const NEARLY_ALL = 0.8;
const COUNTED = new Set(["table", "grid", "treegrid", "list", "listbox", "feed"]);

/** What is above everything else; browsers that do not know a state refuse its name. */
const TOP_LAYER = [":modal", ":popover-open"].filter((state) => CSS.supports(`selector(${state})`));

/** Whether an element is a modal dialog or an open popover. */
const onTop = (el: Element): boolean =>
  (localName(el) === "dialog" || has(el, "popover")) && TOP_LAYER.some((state) => is(el, state));

/** What some points of the viewport hit. */
interface Sample {
  /** What lies over other things, and at how many points. */
  layers: Map<Element, number>;
  /** What scrolls, and how far it was scrolled. */
  scrollers: Map<Element, number>;
  x: number;
  y: number;
}

/** What can be seen of a document. */
export interface Seen {
  sample: Sample;
  /** The lines that it says something of. */
  lines: Set<Line>;
}

/**
 * Adds to the lines of a whole document what can be seen of it. `before`: what could be seen, where nothing has
 * changed and nothing moves; somebody may have scrolled.
 */
export function view(lines: Line[], before?: Seen): Seen {
  const seen = { sample: before && unmoved(before.sample) ? before.sample : sample(), lines: new Set<Line>() };
  const { layers, scrollers } = seen.sample;
  for (const [layer, points] of layers)
    if (points > 1) covers(lines, layer, points / (ACROSS.length * ACROSS.length), seen.lines);
  for (const scroller of scrollers.keys()) unrendered(lines, scroller, seen.lines);
  outside(lines, seen.lines);
  return seen;
}

function unmoved({ scrollers, x, y }: Sample): boolean {
  if (x !== scrollX || y !== scrollY) return false;
  for (const [el, top] of scrollers) if (scrollTop(el) !== top) return false;
  return true;
}

function say(line: Line, words: string, said: Set<Line>): void {
  line.view += words;
  said.add(line);
}

function sample(): Sample {
  const layers = new Map<Element, number>();
  const scrollers = new Map<Element, number>();
  const seen = new Map<Element, Element | null>();
  for (const x of ACROSS) {
    for (const y of ACROSS) {
      let layer: Element | null = null;
      const passed: Element[] = [];
      for (let el = deepest(x * innerWidth, y * innerHeight); el; el = flatParent(el)) {
        const known = seen.get(el);
        if (known !== undefined) {
          layer = known;
          break;
        }
        passed.push(el);
        const style = computedStyle(el);
        const position = styleValue(style, "position");
        if (position === "fixed" || position === "sticky" || onTop(el)) {
          layer = el;
          break;
        }
        if (scrollHeight(el) > clientHeight(el) + 100 && /auto|scroll/.test(styleValue(style, "overflow-y")))
          scrollers.set(el, scrollTop(el));
      }
      for (const el of passed) seen.set(el, layer);
      if (layer) layers.set(layer, (layers.get(layer) ?? 0) + 1);
    }
  }
  const root = scrollingElement();
  if (root && scrollHeight(root) > innerHeight + 100) scrollers.set(root, scrollTop(root));
  return { layers, scrollers, x: scrollX, y: scrollY };
}

/** Marks the first line of a layer with the share of the viewport that it covers. */
function covers(lines: Line[], layer: Element, share: number, said: Set<Line>): void {
  // What is in an element stands together: between its first line and the first one after it.
  const start = lines.findIndex(({ el }) => el !== null && within(layer, el));
  const first = lines[start];
  if (!first) return;
  let inside = 1;
  for (let i = start + 1; i < lines.length; i++, inside++) {
    const el = lines[i]?.el;
    if (el && !within(layer, el)) break;
  }
  if (inside < lines.length * NEARLY_ALL) say(first, `\tcovers=${Math.round(share * 100)}%`, said);
}

/** Whether an element is in another one, or in a shadow tree in it. */
function within(outer: Element, inner: Element): boolean {
  for (let el: Element | null = inner; el; ) {
    if (holds(outer, el)) return true;
    const root = rootOf(el);
    el = nodeType(root) === 11 ? hostOf(root as ShadowRoot) : null;
  }
  return false;
}

/**
 * Marks where a scroll container has room for more than is in the page: a list that renders what is in view only. What
 * is in the page has lines, whether it is in view or not.
 */
function unrendered(lines: Line[], scroller: Element, said: Set<Line>): void {
  const root = scroller === scrollingElement() || scroller === documentElement(document);
  const inside = ({ el, depth }: Line): boolean =>
    el !== null && depth > 0 && (root || (el !== scroller && holds(scroller, el)));
  // What is in an element stands together; in a long page only the ends of it are looked for.
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
  const [last] = foot;
  if (!first || !last || head.length < FEWEST) return;
  const top = root ? 0 : box(scroller).top;
  const start = top - scrollTop(scroller);
  const height = clientHeight(scroller);
  // The last line need not be the lowest; a few of the last ones together are.
  let lowest = Number.NEGATIVE_INFINITY;
  for (const { el } of foot) if (el) lowest = Math.max(lowest, box(el).bottom);
  if (start + scrollHeight(scroller) - lowest > height) say(last, "\tmore=below", said);
  let highest = Number.POSITIVE_INFINITY;
  for (const { el } of head) if (el) highest = Math.min(highest, box(el).top);
  if (highest - start > height) say(first, "\tmore=above", said);
}

/** Marks containers that are wholly out of the viewport, and controls that no scrolling brings into it. */
function outside(lines: Line[], said: Set<Line>): void {
  let boxes = 0;
  let skip = Number.POSITIVE_INFINITY;
  for (let i = 1; i < lines.length && boxes < MOST_BOXES; i++) {
    const line = lines[i] as Line;
    if (line.depth > skip) continue;
    skip = Number.POSITIVE_INFINITY;
    if (!line.el) continue;
    const container = CONTAINERS.has(line.role) && (lines[i + 1]?.depth ?? 0) > line.depth;
    if (COUNTED.has(line.role)) {
      const rows = Number.parseInt(attribute(line.el, "aria-rowcount") ?? "", 10);
      if (rows > 0) say(line, `\trowcount=${rows}`, said);
    }
    if (!container && !line.interactive) continue;
    boxes++;
    const { left, top, right, bottom, width, height } = box(line.el);
    if (width === 0 && height === 0) continue;
    const where = container ? beyond(left, top, right, bottom) : unreachable(right, bottom);
    if (where === "") continue;
    say(line, `\toffscreen=${where}`, said);
    skip = line.depth;
  }
}

function beyond(left: number, top: number, right: number, bottom: number): string {
  if (top >= innerHeight) return "below";
  if (bottom <= 0) return "above";
  if (left >= innerWidth) return "right";
  return right <= 0 ? "left" : "";
}

function unreachable(right: number, bottom: number): string {
  if (right + scrollX <= 0) return "left";
  return bottom + scrollY <= 0 ? "above" : "";
}
