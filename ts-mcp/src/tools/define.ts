// What a tool is. The table of all tools is `index.ts` beside this file.

import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { Desktop, Session } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import type { FileRoots } from "../roots.ts";

/** What a handler works with. */
export interface ToolContext {
  /** The browser session, which the first call opens. */
  session(): Promise<Session>;
  /** Desktop applications, which the first call reaches for. */
  desktop(): Promise<Desktop>;
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
  /** What the structured part of its answers holds. */
  readonly output?: z.ZodObject;
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
  /** What the structured part of its answers holds, where they have one. */
  output?: z.ZodObject;
  example: z.input<S>;
  handler: (args: z.output<S>, context: ToolContext) => Promise<Answer>;
}

/** Makes a tool of its definition. */
export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>): Tool {
  const { name, title, description, effect, schema, output, example, handler } = definition;
  const reads = effect === "reads";
  return {
    name,
    title,
    description,
    annotations: {
      // What is the protocol's default is not said: it would cost room in every list of tools. Two of
      // these mean nothing for a tool that reads only.
      ...(reads ? { readOnlyHint: true } : {}),
      ...(effect === "changes" ? { destructiveHint: false } : {}),
      ...(definition.idempotent === true && !reads ? { idempotentHint: true } : {}),
      ...(definition.closedWorld === true ? { openWorldHint: false } : {}),
    },
    schema,
    ...(output === undefined ? {} : { output }),
    example,
    run: (args, context) => handler(args as z.output<S>, context),
  };
}

/** The JSON Schema of a tool's arguments. */
export function inputSchema(tool: Tool): JsonSchema {
  return jsonSchema(tool.schema, "input");
}

/** The JSON Schema of the structured part of a tool's answers, where they have one. */
export function outputSchema(tool: Tool): JsonSchema | undefined {
  return tool.output === undefined ? undefined : jsonSchema(tool.output, "output");
}

type JsonSchema = { type: "object"; [key: string]: unknown };

function jsonSchema(of: z.ZodObject, io: "input" | "output"): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(of, {
    io,
    override: ({ jsonSchema }) => {
      // Every whole number has them; they say nothing and cost room.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // Further fields may come; and an object of any fields says so by itself.
      if (io === "output") {
        delete jsonSchema.additionalProperties;
        if (Object.keys(jsonSchema.properties ?? {}).length === 0) delete jsonSchema.properties;
      }
    },
  });
  return { ...schema, type: "object" };
}

/** Without what is undefined: an argument that is absent, not one that is undefined. */
export function defined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
