// Tools for snapshots and their UIDs.

import * as z from "zod/v4";
import { type Answer, snapshotNumber } from "../answer.ts";
import { brief, cssSafe } from "../quote.ts";
import { defineTool, UNLISTED } from "./define.ts";
import { uid } from "./fields.ts";

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
  includeUnseen: z.boolean().optional().describe("Also text that a person cannot see").meta(UNLISTED),
  cursor: z.string().optional().describe("From the last line of a cut answer"),
  format: z.enum(["text", "json"]).optional(),
});

export const takeSnapshot = defineTool({
  name: "take_snapshot",
  title: "Take a snapshot",
  description:
    "The selected page as a text tree: uid, role, name, state; rows and sentences on one line. Other tools take these UIDs. Take one first, and after navigation or a big change. Long text is cut (length=): its uid gives it whole. A cut tree says at its end how to get the rest.",
  effect: "reads",
  schema,
  example: { find: "Sign in" },
  handler: async (what, { session, signal }): Promise<Answer> => {
    const report = await (await session()).snapshot({ ...what, signal });
    // The number is for `since`. JSON contains it already.
    const number = what.format === "json" ? "" : snapshotNumber(report.snapshotId);
    const summary = [number, framesLeftOut(report)].filter((line) => line !== "").join("\n");
    const more = report.cursor === undefined ? "" : " All of it in a file: save_page.";
    // JSON marks by itself what is text of the page, and stays readable for programs.
    if (what.format === "json") return { summary, effects: report.effects, lines: report.text.trimEnd() };
    return { summary, effects: report.effects, tree: report.text.trimEnd() + more };
  },
});

/** How many origins of missing frames are named. */
const MOST_ORIGINS = 10;

/** What of a page's frames a report lacks. */
interface LeftOut {
  framesLeftOut: number;
  originsNotAllowed: readonly string[];
}

/** Sentences about missing frames. */
export function framesLeftOut({ framesLeftOut: frames, originsNotAllowed: origins }: LeftOut): string {
  const parts: string[] = [];
  if (frames > 0) parts.push(`${frames} frame(s) could not be read. Take the snapshot again to include them.`);
  if (origins.length > 0) {
    const named = origins.slice(0, MOST_ORIGINS).map((origin) => brief(origin, 200));
    const more = origins.length > named.length ? ` and ${origins.length - named.length} more` : "";
    parts.push(
      `Frames of ${named.join(", ")}${more} are left out: the user has not allowed this, and can in the extension's popup.`,
    );
  }
  return parts.join("\n");
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
