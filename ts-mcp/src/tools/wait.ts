import * as z from "zod/v4";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import { defineTool, type Effect, type Tool } from "./define.ts";
import { timeoutMs } from "./fields.ts";

/**
 * Makes `wait_for` with the conditions that every server has and with `more`. A condition that runs the caller's
 * script is no read.
 */
export const waiting = (more: Record<string, z.ZodOptional<z.ZodString>>, effect: Effect): Tool =>
  defineTool({
    name: "wait_for",
    title: "Wait for something",
    description: "Waits until all given conditions hold. Actions wait for their own element.",
    effect,
    schema: z.strictObject({
      text: z.string().optional().describe("Visible text"),
      textGone: z.string().optional().describe("Text no longer visible"),
      selector: z.string().optional().describe("Visible match of this CSS selector"),
      url: z.string().optional().describe("Part of the address, or all of it with * for any text"),
      loadState: z.enum(["domcontentloaded", "load"]).optional(),
      ...more,
      timeoutMs,
    }),
    example: { text: "Welcome" },
    handler: async ({ timeoutMs, ...conditions }, { session, signal }) => {
      const wanted = Object.entries(conditions).filter((entry) => entry[1] !== undefined);
      if (wanted.length === 0) {
        throw new ToolError(
          "INVALID_INPUT",
          "wait_for: no condition was given",
          "give text, textGone, selector, url or loadState",
        );
      }
      const limit = timeoutMs === undefined ? {} : { timeoutMs };
      const report = await (await session()).waitFor({ ...Object.fromEntries(wanted), ...limit, signal });
      // The page's address is in the answer itself.
      const { navigatedTo, ...effects } = report.effects;
      return {
        summary: `The conditions hold after ${Math.round(report.waitedMs)} ms, at ${brief(report.url)}.`,
        effects,
      };
    },
  });

export const waitFor = waiting({}, "reads");
