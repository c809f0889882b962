/** What a walk keeps of each element, so that the next one can take over what has not changed. */

import type { Line } from "./line.js";
/** One element: the lines that the look at it and at what is inside gave. */
export interface Place {
  /** What was known from its ancestors, see modes.ts; {@link UNUSABLE} where the lines cannot be taken over. */
  mode: number;
  /** Where its lines were put, and where the first of them stood in the end, see {@link shift}. */
  depth: number;
  lead: number;
  first: Line | null;
  count: number;
}

/** A mode that nothing is walked in. */
export const UNUSABLE = -1;

/**
 * How much deeper the lines of a place stand when it is walked at a depth. Wrappers around the place that were
 * taken away have moved all of its lines at once, and may be there this time.
 */
export const shift = ({ depth, lead, first }: Place, now: number): number =>
  first === null ? 0 : now - depth + lead - first.depth;

/** What is noted while a document is walked. */
export class Notes {
  /** See style.ts. */
  readonly styles = new Map<Element, number>();
  readonly places = new Map<Element, Place>();
  /** What the elements mean. */
  roles = new Map<Element, string>();
  /** Fields with what they held, see values.ts. */
  readonly values = new Map<Element, string>();
  /** Elements whose size decided, the size, and the answer. */
  readonly sizes = new Map<Element, { size: number; larger: boolean }>();
  /** Elements that refer to others, or are referred to in their stead. */
  readonly referring = new Set<Element>();
  /** Elements with words from a style sheet. */
  readonly generated = new Set<Element>();
  /** Elements that the browser shows and hides without an attribute. */
  readonly shownByState = new Set<Element>();
  /** Elements that can get a shadow root. */
  readonly hosts = new Set<Element>();
  private possible: Element[] = [];
  /** Places that are not among the others yet: making a walk wait for a map of them would cost it some percent. */
  private elements: Element[] = [];
  private firsts: (Line | null)[] = [];
  private numbers: number[] = [];

  /** Notes the place of an element. */
  add(el: Element, mode: number, depth: number, first: Line | null, count: number): void {
    this.elements.push(el);
    this.firsts.push(first);
    this.numbers.push(mode, depth, first === null ? 0 : first.depth, count);
  }

  /** Notes an element that can get a shadow root. */
  addHost(el: Element): void {
    this.possible.push(el);
  }

  /** Puts the places that were noted where they can be found. */
  collect(): void {
    const { elements, firsts, numbers } = this;
    for (let i = 0, at = 0; i < elements.length; i++, at += 4)
      this.places.set(elements[i] as Element, {
        mode: numbers[at] as number,
        depth: numbers[at + 1] as number,
        lead: numbers[at + 2] as number,
        first: firsts[i] as Line | null,
        count: numbers[at + 3] as number,
      });
    for (const el of this.possible) this.hosts.add(el);
    this.possible = [];
    this.elements = [];
    this.firsts = [];
    this.numbers = [];
  }

  /** Forgets an element. */
  drop(el: Element): void {
    this.styles.delete(el);
    this.places.delete(el);
    this.roles.delete(el);
    this.values.delete(el);
    this.sizes.delete(el);
    this.referring.delete(el);
    this.generated.delete(el);
    this.shownByState.delete(el);
    this.hosts.delete(el);
  }
}

/** What a walk begins with that takes over from an earlier one. */
export interface Before {
  /** The lines of the earlier one, each with its place in the list. */
  lines: Line[];
  /** Those of frame owners among them. */
  owners: Line[];
  /** Forgets all that is inside an element, which has come to mean something else. */
  forget(el: Element): void;
}

/** Thrown where what was taken over turns out not to hold: everything is walked anew. */
export const OUTDATED = Symbol();
