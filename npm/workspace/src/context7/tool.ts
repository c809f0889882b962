// context7DocumentationTool.

import type { CallToolResult } from "@modelcontextprotocol/client";
import * as z from "zod";
import { DeadlinePassed, withDeadline } from "../deadline.js";
import { defineTool } from "../define.js";
import { FileFault } from "../files/fault.js";
import { quoted } from "../files/quote.js";
import { FileServer } from "../files/server.js";
import type { MadeTool, ToolParts } from "../parts.js";
import { bestLibrary, cutToTokens, readDocs, readLibraries } from "./replies.js";

const NAME = "context7DocumentationTool";
const KEY = "CONTEXT7_API_KEY";
/** Variables of the environment that a started server needs to reach the network. */
const NETWORK = [
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "NO_PROXY",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
];
/** The longest message that is taken from the server, in bytes. */
const MOST_BYTES = 16 << 20;
/** What is asked for without a topic: the present server needs a question. */
const OVERVIEW = "overview, getting started and main concepts";

const ID = /^\/[^/\s]+\/[^/\s]+(?:\/[^/\s]+)?$/;
const actions = z.enum(["resolve_library_id", "get_library_docs"]);

const inputSchema = z.strictObject({
  action: actions.describe("Action: resolve library name to ID, or get documentation for a known ID."),
  libraryName: z
    .string()
    .max(500)
    .optional()
    .describe("Common name of the library (e.g., 'Next.js'). Required for 'resolve_library_id'."),
  context7CompatibleLibraryID: z
    .string()
    .max(500)
    .optional()
    .describe("Exact Context7 ID (e.g., '/vercel/next.js'). Required for 'get_library_docs'."),
  topic: z.string().max(2_000).optional().describe("Optional. Focus docs on a specific topic (e.g., 'routing')."),
  maxTokens: z
    .number()
    .int()
    .positive()
    .optional()
    .default(10_000)
    .describe("Optional. Max tokens for returned docs. Default: 10000. Server may have own minimums."),
});

const outputSchema = z.object({
  actionPerformed: actions,
  status: z
    .enum(["SUCCESS", "ERROR_MCP_CONNECTION", "ERROR_LIBRARY_NOT_FOUND", "ERROR_DOCS_NOT_FOUND", "ERROR_INVALID_INPUT"])
    .describe("Status of the Context7 MCP interaction."),
  libraryNameQueried: z.string().optional(),
  resolvedLibraryID: z
    .string()
    .optional()
    .describe("Context7 ID found, if action was 'resolve_library_id' and SUCCESS."),
  context7LibraryIDQueried: z.string().optional(),
  documentationTopic: z.string().optional(),
  retrievedDocumentation: z
    .string()
    .nullable()
    .describe("Fetched documentation content (e.g., Markdown). Null if no docs or error."),
  truncated: z.boolean().optional().describe("Whether the documentation was cut to maxTokens."),
  libraries: z
    .array(z.object({ id: z.string(), title: z.string(), description: z.string().optional() }))
    .optional()
    .describe("The libraries that the server offers for the name, best first."),
  errorDetails: z.string().nullable().describe("Error details. Null if no error."),
});

type Input = z.output<typeof inputSchema>;
type Answer = z.input<typeof outputSchema>;
type Failure = Exclude<Answer["status"], "SUCCESS">;

