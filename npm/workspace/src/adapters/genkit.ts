// The tools of a Genkit program. Genkit is not imported: its instance is passed in. Its schemas are of Zod 3 and these of
// Zod 4, so that it gets them as JSON Schema.

import * as z from "zod";
import type { WorkspaceTool } from "../define.js";

/** The part of a Genkit instance that is used. `Action` is what its `defineTool` returns. */
export interface GenkitLike<Action> {
  defineTool(
    config: { name: string; description: string; inputJsonSchema: object; outputJsonSchema: object },
    run: (input: unknown, context: { abortSignal?: AbortSignal }) => Promise<Record<string, unknown>>,
  ): Action;
}

/**
 * Defines tools with `ai.defineTool`, and returns their actions in the same order. Failures are in the answers (`status`,
 * `errorDetails`); arguments that do not fit are refused by Genkit with `INVALID_ARGUMENT`.
 */
export function defineGenkitTools<Action>(ai: GenkitLike<Action>, tools: readonly WorkspaceTool[]): Action[] {
  return tools.map((tool) =>
    ai.defineTool(
      {
        name: tool.name,
        description: tool.description,
        inputJsonSchema: z.toJSONSchema(tool.inputSchema, { io: "input", target: "draft-7" }),
        outputJsonSchema: z.toJSONSchema(tool.outputSchema, { io: "output", target: "draft-7" }),
      },
      (input, context) => tool.call(input, context.abortSignal === undefined ? {} : { signal: context.abortSignal }),
    ),
  );
}
