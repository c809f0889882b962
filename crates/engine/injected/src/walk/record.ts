/** What a walk keeps of each element, so that the next walk can reuse the lines of unchanged elements. */

import type { Line } from "./line.js";
/** The lines of one element and its content. */
export interface Place {
  /** The mode it was walked in, see modes.ts; {@link UNUSABLE} if the lines cannot be reused. */
  mode: number;
  /** The depth it was walked at, and the final depth of its first line, see {@link shift}. */
  depth: number;
  lead: number;
  first: Line | null;
  count: number;
}

/** Not a mode of any walk. */
export const UNUSABLE = -1;

/**
 * By how much the lines of a place move when it is walked at the depth `now`. Removing a wrapper around the place moved
 * all of its lines, and the wrapper may stay this time.
 */
export const shift = ({ depth, lead, first }: Place, now: number): number =>
  first === null ? 0 : now - depth + lead - first.depth;

/** What a walk notes. */
export class Notes {
  /** Style bits, see dom/style.ts. */
  readonly styles = new Map<Element, number>();
  readonly places = new Map<Element, Place>();
  /** Roles. */
  roles = new Map<Element, string>();
  /** Form controls with what they hold, see dom/note-value.ts. */
  readonly values = new Map<Element, string>();
  /** Elements that were shown or not by their size, with the limit and the result. */
  readonly sizes = new Map<Element, { size: number; larger: boolean }>();
  /** Elements that refer to others, or that another element owns. */
  readonly referring = new Set<Element>();
  /** Elements with text from a style sheet. */
  readonly generated = new Set<Element>();
  /** Elements that the browser shows and hides without a change of an attribute. */
  readonly shownByState = new Set<Element>();
  /** Parts of the page with `aria-hidden`, and whether an open dialog is why. */
  readonly unheard = new Map<Element, boolean>();
  /** Elements that can host a shadow root. */
  readonly hosts = new Set<Element>();
  private possible: Element[] = [];
  /** New places. Adding them to the map later makes the walk some percent faster. */
  private elements: Element[] = [];
  private firsts: (Line | null)[] = [];
  private numbers: number[] = [];

  /** Notes the place of an element. */
  add(el: Element, mode: number, depth: number, first: Line | null, count: number): void {
    this.elements.push(el);
    this.firsts.push(first);
    this.numbers.push(mode, depth, first === null ? 0 : first.depth, count);
  }

  /** Notes an element that can host a shadow root. */
  addHost(el: Element): void {
    this.possible.push(el);
  }

  /** Adds the new places and hosts to the maps. */
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
    this.unheard.delete(el);
    this.hosts.delete(el);
  }
}

/** The earlier walk whose lines a walk reuses. */
export interface Before {
  /** Its lines, each with its index. */
  lines: Line[];
  /** The lines of frame owners among them. */
  owners: Line[];
  /** Forgets the content of an element whose role has changed. */
  forget(el: Element): void;
}

/** Thrown if reused lines turn out to be wrong. The whole document is walked again then. */
export const OUTDATED = Symbol();
