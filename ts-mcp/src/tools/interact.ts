// Acting by meaning: one call that finds the element, acts on it, and waits for what follows.

import type { InteractReport } from "@uipilot/core";
import * as z from "zod/v4";
import { type Answer, interacted } from "../answer.ts";
import { checkIsFile } from "../files.ts";
import { brief } from "../quote.ts";
import type { FileRoots } from "../roots.ts";
import { defined, defineTool } from "./define.ts";
import { timeoutMs } from "./fields.ts";

/** Each action, and how its success is told. */
const VERBS = {
  click: "Clicked",
  type: "Typed into",
  select: "Chose in",
  check: "Checked",
  uncheck: "Unchecked",
  keypress: "Pressed the key on",
  hover: "Hovered over",
  waitForSelector: "Found",
  doubleClick: "Double-clicked",
  rightClick: "Right-clicked",
  scroll: "Scrolled to",
  drag: "Dragged",
  upload: "Uploaded to",
  pressAndHold: "Pressed and held",
  clear: "Cleared",
  focus: "Focused",
} as const;

type Action = keyof typeof VERBS;

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
    nth: z.int().optional().describe("From 0; -1: last"),
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
  })
  .optional();

/** What the structured answer holds at least; more, such as the method and the time, is said in the answer itself. */
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
    "Finds an element by meaning in all frames, waits, acts; no snapshot needed. Without by all are tried. by role: role in value, name in name. Several match: an error lists them; use nth, within or uid. value: text, option, key, ms, file, direction; to: where to drag.",
  effect: "destroys",
  schema: z.strictObject({
    action: z.enum(Object.keys(VERBS) as [Action, ...Action[]]),
    target,
    value: text,
    to: text,
    options,
  }),
  output,
  example: { action: "click", target: { by: "role", value: "button", name: "Save" } },
  handler: async ({ action, target, value, to, options = {} }, { session, signal, roots }) => {
    const { postActionScreenshot = false, screenshotLabel, frameSelector, ...waits } = options;
    const report = await (await session()).interact({
      action,
      ...(target === undefined ? {} : { target: defined({ ...target, frameSelector }) }),
      ...defined({ to, ...waits }),
      ...(action === "upload" ? { files: await files(value, roots) } : defined({ value })),
      screenshot: postActionScreenshot,
      signal,
    });
    return told(action, report, screenshotLabel);
  },
});

/** One path, or several as a JSON array; all inside the allowed roots. */
async function files(value: string | undefined, roots: FileRoots): Promise<string[]> {
  const given = value === undefined ? [] : paths(value);
  const resolved = await Promise.all(given.map((file) => roots.resolve(file)));
  await Promise.all(resolved.map(checkIsFile));
  return resolved;
}

function paths(value: string): string[] {
  if (!value.trim().startsWith("[")) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.every((entry) => typeof entry === "string")) return parsed;
  } catch {
    // A file may be called that.
  }
  return [value];
}

function told(action: Action, report: InteractReport, label: string | undefined): Answer {
  const answer = interacted(VERBS[action], report);
  if (report.picture === undefined) return answer;
  const { data, mimeType } = report.picture;
  const called = label === undefined ? "" : ` ${brief(label, 200)}`;
  return { ...answer, lines: `Screenshot${called} taken.`, image: { data, mimeType } };
}
