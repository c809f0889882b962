/** The flat tree: open shadow roots, closed ones that the protocol passed in, and slots. */
import {
  assignedNodes,
  everyElement,
  firstChild,
  hostOf,
  is,
  isElement,
  localName,
  nextSibling,
  nodeType,
  openAssignedSlot,
  openShadowRoot,
  openTextSlot,
  parentNode,
  queryScope,
  rootOf,
} from "./dom.js";

const adopted = new WeakMap<Element, ShadowRoot>();
let anyAdopted = false;
let anyRoot = false;

/** Is told of the shadow roots that are visited. */
let visited: { add(root: Node): unknown } | null = null;

/** Adds the shadow roots that are visited from now on to `roots`, each before its content; stops with null. */
export function collectRoots(roots: { add(root: Node): unknown } | null): void {
  visited = roots;
}

/** The document or shadow root that holds an element. Most documents have no shadow roots, which saves the call. */
export const scopeOf = (el: Element): Node => (anyRoot ? rootOf(el) : document);

/** Built-in elements that can host a shadow root. */
const HOSTS = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);

/** Whether an element of this name can host a shadow root. */
export const canHost = (tag: string): boolean => HOSTS.has(tag) || tag.includes("-");

/** The shadow root of an element: an open one, or a closed one that was adopted. */
export function shadowOf(el: Element, tag: string = localName(el)): ShadowRoot | null {
  return canHost(tag) ? hostedBy(el) : null;
}

/** The shadow root of an element whose name allows one. */
export function hostedBy(el: Element): ShadowRoot | null {
  const root = openShadowRoot(el) ?? (anyAdopted ? (adopted.get(el) ?? null) : null);
  if (root) {
    anyRoot = true;
    visited?.add(root);
  }
  return root;
}

/** Remembers a closed root. True if it is new. */
export function adopt(host: Element, root: ShadowRoot): boolean {
  if (openShadowRoot(host) || adopted.get(host) === root) return false;
  adopted.set(host, root);
  anyAdopted = true;
  return true;
}

/** The slot that a child of a host is in. */
export function slotOf(el: Element | Text): Element | null {
  const open = nodeType(el) === 1 ? openAssignedSlot(el as Element) : openTextSlot(el as Text);
  if (open) return open;
  // `assignedSlot` does not reveal slots of closed roots.
  const parent = parentNode(el);
  const root = anyAdopted && parent && isElement(parent) ? adopted.get(parent) : undefined;
  if (root)
    for (const slot of queryScope(root, "slot")) if (assignedNodes(slot as HTMLSlotElement).includes(el)) return slot;
  return null;
}

/** The parent in the flat tree; null for the document element, and for a child of a host that is in no slot. */
export function flatParent(el: Element): Element | null {
  const parent = parentNode(el);
  if (!parent) return null;
  if (isElement(parent)) return shadowOf(parent) ? slotOf(el) : parent;
  return nodeType(parent) === 11 ? hostOf(parent as ShadowRoot) : null;
}

/** The parent, or the host for a child of a shadow root. Slots are ignored. */
export function treeParent(el: Element): Element | null {
  const parent = parentNode(el);
  if (!parent) return null;
  if (isElement(parent)) return parent;
  return nodeType(parent) === 11 ? hostOf(parent as ShadowRoot) : null;
}

/** The parent in the flat tree; for a child of a host that is in no slot, the host. */
export const parentAround = (el: Element): Element | null => flatParent(el) ?? treeParent(el);

/** The nearest of an element and those around it, in the flat tree, that matches. */
export function nearestAround(el: Element | null, selector: string): Element | null {
  for (let up = el; up; up = parentAround(up)) if (is(up, selector)) return up;
  return null;
}

/** Whether `inner` is `outer` or a descendant of it in the flat tree. */
export function flatContains(outer: Element, inner: Element): boolean {
  for (let el: Element | null = inner; el; el = flatParent(el)) if (el === outer) return true;
  return false;
}

/** What is around or below `outer` in the flat tree and matches, and the children of hosts that are in no slot. */
export const insideOf = (outer: Element, selector: string): Element[] =>
  scopes()
    .flatMap((scope) => [...queryScope(scope, selector)])
    .filter((el) => isInside(el, outer));

/** Whether an element is inside another one, in the flat tree. */
export function isInside(el: Element, outer: Element): boolean {
  for (let up = parentAround(el); up; up = parentAround(up)) if (up === outer) return true;
  return false;
}

/** Calls `visit` with each child of the flat tree, in order. */
export function eachChild(el: Element, tag: string, visit: (child: Node) => void): void {
  const root = shadowOf(el, tag);
  if (!root && tag === "slot") {
    const nodes = assignedNodes(el as HTMLSlotElement);
    if (nodes.length > 0) {
      for (const node of nodes) visit(node);
      return;
    }
  }
  for (let child = firstChild(root ?? el); child; child = nextSibling(child)) visit(child);
}

/** A document or shadow root and all reachable shadow roots in it, outermost first. */
export function scopes(from: Node = document): Node[] {
  const found: Node[] = [from];
  for (let i = 0; i < found.length; i++) {
    // Iterating over the collection takes four times as long as access by index.
    const all = everyElement(found[i] as Node);
    for (let at = 0, count = all.length; at < count; at++) {
      const el = all[at] as Element;
      const root = openShadowRoot(el) ?? (anyAdopted ? adopted.get(el) : undefined);
      if (root) found.push(root);
    }
  }
  if (found.length > 1) anyRoot = true;
  return found;
}
