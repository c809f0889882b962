// The tool that lists running and ended downloads.

import * as z from "zod/v4";
import { brief } from "../quote.ts";
import { defineTool } from "./define.ts";

export const listDownloads = defineTool({
  name: "list_downloads",
  title: "List downloads",
  description: "Downloads with state, size and path.",
  effect: "reads",
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { session, signal }) => {
    const downloads = await (await session()).downloads({ signal });
    const lines = downloads.map(({ name, state, size, path }) =>
      [
        `${brief(name)} ${state}`,
        ...(size === undefined ? [] : [`${size} bytes`]),
        ...(path === undefined ? [] : [brief(path, 1000)]),
      ].join(", "),
    );
    return { summary: lines.length === 0 ? "There are no downloads." : lines.join("\n") };
  },
});
