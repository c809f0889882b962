// Tools for servers that are started with --allow-script. They run the caller's scripts with the page's
// rights.

import * as z from "zod/v4";
import { brief, jsonLine } from "../quote.ts";
import { defineTool } from "./define.ts";
import { timeoutMs, uid } from "./fields.ts";
import { waiting } from "./wait.ts";

export const evaluateScript = defineTool({
  name: "evaluate_script",
  title: "Run a script",
  description:
    "Runs a JavaScript function or expression in the page's own world, in the frame of uid if given, and returns its value as JSON. Prefer the other tools.",
  effect: "destroys",
  schema: z.strictObject({
    function: z.string().describe("(element) => element.value, or document.title"),
    uid: uid.optional().describe("Given to the function"),
    timeoutMs,
  }),
  example: { function: "() => document.title" },
  handler: async ({ function: script, uid, timeoutMs }, { session, signal }) => {
    const { json, error, effects } = await (await session()).evaluate(script, { uid, timeoutMs, signal });
    if (json === undefined) return { summary: `It threw ${brief(error ?? "", 2000)}.`, effects };
    return {
      summary: "",
      effects,
      lines: "It returned this JSON, made by the page:",
      pageText: jsonLine(json),
    };
  },
});

export const waitForFunction = waiting(
  { function: z.string().optional().describe("JavaScript function or expression that returns a true value") },
  "destroys",
);
