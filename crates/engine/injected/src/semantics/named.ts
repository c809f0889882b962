/** What a name is, and what the parts of its computation ask of each other. */

/** Where a traversal stands. */
export interface Way {
  /** Elements met, so that no one counts twice. */
  met: Set<Element>;
  /** Inside aria-labelledby or aria-describedby: no further reference is followed. */
  referenced: boolean;
  /** Hidden content counts: the reference itself was hidden. */
  hidden: boolean;
  /** Whose name is being computed. */
  own: Element;
}

/** Where a name came from. "final": nowhere, and nothing else is to be asked. */
export type Source = "author" | "label" | "native" | "content" | "title" | "placeholder" | "final" | "none";

export interface Named {
  name: string;
  source: Source;
}

export const NO_NAME: Named = { name: "", source: "none" };

/** What the names that a language gives need to know of other names. */
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
