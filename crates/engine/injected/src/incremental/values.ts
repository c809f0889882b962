/** Form controls whose value or state has changed, which no mutation reports. */

import { is, isConnected, localName, queryScope } from "../dom/dom.js";
import { comparedValue } from "../dom/note-value.js";

/** States that a query can test. */
const STATES = [":checked", ":indeterminate", ":user-invalid"];
/** Matches a control in any of these states, in one query. */
const IN_A_STATE = "input:checked,input:indeterminate,input:user-invalid,select:user-invalid,textarea:user-invalid";

/** The controls whose value differs from the noted one; notes the new value. */
export function changedValues(values: Map<Element, string>): Element[] {
  const changed: Element[] = [];
  for (const [el, was] of values) {
    const now = isConnected(el) ? comparedValue(el, localName(el)) : undefined;
    if (now === was) continue;
    changed.push(el);
    if (now === undefined) values.delete(el);
    else values.set(el, now);
  }
  return changed;
}

/** The controls in each of the states. */
export const statesIn = (scopes: Iterable<Node>): Set<Element>[] => {
  const found = STATES.map(() => new Set<Element>());
  for (const scope of scopes)
    for (const el of queryScope(scope, IN_A_STATE))
      for (let i = 0; i < STATES.length; i++) if (is(el, STATES[i] as string)) found[i]?.add(el);
  return found;
};

/** The controls whose states have changed. */
export function* changedStates(before: Set<Element>[], now: Set<Element>[]): Generator<Element> {
  for (let i = 0; i < STATES.length; i++) {
    const [was, is] = [before[i] as Set<Element>, now[i] as Set<Element>];
    for (const el of was) if (!is.has(el)) yield el;
    for (const el of is) if (!was.has(el)) yield el;
  }
}
