/** What a page has put in the place of an element that it removed. */

import { localName, queryScope } from "../dom/dom.js";
import { drawn } from "../dom/geometry.js";
import { scopes } from "../dom/shadow.js";
import type { Expected } from "../protocol.js";
import { identify } from "./identity.js";

/** The one element with the tag of another one, and the role and name that were expected of that; undefined if there are several. */
export function successorOf(el: Element, expected: Expected): Element | undefined {
  let found: Element | undefined;
  for (const scope of scopes())
    for (const other of queryScope(scope, localName(el))) {
      if (other === el || !drawn(other) || identify(other, expected) !== undefined) continue;
      if (found) return undefined;
      found = other;
    }
  return found;
}
