/** Finds the element that the engine remembers. */

import { DOC, elementOf } from "../dom/registry.js";
import type { Expected, Refusal } from "../protocol.js";
import { identify } from "./identity.js";

/** The element, or why it cannot be used. */
export function resolve(expected: Expected): Element | Refusal {
  if (expected.doc !== DOC) return { state: "document" };
  // That of this script's global object, which is the document's: no page script can change it here.
  if (expected.origins && !expected.origins.includes(self.origin)) return { state: "origin", is: self.origin };
  const el = elementOf(expected.id);
  if (!el) return { state: "gone" };
  const now = identify(el, expected);
  return now ? { state: "changed", ...now } : el;
}

/** The same for an element to which something was done already: that may have given it another name. */
export function resolveActedOn(expected: Expected): Element | Refusal {
  const found = resolve(expected);
  const isRenamed = refused(found) && found.state === "changed" && found.role === expected.role;
  return isRenamed ? (elementOf(expected.id) ?? { state: "gone" }) : found;
}

export const refused = (found: Element | Refusal): found is Refusal =>
  "state" in found && typeof (found as Refusal).state === "string" && !(found instanceof Node);
