import * as z from "zod/v4";
import { recentLine } from "../answer.ts";
import { defineTool } from "./define.ts";

/** How many actions are listed. */
const SHOWN = 20;

export const recentActions = defineTool({
  name: "recent_actions",
  title: "Recent actions",
  description: "The last actions and their outcomes.",
  effect: "reads",
  closedWorld: true,
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { session, signal }) => {
    const actions = await (await session()).recentActions(SHOWN, { signal });
    const summary = actions.length === 0 ? "No action yet." : `${actions.length} actions, newest first:`;
    return { summary, lines: actions.map(recentLine).join("\n") };
  },
});
