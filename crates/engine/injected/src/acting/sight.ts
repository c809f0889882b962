/** Acting by sight: what is at a point, and whether the page is still as a picture showed it. */

import { frame, later } from "../dom/builtins.js";
import {
  box,
  computedStyle,
  documentBody,
  documentElement,
  everyElement,
  localName,
  scrollingElement,
  scrollLeft,
  scrollTop,
  styleValue,
} from "../dom/dom.js";
import { focusedElement } from "../dom/focus.js";
import { deepest } from "../dom/point.js";
import { DOC, numberOf } from "../dom/registry.js";
import { scrollBy, scrollPageBy } from "../dom/scrolling.js";
import { flatParent, scopes } from "../dom/shadow.js";
import { takesClicks } from "../elements/hit.js";
import { pictures } from "../elements/pictures.js";
import { describe } from "../locator/found.js";
import { View } from "../locator/view.js";
import type { Focus, PointAnswer, PointArgs, ScrollBackArgs, Seen } from "./sight-protocol.js";

/** How often, and how long at most each time, the viewport is waited for. In a page in the background no frame comes. */
const TURNS = 10;
const TURN_MS = 50;

/** `scrollBack`: see {@link ScrollBackArgs}. */
export async function scrollBack({ picture, x, y, width, height }: ScrollBackArgs): Promise<{ state: "done" }> {
  // As long as the viewport is larger, there may be no room to scroll.
  for (let turn = 0; turn < TURNS && (innerWidth !== width || innerHeight !== height); turn++)
    await new Promise<void>((done) => {
      const timer = later(done, TURN_MS);
      frame(() => {
        clearTimeout(timer);
        done();
      });
    });
  if (differ(scrollX, x) || differ(scrollY, y)) scrollPageBy({ left: x - scrollX, top: y - scrollY });
  const noted = pictures.get(picture);
  const own = scrollingElement();
  for (const scope of noted === undefined ? [] : scopes()) {
    const all = everyElement(scope);
    for (let i = 0, count = all.length; i < count; i++) {
      const el = all[i] as Element;
      const [left, top] = noted?.get(el) ?? [scrollLeft(el), scrollTop(el)];
      if (el !== own && (differ(left, scrollLeft(el)) || differ(top, scrollTop(el))))
        scrollBy(el, { left: left - scrollLeft(el), top: top - scrollTop(el) });
    }
  }
  return { state: "done" };
}

/** `point`: the element at a point of the viewport, or the frame that holds the point. */
export function point({ x, y, picture, seen, stay = false }: PointArgs): PointAnswer {
  const past = seen && changedSince(seen);
  if (past) return { state: "past", why: past };
  let at: [number, number] = [x, y];
  if (seen && !seen.viewport) {
    at = [x + seen.scrollX - scrollX, y + seen.scrollY - scrollY];
    if (!isInside(at)) {
      scrollPageBy({ left: off(at[0], innerWidth), top: off(at[1], innerHeight) });
      at = [x + seen.scrollX - scrollX, y + seen.scrollY - scrollY];
    }
  }
  const hit = isInside(at) ? deepest(...at) : null;
  if (!hit) return { state: "beside", x: at[0], y: at[1], width: innerWidth, height: innerHeight };
  if (picture !== undefined && wasScrolled(hit, picture, seen !== undefined)) return { state: "past", why: "scrolled" };
  const inner = stay ? undefined : within(hit, at);
  if (inner) return { state: "frame", owner: numberOf(hit), inner, x: at[0], y: at[1] };
  return { state: "at", doc: DOC, found: describe(new View(undefined), meant(hit)), x: at[0], y: at[1] };
}

/** `focus`: where keys go in this document. */
export function focus(): Focus {
  const el = focusedElement();
  if (!el) return { on: "nothing", origin: self.origin };
  if (isFrame(el)) return { on: "element", frame: numberOf(el) };
  return { on: "element", doc: DOC, found: describe(new View(undefined), el) };
}

/** How the document differs from what a picture showed; undefined if a point of the picture still means the same. */
function changedSince(seen: Seen): "document" | "resized" | "scrolled" | undefined {
  if (seen.document !== DOC) return "document";
  if (differ(seen.width, innerWidth) || differ(seen.height, innerHeight)) return "resized";
  // A point of an element or of the whole page moves with the page.
  if (!seen.viewport) return undefined;
  return differ(seen.scrollX, scrollX) || differ(seen.scrollY, scrollY) ? "scrolled" : undefined;
}

/** Whether a scroll area around an element was scrolled since the picture. `main`: without the page's own area. */
function wasScrolled(hit: Element, picture: number, main: boolean): boolean {
  const noted = pictures.get(picture);
  if (!noted) return false;
  const own = scrollingElement();
  for (let el: Element | null = hit; el; el = flatParent(el)) {
    if (main && el === own) continue;
    const [left, top] = noted.get(el) ?? [0, 0];
    if (differ(left, scrollLeft(el)) || differ(top, scrollTop(el))) return true;
  }
  return false;
}

const differ = (a: number, b: number): boolean => Math.abs(a - b) > 1;

const isInside = ([x, y]: [number, number]): boolean => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

/** How far to scroll so that a coordinate that is out of view comes to the middle. */
const off = (at: number, side: number): number => (at < 0 || at >= side ? at - side / 2 : 0);

const isFrame = (el: Element): boolean => /^(?:iframe|frame|object|embed)$/.test(localName(el));

/** The same point in the document of a frame; undefined for other elements, and on the frame's border. */
function within(owner: Element, [x, y]: [number, number]): [number, number] | undefined {
  if (!isFrame(owner) || !(owner as HTMLIFrameElement).contentWindow) return undefined;
  const el = owner as HTMLElement;
  const outer = box(el);
  const style = computedStyle(el);
  const length = (name: string): number => Number.parseFloat(styleValue(style, name)) || 0;
  const across = el.offsetWidth > 0 ? outer.width / el.offsetWidth : 1;
  const down = el.offsetHeight > 0 ? outer.height / el.offsetHeight : 1;
  const inner: [number, number] = [
    (x - outer.left) / across - el.clientLeft - length("padding-left"),
    (y - outer.top) / down - el.clientTop - length("padding-top"),
  ];
  const [width, height] = [
    el.clientWidth - length("padding-left") - length("padding-right"),
    el.clientHeight - length("padding-top") - length("padding-bottom"),
  ];
  return inner[0] >= 0 && inner[1] >= 0 && inner[0] < width && inner[1] < height ? inner : undefined;
}

/** The control that a hit element is a part of, or the element itself. */
function meant(hit: Element): Element {
  const ends = [documentBody(), documentElement(document)];
  for (let el: Element | null = hit; el && !ends.includes(el as HTMLElement); el = flatParent(el))
    if (takesClicks(el)) return el;
  return hit;
}
