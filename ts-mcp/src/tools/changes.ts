// Reports in an action's answer what the action changed. The engine provides the changes.

import type { ActionOptions } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { defineTool, type Tool, type ToolContext, type ToolDefinition } from "./define.ts";

/** The limit for the changes in an action's answer, in bytes. Longer ones are cut. */
const MAX_BYTES = 4_000;

const include = z.enum(["none", "diff"]);

/**
 * The default. `npm run tokens` compares the two: over whole tasks, the changes cost fewer tokens than the
 * snapshots that a caller needs without them.
 */
const DEFAULT: z.infer<typeof include> = "diff";

/** An action. Its handler passes `reported` on to the engine. */
interface ActionDefinition<S extends z.ZodObject> extends Omit<ToolDefinition<S>, "handler"> {
  handler: (args: z.output<S>, context: ToolContext, reported: ActionOptions) => Promise<Answer>;
}

/** A tool that acts on the page. Its answer can report what it changed. */
export function defineAction<S extends z.ZodObject>({ schema, handler, ...definition }: ActionDefinition<S>): Tool {
  const act = (args: Record<string, unknown>, context: ToolContext): Promise<Answer> => {
    const { includeSnapshot = DEFAULT, ...own } = args;
    const reported = includeSnapshot === "diff" ? { changes: { maxBytes: MAX_BYTES } } : {};
    // The tool's own part of the schema has validated the other arguments.
    return handler(own as z.output<S>, context, reported);
  };
  const tool = defineTool({ ...definition, schema, handler: act });
  return { ...tool, schema: schema.extend({ includeSnapshot: include.optional() }) };
}
