// The definition of a workspace tool: a plain handler with its schemas, which knows neither MCP nor Genkit.

import type * as z from "zod";

/** What a call brings beside its arguments. */
export interface CallContext {
  /** Aborted when the caller cancels the call. */
  signal?: AbortSignal;
}

/** What a tool does to the user's files: only reads, changes reversibly, or may destroy something. */
export type Effect = "reads" | "changes" | "destroys";

/** A tool of the workspace. */
export interface WorkspaceTool {
  readonly name: string;
  readonly title: string;
  /** For a model. */
  readonly description: string;
  readonly effect: Effect;
  /** Whether the tool reaches beyond this machine. */
  readonly openWorld: boolean;
  readonly inputSchema: z.ZodObject;
  readonly outputSchema: z.ZodObject;
  /** Arguments of a typical call. */
  readonly example: Record<string, unknown>;
  /**
   * Runs the tool. Failures that its specification knows are in the answer (`status`, `errorDetails`), never thrown.
   *
   * @throws `ZodError` if the arguments do not fit `inputSchema`
   * @throws the signal's reason if the call was cancelled
   */
  call(input: unknown, context?: CallContext): Promise<Record<string, unknown>>;
}

/** A tool as its file defines it. */
export interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  openWorld?: boolean;
  inputSchema: I;
  outputSchema: O;
  example: z.input<I>;
  handler: (input: z.output<I>, context: { signal: AbortSignal }) => Promise<z.input<O>>;
}

/** Creates a tool from its definition. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): WorkspaceTool {
  const {
    name,
    title,
    description,
    effect,
    openWorld = false,
    inputSchema,
    outputSchema,
    example,
    handler,
  } = definition;
  return {
    name,
    title,
    description,
    effect,
    openWorld,
    inputSchema,
    outputSchema,
    example,
    call: async (input, { signal = new AbortController().signal } = {}) => {
      signal.throwIfAborted();
      return handler(inputSchema.parse(input), { signal });
    },
  };
}
