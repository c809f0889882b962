/** Finds the element that the arguments of a walk name. */
import { queryScope } from "../dom/dom.js";
import { scopes } from "../dom/shadow.js";
import type { Refusal, WalkArgs } from "../protocol.js";
import { resolve } from "./target.js";

/** The root of the walk; null for the document. */
export function rootFor(args: WalkArgs): Element | null | Refusal {
  if (args.root) return resolve(args.root);
  if (args.selector === undefined) return null;
  try {
    for (const scope of scopes()) {
      const found = queryScope(scope, args.selector)[0];
      if (found) return found;
    }
  } catch {
    return { state: "value", why: "not a valid CSS selector" };
  }
  return { state: "gone" };
}
