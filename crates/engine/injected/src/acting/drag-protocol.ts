/** Arguments and answers of drags, as {@link ../protocol.ts}. */

import type { Expected, Spot } from "../protocol.js";

/** A side of an element. */
export type Side = "above" | "below" | "left" | "right";

/** `landing`: asked while a drag rests. */
export interface LandingArgs {
  /** The dragged element. It may be in another frame. */
  from: Expected;
  /** The element on which the drag is to end, which `prepare` aimed at. */
  to: Expected;
  /** The point of its box. */
  at?: Spot;
  /** The side that this point stands for. */
  side?: Side;
}

/**
 * `dragSynthetic`: scripted pointer, mouse and HTML drag events → Refusal or {state: "done" | "astray"}: "astray" if `to` left the
 * document during the drag.
 */
export interface DragArgs extends LandingArgs {
  /** The point of the dragged element. */
  start?: Spot;
  /** The keys that are held, as bits: Alt 1, Control 2, Meta 4, Shift 8. */
  modifiers: number;
}

/** `landing` → the point to go to; absent if the drag is where it has to be. */
export interface Correction {
  x?: number;
  y?: number;
}

/** `landed` {@link LandingArgs} → whether the dragged element is on the side that was asked for; absent if that cannot be told. */
export interface Landed {
  beside?: boolean;
}
