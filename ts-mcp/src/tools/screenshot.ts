// Screenshots. A picture in an answer is small enough for a model, and a saved one has its full size.

import path from "node:path";
import type { ScreenshotReport } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { save } from "../files.ts";
import { brief } from "../quote.ts";
import { defineTool, type ToolContext } from "./define.ts";
import { saveTo, uid } from "./fields.ts";

/** The size to which models scale down a picture, about. */
const MAX_SIDE = 1_568;
/** About 1 MB in base64. */
const MAX_BYTES = 750_000;
const JPEG_QUALITY = 80;

const picture = {
  marks: z.boolean().optional().describe("Number the interactive elements; the answer lists their UIDs"),
  format: z.enum(["png", "jpeg"]).optional(),
  quality: z.int().min(1).max(100).optional().describe("Of a jpeg"),
  maxSide: z.int().min(16).max(10_000).optional().describe("Longer side, pixels"),
  saveTo: saveTo.describe("File for the full-size picture, instead of the answer"),
};

interface Wanted {
  uid?: string;
  fullPage?: boolean | undefined;
  marks?: boolean | undefined;
  format?: "png" | "jpeg" | undefined;
  quality?: number | undefined;
  maxSide?: number | undefined;
  saveTo?: string | undefined;
}

async function capture(what: string, wanted: Wanted, { session, signal, roots }: ToolContext): Promise<Answer> {
  const { uid, fullPage = false, marks = false, saveTo, quality = JPEG_QUALITY } = wanted;
  const target = saveTo === undefined ? undefined : await roots.resolve(saveTo);
  const report = await (await session()).screenshot({
    fullPage,
    ...(uid === undefined ? {} : { uid }),
    marks,
    ...(isJpeg(wanted) ? { jpegQuality: quality } : {}),
    ...(wanted.maxSide === undefined ? {} : { maxSide: wanted.maxSide }),
    ...(target === undefined ? { maxSide: wanted.maxSide ?? MAX_SIDE, maxBytes: MAX_BYTES } : {}),
    signal,
  });
  const { data, mimeType, effects } = report;
  const summary = `Screenshot of ${what}: ${size(report)}.`;
  const lines = marks ? { lines: legend(report) } : {};
  if (target === undefined) return { summary, effects, ...lines, image: { data, mimeType } };
  const bytes = await save(target, data);
  return { summary: `${summary}\nSaved to ${brief(target, 1000)}, ${bytes} bytes.`, effects, ...lines };
}

/** The elements of the numbers on a picture. */
function legend({ marks, marksLeftOut }: ScreenshotReport): string {
  if (marks.length === 0) return "No interactive element is visible.";
  const lines = marks.map(({ number, uid, target }) => `${number}: uid=${uid} ${target}`);
  if (marksLeftOut > 0) lines.push(`… ${marksLeftOut} more are not numbered; take a smaller part.`);
  return lines.join("\n");
}

/** Whether the requested format is JPEG. Without a format, the file's name decides. */
function isJpeg({ format, quality, saveTo = "" }: Wanted): boolean {
  if (format === undefined && quality !== undefined) return true;
  return format === undefined ? /^\.jpe?g$/i.test(path.extname(saveTo)) : format === "jpeg";
}

function size({ width, height, scale, cut, mimeType }: ScreenshotReport): string {
  const scaled = scale === 1 ? "" : `, scaled by ${Number(scale.toFixed(3))}`;
  const short = cut ? ", cut to fit (use saveTo for all of it)" : "";
  return `${Math.round(width)}×${Math.round(height)} CSS pixels${scaled}${short}, ${mimeType}`;
}

export const screenshotPage = defineTool({
  name: "screenshot_page",
  title: "Screenshot of the page",
  description: "A picture of the viewport or the whole page. To act, take_snapshot is cheaper.",
  effect: "reads",
  schema: z.strictObject({ fullPage: z.boolean().optional(), ...picture }),
  example: { fullPage: true, saveTo: "page.png" },
  handler: (wanted, context) => capture(wanted.fullPage === true ? "the whole page" : "the viewport", wanted, context),
});

export const screenshotByUid = defineTool({
  name: "screenshot_by_uid",
  title: "Screenshot of an element",
  description: "A picture of one element. Needs a valid UID from the latest snapshot.",
  effect: "reads",
  schema: z.strictObject({ uid, ...picture }),
  example: { uid: "1_4" },
  handler: (wanted, context) => capture(`uid ${wanted.uid}`, wanted, context),
});
