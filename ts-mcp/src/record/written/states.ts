// What an answer says of the element that was acted on: its value, whether it is checked, how many there are.

import type { Answer } from "../../answer.ts";
import { text } from "./call.ts";
import type { Action, Alike, Expected } from "./step.ts";

/** Longest value that is expected. */
const LONGEST = 200;

/** Types of inputs whose value a program does not read as it was written. */
const APART: ReadonlySet<string> = new Set(["file", "password", "checkbox", "radio", "range", "color"]);

/** The state of the element after the last action of a call. */
export function stateAfter(tool: string, action: Action, answer: Answer | undefined): Expected[] {
  const { element, effects } = answer ?? {};
  if (element === undefined || !("target" in action) || action.target === undefined || action.target.closed) return [];
  // There may be no such element any more.
  if (effects?.navigatedTo !== undefined || effects?.dialog !== undefined) return [];
  const { target } = action;
  const { checked, valueNow } = element;
  if (checked !== undefined && (action.do === "check" || action.do === "click"))
    return [{ see: "checked", target, checked }];
  if (action.do !== "fill" || target.secret || APART.has(target.type)) return [];
  if (!["input", "textarea"].includes(target.tag)) return [];
  // A call by a locator has looked for it. The others fill many fields, and say what is not as it was given.
  const given = "text" in action.value && tool === "interactWithPage" ? action.value.text : undefined;
  const value = valueNow ?? given;
  return value === undefined || value.length > LONGEST ? [] : [{ see: "value", target, value }];
}

/** How many elements a call has waited for, if that can be said in a test. */
export function countIn(args: Record<string, unknown>, answer: Answer | undefined): Expected[] {
  const target = (args["target"] ?? {}) as Record<string, unknown>;
  const details = answer?.structured?.["details"] as { matchedCount?: unknown } | undefined;
  const count = details?.matchedCount;
  const [by, value] = [text(target["by"]), text(target["value"])];
  if (args["action"] !== "waitForSelector" || typeof count !== "number" || count < 2 || value === undefined) return [];
  // Whether a text was found as a whole or in part is not known, unless the caller said so.
  const isKnown = by === "css" || by === "testid" || by === "role" || (by === "text" && target["exact"] === true);
  const more = ["name", "within", "visible"].some((name) => target[name] !== undefined);
  if (!isKnown || more || value.includes(">>")) return [];
  return [{ see: "count", of: { by: by as Alike["by"], value }, count }];
}
