/** Types that the parts of the name computation share. */

/** A set of elements. Most traversals meet only one, for which no set is made. */
export class Met {
  private others: Set<Element> | null = null;

  constructor(private first: Element | null = null) {}

  has(el: Element): boolean {
    return el === this.first || this.others?.has(el) === true;
  }

  add(el: Element): void {
    if (this.first === null) this.first = el;
    else if (el !== this.first) {
      this.others ??= new Set();
      this.others.add(el);
    }
  }
}

/** The state of a traversal. */
export interface Way {
  /** Elements that were met: each counts once. */
  met: Met;
  /** Inside `aria-labelledby` or `aria-describedby`, where no further reference is followed. */
  referenced: boolean;
  /** Whether hidden content counts, because the referenced element itself is hidden. */
  hidden: boolean;
  /** The element whose name is computed. */
  own: Element;
  /** All elements that the list refers to which is followed. */
  list?: readonly Element[];
  /** Whether only what a person can see is asked for, and no name. */
  shown?: boolean;
}

/** The source of a name. "final": there is none, and no other source counts. */
export type Source = "author" | "label" | "native" | "content" | "title" | "placeholder" | "final" | "none";

export interface Named {
  name: string;
  source: Source;
  /** A person cannot see so much of it that it may be an order. */
  unseen?: boolean;
  /** What the element shows, if the name has no word of it. */
  shows?: string;
}

export const NO_NAME: Named = { name: "", source: "none" };

/** What native names need from the computation of names. */
export interface Naming {
  /** The labels of a form control. */
  labels(el: Element): Element[];
  /** Whether the element is hidden, by itself or by an ancestor. */
  isHidden(el: Element): boolean;
  /** The text alternative of an element. `entry`: the element is referenced, or is a label. */
  text(el: Element, way: Way, entry: boolean): string;
}

/** What computing a name depends on, noted for the next walk. */
export interface NameNotes {
  /** Form controls with what they hold. */
  readonly values: Map<Element, string>;
  /** Elements that refer to other elements. */
  readonly referring: Set<Element>;
  /** Elements with text from a style sheet. */
  readonly generated: Set<Element>;
}
