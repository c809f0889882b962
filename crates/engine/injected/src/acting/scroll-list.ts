/** Searches a list that renders only the options in view, by scrolling it. */

import { cancel, frame, later } from "../dom/builtins.js";
import {
  box,
  clientHeight,
  computedStyle,
  scrollHeight,
  scrollingElement,
  scrollTop,
  styleValue,
  textContent,
} from "../dom/dom.js";
import { scrollDownTo } from "../dom/scrolling.js";
import { flatContains, flatParent } from "../dom/shadow.js";
import { line } from "../dom/text.js";
import type { Choice, Refusal } from "../protocol.js";
import { areaAt } from "./scroll.js";

const Mutations = MutationObserver;

/** How long a list may take to render after it was scrolled. */
export const RENDER_MS = 60;
/** How often to wait for a list that shows a gap. */
const MAX_WAITS = 3;
/** How long a list may take to load more options at its end. */
const LOAD_MS = 400;
/** Most options that are counted. */
const MAX_COUNTED = 100_000;
const LABEL_LENGTH = 80;

/** The result of one look at the list. */
export interface Look {
  answer: Choice | Refusal;
  /** The options that the list shows, with their labels. */
  offered: ReadonlyMap<Element, string>;
  list: Element | null;
}

/** The element that scrolls the options, if it scrolls nothing but the list. */
function areaOf(list: Element, offered: Look["offered"]): Element | null {
  const [option] = offered.keys();
  const area = areaAt(option ?? list, "y");
  if (area && area !== scrollingElement() && flatContains(list, area)) return area;
  const turned = option && turnedArea(option, list);
  if (turned || !area || area === scrollingElement()) return turned ?? null;
  // An ancestor counts if it scrolls the list and at most a heading, or if the list is moved in it to where its options are shown.
  if (isMoved(list, area)) return area;
  return scrollHeight(area) - box(list).height < clientHeight(area) ? area : null;
}

/** Whether a list, or what is around it, is put to a place of its own in the area that scrolls it, and the area holds no other words. */
function isMoved(list: Element, area: Element): boolean {
  if ((textContent(area) ?? "").trim() !== (textContent(list) ?? "").trim()) return false;
  for (let up: Element | null = list; up && up !== area; up = flatParent(up)) {
    const style = computedStyle(up);
    if (styleValue(style, "position") === "absolute" || styleValue(style, "transform") !== "none") return true;
  }
  return false;
}

/** The element of a list that clips its options, and that the page scrolls itself, with a scroll bar of its own. */
function turnedArea(option: Element, list: Element): Element | undefined {
  for (let up = flatParent(option); up && flatContains(list, up); up = flatParent(up))
    if (scrollHeight(up) - clientHeight(up) > 1 && styleValue(computedStyle(up), "overflow-y") === "hidden") return up;
  return undefined;
}

/** Resolves after the list has rendered, or the time is over. Answers whether it has changed. */
export function rendered(area: Element, limitMs: number): Promise<boolean> {
  return new Promise((done) => {
    let changed = false;
    const end = (): void => {
      cancel(limit);
      mutations.disconnect();
      done(changed);
    };
    const mutations = new Mutations(() => {
      if (changed) return;
      changed = true;
      // A task later, the whole frame is rendered.
      later(end, 0);
    });
    mutations.observe(area, { subtree: true, childList: true, characterData: true, attributes: true });
    const limit = later(end, limitMs);
    // A list that holds all of its options does not change. Two frames are enough to know.
    if (limitMs <= RENDER_MS) frame(() => frame(() => later(() => changed || end(), 4)));
  });
}

/** Whether options fill the visible part of the list, except for a heading at its edges. */
function filled(area: Element, { offered }: Look): boolean {
  const { top, bottom } = box(area);
  let [first, last, height] = [bottom, top, 0];
  for (const option of offered.keys()) {
    const at = box(option);
    if (at.bottom <= top || at.top >= bottom) continue;
    first = Math.min(first, at.top);
    last = Math.max(last, at.bottom);
    height = Math.max(height, at.height);
  }
  return first - top <= 1.5 * height && bottom - last <= 1.5 * height;
}

/** Scrolls the list from its beginning to the option, or to its end. */
export async function scrollThrough(first: Look, limitMs: number, look: () => Look): Promise<Choice | Refusal> {
  const began = performance.now();
  const area = first.list && areaOf(first.list, first.offered);
  if (!area) return first.answer;
  const start = scrollTop(area);
  const seen = new Set<string>();
  let last = "";
  let end = false;
  const scrollAndLook = async (top: number): Promise<Look> => {
    const done = rendered(area, RENDER_MS);
    scrollDownTo(area, top);
    await done;
    let now = look();
    // A gap means that the page is still rendering.
    for (let more = 0; more < MAX_WAITS && now.answer.state === "missing" && !filled(area, now); more++) {
      await rendered(area, 2 * RENDER_MS);
      now = look();
    }
    return now;
  };
  let now = start > 0 ? await scrollAndLook(0) : first;
  for (;;) {
    if (now.answer.state !== "missing") return now.answer;
    for (const name of now.offered.values()) {
      if (seen.size < MAX_COUNTED) seen.add(name);
      last = name;
    }
    if (end || performance.now() - began >= limitMs) break;
    const most = scrollHeight(area) - clientHeight(area);
    if (scrollTop(area) < most - 1) now = await scrollAndLook(scrollTop(area) + clientHeight(area));
    else {
      // Some lists load more options when their end is in view.
      end = !(await rendered(area, LOAD_MS)) || scrollHeight(area) - clientHeight(area) <= most;
      now = look();
    }
  }
  const back = await scrollAndLook(start);
  if (back.answer.state !== "missing") return back.answer;
  return { ...back.answer, looked: { options: seen.size, last: line(last, LABEL_LENGTH), end } };
}
