/** Node numbers. References are weak in both directions, so that no element is kept alive. */

import type { NodeNumber } from "../protocol.js";
import { isConnected } from "./dom.js";

const numbers = new WeakMap<Element, NodeNumber>();
const elements = new Map<NodeNumber, WeakRef<Element>>();
let last = 0;

/** The token of this document. Each document has another one, also at the same URL. */
export const DOC: string = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");

/** Numbers of elements that the browser has freed, until the engine knows. */
let freed: NodeNumber[] = [];

const forget = new FinalizationRegistry<NodeNumber>((id) => {
  elements.delete(id);
  freed.push(id);
});

/** The numbers of freed elements, ascending. */
export const freedNumbers = (): readonly NodeNumber[] => freed.sort((a, b) => a - b);

/** Drops numbers of which the engine knows that their elements are freed. */
export function forgetFreed(known: readonly NodeNumber[]): void {
  const dropped = new Set(known);
  freed = freed.filter((id) => !dropped.has(id));
}

/** The number of an element; assigned on the first call. */
export function numberOf(el: Element): NodeNumber {
  let id = numbers.get(el);
  if (id === undefined) {
    id = ++last;
    numbers.set(el, id);
    elements.set(id, new WeakRef(el));
    forget.register(el, id);
  }
  return id;
}

/** The element with this number, if it is connected. */
export function elementOf(id: NodeNumber): Element | undefined {
  const el = elements.get(id)?.deref();
  return el && isConnected(el) ? el : undefined;
}
