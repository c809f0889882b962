// What an action changed, in its own answer.

import type { SnapshotReport } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { isCoded } from "../error.ts";
import { defineTool, type Tool, type ToolContext, type ToolDefinition } from "./define.ts";

/** Changes of more than this are cut: the answer is one to an action. */
const MAX_BYTES = 4_000;

const include = z.enum(["none", "diff"]);

/** Where the caller does not say. `npm run tokens` compares: over whole tasks the changes cost less than what is read without them. */
const DEFAULT: z.infer<typeof include> = "diff";

/** A tool that acts on the page: its answer can say what it changed. */
export function defineAction<S extends z.ZodObject>(definition: ToolDefinition<S>): Tool {
  const tool = defineTool(definition);
  return {
    ...tool,
    schema: definition.schema.extend({ includeSnapshot: include.optional() }),
    run: async ({ includeSnapshot = DEFAULT, ...args }, context) => {
      const answer = await tool.run(args, context);
      return includeSnapshot === "diff" ? withChanges(answer, context) : answer;
    },
  };
}

/** Adds what has changed since the snapshot that the caller saw last. */
async function withChanges(answer: Answer, { session, signal }: ToolContext): Promise<Answer> {
  // Nothing can be read under a dialog; the answer says that it is open.
  if (answer.effects?.dialog !== undefined) return answer;
  let report: SnapshotReport;
  try {
    report = await (await session()).snapshot({ since: 0, settle: true, maxBytes: MAX_BYTES, signal });
  } catch (error) {
    // The action was done, whatever became of the page.
    if (!isCoded(error) || error.code === "CANCELLED") throw error;
    return { ...answer, lines: `What changed could not be read: ${error.message}` };
  }
  const lines = `${snapshotNumber(report.snapshotId)} ${report.text.trimEnd()}`;
  return { ...unsaid(answer, report), lines: answer.lines === undefined ? lines : `${answer.lines}\n${lines}` };
}

/** The answer without the word that nothing has changed, where the snapshot shows what has: styles change without telling. */
function unsaid(answer: Answer, { changes }: SnapshotReport): Answer {
  const none = changes !== undefined && changes.added + changes.removed + changes.changed === 0;
  if (none || answer.element?.changed !== false) return answer;
  const { changed: _, ...element } = answer.element;
  return { ...answer, element };
}

/** How a snapshot is named in answers, so that `since` can name it. */
export function snapshotNumber(id: number): string {
  return `Snapshot ${id}.`;
}
