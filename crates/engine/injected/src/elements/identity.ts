/** Whether an element still is what it was shown as. */
import { documentElement } from "../dom/dom.js";
import type { Expected } from "../protocol.js";
import { Walk } from "../walk/walk.js";

/** Whether the element still means what it meant when it was shown. */
export function identify(el: Element, expected: Expected): { role: string; name: string } | undefined {
  const now = new Walk(el).describe(el);
  if (now.role !== expected.role) return now;
  // The title of a document is not what makes it that document.
  return now.name === expected.name || el === documentElement(document) ? undefined : now;
}
