/** `seek`: scrolls an area in steps until a text is in it: virtual lists, chats that load upwards, endless feeds. */

import {
  box,
  clientHeight,
  clientWidth,
  findAll,
  firstElementChild,
  isConnected,
  scrollHeight,
  scrollWidth,
  textContent,
} from "../dom/dom.js";
import { drawn, intersect, rectsOf } from "../dom/geometry.js";
import { DOC } from "../dom/registry.js";
import { scrollBy, scrollIntoView } from "../dom/scrolling.js";
import { refused, resolve } from "../elements/target.js";
import { describe, isVisible } from "../locator/found.js";
import { byText } from "../locator/text.js";
import { inOrder, View } from "../locator/view.js";
import { Wanted } from "../locator/words.js";
import type { Refusal } from "../protocol.js";
import { type Axis, areaAt, mainArea, pageArea, scrolls, shownBox, where } from "./scroll.js";
import { RENDER_MS, rendered } from "./scroll-list.js";
import type { SeekArgs, Sought } from "./seek-protocol.js";

/** How far a step goes, as a share of the visible part. What a step shows overlaps with what the last one showed. */
const STEP = 0.8;
/** How long an area may take to show more at its end, and one that says that it is busy. */
const GROW_MS = 1500;
const BUSY_MS = 5000;
/** How long rows that are still loading are waited for after a step. */
const ROWS_MS = 1000;

/** Marks of content that is still loading. */
const BUSY =
  "[aria-busy=true],[role=progressbar],progress,[class*=loading i],[class*=skeleton i],[class*=spinner i],[class*=placeholder i]";

/** How many texts make one that is most of them a stand-in for rows that come later, and its share of them. */
const FEW = 4;
const MOST_ROWS = 400;
const SAME = 0.7;

/** What is being searched. */
interface Search {
  area: Element;
  /** How far it has scrolled so far. */
  moved: number;
  /** Since when it is at its end. */
  resting?: number | undefined;
  /** What looked like stand-ins has stayed: it is what the list holds. */
  plain?: boolean;
}

let sought: Search | undefined;

/** `seek`: one slice of the search, of `limitMs`. */
export async function seek(args: SeekArgs): Promise<Sought | Refusal> {
  const begins = args.first || !sought;
  if (!begins && args.target && args.target.doc !== DOC) return { state: "document" };
  // What it began with may be a row of a list that draws only what is in view.
  const el = begins && args.target ? resolve(args.target) : null;
  if (el && refused(el)) return el;
  if (begins || !sought) {
    const area = areaOf(el, args.axis);
    if (!area) return { state: "gone" };
    sought = { area, moved: 0 };
  }
  const { area } = sought;
  if (!isConnected(area)) return { state: "gone" };
  const wanted = new Wanted(args.text, undefined);
  const began = performance.now();
  const left = (): number => args.limitMs - (performance.now() - began);
  for (;;) {
    const found = holder(area, wanted);
    if (found) return show(area, found, wanted, args.axis);
    if (left() <= 0) return answer(area, args);
    if (room(area, args) >= 1) await step(area, args);
    else if (await isOver(area, args)) return { ...answer(area, args), end: true };
  }
}

/** The scroll container of an element: itself, the main one inside of it, or one around it; without one that of the page. */
function areaOf(el: Element | null, axis: Axis): Element | null {
  if (!el) return mainArea(axis) ?? pageArea();
  if (scrolls(el, axis)) return el;
  const { width, height } = box(el);
  const inner = Array.from(findAll(el, "*")).find(
    (part) => scrolls(part, axis) && clientWidth(part) * clientHeight(part) > (width * height) / 3,
  );
  return inner ?? areaAt(el, axis) ?? pageArea();
}

/** The innermost visible element of the area that shows the text, in whole words. */
function holder(area: Element, wanted: Wanted): Element | undefined {
  const view = new View([area]);
  const matches = byText(view, wanted).elements.filter((el) => isVisible(el) && isWhole(view.text(el), wanted.lower));
  return inOrder(matches)[0];
}

/** Whether the text is in another one as words: "Row 7" is not in "Row 70". */
function isWhole(given: string, text: string): boolean {
  const lower = given.toLowerCase().replace(/\s+/g, " ");
  const letter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
  for (let at = lower.indexOf(text); at >= 0; at = lower.indexOf(text, at + 1)) {
    const [before, first, last, after] = [lower[at - 1], text[0], text.at(-1), lower[at + text.length]];
    if (!(letter(before) && letter(first)) && !(letter(last) && letter(after))) return true;
  }
  return false;
}

