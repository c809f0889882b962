/** Acting by sight and turning the wheel: arguments and answers, as {@link ../protocol.ts}. */

import type { Found, NodeNumber } from "../protocol.js";

/** What a picture showed when it was taken. */
export interface Seen {
  document: string;
  scrollX: number;
  scrollY: number;
  width: number;
  height: number;
  /** The picture shows the viewport, and not an element or the whole page. */
  viewport: boolean;
}

/**
 * `scrollBack`: puts back how far the page and what is in it are scrolled, after a picture for which the browser made the viewport
 * larger for a moment → {state: "done"}
 */
export interface ScrollBackArgs {
  /** The number of the picture that was noted, if any was. */
  picture: number;
  x: number;
  y: number;
  /** The size of the viewport outside of that moment. */
  width: number;
  height: number;
}

/** `point`: what is at a point of this frame's viewport. */
export interface PointArgs {
  x: number;
  y: number;
  /** The number of the picture that the point was read from. */
  picture?: number;
  /** For the main frame: what that picture showed. The point is where it was then, if the picture does not show the viewport. */
  seen?: Seen;
  /** Answers a frame's owner as an element. */
  stay?: boolean;
}
/** `x` and `y` are the point in the viewport as it is now. */
export type PointAnswer =
  | { state: "at"; doc: string; found: Found; x: number; y: number }
  | { state: "frame"; owner: NodeNumber; inner: [number, number]; x: number; y: number } // a child frame holds the point
  | { state: "beside"; x: number; y: number; width: number; height: number } // the point is not in the viewport
  | { state: "past"; why: "document" | "resized" | "scrolled" }; // the picture no longer shows the page

/** `focus` {} → where keys go in this document: to nothing, to the frame of an owner, or to an element. */
export type Focus =
  | { on: "nothing"; origin: string }
  | { on: "element"; frame: NodeNumber }
  | { on: "element"; doc: string; found: Found };

/** `wheeling` {target: Expected}: notes what a wheel at the element may scroll → Refusal or {state: "done"}. */
/** `wheeled` {} → how far all of that has scrolled, once it is at rest, and the room that is left in each direction. */
export interface Wheeled {
  /** To the right and down. */
  moved: [number, number];
  /** Left, up, right, down. */
  room: [number, number, number, number];
  /** Whether the page itself scrolled. */
  page: boolean;
  /** A listener of the page kept the browser from scrolling. */
  taken?: true;
}
