// Tools for snapshots and their UIDs.

import * as z from "zod/v4";
import { type Answer, snapshotNumber } from "../answer.ts";
import { save } from "../files.ts";
import { brief, cssSafe } from "../quote.ts";
import { defineTool, type ToolContext } from "./define.ts";
import { saveTo, uid } from "./fields.ts";

/** How much of a saved snapshot is shown. The caller saved it to avoid reading all of it. */
const HEAD_LINES = 15;
const HEAD_CHARACTERS = 1_200;

const schema = z.strictObject({
  uid: uid.optional().describe("Only this subtree"),
  selector: z.string().optional().describe("Only the first match of this CSS selector"),
  since: z.int().min(0).optional().describe("Only changes since this snapshot's number; 0: since the last"),
  find: z.string().optional().describe("Only lines with this text, and their ancestors"),
  maxLines: z.int().min(1).optional(),
  maxDepth: z.int().min(0).optional(),
  interactiveOnly: z.boolean().optional(),
  includeText: z.boolean().optional().describe("Default true"),
  includeAttributes: z.boolean().optional().describe("Also whole addresses"),
  includeAll: z.boolean().optional().describe("Every element, nothing folded or cut"),
  bounds: z.boolean().optional(),
  cursor: z.string().optional().describe("From the last line of a cut answer"),
  format: z.enum(["text", "json"]).optional(),
  saveTo: saveTo.describe("File for the complete tree; the answer shows only its beginning"),
});

export const takeSnapshot = defineTool({
  name: "take_snapshot",
  title: "Take a snapshot",
  description:
    "The selected page as a text tree: uid, role, name, state; rows and sentences on one line. Other tools take these UIDs. Take one first, and after navigation or a big change. Long text is cut (length=): its uid gives it whole. A cut tree says at its end how to get the rest.",
  effect: "reads",
  schema,
  example: { find: "Sign in" },
  handler: ({ saveTo, ...what }, context) =>
    saveTo === undefined ? show(what, context) : write(saveTo, what, context),
});

type What = Omit<z.output<typeof schema>, "saveTo">;

async function show(what: What, { session, signal }: ToolContext): Promise<Answer> {
  const report = await (await session()).snapshot({ ...what, signal });
  // The number is for `since`. JSON contains it already.
  const number = what.format === "json" ? "" : snapshotNumber(report.snapshotId);
  const summary = [number, framesLeftOut(report.framesLeftOut)].filter((line) => line !== "").join("\n");
  return { summary, effects: report.effects, lines: report.text.trimEnd() };
}

async function write(saveTo: string, what: What, { session, signal, roots }: ToolContext): Promise<Answer> {
  const file = await roots.resolve(saveTo);
  const { maxLines = HEAD_LINES, cursor, ...scope } = what;
  const report = await (await session()).snapshot({ ...scope, maxBytes: 0, signal });
  const bytes = await save(file, `${report.text.trimEnd()}\n`);
  const head = what.format === "json" ? undefined : beginning(report.text.trimEnd(), maxLines);
  const saved = `Saved the snapshot to ${brief(file, 1000)}: ${bytes} bytes, ${report.totalLines} lines.`;
  return {
    summary: [saved, framesLeftOut(report.framesLeftOut)].filter((line) => line !== "").join("\n"),
    effects: report.effects,
    ...(head === undefined ? {} : { lines: `It begins:\n${head}` }),
  };
}

/** The first complete lines of a text. */
function beginning(text: string, maxLines: number): string {
  const lines = text.slice(0, HEAD_CHARACTERS).split("\n");
  if (text.length > HEAD_CHARACTERS && lines.length > 1) lines.pop();
  return lines.slice(0, maxLines).join("\n");
}

/** A sentence about missing frames. */
export function framesLeftOut(frames: number): string {
  return frames === 0
    ? ""
    : `${frames} frame(s) could not be read: they were loading or crashed. Take the snapshot again to include them.`;
}

export const clearSnapshot = defineTool({
  name: "clear_snapshot",
  title: "Clear snapshots",
  description: "Makes all UIDs stale.",
  effect: "changes",
  idempotent: true,
  closedWorld: true,
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { session, signal }) => {
    const count = await (await session()).clearSnapshot({ signal });
    return { summary: `Cleared: ${count} UIDs are stale now.` };
  },
});

export const resolveUidToSelector = defineTool({
  name: "resolve_uid_to_selector",
  title: "CSS selector of a UID",
  description: "A unique CSS selector for the element, for use in code and tests.",
  effect: "reads",
  schema: z.strictObject({ uid }),
  example: { uid: "1_4" },
  handler: async ({ uid }, { session, signal }) => {
    const { selector, frames, path } = await (await session()).resolveUidToSelector(uid, { signal });
    const steps = frames.length > 0 || path.length > 1 ? "\n` >>> ` enters a shadow tree, ` >>frame>> ` a frame." : "";
    return { summary: `Selector of UID ${uid}: \`${cssSafe(selector)}\`${steps}` };
  },
});
