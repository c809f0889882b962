/** Arguments and answers of `texts` and `activated`. */

import type { Expected, NodeNumber, OwnerBox } from "../protocol.js";

/** `texts` → the texts that this frame draws, in the order of the document, for those that a picture must not show. */
export interface TextsArgs {
  /** Frame owners. */
  owners: NodeNumber[];
  /** The whole document; else only what is in the viewport. */
  whole: boolean;
}
export interface Texts {
  /** Each with left, top, right, bottom in this frame's viewport; null for one that must be hidden in any case. */
  texts: [text: string | null, left: number, top: number, right: number, bottom: number][];
  owners: (OwnerBox | null)[];
  /** Whether there are more. */
  cut: boolean;
}

/** `activated` → Refusal or {@link Activated}. */
export interface ActivatedArgs {
  target: Expected;
  /** The value that it would be filled with. */
  value?: string;
  /** The options that would be chosen of it. */
  values?: string[];
  /** By a key, not by a press: then `parts` are the element, if the key may change its value, and what it may choose. */
  byKey?: boolean;
}
export interface Activated {
  state: "activated";
  origin: string;
  /**
   * The element, then the controls that it stands in, that it labels, those inside of it that a press reaches, and the options that
   * would be chosen.
   */
  parts: Part[];
  /** Whether an option would be chosen that is not there yet. */
  unknown: boolean;
}
export interface Part {
  role: string;
  /** The whole name, where a walk cuts it. */
  name: string;
  /** The name without the control characters in it, of which browsers draw nothing. */
  bare?: string;
  /** Whether there is more of the name than is told. */
  cut?: true;
}