/** Brings what was found into view, and answers where it is once the list has rendered. */
async function show(area: Element, found: Element, wanted: Wanted, axis: Axis): Promise<Sought> {
  const at = (): number => where(area).position[axis === "y" ? 1 : 0];
  const before = at();
  const done = rendered(area, RENDER_MS);
  scrollIntoView(found, "nearest");
  await done;
  if (sought) sought.moved += Math.abs(at() - before);
  // A list may have built its rows anew.
  const now = holder(area, wanted) ?? found;
  return { ...answer(area, { axis, back: false }), found: describe(new View(undefined), now) };
}

const room = (area: Element, { axis, back }: Pick<SeekArgs, "axis" | "back">): number =>
  where(area).room[axis === "y" ? (back ? 1 : 3) : back ? 0 : 2];

/** One step, until the list has rendered what it shows there. */
async function step(area: Element, args: SeekArgs): Promise<void> {
  const { axis, back, amount } = args;
  const before = room(area, args);
  const size = axis === "y" ? clientHeight(area) : clientWidth(area);
  const far = (amount ?? Math.max(1, size * STEP)) * (back ? -1 : 1);
  const done = rendered(area, RENDER_MS);
  scrollBy(area, { left: axis === "x" ? far : 0, top: axis === "y" ? far : 0 });
  if (sought) {
    sought.moved += Math.min(Math.abs(far), before);
    sought.resting = undefined;
  }
  await done;
  const began = performance.now();
  const isLate = (): boolean => isBusy(area) || (sought?.plain !== true && standsIn(area));
  while (isLate()) {
    if (performance.now() - began >= ROWS_MS) {
      if (sought && !isBusy(area)) sought.plain = true;
      return;
    }
    await rendered(area, 2 * RENDER_MS);
  }
}

/**
 * Whether the area shows nothing, or the same text again and again. Lists that draw only what is in view do that while they
 * scroll, and draw their rows when that has ended.
 */
function standsIn(area: Element): boolean {
  const counts = new Map<string, number>();
  let all = 0;
  let most = 0;
  for (const el of findAll(area, "*")) {
    const text = firstElementChild(el) !== null ? "" : (textContent(el) ?? "").trim();
    if (text === "") continue;
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    most = Math.max(most, count);
    // So many rows are no list that draws only what is in view.
    if (++all > MOST_ROWS) return false;
  }
  return all === 0 || (all >= FEW && most / all >= SAME);
}

/** Waits a little at the end of the area. Answers whether it has shown no more there for long enough. */
async function isOver(area: Element, args: SeekArgs): Promise<boolean> {
  if (!sought) return true;
  sought.resting ??= performance.now();
  const extent = (): number => (args.axis === "y" ? scrollHeight(area) : scrollWidth(area));
  const before = extent();
  await rendered(area, 2 * RENDER_MS);
  if (extent() > before) {
    sought.resting = undefined;
    // More above what is at the top: a scroll event makes a list that listens to it go on.
    if (room(area, args) < 1) nudge(area, args);
    return false;
  }
  return performance.now() - sought.resting >= (isBusy(area) ? BUSY_MS : GROW_MS);
}

/** Scrolls a little from the end, so that the next step scrolls to it. */
function nudge(area: Element, { axis, back }: SeekArgs): void {
  const far = back ? 2 : -2;
  scrollBy(area, { left: axis === "x" ? far : 0, top: axis === "y" ? far : 0 });
}

/** Whether something in the visible part of the area is still loading. */
function isBusy(area: Element): boolean {
  const shown = shownBox(area);
  for (const mark of findAll(area, BUSY)) {
    if (!drawn(mark)) continue;
    for (const rect of rectsOf(mark)) {
      const [left, top, right, bottom] = intersect(rect, shown);
      if (right - left > 1 && bottom - top > 1) return true;
    }
  }
  return false;
}

function answer(area: Element, args: Pick<SeekArgs, "axis" | "back">): Sought {
  return {
    state: "sought",
    doc: DOC,
    page: area === pageArea(),
    moved: Math.round(sought?.moved ?? 0),
    room: Math.round(room(area, args)),
    end: false,
  };
}
