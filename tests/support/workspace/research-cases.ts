/** Calls of the tools that search, fetch and look up. */

import { expect } from "vitest";
import type { Case, Cases, Default } from "./case.ts";
import { RESULTS } from "./site.ts";

/** The manual: a task, a mode, a tool, values, a block that cannot be read, and an id that two places define. */
export const MANUAL: Readonly<Record<string, string>> = {
  "docs/udm/05-Roadmap.md": `# Roadmap

## TASK-1: Begin

\`\`\`yaml
task_id: TASK-1
status: open
\`\`\`

The zebras come first.

## Broken

\`\`\`yaml
task_id: TASK-2
status: [open
\`\`\`

## DUP-1: here
`,
  "docs/udm/06-Configuration.md": `# Configuration

\`\`\`yaml
server:
  port: 8080
\`\`\`

# Modes

\`\`\`yaml
modes:
  - slug: architect
    name: Architect
\`\`\`

# Tools

## Tool 5: \`udmQueryTool\`

\`\`\`json
{ "tool_name": "udmQueryTool", "version": 2 }
\`\`\`

# DUP-1: there
`,
};

const query = (query_type: string, udm_path_or_id: string, status: string, answer: Case["answer"] = {}): Case => ({
  args: { query_type, udm_path_or_id },
  status,
  answer,
});

