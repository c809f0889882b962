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
  /**
   * "peek": whether the point that `prepare` aimed at is still good, without scrolling. "carry": the drag has not been
   * near the element yet, which is scrolled into view. "end": how a drag from another document has ended in this one.
   */
  ask?: "peek" | "carry" | "end";
}

/**
 * `dragSynthetic`: scripted pointer, mouse and HTML drag events → Refusal or {state: "done" | "astray" | "undropped" | "lost"}:
 * "astray" if `to` left the document during the drag, "undropped" if nothing there accepted a drop, "lost" if it could not be
 * reached. It goes on with a drag that is held. `holdDrags`, `heldDrag` and `endDrag`: see held-drag.ts.
 */
export interface DragArgs extends LandingArgs {
  /** The point of the dragged element. */
  start?: Spot;
  /** The keys that are held, as bits: Alt 1, Control 2, Meta 4, Shift 8. */
  modifiers: number;
}

/**
 * `landing` → the point to go to; absent if the drag is where it has to be. To "peek": the point, if it is good.
 */
export interface Correction {
  x?: number;
  y?: number;
  /** The drag is on the element, and only not where it was named, or the page has not noticed it. */
  on?: true;
  /** The element has no point that can be seen and reached. */
  lost?: true;
  /** How the drag has ended in this document. */
  ended?: "drop" | "release";
}

/** `landed` {@link LandingArgs} → whether the dragged element is on the side that was asked for; absent if that cannot be told. */
export interface Landed {
  beside?: boolean;
}
