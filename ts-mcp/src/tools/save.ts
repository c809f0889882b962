// Saves what the page shows to files.
//
// Saving is apart from take_snapshot and the screenshots because clients decide by a tool's annotations whether
// to ask the user. A tool that may write a file is no read, and asking at each snapshot would teach the user to
// say yes. So the tools that are called all the time only read, and the prompt comes where a file is written.

import path from "node:path";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { ToolError } from "../error.ts";
import { type Saved, save } from "../files.ts";
import { brief } from "../quote.ts";
import { defineTool, type ToolContext, UNLISTED } from "./define.ts";
import { uid } from "./fields.ts";
import { wholeText } from "./read.ts";
import { capture, nameOf } from "./screenshot.ts";
import { framesLeftOut } from "./snapshot.ts";

/** How much of a saved snapshot is shown. The caller saved it to avoid reading all of it. */
const HEAD_LINES = 15;
const HEAD_CHARACTERS = 1_200;

const target = {
  saveTo: z.string().min(1).describe(".png, .jpg: picture; else the tree"),
  overwrite: z.boolean().optional().describe("Replace the file"),
};

const tree = {
  selector: z.string().optional(),
  find: z.string().optional(),
  includeAll: z.boolean().optional(),
};

/** Of the tree and of a text. */
const includeUnseen = z.boolean().optional().describe("Also text that a person cannot see").meta(UNLISTED);

const schema = z.strictObject({
  ...target,
  uid: uid.optional(),
  fullPage: z.boolean().optional(),
  ...tree,
  content: z.enum(["main", "all"]).optional().describe("Of a .md file: its text, as in read_page").meta(UNLISTED),
  includeUnseen,
});

type Wanted = Omit<z.output<typeof schema>, "saveTo">;

export const savePage = defineTool({
  name: "save_page",
  title: "Save the page",
  description: "Writes the whole tree or a full picture to a file in the allowed roots.",
  effect: "destroys",
  schema,
  example: { saveTo: "page.txt" },
  handler: async ({ saveTo, ...wanted }, context) => {
    const file = await context.roots.resolve(saveTo);
    if (path.extname(file).toLowerCase() === ".md") return saveText(file, wanted, context);
    refuse(wanted, ["content"], "for a .md file");
    const format = /^\.(?:png|(jpe?g))$/i.exec(path.extname(file));
    if (format === null) return saveTree(file, wanted, context);
    refuse(wanted, [...Object.keys(tree), "includeUnseen"], "for the tree", "leave it out, or save to a .txt file");
    return savePicture(file, format[1] === undefined ? "png" : "jpeg", wanted, context);
  },
});

/** Refuses arguments that mean nothing for a file of this kind. */
function refuse(wanted: Wanted, names: readonly string[], what: string, step = "leave it out"): void {
  const given = names.find((name) => name in wanted);
  if (given !== undefined) throw new ToolError("INVALID_INPUT", `save_page: ${given} is ${what}`, step);
}

async function saveText(file: string, wanted: Wanted, context: ToolContext): Promise<Answer> {
  refuse(wanted, [...Object.keys(tree), "fullPage"], "for the tree and for pictures");
  const { text, what, left, effects } = await wholeText(wanted, context);
  const saved = await save(file, `${text}\n`, { overwrite: wanted.overwrite });
  const summary = [`${what} ${savedText(file, saved)}`, ...left].join("\n");
  return { summary, effects, lines: "It begins:", pageText: beginning(text) };
}

async function saveTree(
  file: string,
  { overwrite, fullPage, content, ...what }: Wanted,
  context: ToolContext,
): Promise<Answer> {
  const { session, signal } = context;
  const format = path.extname(file).toLowerCase() === ".json" ? "json" : "text";
  const report = await (await session()).snapshot({ ...what, format, maxBytes: 0, signal });
  const text = report.text.trimEnd();
  const saved = await save(file, `${text}\n`, { overwrite });
  const summary = `Saved the snapshot, ${report.totalLines} lines. ${savedText(file, saved)}`;
  return {
    summary: [summary, framesLeftOut(report)].filter((line) => line !== "").join("\n"),
    effects: report.effects,
    ...(format === "json" ? {} : { lines: "It begins:", tree: beginning(text) }),
  };
}

async function savePicture(
  file: string,
  format: "png" | "jpeg",
  { overwrite, uid, fullPage }: Wanted,
  context: ToolContext,
): Promise<Answer> {
  const wanted = { uid, fullPage, format };
  const { report, answer } = await capture(nameOf(wanted), wanted, {}, context);
  const saved = await save(file, report.data, { overwrite });
  return { ...answer, summary: `${answer.summary}\n${savedText(file, saved)}` };
}

function savedText(file: string, { bytes, replaced }: Saved): string {
  return `${replaced ? "Replaced" : "Wrote"} ${brief(file, 1000)}, ${bytes} bytes.`;
}

/** The first complete lines of a text. */
function beginning(text: string): string {
  const lines = text.slice(0, HEAD_CHARACTERS).split("\n");
  if (text.length > HEAD_CHARACTERS && lines.length > 1) lines.pop();
  return lines.slice(0, HEAD_LINES).join("\n");
}
