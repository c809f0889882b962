import * as z from "zod/v4";
import { recentLine } from "../answer.ts";
import { defineTool } from "./define.ts";

/** How many actions are told. */
const SHOWN = 20;

export const recentActions = defineTool({
  name: "recent_actions",
  title: "Recent actions",
  description: "What was done last, and how it went.",
  effect: "reads",
  closedWorld: true,
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { session, signal }) => {
    const actions = await (await session()).recentActions(SHOWN, { signal });
    const said = actions.length === 0 ? "No action yet." : `${actions.length} actions, newest first:`;
    return { said, lines: actions.map(recentLine).join("\n") };
  },
});
