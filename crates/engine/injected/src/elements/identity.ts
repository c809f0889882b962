/** Whether an element still has the role and name that the engine knows. */
import { documentElement } from "../dom/dom.js";
import type { Called, Expected } from "../protocol.js";
import { Walk } from "../walk/walk.js";

/** The new role and name of an element; undefined if they are as expected. */
export function identify(el: Element, expected: Expected): Called | undefined {
  const now = new Walk(el).describe(el);
  if (now.role !== expected.role) return now;
  // A document may change its title.
  return now.name === expected.name || el === documentElement(document) ? undefined : now;
}
