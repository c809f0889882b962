/** Arguments and answers of `texts` and `activated`. */

import type { NodeNumber, OwnerBox } from "../protocol.js";

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

/** `activated` {target: Expected} → Refusal or this. `parts`: the element, then the controls that it stands in, and those inside of it that a press reaches. */
export interface Activated {
  state: "activated";
  origin: string;
  parts: { role: string; name: string }[];
}
