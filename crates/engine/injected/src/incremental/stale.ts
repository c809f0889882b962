/** Which elements have to be walked again. */
import {
  assignedNodes,
  documentBody,
  documentElement,
  find,
  findAll,
  hostOf,
  isConnected,
  isElement,
  localName,
  nodeType,
  parentElement,
  queryScope,
  rootOf,
} from "../dom/dom.js";
import { nearestAround, parentAround, shadowOf, treeParent } from "../dom/shadow.js";
import { type Notes, OUTDATED, UNUSABLE } from "../walk/record.js";
import type { Changed } from "./tracker.js";

/** Elements whose children depend on each other. */
const ARRANGING = new Set("details fieldset figure select optgroup object picture svg".split(" "));
const TABULAR = new Set("table thead tbody tfoot tr".split(" "));

/** Marks elements in the notes of the last walk as stale. */
export class Stale {
  /** Elements that are walked again. Their descendants are only if they are marked themselves. */
  readonly marked = new Set<Element>();
  /** Elements that are walked again with all their descendants. */
  readonly forgotten = new Set<Element>();
  private budget: number;

  constructor(private notes: Notes) {
    this.budget = notes.styles.size / 2 + 50;
  }

  /** Marks an element and its ancestors. */
  mark(el: Element): void {
    // A child of a host that is in no slot is not shown, but can be a part of the value of its parent.
    for (let up: Element | null = el; up && !this.marked.has(up); up = parentAround(up)) {
      this.marked.add(up);
      const place = this.notes.places.get(up);
      if (place) place.mode = UNUSABLE;
      // The caption can name the picture beside it.
      if (localName(up) === "figure") this.forget(up);
    }
  }

  /** Forgets an element with all its descendants, and marks its ancestors. */
  forget(el: Element): void {
    if (this.forgotten.has(el)) return;
    if (el === documentElement(document) || el === documentBody()) throw OUTDATED;
    this.forgotten.add(el);
    this.purge(el);
    this.mark(el);
  }

  /** Forgets the descendants of an element that is being walked. */
  empty(el: Element): void {
    const style = this.notes.styles.get(el);
    this.purge(el);
    if (style !== undefined) this.notes.styles.set(el, style);
  }

  /** Whether an element, a descendant or an ancestor of it is walked again. */
  touched(el: Element): boolean {
    if (this.marked.has(el)) return true;
    if (this.forgotten.size === 0) return false;
    for (let up = treeParent(el); up; up = treeParent(up)) if (this.forgotten.has(up)) return true;
    return false;
  }

  /** Marks what the mutations changed. */
  follow({ whole, inside, rearranged, gone }: Changed): void {
    for (const node of gone) if (isElement(node)) this.purge(node);
    for (const el of whole) {
      if (!isConnected(el)) continue;
      this.forget(el);
      // A slot decides where a child of a host is shown. A changed slot affects all children of the host.
      const parent = parentElement(el);
      if (parent && shadowOf(parent)) this.forget(parent);
      if (localName(el) === "slot") this.reassign(el);
    }
    for (const node of inside) {
      if (!isConnected(node)) continue;
      if (isElement(node)) {
        this.mark(node);
        // The text of a host is shown where its slots are.
        const root = shadowOf(node);
        if (root) for (const slot of queryScope(root, "slot")) this.mark(slot);
      } else if (nodeType(node) === 11) this.mark(hostOf(node as ShadowRoot));
      else throw OUTDATED;
    }
    for (const node of rearranged) if (isConnected(node)) this.rearranged(node, whole, gone);
  }

  private rearranged(node: Node, whole: Set<Element>, gone: Set<Node>): void {
    if (!isElement(node)) {
      if (nodeType(node) === 11) this.forget(hostOf(node as ShadowRoot));
      return;
    }
    const tag = localName(node);
    if (shadowOf(node, tag) || ARRANGING.has(tag)) this.forget(node);
    if (TABULAR.has(tag)) {
      const table = nearestAround(node, "table");
      if (table) for (const header of findAll(table, "th")) this.mark(header);
    }
    if (nodeType(rootOf(node)) !== 11) return;
    const slots = (other: Node): boolean =>
      isElement(other) && (localName(other) === "slot" || find(other, "slot") !== null);
    for (const other of gone) if (slots(other)) this.reassign(node);
    for (const other of whole) if (slots(other)) this.reassign(node);
  }

  private reassign(el: Element): void {
    const root = rootOf(el);
    if (nodeType(root) === 11) this.forget(hostOf(root as ShadowRoot));
  }

  private purge(el: Element): void {
    this.drop(el);
    this.purgeIn(findAll(el, "*"));
  }

  private purgeIn(all: NodeListOf<Element>): void {
    if (all.length > this.budget) throw OUTDATED;
    for (let i = 0; i < all.length; i++) this.drop(all[i] as Element);
  }

  private drop(el: Element): void {
    if (--this.budget < 0) throw OUTDATED;
    this.notes.drop(el);
    const tag = localName(el);
    const root = shadowOf(el, tag);
    if (root) this.purgeIn(queryScope(root, "*"));
    if (tag === "slot") for (const node of assignedNodes(el as HTMLSlotElement)) if (isElement(node)) this.purge(node);
  }
}
