/** Several clicks on an element that the page draws anew at one of them: lists that mark the row, and are rendered again with it. */

import { localName, queryScope } from "../dom/dom.js";
import { scopes } from "../dom/shadow.js";
import { identify } from "../elements/identity.js";
import { successorOf } from "../elements/successor.js";
import type { Expected } from "../protocol.js";

/** Of more elements with its tag, it is not looked whether one is like it: the press waits meanwhile. */
const MOST = 2_000;

/**
 * The element on the path of an event that has the tag, role and name of one that has left the document. If there is another one like
 * it, there is none: the row below may have moved up, with a button of the same name.
 */
export function renewed(old: Element, expected: Expected, path: readonly Element[]): Element | undefined {
  const tag = localName(old);
  const like = path.find((el) => localName(el) === tag && !identify(el, expected));
  if (!like) return undefined;
  let count = 0;
  for (const scope of scopes()) count += queryScope(scope, tag).length;
  const found = count <= MOST ? successorOf(old, expected) : undefined;
  return found === like ? found : undefined;
}
