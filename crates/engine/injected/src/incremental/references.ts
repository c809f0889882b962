/** References between elements by labels and ids: a change of one element can change the line of another. */
import { findAll, has, is, isConnected } from "../dom/dom.js";
import { type LabelMaps, labelsIn, referred } from "../semantics/name.js";
import type { Stale } from "./stale.js";

const NAMES = ["aria-labelledby", "aria-describedby", "aria-owns", "aria-controls"] as const;
const REFERRING = NAMES.map((name) => `[${name}]`).join(",");

/** All references in all tree scopes. */
export interface References {
  labels: LabelMaps;
  ids: Map<Element, Element[]>;
}

/** The element and its descendants, as far as they refer to others by ids. */
export function* referringIn(el: Element): Generator<Element> {
  if (is(el, REFERRING)) yield el;
  yield* findAll(el, REFERRING);
}

/** Collects the references. `labels`: those that the walk collected already. */
export function referencesOf(referring: Set<Element>, scopes: Iterable<Node>, labels?: LabelMaps): References {
  const found: References = { labels: labels ?? new Map(), ids: new Map() };
  if (!labels) for (const scope of scopes) found.labels.set(scope, labelsIn(scope));
  for (const el of referring) {
    if (!isConnected(el)) referring.delete(el);
    else
      found.ids.set(
        el,
        NAMES.flatMap((name) => (has(el, name) ? referred(el, name) : [])),
      );
  }
  return found;
}

const same = (a: readonly Element[] = [], b: readonly Element[] = []): boolean =>
  a.length === b.length && a.every((el, i) => el === b[i]);

/** Marks elements on both sides of a reference that is new, gone or changed, or that has a changed element. */
export function followReferences(stale: Stale, before: References, now: References): void {
  for (const [scope, old] of before.labels) {
    const labels = now.labels.get(scope);
    for (const [control, list] of old)
      if (!same(list, labels?.get(control))) for (const el of [control, ...list]) stale.mark(el);
    for (const [control, list] of labels ?? [])
      if (!old.has(control)) for (const el of [control, ...list]) stale.mark(el);
  }
  for (const [el, targets] of before.ids)
    if (!same(targets, now.ids.get(el))) for (const one of [el, ...targets]) stale.mark(one);
  for (const [el, targets] of now.ids) if (!before.ids.has(el)) for (const one of [el, ...targets]) stale.mark(one);
  // A name can contain another name, so that marks spread.
  for (let marked = -1; marked !== stale.marked.size; ) {
    marked = stale.marked.size;
    for (const labels of now.labels.values()) for (const [control, list] of labels) markTogether(stale, control, list);
    for (const [el, targets] of now.ids) markTogether(stale, el, targets);
  }
}

function markTogether(stale: Stale, el: Element, others: Element[]): void {
  if (!stale.touched(el) && !others.some((other) => stale.touched(other))) return;
  stale.mark(el);
  for (const other of others) stale.mark(other);
}
