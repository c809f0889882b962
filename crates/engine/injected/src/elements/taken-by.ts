/**
 * What takes the pointer of a control to which style gives none: pages put `pointer-events: none` on the controls in what is itself a
 * button, a link, a label or marked by its cursor, so that a press anywhere in it is one on the whole.
 */

import {
  animations,
  attribute,
  computedStyle,
  documentBody,
  documentElement,
  findAll,
  labelControl,
  localName,
  styleValue,
  token,
} from "../dom/dom.js";
import { around, surfaceOf, takesNone, visibleRects } from "../dom/geometry.js";
import { DOC, numberOf } from "../dom/registry.js";
import { flatContains, flatParent } from "../dom/shadow.js";
import type { Refusal } from "../protocol.js";
import type { Covered } from "./blocked-protocol.js";
import { called } from "./called.js";
import { describeElement, takesClicks } from "./hit.js";
import { isBusy } from "./layers.js";

/** The largest share of the viewport that such a wrapper takes. What is larger is a page or a dialog, which may be busy. */
const SMALL = 0.5;
/** Tries, of about 0.2 s together, after which what keeps the pointer from a control is no passing state. */
const TRIES = 4;
/** Nothing else tells a state that passes from one that stays. */
const PASSING = /\b(?:is-)?(?:disabled|loading|busy|pending|saving|submitting)\b/i;

/**
 * Whether style keeps the pointer from a place: forms are often put out of reach while they are saved. Modal dialogs do it to the
 * whole page, and take the pointer back for themselves: then what was hit is in the way.
 */
export function isUntouchable(place: Element, hit: Element | null): boolean {
  if (!takesNone(place)) return false;
  let outermost = place;
  for (let up = flatParent(place); up && takesNone(up); up = flatParent(up)) outermost = up;
  return !hit || flatContains(hit, place) || !flatContains(outermost, hit);
}

/** The refusal for a place without pointer events, if what is hit belongs to a wrapper that takes the press for it. */
export function takenBy(place: Element, hit: Element | null, attempt: number): Covered | undefined {
  if (!hit || hit === place || !flatContains(hit, place) || passes(place)) return undefined;
  const wrapper = wrapperFrom(hit);
  if (!wrapper || surfaceOf(around(visibleRects(wrapper))) > innerWidth * innerHeight * SMALL) return undefined;
  const control = localName(wrapper) === "label" ? labelControl(wrapper as HTMLLabelElement) : null;
  const named = control && control !== place ? control : wrapper;
  return {
    state: "covered",
    by: describeElement(wrapper),
    how: "over",
    transient: attempt < TRIES,
    closer: { doc: DOC, id: numberOf(named), ...called(named) },
  };
}

/** How pages call what is off. */
const OFF = /(?:^|\s)(?:is-)?disabled(?:\s|$)/i;
const LINKS = /^(?:a|li)$/;

/** The refusal for a link or an item that is off by its class and style alone, once it has stayed so. A form marks its buttons so as it is sent. */
export function offByStyle(place: Element, attempt: number): Refusal | undefined {
  const around = flatParent(place);
  if (attempt < TRIES || !LINKS.test(localName(place)) || !OFF.test(attribute(place, "class") ?? "")) return undefined;
  if ((around && takesNone(around)) || isBusy(computedStyle(place)) || runs(place)) return undefined;
  return { state: "kind", is: "disabled by its class and style alone, which keep the pointer from it" };
}

/** Whether a place, or what is around it and takes no pointer either, changes, is busy, or is marked as off for a while. */
function passes(place: Element): boolean {
  for (let up: Element | null = place; up && takesNone(up); up = flatParent(up)) {
    if (token(up, "aria-busy") === "true" || localName(up) === "form" || localName(up) === "fieldset") return true;
    if (isBusy(computedStyle(up)) || PASSING.test(attribute(up, "class") ?? "")) return true;
    if (runs(up)) return true;
  }
  return [...findAll(place, "*")].some(runs);
}

const runs = (el: Element): boolean => animations(el).some((animation) => animation.playState === "running");

/** The innermost element from one on that is operated, by what it is or by its cursor, which counts where it begins. */
function wrapperFrom(hit: Element): Element | undefined {
  let marked: Element | undefined;
  for (let up: Element | null = hit; up; up = flatParent(up)) {
    if (up === documentBody() || up === documentElement(document)) break;
    if (takesClicks(up) || Number.parseInt(attribute(up, "tabindex") ?? "", 10) >= 0) return up;
    if (styleValue(computedStyle(up), "cursor") === "pointer") marked = up;
    else if (marked) break;
  }
  return marked;
}
