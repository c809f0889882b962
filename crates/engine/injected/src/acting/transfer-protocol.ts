/** The arguments and answers of `paste` and `drop`. */

import type { Expected } from "../protocol.js";

/** What a paste or a drop carries. */
export interface TransferContent {
  text?: string;
  html?: string;
  url?: string;
  /** Whether it carries the files that the engine gave to the carrier. */
  files?: boolean;
}

/** `paste`: gives the target the focus and pastes → Refusal or Transferred. */
export interface PasteArgs extends TransferContent {
  target: Expected;
}

/** `drop`: drops on the target → Refusal, Declined or Transferred. */
export type DropArgs = PasteArgs;

export interface Transferred {
  state: "transferred";
  /** A handler of the page prevented the default action, so it has taken the content. */
  taken: boolean;
  /** The content was inserted into the field or editor that has the focus. */
  inserted: boolean;
  /** Whether the text of the target is another one. */
  changed: boolean;
  /** What the field holds, if that is not its text with the inserted one. Never for passwords. */
  now?: string;
  /** A handler of the page prevented the default action, and the field holds what it held before. */
  kept?: true;
  /** The target is no field, and its grid has another cell selected. */
  beside?: true;
}

/** Nothing in the page accepts a drop there. Nothing was dropped. */
export interface Declined {
  state: "declined";
}
