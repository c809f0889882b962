// Dragging: onto another element, by a distance, along a path.

import * as z from "zod/v4";
import { acted } from "../answer.ts";
import { defineAction } from "./changes.ts";
import { UNLISTED } from "./define.ts";
import { at, distance, modifiers, uid } from "./fields.ts";

/** How long the movement takes. */
const durationMs = z.int().min(0).max(30_000).optional();
const holdMs = durationMs;

export const dragByUidToUid = defineAction({
  name: "drag_by_uid_to_uid",
  title: "Drag and drop",
  description: "Drags one element onto another; place: near that side. The answer says if only script could do it.",
  effect: "destroys",
  schema: z.strictObject({
    fromUid: uid,
    toUid: uid,
    toAt: at,
    place: z.enum(["above", "below", "left", "right"]).optional(),
    at: at.describe("Where to press the first one").meta(UNLISTED),
    modifiers: modifiers.meta(UNLISTED),
    durationMs: durationMs.meta(UNLISTED),
    holdMs: holdMs.meta(UNLISTED),
  }),
  example: { fromUid: "1_4", toUid: "1_9" },
  handler: async ({ fromUid, toUid, ...how }, { session, signal }, reported) => {
    const report = await (await session()).drag(fromUid, toUid, { ...how, ...reported, signal });
    return acted("Dragged", `${fromUid} to uid ${toUid}`, report, "drag events");
  },
});

export const dragByUid = defineAction({
  name: "drag_by_uid",
  title: "Drag by a distance",
  description:
    "Presses on the element, moves the pointer by a distance or along a path, and releases it: sliders, canvases, maps, handles. by: px from the start. path: several such distances, each from the start. at: where to press.",
  effect: "destroys",
  schema: z.strictObject({
    uid,
    at,
    by: distance.optional(),
    path: z.array(distance).min(1).max(1_000).optional(),
    button: z.enum(["left", "middle", "right"]).optional(),
    pointerType: z.enum(["mouse", "pen"]).optional(),
    modifiers,
    durationMs: durationMs.describe("Under 300: a flick, let go without a rest"),
    holdMs: holdMs.describe("Before the first move"),
  }),
  example: { uid: "1_4", by: { dx: 80 } },
  handler: async ({ uid, ...how }, { session, signal }, reported) =>
    acted("Dragged", uid, await (await session()).dragBy(uid, { ...how, ...reported, signal })),
});
