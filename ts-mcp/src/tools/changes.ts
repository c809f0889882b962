// What an action changed, in its own answer. The engine reports it with the action.

import type { ActionOptions } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { defineTool, type Tool, type ToolContext, type ToolDefinition } from "./define.ts";

/** Changes of more than this are cut: the answer is one to an action. */
const MAX_BYTES = 4_000;

const include = z.enum(["none", "diff"]);

/** Where the caller does not say. `npm run tokens` compares: over whole tasks the changes cost less than what is read without them. */
const DEFAULT: z.infer<typeof include> = "diff";

/** An action: its handler passes `reported` on to the engine. */
interface ActionDefinition<S extends z.ZodObject> extends Omit<ToolDefinition<S>, "handler"> {
  handler: (args: z.output<S>, context: ToolContext, reported: ActionOptions) => Promise<Answer>;
}

/** A tool that acts on the page: its answer can say what it changed. */
export function defineAction<S extends z.ZodObject>({ schema, handler, ...definition }: ActionDefinition<S>): Tool {
  const act = (args: Record<string, unknown>, context: ToolContext): Promise<Answer> => {
    const { includeSnapshot = DEFAULT, ...own } = args;
    const reported = includeSnapshot === "diff" ? { changes: { maxBytes: MAX_BYTES } } : {};
    // What is left was checked by the tool's own part of the schema.
    return handler(own as z.output<S>, context, reported);
  };
  const tool = defineTool({ ...definition, schema, handler: act });
  return { ...tool, schema: schema.extend({ includeSnapshot: include.optional() }) };
}
