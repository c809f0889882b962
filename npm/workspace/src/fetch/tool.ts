// `documentFetchingParsingTool`: fetches a document of the web and gives its text.

import { defineTool } from "../define.js";
import { lazily } from "../lazily.js";
import type { Resolver } from "../net/guard.js";
import type { MadeTool, ToolParts } from "../parts.js";
import { type FetchInput, type FetchOutput, fetchInput, fetchOutput } from "./schema.js";

/** Makes the tool. `resolve` stands in for the system's resolver in tests. */
export function makeFetchTool(parts: Pick<ToolParts, "config" | "browser" | "log">, resolve?: Resolver): MadeTool {
  const worker = lazily<FetchInput, FetchOutput>(async () => (await import("./run.js")).makeFetch(parts, resolve));
  const tool = defineTool({
    name: "documentFetchingParsingTool",
    title: "Fetch a document",
    description:
      "Fetches content from a provided URL and parses it into a clean textual format: web pages, PDF, DOCX, Markdown, plain text, JSON, XML and feeds. A page that is empty without its scripts is read in a browser, if there is one.",
    effect: "reads",
    openWorld: true,
    inputSchema: fetchInput,
    outputSchema: fetchOutput,
    example: { url: "https://example.org/guide.html" },
    handler: (input, { signal }) => worker.run(input, signal),
  });
  return { tool, close: worker.close };
}
