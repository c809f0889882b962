// `webSearchTool`: searches the web through the provider that the operator chose.

import { defineTool } from "../define.js";
import { lazily } from "../lazily.js";
import type { MadeTool, ToolParts } from "../parts.js";
import { type SearchInput, type SearchOutput, searchInput, searchOutput } from "./schema.js";

/** Makes the tool. */
export function makeSearchTool(parts: Pick<ToolParts, "config" | "browser" | "log" | "environment">): MadeTool {
  const worker = lazily<SearchInput, SearchOutput>(async () => (await import("./run.js")).makeSearch(parts));
  const tool = defineTool({
    name: "webSearchTool",
    title: "Search the web",
    description:
      "Performs a web search using a designated search engine based on a query. Returns a list of search results including titles, URLs, and descriptive snippets.",
    effect: "reads",
    openWorld: true,
    inputSchema: searchInput,
    outputSchema: searchOutput,
    example: { query: "model context protocol specification", numResults: 5 },
    handler: (input, { signal }) => worker.run(input, signal),
  });
  return { tool, close: worker.close };
}
