// What a tool is. The table of all tools is `index.ts` beside this file.

import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { Session } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import type { FileRoots } from "../roots.ts";

/** What a handler works with. */
export interface ToolContext {
  /** The browser session, which the first call opens. */
  session(): Promise<Session>;
  /** Aborted when the client takes the call back. */
  signal: AbortSignal;
  /** Which files may be read and written. */
  roots: FileRoots;
}

/** A tool, ready to be listed and called. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly schema: z.ZodObject;
  /** Arguments of a typical call, for the reference. */
  readonly example: Record<string, unknown>;
  /** Runs the tool with arguments that were validated. */
  readonly run: (args: Record<string, unknown>, context: ToolContext) => Promise<Answer>;
}

/** How a tool treats the world: what it does not say is the protocol's default. */
export type Effect = "reads" | "changes" | "destroys";

/** A tool as its file writes it. */
export interface ToolDefinition<S extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** Reads only; changes what can be changed back; or may destroy something. */
  effect: Effect;
  /** The same call again changes nothing more. */
  idempotent?: boolean;
  /** Only the server's own state: nothing of a page is seen or touched. */
  closedWorld?: boolean;
  schema: S;
  example: z.input<S>;
  handler: (args: z.output<S>, context: ToolContext) => Promise<Answer>;
}

/** Makes a tool of its definition. */
export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>): Tool {
  const { name, title, description, effect, schema, example, handler } = definition;
  const reads = effect === "reads";
  return {
    name,
    title,
    description,
    annotations: {
      readOnlyHint: reads,
      // Means nothing for a tool that reads only.
      ...(reads ? {} : { destructiveHint: effect === "destroys" }),
      ...(definition.idempotent === true && !reads ? { idempotentHint: true } : {}),
      openWorldHint: definition.closedWorld !== true,
    },
    schema,
    example,
    run: (args, context) => handler(args as z.output<S>, context),
  };
}

/** The JSON Schema of a tool's arguments. */
export function inputSchema(tool: Tool): { type: "object"; [key: string]: unknown } {
  const { $schema, ...schema } = z.toJSONSchema(tool.schema, {
    io: "input",
    override: ({ jsonSchema }) => {
      // Every whole number has it; it says nothing and costs room.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { ...schema, type: "object" };
}