const MANUAL_CASES: readonly Case[] = [
  query("get_section_content", "/docs/udm/06-Configuration.md#modes", "SUCCESS", {
    retrievedContent: expect.stringMatching(/^# Modes\n/),
    matchedBy: "path",
    source: { path: "docs/udm/06-Configuration.md#modes", line: 8 },
  }),
  query("get_section_content", "docs/udm/none.md", "ERROR_PATH_NOT_FOUND"),
  query("get_section_content", "docs/udm/05-Roadmap.md#none", "ERROR_PATH_NOT_FOUND"),
  query("get_task_definition", "TASK-1", "SUCCESS", {
    retrievedContent: { task_id: "TASK-1", status: "open" },
    matchedBy: "id",
  }),
  {
    ...query("get_task_definition", "TASK-1", "SUCCESS", { retrievedContent: { status: "open" } }),
    args: { query_type: "get_task_definition", udm_path_or_id: "TASK-1", specific_keys: ["status"] },
  },
  query("get_task_definition", "TASK-2", "ERROR_PARSING_UDM_SECTION"),
  query("get_task_definition", "TASK-3", "ERROR_ID_NOT_FOUND"),
  query("get_mode_definition", "architect", "SUCCESS", { retrievedContent: { slug: "architect", name: "Architect" } }),
  query("get_mode_definition", "udmQueryTool", "ERROR_ID_NOT_FOUND"),
  query("get_tool_definition", "udmQueryTool", "SUCCESS", {
    retrievedContent: { tool_name: "udmQueryTool", version: 2 },
  }),
  query("get_config_value", "server.port", "SUCCESS", { retrievedContent: 8080, matchedBy: "key" }),
  query("get_config_value", "server.host", "ERROR_ID_NOT_FOUND"),
  query("find_by_id", "TASK-1", "SUCCESS", { matchedBy: "id" }),
  query("find_by_id", "Configuration", "SUCCESS", { matchedBy: "heading" }),
  query("find_by_id", "zebras", "SUCCESS", { matchedBy: "text" }),
  query("find_by_id", "DUP-1", "ERROR_AMBIGUOUS_QUERY", {
    candidates: expect.arrayContaining([
      expect.objectContaining({ path: "docs/udm/05-Roadmap.md#dup-1-here" }),
      expect.objectContaining({ path: "docs/udm/06-Configuration.md#dup-1-there" }),
    ]),
  }),
  query("find_by_id", "nowhere at all", "ERROR_ID_NOT_FOUND", { retrievedContent: null }),
];

/** The calls of these tools. @param site - the address of the server of `site.ts` */
export function researchCases(site: string): Cases {
  const fetched = (path: string, more: object, status: string, answer: Case["answer"] = {}): Case => ({
    args: { url: path.startsWith("http") ? path : `${site}${path}`, ...more },
    status,
    answer,
  });
  const docs = (args: object, status: string, answer: Case["answer"] = {}): Case => ({
    args: { action: "get_library_docs", ...args },
    status,
    answer,
  });
  const resolve = (args: object, status: string, answer: Case["answer"] = {}): Case => ({
    args: { action: "resolve_library_id", ...args },
    status,
    answer,
  });
  return {
    webSearchTool: [
      {
        args: { query: "zebras", numResults: 2 },
        status: "SUCCESS",
        answer: {
          searchQueryExecuted: "zebras",
          results: [
            { title: "Result 1", link: "http://zebras.example/1", snippet: "All about zebra 1" },
            { title: "Result 2", link: "http://zebras.example/2", snippet: "All about zebra 2" },
          ],
        },
      },
      { args: { query: "nothing" }, status: "SUCCESS", answer: { results: [] } },
      {
        args: { query: "zebras", numResults: 60 },
        status: "SUCCESS",
        answer: { notice: expect.stringContaining("search.maxResults"), results: { length: RESULTS } },
      },
      { args: { query: "refused" }, status: "ERROR_FAILED", answer: { results: [] } },
    ],
    documentFetchingParsingTool: [
      fetched("/guide", { documentTypeHint: "auto", render: "never" }, "SUCCESS", {
        contentTypeDetected: "text/html",
        title: "Guide",
        cleanedTextContent: expect.stringContaining("All about zebras"),
      }),
      fetched("/guide", { documentTypeHint: "txt" }, "SUCCESS", {
        cleanedTextContent: expect.stringContaining("<p>All about zebras"),
      }),
      fetched("/mistyped", { documentTypeHint: "html" }, "SUCCESS", { title: "Guide" }),
      fetched("/manual.pdf", { documentTypeHint: "pdf" }, "SUCCESS", { cleanedTextContent: "Zebras in print" }),
      fetched("/notes.txt", {}, "SUCCESS", { cleanedTextContent: expect.stringContaining("in <b>plain</b> words.") }),
      fetched("/app", { render: "auto" }, "SUCCESS", {
        cleanedTextContent: expect.stringContaining("Written by a script"),
        metadata: { rendered: true },
      }),
      fetched("/guide", { render: "always" }, "SUCCESS", { metadata: { rendered: true } }),
      fetched("/notes.txt", { maxLengthBytes: 6 }, "PARTIAL_SUCCESS", { cleanedTextContent: "Zebras" }),
      fetched("/empty", {}, "PARTIAL_SUCCESS", { cleanedTextContent: null }),
      fetched("/none", {}, "ERROR_FETCH", { cleanedTextContent: null }),
      fetched("http://169.254.169.254/", {}, "ERROR_FETCH"),
      fetched("/damaged.pdf", {}, "ERROR_PARSE"),
      fetched("/manual.pdf", { maxLengthBytes: 100 }, "ERROR_TOO_LARGE"),
      fetched("/picture", {}, "ERROR_UNSUPPORTED_TYPE", { contentTypeDetected: "image/png" }),
    ],
    context7DocumentationTool: [
      resolve({ libraryName: "Next.js" }, "SUCCESS", {
        resolvedLibraryID: "/vercel/next.js",
        retrievedDocumentation: null,
      }),
      resolve({ libraryName: "Unheard" }, "ERROR_LIBRARY_NOT_FOUND"),
      resolve({ libraryName: "Broken" }, "ERROR_MCP_CONNECTION"),
      resolve({}, "ERROR_INVALID_INPUT"),
      docs({ context7CompatibleLibraryID: "/vercel/next.js", topic: "routing", maxTokens: 100 }, "SUCCESS", {
        documentationTopic: "routing",
        truncated: true,
        retrievedDocumentation: expect.stringMatching(/^### Routing/),
      }),
      docs({ context7CompatibleLibraryID: "/vercel/unwritten" }, "ERROR_DOCS_NOT_FOUND"),
      docs({ context7CompatibleLibraryID: "/no/library" }, "ERROR_LIBRARY_NOT_FOUND"),
      docs({}, "ERROR_INVALID_INPUT"),
    ],
    udmQueryTool: MANUAL_CASES,
  };
}

/** The defaults of these tools and of the file tool. */
export function defaults(site: string): readonly Default[] {
  const fetch = "documentFetchingParsingTool";
  const files = "fileSystemAccessTool";
  const docs = { action: "get_library_docs", context7CompatibleLibraryID: "/vercel/next.js" };
  const list = { action: "listFiles", filePath: "work" };
  return [
    {
      tool: files,
      argument: "encoding",
      value: "utf8",
      other: "base64",
      args: { action: "readFile", filePath: "work/a.txt" },
    },
    { tool: files, argument: "recursive", value: false, other: true, args: { ...list, maxDepth: 2 } },
    { tool: files, argument: "maxDepth", value: 1, other: 2, args: { ...list, recursive: true } },
    { tool: "webSearchTool", argument: "numResults", value: 5, other: 4, args: { query: "zebras" } },
    { tool: fetch, argument: "documentTypeHint", value: "auto", other: "txt", args: { url: `${site}/guide` } },
    {
      tool: fetch,
      argument: "maxLengthBytes",
      value: 1_000_000,
      other: 2_000_000,
      args: { url: `${site}/long.txt` },
    },
    { tool: fetch, argument: "render", value: "auto", other: "never", args: { url: `${site}/app` } },
    { tool: "context7DocumentationTool", argument: "maxTokens", value: 10_000, other: 9_000, args: docs },
  ];
}
