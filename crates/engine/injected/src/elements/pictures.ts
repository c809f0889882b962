/** How far everything was scrolled when pictures were taken. */

import { everyElement, scrollLeft, scrollTop } from "../dom/dom.js";
import { scopes } from "../dom/shadow.js";

/** How many pictures are remembered. */
const KEPT = 4;

/** The elements that were scrolled when a picture was taken, with their positions, by the picture's number. */
export const pictures = new Map<number, WeakMap<Element, [number, number]>>();

/** Remembers how far everything is scrolled while a picture is taken. */
export function notePicture(picture: number): void {
  const scrolled = new WeakMap<Element, [number, number]>();
  for (const scope of scopes()) {
    const all = everyElement(scope);
    for (let i = 0, count = all.length; i < count; i++) {
      const el = all[i] as Element;
      const [left, top] = [scrollLeft(el), scrollTop(el)];
      if (left !== 0 || top !== 0) scrolled.set(el, [left, top]);
    }
  }
  pictures.set(picture, scrolled);
  for (const old of pictures.keys()) if (pictures.size > KEPT) pictures.delete(old);
}
