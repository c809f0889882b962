// What an action's answer showed as new, and a person would look for: headings, alerts, messages, dialogs.

import type { Session } from "@uipilot/core";
import type { Answer } from "../../answer.ts";
import type { Expected, Target } from "./step.ts";

/** How many things are expected after a step. */
const MOST = 2;
/** Longest text that is expected. */
const LONGEST = 120;

/** A line of changes that begins with an element. What the page says comes later in it, in quotes. */
const LINE = /^([+~]?) *uid=(\d+_\d+) (heading|alert|status|dialog|alertdialog)\b/;

/** The elements in an answer that are new, by UID. */
export function newIn(changes: { text: string; counts?: object } | undefined): string[] {
  if (changes === undefined) return [];
  const found: string[] = [];
  for (const line of changes.text.split("\n")) {
    const [, mark, uid = "", role] = LINE.exec(line) ?? [];
    if (role === undefined) continue;
    // Of a whole page, its first heading tells where one is.
    const isNew =
      changes.counts === undefined ? found.length === 0 : mark !== "" || role === "status" || role === "alert";
    if (isNew) found.push(uid);
  }
  return found.slice(0, MOST);
}

/** What is expected after a call that was answered so. */
export async function seenIn(answer: Answer | undefined, session: Session, signal: AbortSignal): Promise<Expected[]> {
  const expected: Expected[] = [];
  for (const uid of newIn(answer?.effects?.changes)) {
    const target = await session.locatorOf({ by: "uid", value: uid }, { signal }).catch(() => undefined);
    if (target !== undefined) expected.push(...tellingOf(target));
  }
  return expected;
}

/** What is expected of an element that is new, or whose text is. */
export function tellingOf(target: Target): Expected[] {
  if (target.closed) return [];
  const last = target.steps[target.steps.length - 1];
  const says = ["alert", "status"].includes(target.role);
  // A locator with the text says it already.
  const isTold = ["heading", "dialog", "alertdialog"].includes(target.role) || last?.by === "text";
  if (target.text === "" || (!says && isTold)) return [{ see: "element", target }];
  // A text that is cut is not what the element shows.
  return target.text.length <= LONGEST ? [{ see: "textIn", target, text: target.text }] : [];
}
