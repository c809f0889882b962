/** What the script tells the engine of what a person does. Each message is one of these as JSON. */

import type { Lasting } from "../locator/protocol.js";

export type Kind =
  /** A document has begun, or was there already. */
  | "document"
  /** The document goes, or is kept for a way back. */
  | "left"
  | "click"
  | "fill"
  | "check"
  | "select"
  | "press"
  | "upload"
  | "drag"
  /** Something has appeared after what the person did: a message, a dialog, a heading. */
  | "seen";

/** In CSS pixels. */
interface Point {
  x: number;
  y: number;
}

/** One message. */
export interface Told {
  kind: Kind;
  /** Whether it is from the page's main frame. */
  top: boolean;
  /** How many messages were left out before it, because there were too many. */
  lost?: number;
  /** The element. */
  target?: Lasting;
  /** Of a drag: the element that it ended on. */
  to?: Lasting;
  /** Of a click. */
  button?: "left" | "middle" | "right";
  /** How many clicks in a row. */
  count?: number;
  modifiers?: string[];
  /** Where on the element, in CSS pixels from its top left corner: of a click on what has no parts, of the press of a drag. */
  at?: Point;
  /** Of a drag that ends on no element: the way of the pointer, each point from where it was pressed. */
  path?: Point[];
  /** Of a fill: what the field holds; absent for a secret. Of something seen: its text. */
  text?: string;
  /** Whether what was typed is a secret. */
  secret?: boolean;
  /** Whether the text is longer. */
  cut?: boolean;
  checked?: boolean;
  /** The labels of the chosen options. */
  options?: string[];
  /** A key or chord. */
  key?: string;
  /** The names of the chosen files. */
  files?: string[];
  /** Of a document: its address. */
  url?: string;
  /**
   * Of a document: how the browser came to it, as `PerformanceNavigationTiming.type` says. `back` and `forward` are steps
   * within one document, by the browser's own controls.
   */
  way?: string;
  /** Of a document: whether it has just begun. */
  fresh?: boolean;
  /** Of a document that is left: whether the person had gone from it to the browser's own controls. */
  away?: boolean;
}
