// One call that finds an element, acts on it, and waits for the effects.

import type { InteractAction } from "@uipilot/core";
import * as z from "zod/v4";
import { interacted } from "../answer.ts";
import type { FileRoots } from "../roots.ts";
import { filesToUpload, pathsIn } from "../uploads.ts";
import { defineTool, UNLISTED } from "./define.ts";
import { at, modifiers, timeoutMs } from "./fields.ts";

const ACTIONS = [
  "click",
  "type",
  "select",
  "check",
  "uncheck",
  "keypress",
  "hover",
  "waitForSelector",
  "doubleClick",
  "rightClick",
  "scroll",
  "drag",
  "upload",
  "pressAndHold",
  "clear",
  "focus",
] as const satisfies InteractAction[];

const optional = z.boolean().optional();
const number = z.number().optional();
const text = z.string().optional();

const target = z
  .strictObject({
    by: z
      .enum(["testid", "role", "label", "text", "placeholder", "name", "css", "xpath", "alt", "title", "uid"])
      .optional(),
    value: z.string().describe("Chain: a >> b"),
    name: text,
    exact: optional,
    nth: z.int().optional().describe("Of visible, from 0; -1: last"),
    visible: optional.describe("false: hidden ones match and count, too").meta(UNLISTED),
    within: z.string().optional().describe("UID or locator"),
  })
  .optional();

const options = z
  .strictObject({
    timeoutMs,
    waitForVisible: optional,
    waitForEnabled: optional,
    waitForNetworkIdleMs: timeoutMs,
    postActionScreenshot: optional,
    screenshotLabel: text,
    fallbackToCdp: optional.describe("false: no debugger (user's tab)"),
    frameSelector: z.string().optional(),
    at,
    modifiers,
    force: optional.describe("As in click_by_uid").meta(UNLISTED),
  })
  .optional();

/** The fields that every structured answer has. Answers have more, such as the method and the duration. */
const output = z.object({
  success: z.boolean(),
  message: text,
  details: z
    .object({
      selectorUsed: text,
      uid: text,
      matchedCount: number,
      boundingBox: z.object({}).optional(),
      navigationOccurred: optional,
    })
    .optional(),
});

export const interactWithPage = defineTool({
  name: "interactWithPage",
  title: "Act by meaning",
  description:
    "Finds an element by meaning in all frames, waits, acts; no snapshot needed. Without by all are tried. by role: role in value, name in name. Several: the error lists them; use nth, within or uid. value: text, option, key, ms, file, direction; to: where to drag.",
  effect: "destroys",
  schema: z.strictObject({
    action: z.enum(ACTIONS),
    target,
    value: text,
    to: text,
    options,
  }),
  output,
  attempts: true,
  example: { action: "click", target: { by: "role", value: "button", name: "Save" } },
  handler: async ({ action, value, ...request }, { session, signal, roots }) => {
    // The value of an upload names files, which must be inside the allowed roots.
    const what = action === "upload" ? { files: await files(value, roots) } : { value };
    const report = await (await session()).interact({ action, ...request, ...what }, { signal });
    return interacted(report, request.options?.screenshotLabel);
  },
});

/** Resolves one path, or several in a JSON array. All must be inside the allowed roots. */
async function files(value: string | undefined, roots: FileRoots): Promise<string[]> {
  const given = value === undefined ? [] : pathsIn(value);
  return filesToUpload(given, roots);
}
