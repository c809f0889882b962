/** Arguments and answer of `seek`, as {@link ../protocol.ts}. */

import type { Expected, Found } from "../protocol.js";

export interface SeekArgs {
  /** Without it, the page is scrolled. */
  target?: Expected;
  axis: "x" | "y";
  /** Up or to the left. */
  back: boolean;
  text: string;
  /** The pixels of a step. */
  amount?: number;
  /** Whether a new search begins. Otherwise the last one goes on. */
  first: boolean;
  limitMs: number;
}

/** How far the search is. */
export interface Sought {
  state: "sought";
  doc: string;
  /** Whether the document itself scrolls. */
  page: boolean;
  /** How far it has scrolled since the search began, and how far it can still scroll. */
  moved: number;
  room: number;
  /** It is at its end, and showed no more there. */
  end: boolean;
  found?: Found;
}
