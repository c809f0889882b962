// Screenshots in answers, small enough for a model. `save.ts` writes them to files in full size.

import type { ScreenshotReport } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { defineTool, type ToolContext } from "./define.ts";
import { uid } from "./fields.ts";

/** The size to which models scale down a picture, about. */
const MAX_SIDE = 1_568;
/** About 1 MB in base64. */
const MAX_BYTES = 750_000;
const JPEG_QUALITY = 80;

const picture = {
  marks: z.boolean().optional().describe("Number interactive elements; the answer lists their UIDs"),
  format: z.enum(["png", "jpeg"]).optional(),
  quality: z.int().min(1).max(100).optional().describe("Of a jpeg"),
  maxSide: z.int().min(16).max(10_000).optional().describe("Longer side, pixels"),
};

/** A wanted picture. */
export interface PictureWish {
  uid?: string | undefined;
  fullPage?: boolean | undefined;
  marks?: boolean | undefined;
  format?: "png" | "jpeg" | undefined;
  quality?: number | undefined;
  maxSide?: number | undefined;
}

async function show(what: string, wanted: PictureWish, context: ToolContext): Promise<Answer> {
  const limits = context.fullPictures
    ? { maxSide: wanted.maxSide }
    : { maxSide: wanted.maxSide ?? MAX_SIDE, maxBytes: MAX_BYTES };
  const { report, answer } = await capture(what, wanted, limits, context);
  if (context.keepsPictures) {
    const { marks: _, ...how } = optionsOf(wanted, limits);
    context.sight.kept = wanted.marks === true ? "marked" : { data: report.data, how };
  }
  return { ...answer, image: report };
}

interface Limits {
  maxSide?: number | undefined;
  maxBytes?: number;
}

function optionsOf(wanted: PictureWish, limits: Limits) {
  const { uid, fullPage = false, marks = false, quality = JPEG_QUALITY } = wanted;
  return {
    fullPage,
    ...(uid === undefined ? {} : { uid }),
    marks,
    ...(isJpeg(wanted) ? { jpegQuality: quality } : {}),
    ...(limits.maxSide === undefined ? {} : { maxSide: limits.maxSide }),
    ...(limits.maxBytes === undefined ? {} : { maxBytes: limits.maxBytes }),
  };
}

/** A picture within limits, and what to say about it. */
export async function capture(
  what: string,
  wanted: PictureWish,
  limits: Limits,
  { session, signal }: ToolContext,
): Promise<{ report: ScreenshotReport; answer: Answer }> {
  const { marks = false } = wanted;
  const report = await (await session()).screenshot({ ...optionsOf(wanted, limits), signal });
  const summary = `Screenshot of ${what}: ${size(report)}.`;
  return { report, answer: { summary, effects: report.effects, ...(marks ? legend(report) : {}) } };
}

/** What a picture shows. */
export function nameOf({ uid, fullPage }: PictureWish): string {
  if (uid !== undefined) return `uid ${uid}`;
  return fullPage === true ? "the whole page" : "the viewport";
}

/** The elements of the numbers on a picture. */
function legend({ marks, marksLeftOut }: ScreenshotReport): Partial<Answer> {
  if (marks.length === 0) return { lines: "No interactive element is visible." };
  const lines = marks.map(({ number, uid, target }) => `${number}: uid=${uid} ${target}`);
  const more = marksLeftOut > 0 ? { notes: `… ${marksLeftOut} more are not numbered; take a smaller part.` } : {};
  return { pageText: lines.join("\n"), ...more };
}

/** Whether the wanted format is JPEG. Only a JPEG has a quality. */
function isJpeg({ format, quality }: PictureWish): boolean {
  return format === undefined ? quality !== undefined : format === "jpeg";
}

function size({ width, height, scale, cut, mimeType }: ScreenshotReport): string {
  const scaled = scale === 1 ? "" : `, scaled by ${Number(scale.toFixed(3))}`;
  const short = cut ? ", cut to fit (save_page writes all of it to a file)" : "";
  return `${Math.round(width)}×${Math.round(height)} CSS pixels${scaled}${short}, ${mimeType}`;
}

export const screenshotPage = defineTool({
  name: "screenshot_page",
  title: "Screenshot of the page",
  description: "A picture of the viewport or the whole page. To act, take_snapshot is cheaper.",
  effect: "reads",
  schema: z.strictObject({ fullPage: z.boolean().optional(), ...picture }),
  example: { fullPage: true },
  handler: (wanted, context) => show(nameOf(wanted), wanted, context),
});

export const screenshotByUid = defineTool({
  name: "screenshot_by_uid",
  title: "Screenshot of an element",
  description: "A picture of one element.",
  effect: "reads",
  schema: z.strictObject({ uid, ...picture }),
  example: { uid: "1_4" },
  handler: (wanted, context) => show(nameOf(wanted), wanted, context),
});
