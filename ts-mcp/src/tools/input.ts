// Input by UID. Every tool here needs a UID of the latest snapshot.

import type { FormReport, MouseButton } from "@uipilot/core";
import * as z from "zod/v4";
import { type Answer, acted, but, named } from "../answer.ts";
import { keyName } from "../confirm/keys.ts";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import { filesToUpload } from "../uploads.ts";
import { defineAction } from "./changes.ts";
import { UNLISTED } from "./define.ts";
import { at, filePath, modifiers, uid } from "./fields.ts";

export const clickByUid = defineAction({
  name: "click_by_uid",
  title: "Click",
  description:
    "Clicks it, once it is visible, enabled and not covered. UIDs are those of the latest snapshot: after navigation or a big change take_snapshot first. Input tools answer with what changed since the last snapshot (+ added, - removed, ~ changed) unless includeSnapshot is none.",
  effect: "destroys",
  schema: z.strictObject({
    uid,
    dblClick: z.boolean().optional(),
    clickCount: z.int().min(1).max(3).optional(),
    button: z.enum(["left", "middle", "right", "back", "forward"]).optional(),
    at: at.describe("px from top left; share: 0 to 1"),
    modifiers,
    pointerType: z.enum(["mouse", "pen"]).optional().meta(UNLISTED),
    force: z
      .boolean()
      .optional()
      .describe("Click at once, whatever is on top there; the answer says what got it")
      .meta(UNLISTED),
  }),
  example: { uid: "1_4" },
  handler: async ({ uid, dblClick, clickCount, ...how }, { session, signal }, reported) => {
    if (dblClick !== undefined && clickCount !== undefined && (clickCount === 2) !== dblClick)
      throw new ToolError("INVALID_INPUT", "dblClick and clickCount contradict each other", "give one of them");
    const count = clickCount ?? (dblClick ? 2 : 1);
    const report = await (await session()).click(uid, { ...how, clickCount: count, ...reported, signal });
    return acted(clicked(report.clicks ?? count, how.button), uid, report);
  },
});

/** What was done, by how many clicks the element got. */
export function clicked(count: number, button: MouseButton = "left"): string {
  if (count === 0) return "Pressed";
  const times = { 1: "", 2: "double-", 3: "triple-" }[count] ?? "";
  const which = { left: "", middle: "middle-", right: "right-", back: "back-", forward: "forward-" }[button];
  const words = `${which}${times}clicked`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export const hoverByUid = defineAction({
  name: "hover_by_uid",
  title: "Hover",
  description: "Moves the mouse over it, as for menus.",
  effect: "changes",
  idempotent: true,
  schema: z.strictObject({ uid, at }),
  example: { uid: "1_4" },
  handler: async ({ uid, at }, { session, signal }, reported) =>
    acted("Hovered over", uid, await (await session()).hover(uid, { at, ...reported, signal })),
});

/** The value of a field. */
export const fieldValue = z
  .string()
  .describe("Text; true/false for a checkbox or radio; label or value of an option; YYYY-MM-DD for a date");

export const fillByUid = defineAction({
  name: "fill_by_uid",
  title: "Fill",
  description: "Replaces the value of a field.",
  effect: "destroys",
  idempotent: true,
  schema: z.strictObject({ uid, value: fieldValue }),
  example: { uid: "1_4", value: "Ada Lovelace" },
  handler: async ({ uid, value }, { session, signal }, reported) =>
    acted("Filled", uid, await (await session()).fill(uid, value, { ...reported, signal }), "input/change events"),
});

export const fillFormByUid = defineAction({
  name: "fill_form_by_uid",
  title: "Fill a form",
  description: "Fills fields in order and stops at the first that fails. Values as in fill_by_uid.",
  effect: "destroys",
  idempotent: true,
  schema: z.strictObject({ elements: z.array(z.strictObject({ uid, value: z.string() })).min(1) }),
  example: {
    elements: [
      { uid: "1_4", value: "Ada" },
      { uid: "1_6", value: "true" },
    ],
  },
  handler: async ({ elements }, { session, signal }, reported) => {
    return filledForm(await (await session()).fillForm(elements, { ...reported, signal }), elements);
  },
});

/** The answer to a filled form. */
export function filledForm({ fields, effects }: FormReport, elements: readonly { uid: string }[]): Answer {
  const lines = fields.map((field, index) => {
    const holds =
      field.valueNow === undefined || field.lost === true ? "" : `; its value is now ${brief(field.valueNow)}`;
    const script = field.trusted ? "" : "; set by script, with untrusted input/change events";
    const { notices } = field.effects;
    const said = notices.length === 0 ? "" : `. ${notices.join(" ")}`;
    return `- ${named(field.target, elements[index]?.uid ?? "")}${but(field)}${holds}${script}${said}`;
  });
  const filled = fields.filter(({ lost }) => lost !== true).length;
  return { summary: [`Filled ${filled} of ${elements.length} fields:`, ...lines].join("\n"), effects };
}

export const uploadFileByUid = defineAction({
  name: "upload_file_by_uid",
  title: "Upload files",
  description: "Puts files or a folder into a file input, or the chooser that its click opens; from allowed roots.",
  effect: "destroys",
  schema: z.strictObject({ uid, filePath }),
  example: { uid: "1_4", filePath: "report.pdf" },
  handler: async ({ uid, filePath }, { session, signal, roots }, reported) => {
    const files = await filesToUpload(filePath, roots);
    const report = await (await session()).upload(uid, files, { ...reported, signal });
    const names = files.map((file) => brief(file, 1000)).join(", ");
    return acted(`Uploaded ${names} to`, uid, report, "input/change events");
  },
});

export const pressKey = defineAction({
  name: "press_key",
  title: "Press a key",
  description: "Presses a key or combination (Enter, ArrowDown, Control+A) in the focused element, or in uid.",
  effect: "destroys",
  schema: z.strictObject({ key: z.string(), uid: uid.optional(), holdMs: z.int().min(0).optional() }),
  example: { key: "Enter" },
  handler: async ({ key, uid, holdMs }, { session, signal }, reported) => {
    const report = await (await session()).pressKey(key, { uid, holdMs, ...reported, signal });
    const pressed = `Pressed ${brief(keyName(key), 60)}`;
    if (uid !== undefined) return acted(`${pressed} on`, uid, report);
    return { summary: `${pressed}.`, element: { ...report, synthetic: "events" }, effects: report.effects };
  },
});
