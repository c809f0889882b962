// The workspace tools, whose package knows no server. Their answers are fixed by their specification.

import type { WorkspaceTool } from "@uipilot/workspace";
import { counted } from "../counted.ts";
import { jsonText } from "../quote.ts";
import { defineTool, type Tool } from "./define.ts";

/** Longest string in the text of an answer, in characters. The structured answer has it whole. */
const LONGEST = 20_000;

/** The code of a failure whose specification has no status. */
const NO_STATUS = "ERROR_FAILED";

/** The tools of the package as tools of this server. */
export function workspaceTools(tools: readonly WorkspaceTool[]): Tool[] {
  return tools.map(({ name, title, description, effect, openWorld, inputSchema, outputSchema, example, call }) =>
    defineTool({
      name,
      title,
      description,
      effect,
      closedWorld: !openWorld,
      schema: inputSchema.strict(),
      output: outputSchema,
      example,
      handler: async (args, { signal }) => {
        const structured = await call(args, { signal });
        const failed = failure(structured);
        // What files and pages say is inside the quotation marks of JSON.
        const text = jsonText(shown(structured), 2);
        return failed === undefined
          ? { summary: text, structured }
          : { summary: `[${failed}] ${name} failed.`, lines: text, failed, structured };
      },
    }),
  );
}

/** The code of an answer that is a failure. What was found in part is none. */
function failure({ status, errorDetails }: Record<string, unknown>): string | undefined {
  if (typeof status === "string") return status.startsWith("ERROR") ? status : undefined;
  return typeof errorDetails === "string" ? NO_STATUS : undefined;
}

/** A value whose long strings are cut. */
function shown(value: unknown): unknown {
  if (typeof value === "string") {
    const more = value.length - LONGEST;
    return more > 0
      ? `${value.slice(0, LONGEST)}… (${counted(more, "more character")} ${more === 1 ? "is" : "are"} in the structured answer)`
      : value;
  }
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(inner)]));
}
