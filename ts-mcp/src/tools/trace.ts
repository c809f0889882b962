// Performance traces: begun, and ended with a summary and a file for the developer tools.

import * as z from "zod/v4";
import { brief } from "../quote.ts";
import { defineTool } from "./define.ts";
import { timeoutMs } from "./fields.ts";

export const startTrace = defineTool({
  name: "start_trace",
  title: "Start a performance trace",
  description:
    "Records scripts, style, layout, requests and tasks of the page until stop_trace: load a page or act in between. Chromium only.",
  effect: "changes",
  schema: z.strictObject({
    screenshots: z.boolean().optional().describe("With small pictures"),
    megabytes: z.int().min(1).max(1000).optional().describe("Most that is kept (200)"),
  }),
  example: {},
  handler: async (given, { session, signal }) => {
    await (await session()).startTrace({ ...given, signal });
    return { summary: "The trace has begun. Load the page or act, then call stop_trace." };
  },
});

export const stopTrace = defineTool({
  name: "stop_trace",
  title: "Stop the performance trace",
  description: "Ends the trace with its longest things, scripts by address and totals by kind.",
  effect: "destroys",
  schema: z.strictObject({
    file: z.string().min(1).optional().describe("Write it to this .json or .json.gz file, for DevTools or Perfetto"),
    overwrite: z.boolean().optional().describe("Replace the file"),
    timeoutMs,
  }),
  example: { file: "trace.json.gz" },
  handler: async ({ file: given, overwrite, timeoutMs }, context) => {
    const file = given === undefined ? undefined : await context.roots.resolve(given);
    const session = await context.session();
    const { signal } = context;
    const { page, lost } = await session.stopTrace({ ...(timeoutMs === undefined ? {} : { timeoutMs }), signal });
    const { takeTrace } = await import("../audit/trace-file.ts");
    const { summary, bytes, written, replaced, unread } = await takeTrace(session, { file, overwrite }, signal);
    const notes = [
      ...(file === undefined ? [] : [`${replaced ? "Replaced" : "Wrote"} ${brief(file, 1000)}, ${written} bytes.`]),
      ...(lost ? ["The trace became too large, and its end is missing: trace less, or more megabytes."] : []),
      ...(unread > 0 ? [`${unread} events are too long or broken, and left out.`] : []),
    ];
    return {
      summary: `Trace of page ${page}: ${Math.round(summary.duration)} ms, ${summary.events} events; the browser told ${bytes} bytes, with those of other pages.`,
      pageText: summary.lines().join("\n"),
      notes: notes.join("\n"),
    };
  },
});
