// Fingers.

import * as z from "zod/v4";
import { acted } from "../answer.ts";
import { defineAction } from "./changes.ts";
import { at, distance, uid } from "./fields.ts";

const DONE = {
  tap: "Tapped",
  doubleTap: "Double-tapped",
  longPress: "Long-pressed",
  swipe: "Swiped on",
  pinch: "Pinched",
} as const;

export const touchByUid = defineAction({
  name: "touch_by_uid",
  title: "Touch",
  description:
    "Touches it with fingers, for pages that listen to touch. swipe needs by (px); pinch needs scale (over 1: apart, to zoom in). A longPress makes no contextmenu (a right click does), and in Chromium a click at its end.",
  effect: "destroys",
  schema: z.strictObject({
    uid,
    gesture: z.enum(["tap", "doubleTap", "longPress", "swipe", "pinch"]),
    at,
    by: distance.optional(),
    scale: z.number().min(0.1).max(10).optional(),
    durationMs: z.int().min(0).max(30_000).optional(),
  }),
  example: { uid: "1_4", gesture: "swipe", by: { dx: -200 } },
  handler: async ({ uid, gesture, ...how }, { session, signal }, reported) =>
    acted(DONE[gesture], uid, await (await session()).touch(uid, gesture, { ...how, ...reported, signal })),
});
