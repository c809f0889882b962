/** Fields of one code, such as a PIN: boxes of one size, of which each takes a part of the text and passes the focus on. */

import { attribute, findAll, localName, parentElement } from "../dom/dom.js";
import { around, rectsOf } from "../dom/geometry.js";
import { held, limitOf } from "../dom/values.js";

/** How many elements around a box are looked at for the next one. */
const AROUND = 4;
/** How much boxes of one size may differ, in pixels. */
const NEAR = 2;
/** How wide a box for one character may be, in its heights. */
const SQUARE = 2;
/** The most boxes of a code. */
const MOST = 40;

/** The next box of the same code; undefined if the field is none of a code. */
export function nextBox(field: Element): Element | undefined {
  if (localName(field) !== "input") return undefined;
  let up = parentElement(field);
  for (let level = 0; up && level < AROUND; up = parentElement(up), level++) {
    const fields = Array.from(findAll(up, "input:not([type=hidden])"));
    const next = fields[fields.indexOf(field) + 1];
    if (next) return isAlike(field, next) ? next : undefined;
  }
  return undefined;
}

/** The boxes of the code from a field on; only the field if it is none of a code. */
export function boxesFrom(field: Element): Element[] {
  const boxes = [field];
  for (let next = nextBox(field); next && boxes.length < MOST; next = nextBox(next)) boxes.push(next);
  return boxes;
}

/**
 * Whether a box takes no further character before the next one: it has as many as one of the two may have, or the only one for which a box
 * without a limit is drawn.
 */
export function isFull(field: Element, next: Element): boolean {
  const limit = Math.min(limitOf(field), limitOf(next));
  const { length } = held(field);
  return Number.isFinite(limit) ? length >= limit : length === 1 && isSquare(field);
}

/** Whether a field is as wide as for one character. Others in a row, such as name and street, are fields of their own. */
function isSquare(field: Element): boolean {
  const [left, top, right, bottom] = around(rectsOf(field));
  return right - left <= SQUARE * (bottom - top);
}

/** What boxes hold, together. */
export const together = (boxes: readonly Element[]): string => boxes.map(held).join("");

function isAlike(one: Element, other: Element): boolean {
  const same = (name: string): boolean => attribute(one, name) === attribute(other, name);
  // The first one may take the whole code, which the page spreads when it is pasted.
  const takesAsMuch = same("maxlength") || limitOf(other) === 1;
  if (!same("type") || !takesAsMuch || !same("inputmode")) return false;
  const [left, top, right, bottom] = around(rectsOf(one));
  const [otherLeft, otherTop, otherRight, otherBottom] = around(rectsOf(other));
  return (
    Math.abs(right - left - (otherRight - otherLeft)) <= NEAR &&
    Math.abs(bottom - top - (otherBottom - otherTop)) <= NEAR
  );
}
