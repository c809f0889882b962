// Fingers, as every language moves them.

import type { Touch } from "./step.ts";

/** How far the fingers of a pinch are from each other at least, in CSS pixels. */
const NEAR = 40;
/** How long a gesture takes without a duration, in milliseconds. */
const LONG: Record<string, number> = { longPress: 800, swipe: 200, pinch: 200 };

/** Where each finger is at the start and at the end, from the point that is touched. */
export type Finger = [fromX: number, fromY: number, toX: number, toY: number];

/** The fingers of a gesture, how long they are down, and how often. */
export function fingersOf({ gesture, by, scale = 1, durationMs }: Touch): {
  fingers: Finger[];
  ms: number;
  times: number;
} {
  const ms = durationMs ?? LONG[gesture] ?? 0;
  const times = gesture === "doubleTap" ? 2 : 1;
  if (gesture === "swipe") return { fingers: [[0, 0, by?.x ?? 0, by?.y ?? 0]], ms, times };
  if (gesture !== "pinch") return { fingers: [[0, 0, 0, 0]], ms, times };
  const [near, far] = scale >= 1 ? [NEAR, NEAR * scale] : [NEAR / scale, NEAR];
  const [start, end] = [Math.round(near / 2), Math.round(far / 2)];
  return {
    fingers: [
      [-start, 0, -end, 0],
      [start, 0, end, 0],
    ],
    ms,
    times,
  };
}
