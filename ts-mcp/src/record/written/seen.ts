// What is expected of something that a step showed: a heading, an alert, a message, a dialog.

import type { Expected, Target } from "./step.ts";

/** Longest text that is expected. */
const LONGEST = 120;

/** Times and long numbers are others the next time, and what says that something goes on is soon gone. */
export const MOMENTARY = /\d:\d|\d{5}|(?:\.\.\.|…)$/;

/** Roles of what is news by being there: its texts are of many kinds. */
const BY_BEING_THERE: ReadonlySet<string> = new Set(["dialog", "alertdialog"]);

/** What is expected of an element that is new, or whose text is. */
export function tellingOf(target: Target): Expected[] {
  const { text } = target;
  if (target.closed) return [];
  if (text === "" || BY_BEING_THERE.has(target.role)) return [{ see: "element", target }];
  // A text that is cut is not what the element shows.
  if (text.length > LONGEST || MOMENTARY.test(text)) return [];
  return isSaidBy(target) ? [{ see: "element", target }] : [{ see: "textIn", target, text }];
}

/** Whether only an element with that text is found. */
export function isSaidBy({ steps, text, nth }: Target): boolean {
  const last = steps[steps.length - 1];
  if (nth !== undefined || last === undefined) return false;
  return (last.by === "role" && last.name === text) || (last.by === "text" && last.value === text);
}
