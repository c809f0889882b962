// Acting by sight: at pixels of the last screenshot. For canvases, maps, games and remote desktops, whose parts have no UIDs.

import * as z from "zod/v4";
import { acted, named } from "../answer.ts";
import { counted } from "../counted.ts";
import { ToolError } from "../error.ts";
import { defineAction } from "./changes.ts";
import { modifiers } from "./fields.ts";
import { clicked } from "./input.ts";

const pixel = { x: z.number(), y: z.number() };
const point = z.strictObject(pixel);
const time = z.int().min(0).max(30_000).optional();

export const clickAt = defineAction({
  name: "click_at",
  title: "Click at a point",
  description:
    "Clicks at a pixel of the last screenshot (of the page or of an element), and names the element that was hit. Refused if the page navigated, scrolled or was resized since. Where an element has a UID, click_by_uid is surer.",
  effect: "destroys",
  schema: z.strictObject({
    ...pixel,
    button: z.enum(["left", "middle", "right", "back", "forward"]).optional(),
    clickCount: z.int().min(1).max(3).optional(),
    modifiers,
  }),
  example: { x: 240, y: 120 },
  handler: async ({ x, y, ...how }, { session, signal, sight }, reported) => {
    const { at, seen } = sight.at({ x, y });
    const report = await (await session()).clickAt(at, { ...how, seen, ...reported, signal });
    return acted(clicked(report.clicks ?? how.clickCount ?? 1, how.button), report.uid ?? "", report);
  },
});

export const hoverAt = defineAction({
  name: "hover_at",
  title: "Hover at a point",
  description: "Moves the mouse to a pixel of the last screenshot.",
  effect: "changes",
  idempotent: true,
  schema: point,
  example: { x: 240, y: 120 },
  handler: async (pixel, { session, signal, sight }, reported) => {
    const { at, seen } = sight.at(pixel);
    const report = await (await session()).hoverAt(at, { seen, ...reported, signal });
    return acted("Hovered over", report.uid ?? "", report);
  },
});

export const dragAt = defineAction({
  name: "drag_at",
  title: "Drag between points",
  description:
    "Presses at a pixel of the last screenshot, moves to another (to), or through several (path), and releases there: drawing, maps, sliders, drag and drop.",
  effect: "destroys",
  schema: z.strictObject({
    ...pixel,
    to: point.optional(),
    path: z.array(point).min(1).max(1_000).optional(),
    button: z.enum(["left", "middle", "right"]).optional(),
    modifiers,
    holdMs: time.describe("Before the first move"),
    durationMs: time,
  }),
  example: { x: 240, y: 120, to: { x: 400, y: 120 } },
  handler: async ({ x, y, to, path, ...how }, { session, signal, sight }, reported) => {
    if ((to === undefined) === (path === undefined))
      throw new ToolError("INVALID_INPUT", "drag_at needs one of to and path", "give one of them");
    const { at, seen } = sight.at({ x, y });
    const places = (path ?? (to === undefined ? [] : [to])).map((place) => sight.at(place, "the point ").at);
    const report = await (await session()).dragAt(at, places, { ...how, seen, ...reported, signal });
    const uids = report.toUid === undefined ? `${report.uid}` : `${report.uid} to uid ${report.toUid}`;
    return acted("Dragged", uids, report);
  },
});

export const wheelAt = defineAction({
  name: "wheel_at",
  title: "Turn the wheel at a point",
  description:
    "Turns the wheel at a pixel of the last screenshot by CSS pixels to the right (dx) and down (dy): zoom of maps and charts, scroll areas.",
  effect: "changes",
  schema: z.strictObject({ ...pixel, dx: z.number().optional(), dy: z.number().optional(), modifiers }),
  example: { x: 240, y: 120, dy: -300 },
  handler: async ({ x, y, dx, dy, ...how }, { session, signal, sight }, reported) => {
    const { at, seen } = sight.at({ x, y });
    const report = await (await session()).wheelAt(at, { dx, dy }, { ...how, seen, ...reported, signal });
    const { target, uid, movedX, movedY, effects } = report;
    const moved = wheeledText(movedX, movedY);
    const element = { uid, trusted: true, synthetic: "events" };
    return { summary: `Turned the wheel over ${named(target, uid)}; ${moved}.`, element, effects };
  },
});

/** How far something scrolled. */
function wheeledText(x: number, y: number): string {
  const parts = [
    Math.abs(y) >= 1 ? `${Math.round(Math.abs(y))} px ${y > 0 ? "down" : "up"}` : "",
    Math.abs(x) >= 1 ? `${Math.round(Math.abs(x))} px ${x > 0 ? "right" : "left"}` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "nothing scrolled" : `scrolled ${parts.join(" and ")}`;
}

export const typeAt = defineAction({
  name: "type_at",
  title: "Type at a point",
  description: "Clicks at a pixel of the last screenshot, then types where the focus is, with key events.",
  effect: "destroys",
  schema: z.strictObject({
    ...pixel,
    text: z.string(),
    delayMs: z.int().min(0).max(1000).optional(),
    submitKey: z.string().optional().describe("Pressed at the end"),
  }),
  example: { x: 240, y: 120, text: "Ada" },
  handler: async ({ x, y, text, ...how }, { session, signal, sight }, reported) => {
    const { at, seen } = sight.at({ x, y });
    const report = await (await session()).typeAt(at, text, { ...how, seen, ...reported, signal });
    return acted(`Typed ${counted([...text].length, "character")} after a click on`, report.uid ?? "", report);
  },
});
