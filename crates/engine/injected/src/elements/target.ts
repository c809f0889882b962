/** Finds the element that the engine remembers. */

import { clock } from "../dom/builtins.js";
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
  if (now && el === searched?.el && now.role === expected.role && clock() < searched.until) return el;
  return now ? { state: "changed", ...now } : el;
}

/** How long a search is expected to take between two looks, in milliseconds: its text is typed and put back. */
const SEARCH_MS = 10_000;

/** The field of a list that was opened to find an option. The text that is typed for that may be in the place of its name. */
let searched: { el: Element; until: number } | undefined;

/** Notes in which field an option is searched; undefined if in none any more. */
export function noteSearched(el: Element | undefined): void {
  searched = el && { el, until: clock() + SEARCH_MS };
}

/** The same for an element to which something was done already: that may have given it another name. */
export function resolveActedOn(expected: Expected): Element | Refusal {
  const found = resolve(expected);
  const isRenamed = refused(found) && found.state === "changed" && found.role === expected.role;
  return isRenamed ? (elementOf(expected.id) ?? { state: "gone" }) : found;
}

export const refused = (found: Element | Refusal): found is Refusal =>
  "state" in found && typeof (found as Refusal).state === "string" && !(found instanceof Node);
