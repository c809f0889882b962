/** What form controls hold: it changes without a change of the document. */

import { is, isConnected, localName, queryScope } from "../dom/dom.js";
import { heldBy } from "../dom/note-value.js";

/** What a query tells of a control. */
const STATES = [":checked", ":indeterminate", ":user-invalid"];
/** One pass over the document for all of them. */
const IN_A_STATE = "input:checked,input:indeterminate,input:user-invalid,select:user-invalid,textarea:user-invalid";

/** The fields that hold something else than was noted; it is noted anew. */
export function changedValues(values: Map<Element, string>): Element[] {
  const changed: Element[] = [];
  for (const [el, was] of values) {
    const now = isConnected(el) ? heldBy(el, localName(el)) : undefined;
    if (now === was) continue;
    changed.push(el);
    if (now === undefined) values.delete(el);
    else values.set(el, now);
  }
  return changed;
}

/** The controls in each state that a query can tell. */
export const statesIn = (scopes: Iterable<Node>): Set<Element>[] => {
  const found = STATES.map(() => new Set<Element>());
  for (const scope of scopes)
    for (const el of queryScope(scope, IN_A_STATE))
      for (let i = 0; i < STATES.length; i++) if (is(el, STATES[i] as string)) found[i]?.add(el);
  return found;
};

/** The controls that are in another state than before. */
export function* changedStates(before: Set<Element>[], now: Set<Element>[]): Generator<Element> {
  for (let i = 0; i < STATES.length; i++) {
    const [was, is] = [before[i] as Set<Element>, now[i] as Set<Element>];
    for (const el of was) if (!is.has(el)) yield el;
    for (const el of is) if (!was.has(el)) yield el;
  }
}
