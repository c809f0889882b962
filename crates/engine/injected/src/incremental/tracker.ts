/** Records which elements the page has changed since the last walk. */
import { cancel, later, MUTATIONS } from "../dom/builtins.js";
import { isElement, nodeType, parentNode } from "../dom/dom.js";

const Observer = MutationObserver;
const observe = MutationObserver.prototype.observe;
const disconnect = MutationObserver.prototype.disconnect;
const takeRecords = MutationObserver.prototype.takeRecords;

/** Recording stops at these limits: walking everything is faster then, and records cost the page time. */
const MAX_ELEMENTS = 2_000;
const MAX_RECORDS = 20_000;
/** Recording stops if no walk is asked for during this time. */
const UNUSED_MS = 300_000;

/** Changed elements, by the kind of change. */
export interface Changed {
  /** Elements that are new or have changed attributes, which can affect all their descendants. */
  whole: Set<Element>;
  /** Elements with changed text or children. */
  inside: Set<Node>;
  /** Those among them that gained or lost elements. */
  rearranged: Set<Node>;
  /** Nodes that were removed, even if they were inserted again. */
  gone: Set<Node>;
}

const noChanges = (): Changed => ({ whole: new Set(), inside: new Set(), rearranged: new Set(), gone: new Set() });

/** Records the mutations of a document and its shadow roots, until there are too many. */
export class Tracker {
  private observer = new Observer((records) => this.note(records));
  private changed = noChanges();
  private count = 0;
  private timer: number | undefined;
  private ended = false;
  /** Called when recording ends. */
  onEnd: () => void = () => undefined;

  /** Records mutations of these roots from now on, and restarts the time limit. */
  follow(roots: Iterable<Node>): void {
    for (const root of roots) observe.call(this.observer, root, MUTATIONS);
    if (this.timer !== undefined) cancel(this.timer);
    this.timer = later(() => this.end(), UNUSED_MS);
  }

  /** The changes since the last call; undefined if recording has ended. */
  take(): Changed | undefined {
    this.note(takeRecords.call(this.observer));
    if (this.ended) return undefined;
    const { changed } = this;
    this.changed = noChanges();
    this.count = 0;
    return changed;
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.changed = noChanges();
    disconnect.call(this.observer);
    if (this.timer !== undefined) cancel(this.timer);
    this.onEnd();
  }

  private note(records: MutationRecord[]): void {
    if (this.ended || records.length === 0) return;
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
      if (whole.size + inside.size + gone.size > MAX_ELEMENTS || this.count > MAX_RECORDS) {
        this.end();
        return;
      }
    }
  }
}
