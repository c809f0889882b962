/** Sends messages to the engine, within bounds. */

import { clock } from "../dom/builtins.js";
import type { Lasting } from "../locator/protocol.js";
import type { Told } from "./protocol.js";

/** How many messages may come at once, and how many a second in the long run: more than a person makes. */
const BURST = 120;
const PER_SECOND = 30;

/** What our other script has for this one. */
interface Agent {
  lasting(el: Element, testId: string): Lasting;
  secret(el: Element): boolean;
}

/** Where messages go, and how elements are described. */
export interface Wish {
  send(text: string): void;
  /** The attribute that holds test ids. */
  testId: string;
}

let wish: Wish | undefined;
let room = BURST;
let since = clock();
let lost = 0;

export const goesTo = (wanted: Wish | undefined): void => {
  wish = wanted;
};

/** Whether anybody listens. */
export const isOn = (): boolean => wish !== undefined;

const isTop = window === window.top;

export function tell(message: Omit<Told, "top">): void {
  if (!wish) return;
  const now = clock();
  room = Math.min(BURST, room + ((now - since) / 1000) * PER_SECOND);
  since = now;
  if (room < 1) {
    lost++;
    return;
  }
  room--;
  const told: Told = { ...message, top: isTop };
  if (lost > 0) told.lost = lost;
  lost = 0;
  wish.send(JSON.stringify(told));
}

const agent = (): Agent | undefined => (globalThis as { __uipilot?: Agent }).__uipilot;

/** How an element can be found again, as long as the document is as it is now. */
export function lasting(el: Element): Lasting | undefined {
  try {
    return wish && agent()?.lasting(el, wish.testId);
  } catch {
    // A page with an odd tree. The step cannot be written then.
    return undefined;
  }
}

/** Whether the value of a field must not leave the page. */
export const isPassword = (el: Element): boolean => agent()?.secret(el) ?? true;
