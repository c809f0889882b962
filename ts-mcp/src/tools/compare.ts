// Comparisons of pictures: what a change of the page changed for its reader.

import type { ChangedBox, CompareReport } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { counted } from "../counted.ts";
import { ToolError } from "../error.ts";
import { reading, save } from "../files.ts";
import { brief } from "../quote.ts";
import { readRegular } from "../regular-file.ts";
import { defineTool, type ToolContext } from "./define.ts";
import { uid } from "./fields.ts";

/** The largest picture that is read, in bytes. */
const MOST_BYTES = 64 * 2 ** 20;
/** Of the picture of changes in an answer. */
const MAX_SIDE = 1_568;
const MAX_BYTES = 750_000;
/** The last picture that the model got. */
const LAST = "last";

const area = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().min(0),
  height: z.number().min(0),
});

export const compareScreenshots = defineTool({
  name: "compare_screenshots",
  title: "Compare screenshots",
  description:
    "What changed since a picture: the share of pixels, boxes around them and the elements there. Small shifts of edges do not count.",
  effect: "destroys",
  schema: z.strictObject({
    before: z.string().min(1).optional().describe("Picture file, or last (default): the last screenshot"),
    after: z.string().min(1).optional().describe("Picture file; default: the page now, taken as before was"),
    uid: uid.optional().describe("Only this element of the page now"),
    fullPage: z.boolean().optional().describe("The whole page now"),
    ignore: z
      .array(z.union([uid, area]))
      .max(100)
      .optional()
      .describe("UIDs, or areas in pixels of the picture"),
    threshold: z.number().min(0).max(1).optional().describe("Least difference of colours, 0 to 1 (0.1)"),
    picture: z.boolean().optional().describe("Show the changes in red"),
    diffFile: z.string().min(1).optional().describe("Write that picture to this .png file"),
    overwrite: z.boolean().optional().describe("Replace diffFile"),
  }),
  example: { before: "before.png", ignore: ["1_7"] },
  handler: async (given, context) => {
    const { after: later, diffFile, overwrite, ignore = [], threshold, picture = false } = given;
    const file = diffFile === undefined ? undefined : await pngFile(diffFile, context);
    const [before, now] = await earlier(given, context);
    const after = later === undefined ? undefined : await readPicture(later, context);
    const session = await context.session();
    const report = await session.compare(before, {
      ...(after === undefined ? { now } : { after }),
      ignore: ignore.filter((one) => typeof one !== "string"),
      ignoreUids: ignore.filter((one) => typeof one === "string"),
      ...(threshold === undefined ? {} : { threshold }),
      picture: picture || file !== undefined,
      // What goes to a file has its full size.
      ...(file === undefined ? { pictureMaxSide: MAX_SIDE, pictureMaxBytes: MAX_BYTES } : {}),
      signal: context.signal,
    });
    const { picture: drawn, mimeType = "image/png" } = report;
    const boxes = report.boxes.map(boxLine);
    const lines = moreLine(report);
    if (file !== undefined && drawn !== undefined) {
      const { bytes, replaced } = await save(file, drawn, { overwrite });
      lines.push(`${replaced ? "Replaced" : "Wrote"} ${brief(file, 1000)}, ${bytes} bytes.`);
    }
    const shown = picture && drawn !== undefined && drawn.byteLength <= MAX_BYTES;
    if (picture && !shown)
      lines.push("The picture of the changes is too large to show: leave diffFile out for a smaller one.");
    return {
      summary: summary(report),
      effects: report.effects,
      pageText: boxes.join("\n"),
      notes: lines.join("\n"),
      ...(shown ? { image: { data: drawn, mimeType } } : {}),
    } satisfies Answer;
  },
});

interface Given {
  before?: string | undefined;
  after?: string | undefined;
  uid?: string | undefined;
  fullPage?: boolean | undefined;
}

/** The earlier picture, and how to take that of the page now. */
async function earlier({ before = LAST, after, uid, fullPage }: Given, context: ToolContext) {
  const wished = { ...(uid === undefined ? {} : { uid }), ...(fullPage === undefined ? {} : { fullPage }) };
  if (after !== undefined && Object.keys(wished).length > 0) {
    const what = "uid and fullPage are for the page now, and after is a file";
    throw new ToolError("INVALID_INPUT", `compare_screenshots: ${what}`, "leave one of them out");
  }
  if (before !== LAST) return [await readPicture(before, context), wished] as const;
  const { kept } = context.sight;
  if (kept === undefined) {
    const step = "take one with screenshot_page or screenshot_by_uid first, or name a file as before";
    throw new ToolError("INVALID_INPUT", "there is no last screenshot in this session", step);
  }
  if (kept === "marked") {
    const what = "the last screenshot has marks, which are no part of the page, so it cannot be compared";
    throw new ToolError(
      "INVALID_INPUT",
      what,
      "take one without marks before the page changes, or name a file as before",
    );
  }
  return [kept.data, Object.keys(wished).length > 0 ? { ...kept.how, ...wished } : kept.how] as const;
}

async function readPicture(given: string, { roots }: ToolContext): Promise<Uint8Array> {
  const file = await roots.resolve(given);
  const tooLarge = (): ToolError => {
    const what = `${brief(file, 1000)} has more than ${MOST_BYTES / 2 ** 20} MB`;
    return new ToolError("INVALID_INPUT", what, "give a PNG or JPEG picture of a smaller part");
  };
  return reading(file, () => readRegular(file, { most: MOST_BYTES, tooLarge }));
}

async function pngFile(given: string, { roots }: ToolContext): Promise<string> {
  if (!/\.png$/i.test(given)) {
    throw new ToolError("INVALID_INPUT", "compare_screenshots: diffFile must end in .png", "name such a file");
  }
  return roots.resolve(given);
}

function summary({ changedPixels, comparedPixels, share, before, after, boxes, boxesLeftOut }: CompareReport): string {
  const sizes =
    before.width === after.width && before.height === after.height
      ? ""
      : ` The pictures differ in size: ${before.width}×${before.height} before, ${after.width}×${after.height} after; what only one has counts as changed.`;
  if (comparedPixels === 0) return `Nothing was compared: all of the picture is ignored.${sizes}`;
  if (changedPixels === 0) return `No visible change in ${counted(comparedPixels, "pixel")}.${sizes}`;
  const count = boxes.length + boxesLeftOut;
  const where = `in ${counted(count, "box", "boxes")} (x,y width×height in pixels of the picture)`;
  return `${percent(share)} changed: ${changedPixels} of ${counted(comparedPixels, "pixel")}, ${where}.${sizes}`;
}

function percent(share: number): string {
  const value = 100 * share;
  return value < 0.01 ? "Less than 0.01 %" : `${value.toFixed(value < 1 ? 2 : 1)} %`;
}

function boxLine({ x, y, width, height, pixels, elements, elementsLeftOut }: ChangedBox, index: number): string {
  const named = elements.map(({ uid, target }) => `uid=${uid} ${target}`);
  if (elementsLeftOut > 0) named.push(counted(elementsLeftOut, "more element"));
  const there = named.length === 0 ? "" : `: ${named.join("; ")}`;
  return `${index + 1}: ${x},${y} ${width}×${height}, ${counted(pixels, "pixel")}${there}`;
}

function moreLine({ boxesLeftOut }: CompareReport): string[] {
  return boxesLeftOut === 0
    ? []
    : [`${counted(boxesLeftOut, "smaller box", "smaller boxes")} not listed; compare a part, or ignore some.`];
}