/** Makes the tool. The first call connects to the server. */
export function makeContext7Tool({
  config: { context7 },
  folder,
  environment,
  log,
}: Pick<ToolParts, "config" | "folder" | "environment" | "log">): MadeTool {
  const key = environment[KEY];
  // The key is never shown, also not by a server that repeats it.
  const hidden = (text: string): string => (key === undefined || key === "" ? text : text.replaceAll(key, "[key]"));
  const tell = (text: string): void => log({ tool: NAME, text: hidden(text) });
  const server = new FileServer({
    config:
      "url" in context7.server
        ? { url: context7.server.url, ...(key === undefined || key === "" ? {} : { tokenVariable: KEY }) }
        : { ...context7.server, env: { ...handedOn(environment), ...context7.server.env } },
    folder,
    environment,
    maxMessage: MOST_BYTES,
    timeoutMs: context7.timeoutMs,
    tell,
    words: { server: "Context7 server", setting: "context7.server", timeout: "context7.timeoutMs" },
  });

  /** The answer of the first of some tools that the server has. */
  async function ask(calls: readonly [string, Record<string, unknown>][], signal: AbortSignal): Promise<string> {
    const tools = await server.tools(signal);
    const [name, args] = calls.find(([tool]) => tools.has(tool)) ?? [];
    if (name === undefined) throw new NoTool(calls.map(([tool]) => tool));
    const result = await server.call(name, args ?? {}, signal);
    const text = hidden(textOf(result));
    if (result.isError === true) throw new Refused(text);
    return text;
  }

  async function resolve(name: string, { topic }: Input, signal: AbortSignal): Promise<Answer> {
    const text = await ask([["resolve-library-id", { libraryName: name, query: topic ?? name }]], signal);
    const base = { actionPerformed: "resolve_library_id" as const, libraryNameQueried: name };
    const reply = readLibraries(text);
    if ("failed" in reply) throw new Refused(reply.failed);
    if ("missing" in reply) {
      return failed(
        base,
        "ERROR_LIBRARY_NOT_FOUND",
        `Context7 knows no library ${quoted(name)}. Try its full or official name`,
      );
    }
    const best = bestLibrary(reply.found, name);
    if (best === undefined) {
      const details = `Context7 knows no library ${quoted(name)}. If one of \`libraries\` is meant, use its id`;
      return { ...failed(base, "ERROR_LIBRARY_NOT_FOUND", details), libraries: reply.found };
    }
    return {
      ...base,
      status: "SUCCESS",
      resolvedLibraryID: best.id,
      libraries: reply.found,
      retrievedDocumentation: null,
      errorDetails: null,
    };
  }

  async function docs(id: string, { topic, maxTokens }: Input, signal: AbortSignal): Promise<Answer> {
    const tokens = Math.min(maxTokens, context7.maxTokens);
    const text = await ask(
      [
        ["query-docs", { libraryId: id, query: topic ?? OVERVIEW }],
        // The server of before version 2.
        ["get-library-docs", { context7CompatibleLibraryID: id, tokens, ...(topic === undefined ? {} : { topic }) }],
      ],
      signal,
    );
    const base = {
      actionPerformed: "get_library_docs" as const,
      context7LibraryIDQueried: id,
      ...(topic === undefined ? {} : { documentationTopic: topic }),
    };
    const reply = readDocs(text);
    if ("failed" in reply) throw new Refused(reply.failed);
    if ("missing" in reply) {
      return reply.missing === "library"
        ? failed(
            base,
            "ERROR_LIBRARY_NOT_FOUND",
            `Context7 has no library ${quoted(id)}. Get its id with resolve_library_id`,
          )
        : failed(
            base,
            "ERROR_DOCS_NOT_FOUND",
            `Context7 has no documentation of ${quoted(id)}${topic === undefined ? "" : " on this topic: try another topic or none"}`,
          );
    }
    const cut = cutToTokens(reply.found, tokens);
    return {
      ...base,
      status: "SUCCESS",
      retrievedDocumentation: cut.text,
      truncated: cut.truncated,
      errorDetails: null,
    };
  }

  const tool = defineTool({
    name: NAME,
    title: "Library documentation",
    description:
      "Queries a Context7 MCP Server to find Context7-compatible IDs for given library names and then fetches documentation for those libraries. Can optionally focus on specific topics and request max tokens.",
    effect: "reads",
    openWorld: true,
    inputSchema,
    outputSchema,
    example: { action: "get_library_docs", context7CompatibleLibraryID: "/vercel/next.js", topic: "routing" },
    handler: async (input, { signal }) => {
      const { action } = input;
      const name = input.libraryName?.trim() ?? "";
      const id = input.context7CompatibleLibraryID?.trim() ?? "";
      const base = {
        actionPerformed: action,
        ...(name === "" ? {} : { libraryNameQueried: name }),
        ...(id === "" ? {} : { context7LibraryIDQueried: id }),
        ...(input.topic === undefined ? {} : { documentationTopic: input.topic }),
      };
      if (action === "resolve_library_id" && name === "") {
        return failed(
          base,
          "ERROR_INVALID_INPUT",
          "libraryName is missing, which resolve_library_id needs: give the library's name",
        );
      }
      if (action === "get_library_docs" && !ID.test(id)) {
        const what = id === "" ? "context7CompatibleLibraryID is missing" : `${quoted(id)} is no Context7 ID`;
        return failed(
          base,
          "ERROR_INVALID_INPUT",
          `${what}: give one such as /vercel/next.js or /vercel/next.js/v14.3.0, from resolve_library_id`,
        );
      }
      try {
        const answer = await withDeadline(context7.timeoutMs, signal, (until) =>
          action === "resolve_library_id" ? resolve(name, input, until) : docs(id, input, until),
        );
        tell(`${action} ${quoted(name || id)}: ${answer.status}`);
        return answer;
      } catch (error) {
        const details = reasonOf(error, context7.timeoutMs);
        if (details === undefined) throw error;
        tell(`${action} ${quoted(name || id)}: ERROR_MCP_CONNECTION`);
        return failed(base, "ERROR_MCP_CONNECTION", details);
      }
    },
  });
  return { tool, close: () => server.close() };
}

/** The server has none of some tools. */
class NoTool extends Error {
  constructor(readonly names: readonly string[]) {
    super();
  }
}

/** The server answered something that is neither what was asked for nor that there is none. */
class Refused extends Error {
  constructor(readonly said: string) {
    super();
  }
}

/** Why there is no answer, in words; undefined for what is no failure of the server. */
function reasonOf(error: unknown, timeoutMs: number): string | undefined {
  if (error instanceof FileFault) return error.message.replace(/\.$/, "");
  if (error instanceof DeadlinePassed)
    return `The Context7 server did not answer within ${timeoutMs / 1000} s (\`context7.timeoutMs\`)`;
  if (error instanceof NoTool) {
    return `The server has no tool ${error.names.join(" or ")}. The operator checks that \`context7.server\` names a Context7 server`;
  }
  if (error instanceof Refused) {
    return `The Context7 server could not answer. It said ${quoted(error.said.trim(), 500)}. Call again later; if it persists, the operator checks its network and ${KEY}`;
  }
  return undefined;
}

function failed<B extends { actionPerformed: Answer["actionPerformed"] }>(base: B, status: Failure, why: string) {
  return { ...base, status, retrievedDocumentation: null, errorDetails: `${why}.` };
}

function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function handedOn(environment: ToolParts["environment"]): Record<string, string> {
  return Object.fromEntries(
    [...NETWORK, KEY].flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
