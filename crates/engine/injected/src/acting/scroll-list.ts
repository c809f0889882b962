/** Going through a list that draws only the options in view, by scrolling it. */

import { box, clientHeight, scrollHeight, scrollingElement, scrollTop } from "../dom/dom.js";
import { flatContains } from "../dom/shadow.js";
import { line } from "../dom/text.js";
import type { Choice, Refusal } from "../protocol.js";
import { areaAt } from "./scroll.js";

const later = setTimeout.bind(window);
const cancel = clearTimeout.bind(window);
const frame = requestAnimationFrame.bind(window);
const Mutations = MutationObserver;
const scrollToOf = Element.prototype.scrollTo as (this: Element, options: ScrollToOptions) => void;

/** A list that is drawn later than this after it was scrolled has nothing new to draw. */
const DRAWN_MS = 60;
/** How often it is waited for a list that shows a gap. */
const REDRAWN = 3;
/** How long more options may take to come at the end of a list. */
const GROWS_MS = 400;
/** Options that are remembered, to count how many were seen. */
const COUNTED = 100_000;
const LABEL_LENGTH = 80;

/** One look. */
export interface Look {
  answer: Choice | Refusal;
  /** What the list offers now, with labels. */
  offered: ReadonlyMap<Element, string>;
  list: Element | null;
}

/** What scrolls the options of a list, and nothing that the list is only a part of. */
function areaOf(list: Element, offered: Look["offered"]): Element | null {
  const [option] = offered.keys();
  const area = areaAt(option ?? list, "y");
  if (!area || area === scrollingElement()) return null;
  if (flatContains(list, area)) return area;
  // Around the list, what is as high as it, give or take a heading.
  return scrollHeight(area) - box(list).height < clientHeight(area) ? area : null;
}

/** Resolves when the list was drawn anew after it was scrolled, or is not going to be. */
function drawnAnew(area: Element, limitMs: number): Promise<boolean> {
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
      // What else the same frame draws is in by then.
      later(end, 0);
    });
    mutations.observe(area, { subtree: true, childList: true, characterData: true, attributes: true });
    const limit = later(end, limitMs);
    // Lists that hold all of their options draw nothing: two frames tell.
    if (limitMs <= DRAWN_MS) frame(() => frame(() => later(() => changed || end(), 4)));
  });
}

/** Whether options are drawn all over what is seen of the list, but for a heading at its edges. */
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

/** Scrolls the list from its beginning until the option comes, or to its end. */
export async function leafThrough(first: Look, limitMs: number, look: () => Look): Promise<Choice | Refusal> {
  const began = performance.now();
  const area = first.list && areaOf(first.list, first.offered);
  if (!area) return first.answer;
  const start = scrollTop(area);
  const seen = new Set<string>();
  let last = "";
  let end = false;
  const turn = async (top: number): Promise<Look> => {
    const drawn = drawnAnew(area, DRAWN_MS);
    scrollToOf.call(area, { top, behavior: "instant" });
    await drawn;
    let now = look();
    // A gap: the page is not done with drawing.
    for (let more = 0; more < REDRAWN && now.answer.state === "missing" && !filled(area, now); more++) {
      await drawnAnew(area, 2 * DRAWN_MS);
      now = look();
    }
    return now;
  };
  let now = start > 0 ? await turn(0) : first;
  for (;;) {
    if (now.answer.state !== "missing") return now.answer;
    for (const name of now.offered.values()) {
      if (seen.size < COUNTED) seen.add(name);
      last = name;
    }
    if (end || performance.now() - began >= limitMs) break;
    const most = scrollHeight(area) - clientHeight(area);
    if (scrollTop(area) < most - 1) now = await turn(scrollTop(area) + clientHeight(area));
    else {
      // Some lists fetch more when their end is seen.
      end = !(await drawnAnew(area, GROWS_MS)) || scrollHeight(area) - clientHeight(area) <= most;
      now = look();
    }
  }
  const back = await turn(start);
  if (back.answer.state !== "missing") return back.answer;
  return { ...back.answer, looked: { options: seen.size, last: line(last, LABEL_LENGTH), end } };
}
