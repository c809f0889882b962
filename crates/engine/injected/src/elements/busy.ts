/** Whether the page says that a part of it is not up to date. */

import { nearestAround } from "../dom/shadow.js";

/** Whether an element or one around it is `aria-busy`. */
export const isBusy = (el: Element): boolean => nearestAround(el, '[aria-busy="true" i]') !== null;
