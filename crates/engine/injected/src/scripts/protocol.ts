/** The contract of the methods about the caller's scripts; see ../protocol.ts. */

import type { Called, Expected, NodeNumber } from "../protocol.js";

/** Arguments of `run`. */
export interface RunArgs {
  /** Under which the script was installed. */
  name: string;
  /** What the script gets, as JSON. */
  args: string;
  /** The element that it is about. */
  root?: Expected;
}

/** An element that the script named, as a walk describes it. */
export interface Named extends Called {
  id: NodeNumber;
}

/** Answer of `run`. */
export type Ran =
  | {
      state: "ran";
      doc: string;
      /** The document's address. */
      url: string;
      /** What the script answered, as JSON. */
      value: string;
      elements: Named[];
    }
  | { state: "missing" }
  | { state: "large"; length: number }
  | { state: "threw"; text: string };
