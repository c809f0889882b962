// The tool that returns matching lines without the whole page.

import * as z from "zod/v4";
import { defineTool } from "./define.ts";
import { framesLeftOut } from "./snapshot.ts";

export const findInPage = defineTool({
  name: "find_in_page",
  title: "Find in the page",
  description:
    "Lines of the page that match all arguments, with UIDs and a count; cheaper than take_snapshot. * marks hits.",
  effect: "reads",
  schema: z.strictObject({
    text: z.string().optional().describe("In name, role or values, any case"),
    regex: z.string().optional(),
    role: z.string().optional(),
    name: z.string().optional().describe("Part of the name"),
    limit: z.int().min(1).max(500).optional(),
    context: z.int().min(0).max(50).optional().describe("Lines around each hit"),
    cursor: z.string().optional(),
  }),
  example: { role: "button", text: "Save" },
  handler: async (wanted, { session, signal }) => {
    const report = await (await session()).find({ ...wanted, signal });
    return { summary: framesLeftOut(report), effects: report.effects, tree: report.text };
  },
});
