// The tools on an MCP server of the official SDK, which is not imported: its server is passed in.

import * as z from "zod";
import type { WorkspaceTool } from "../define.js";
import { hasFailed, textOf } from "./answer.js";

/** Hints of MCP about a tool. */
export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  openWorldHint: boolean;
}

/** The result of `tools/call`. */
export interface CallResult {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: true;
}

/** The part of the SDK's `McpServer` that is used. */
export interface McpServerLike {
  registerTool(
    name: string,
    config: {
      title: string;
      description: string;
      inputSchema: z.ZodObject;
      outputSchema: z.ZodObject;
      annotations: Annotations;
    },
    run: (args: Record<string, unknown>, context: { mcpReq: { signal: AbortSignal } }) => Promise<CallResult>,
  ): unknown;
}

/** Registers tools on an `McpServer`. Answers have text and the structured content of the tool's output schema. */
export function registerTools(server: McpServerLike, tools: readonly WorkspaceTool[]): void {
  for (const tool of tools) {
    const { name, title, description, inputSchema, outputSchema } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations: annotations(tool) },
      async (args, { mcpReq }) => callTool(tool, args, mcpReq.signal),
    );
  }
}

/** A tool in the answer to `tools/list`, for a server that handles the requests itself. */
export function listedTool(tool: WorkspaceTool) {
  const { name, title, description, inputSchema, outputSchema } = tool;
  return {
    name,
    title,
    description,
    inputSchema: { ...z.toJSONSchema(inputSchema, { io: "input" }), type: "object" as const },
    outputSchema: { ...z.toJSONSchema(outputSchema, { io: "output" }), type: "object" as const },
    annotations: annotations(tool),
  };
}

/**
 * Calls a tool, and writes its answer as the result of `tools/call`.
 *
 * @throws `ZodError` if the arguments do not fit
 */
export async function callTool(tool: WorkspaceTool, args: unknown, signal?: AbortSignal): Promise<CallResult> {
  const answer = await tool.call(args ?? {}, signal === undefined ? {} : { signal });
  return {
    content: [{ type: "text", text: textOf(answer) }],
    structuredContent: answer,
    ...(hasFailed(answer) ? { isError: true } : {}),
  };
}

function annotations({ effect, openWorld }: WorkspaceTool): Annotations {
  return { readOnlyHint: effect === "reads", destructiveHint: effect === "destroys", openWorldHint: openWorld };
}
