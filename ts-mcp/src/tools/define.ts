// The definition of tools. The table of all tools is `index.ts` beside this file.

import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { Desktop, Session } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import type { Asking } from "../asking.ts";
import type { Recording } from "../record/slot.ts";
import type { FileRoots } from "../roots.ts";
import type { SessionAccess } from "../sessions.ts";
import type { Sight } from "../sight.ts";
import type { StateFiles } from "../state-file.ts";

/** What a handler has access to. */
export interface ToolContext {
  /** The browser session, which the first call opens. */
  session(): Promise<Session>;
  /** Desktop applications, to which the first call connects. */
  desktop(): Promise<Desktop>;
  /** Environment variables for the programs that are launched. */
  programEnv: Readonly<Record<string, string>>;
  /** Aborted when the client cancels the call. */
  signal: AbortSignal;
  /** Which files may be read and written. */
  roots: FileRoots;
  /** The last picture of the session that the model got. */
  sight: Sight;
  /** The recording of the session. */
  recording: Recording;
  /** Whether the last picture is kept, for a tool that compares with it. */
  keepsPictures?: boolean;
  /** Whether pictures go to files, so that they need not be small. */
  fullPictures?: boolean;
  /** Questions to the client and its user. */
  asking: Pick<Asking, "canAsk" | "reply" | "ask" | "wanted">;
  /** Whether the server's browser has no window for sure. */
  windowless: boolean;
  /** The files with log-in states. */
  states: StateFiles;
  /** All sessions, for the tools that open and close them. */
  sessions: SessionAccess;
}

/** A tool, ready to be listed and called. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly schema: z.ZodObject;
  /** The schema of the structured part of its answers. */
  readonly output?: z.ZodObject;
  /** Whether errors have the structured form of a call with a locator. */
  readonly attempts?: true;
  /** Arguments of a typical call, for the reference. */
  readonly example: Record<string, unknown>;
  /** Runs the tool with arguments that were validated. */
  readonly run: (args: Record<string, unknown>, context: ToolContext) => Promise<Answer>;
}

/** How a tool affects the page, the user's files and programs. Annotations that it does not imply have the protocol's default. */
export type Effect = "reads" | "changes" | "destroys";

/** A tool as its file defines it. */
export interface ToolDefinition<S extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** Whether the tool only reads, changes something reversibly, or may destroy something. */
  effect: Effect;
  /** Whether repeating the call changes nothing more. */
  idempotent?: boolean;
  /** Whether the tool uses only the server's own state, and no page. */
  closedWorld?: boolean;
  schema: S;
  /** The schema of the structured part of its answers, if they have one. */
  output?: z.ZodObject;
  /** Whether errors have the structured form of a call with a locator. */
  attempts?: true;
  example: z.input<S>;
  handler: (args: z.output<S>, context: ToolContext) => Promise<Answer>;
}

/** Creates a tool from its definition. */
export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>): Tool {
  const { name, title, description, effect, schema, output, example, handler } = definition;
  const reads = effect === "reads";
  return {
    name,
    title,
    description,
    annotations: {
      // The protocol's defaults are left out to keep the list of tools short. Two of these hints do not
      // apply to a tool that only reads.
      ...(reads ? { readOnlyHint: true } : {}),
      ...(effect === "changes" ? { destructiveHint: false } : {}),
      ...(definition.idempotent === true && !reads ? { idempotentHint: true } : {}),
      ...(definition.closedWorld === true ? { openWorldHint: false } : {}),
    },
    schema,
    ...(output === undefined ? {} : { output }),
    ...(definition.attempts === true ? { attempts: true } : {}),
    example,
    run: (args, context) => {
      const work = async (): Promise<Answer> => {
        const told = await handler(args as z.output<S>, context);
        if (told.image !== undefined && "view" in told.image) context.sight.saw(told.image);
        return told;
      };
      return context.recording.current?.record(definition, args, context, work) ?? work();
    },
  };
}

/** Marks an argument that few callers need: only servers with further tools list it. It is taken in any case. */
export const UNLISTED = { unlisted: true };

/** The JSON Schema of a tool's arguments. `all`: also of those that are not always listed. */
export function inputSchema(tool: Tool, all = true): JsonSchema {
  return jsonSchema(tool.schema, "input", all);
}

/** The JSON Schema of the structured part of a tool's answers, if they have one. */
export function outputSchema(tool: Tool): JsonSchema | undefined {
  return tool.output === undefined ? undefined : jsonSchema(tool.output, "output", true);
}

type JsonSchema = { type: "object"; [key: string]: unknown };

function jsonSchema(of: z.ZodObject, io: "input" | "output", all: boolean): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(of, {
    io,
    override: ({ jsonSchema }) => {
      // Every whole number has these bounds, so they are left out.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      for (const [name, argument] of Object.entries(jsonSchema.properties ?? {})) {
        const unlisted = (argument as { unlisted?: true }).unlisted === true;
        if (unlisted && !all) delete jsonSchema.properties?.[name];
        else if (unlisted) delete (argument as { unlisted?: true }).unlisted;
      }
      // Answers may get further fields later. An object without `properties` allows any fields.
      if (io === "output") {
        delete jsonSchema.additionalProperties;
        if (Object.keys(jsonSchema.properties ?? {}).length === 0) delete jsonSchema.properties;
      }
    },
  });
  return { ...schema, type: "object" };
}
