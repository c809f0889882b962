/** Which elements the page has changed since the last walk. */
import { isElement, nodeType, parentNode } from "../dom/dom.js";

const Observer = MutationObserver;
const later = setTimeout.bind(window);
const cancel = clearTimeout.bind(window);
const observe = MutationObserver.prototype.observe;
const disconnect = MutationObserver.prototype.disconnect;
const takeRecords = MutationObserver.prototype.takeRecords;

/** More than this is not followed: walking everything is quicker, and the page has to pay for each. */
const MOST_ELEMENTS = 2_000;
const MOST_CHANGES = 20_000;
/** Nobody has asked for so long: the page is left alone. */
const PATIENCE_MS = 300_000;

const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };

/** What has changed, by kind. */
export interface Changed {
  /** Elements that are new, or have other attributes: all that is inside may look different. */
  whole: Set<Element>;
  /** Elements with other text or other children. */
  inside: Set<Node>;
  /** Among them those that got or lost elements. */
  rearranged: Set<Node>;
  /** Nodes that were taken out, wherever they are now. */
  gone: Set<Node>;
}

const nothing = (): Changed => ({ whole: new Set(), inside: new Set(), rearranged: new Set(), gone: new Set() });

/** Follows the changes of a document and its shadow roots, until there are too many. */
export class Tracker {
  private observer = new Observer((records) => this.note(records));
  private changed = nothing();
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;
  /** Called when there was too much to follow. */
  onEnd: () => void = () => undefined;

  /** Begins to follow these roots; from now on, if they are followed already. */
  follow(roots: Iterable<Node>): void {
    for (const root of roots) observe.call(this.observer, root, EVERYTHING);
    if (this.timer !== undefined) cancel(this.timer);
    this.timer = later(() => this.end(), PATIENCE_MS);
  }

  /** What has changed since the last call; nothing if it was too much to be told. */
  take(): Changed | undefined {
    this.note(takeRecords.call(this.observer));
    if (this.over) return undefined;
    const { changed } = this;
    this.changed = nothing();
    this.count = 0;
    return changed;
  }

  end(): void {
    if (this.over) return;
    this.over = true;
    this.changed = nothing();
    disconnect.call(this.observer);
    if (this.timer !== undefined) cancel(this.timer);
    this.onEnd();
  }

  private note(records: MutationRecord[]): void {
    if (this.over || records.length === 0) return;
    const { whole, inside, rearranged, gone } = this.changed;
    this.count += records.length;
    for (let i = 0; i < records.length; i++) {
      const { type, target, addedNodes, removedNodes } = records[i] as MutationRecord;
      if (type === "attributes") {
        whole.add(target as Element);
      } else if (type === "characterData") {
        const parent = parentNode(target);
        if (parent) inside.add(parent);
      } else {
        inside.add(target);
        for (const node of addedNodes)
          if (isElement(node)) {
            whole.add(node);
            rearranged.add(target);
          }
        for (const node of removedNodes)
          if (nodeType(node) === 1) {
            gone.add(node);
            rearranged.add(target);
          }
      }
      if (whole.size + inside.size + gone.size > MOST_ELEMENTS || this.count > MOST_CHANGES) {
        this.end();
        return;
      }
    }
  }
}
