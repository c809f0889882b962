/** The workspace tools: schemas of their specification, answers and failures, by a real MCP client over stdio. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serverEntry } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";

/** The arguments of each tool as its specification has them, with `!` for required ones, and its statuses. */
const SPECIFIED: Record<
  string,
  { input: string[]; defaults: Record<string, unknown>; output: string[]; status: string[] }
> = {
  fileSystemAccessTool: {
    input: ["action!", "filePath!", "content", "encoding", "recursive", "maxDepth"],
    defaults: { encoding: "utf8", recursive: false, maxDepth: 1 },
    output: [
      "actionPerformed!",
      "filePathTargeted!",
      "status!",
      "fileExists",
      "fileContent",
      "directoryContents",
      "errorDetails!",
    ],
    status: [
      "SUCCESS",
      "ERROR_PATH_NOT_FOUND",
      "ERROR_PERMISSION_DENIED",
      "ERROR_INVALID_PATH",
      "ERROR_WRITE_FAILED",
      "ERROR_READ_FAILED",
      "ERROR_MCP_SERVER_UNAVAILABLE",
      "ERROR_UNKNOWN",
    ],
  },
  documentFetchingParsingTool: {
    input: ["url!", "documentTypeHint", "maxLengthBytes"],
    defaults: { documentTypeHint: "auto", maxLengthBytes: 1_000_000 },
    output: [
      "fetchedUrl!",
      "status!",
      "contentTypeDetected",
      "title",
      "cleanedTextContent!",
      "metadata!",
      "errorDetails!",
    ],
    status: ["SUCCESS", "PARTIAL_SUCCESS", "ERROR_FETCH", "ERROR_PARSE", "ERROR_TOO_LARGE", "ERROR_UNSUPPORTED_TYPE"],
  },
  webSearchTool: {
    input: ["query!", "numResults"],
    defaults: { numResults: 5 },
    output: ["searchQueryExecuted!", "results!", "errorDetails!"],
    status: [],
  },
  context7DocumentationTool: {
    input: ["action!", "libraryName", "context7CompatibleLibraryID", "topic", "maxTokens"],
    defaults: { maxTokens: 10_000 },
    output: [
      "actionPerformed!",
      "status!",
      "libraryNameQueried",
      "resolvedLibraryID",
      "context7LibraryIDQueried",
      "documentationTopic",
      "retrievedDocumentation!",
      "errorDetails!",
    ],
    status: [
      "SUCCESS",
      "ERROR_MCP_CONNECTION",
      "ERROR_LIBRARY_NOT_FOUND",
      "ERROR_DOCS_NOT_FOUND",
      "ERROR_INVALID_INPUT",
    ],
  },
  udmQueryTool: {
    input: ["query_type!", "udm_path_or_id!"],
    defaults: {},
    output: ["queryPerformed!", "status!", "retrievedContent!", "errorDetails!"],
    status: [
      "SUCCESS",
      "ERROR_PATH_NOT_FOUND",
      "ERROR_ID_NOT_FOUND",
      "ERROR_PARSING_UDM_SECTION",
      "ERROR_AMBIGUOUS_QUERY",
    ],
  },
  markdownParserEditorTool: {
    input: ["markdownContent", "action!", "sectionHeader", "newSectionContent"],
    defaults: {},
    output: ["modifiedMarkdownContent!", "status!", "errorDetails!"],
    status: ["SUCCESS", "ERROR_SECTION_NOT_FOUND", "ERROR_PARSING", "ERROR_SERIALIZING"],
  },
  yamlJsonParserEditorTool: {
    input: ["textContent", "format", "action!", "keyPath", "newValue"],
    defaults: {},
    output: ["modifiedTextContent!", "status!", "errorDetails!"],
    status: ["SUCCESS", "ERROR_KEY_NOT_FOUND", "ERROR_PARSING", "ERROR_SERIALIZING"],
  },
};

const MANUAL =
  '# Roadmap\n\n## TASK-1: Begin\n\n```yaml\ntask_id: TASK-1\nstatus: open\n```\n\nSay "hi\u202e" to it.\n\n## Other\n';
const CONTEXT7 = fileURLToPath(import.meta.resolve("@upstash/context7-mcp/package.json")).replace(
  "package.json",
  "dist/index.js",
);

interface Listed {
  name: string;
  inputSchema: Schema;
  outputSchema: Schema;
}
interface Schema {
  type: string;
  properties: Record<string, { default?: unknown; enum?: string[] }>;
  required?: string[];
  additionalProperties?: boolean;
}

describe("the workspace tools", () => {
  let site: Server;
  let address: string;
  let project: string;
  let pilot: Pilot;
  let listed: Map<string, Listed>;
  const validator = new AjvJsonSchemaValidator();

  beforeAll(async () => {
    site = createServer((request, response) => {
      const url = new URL(request.url ?? "", address);
      const json = (value: unknown) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify(value));
      if (url.pathname === "/doc")
        response
          .setHeader("content-type", "text/html")
          .end(`<title>Guide</title><article><h1>Guide</h1><p>${"All about zebras. ".repeat(30)}</p></article>`);
      else if (url.pathname === "/search") {
        const query = url.searchParams.get("q");
        if (query === "broken") response.writeHead(403).end();
        else json({ query, results: [{ title: "Guide", url: `${address}/doc`, content: "All about zebras" }] });
      } else if (url.pathname === "/v2/libs/search")
        json({ results: [{ id: "/vercel/next.js", title: "Next.js", description: "d" }] });
      else response.writeHead(404).end();
    });
    await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    project = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-workspace-")));
    mkdirSync(path.join(project, "docs/udm"), { recursive: true });
    writeFileSync(path.join(project, "docs/udm/05.md"), MANUAL);
    writeFileSync(path.join(project, "settings.yaml"), "server:\n  port: 8080 # public\n");
    const config = path.join(project, "uipilot.config.json");
    const workspace = {
      search: { provider: "searxng", searxng: { url: address } },
      fetch: { allowPrivate: ["127.0.0.1"] },
      context7: { server: { command: process.execPath, args: [CONTEXT7], env: { CONTEXT7_API_URL: address } } },
    };
    writeFileSync(config, JSON.stringify({ workspace }));
    pilot = await Pilot.start({ bare: true, args: ["--tools", "workspace", "--config", config] });
    const { tools } = await pilot.client.listTools();
    listed = new Map((tools as unknown as Listed[]).map((tool) => [tool.name, tool]));
  });
  afterAll(async () => {
    await pilot.close();
    site.close();
    rmSync(project, { recursive: true, force: true });
  });

  /** Calls a tool, and checks its structured answer with the schema that the client got. */
  async function call(name: string, args: Record<string, unknown>) {
    const answer = await pilot.call(name, args);
    const { structuredContent } = answer.raw as { structuredContent?: Record<string, unknown> };
    const check = validator.getValidator(listed.get(name)?.outputSchema as never)(structuredContent);
    expect(check.valid, `${name}: ${check.errorMessage} ${JSON.stringify(structuredContent)}`).toBe(true);
    return { ...answer, structured: structuredContent as Record<string, unknown> };
  }

  async function fails(name: string, args: Record<string, unknown>, status: string) {
    const { isError, code, text, structured } = await call(name, args);
    expect([isError, code, structured["errorDetails"]], text).toEqual([true, status, expect.any(String)]);
    expect(text.startsWith(`[${status}] `)).toBe(true);
    return structured;
  }

  async function succeeds(name: string, args: Record<string, unknown>) {
    const { isError, structured, text } = await call(name, args);
    expect([isError, structured["errorDetails"]], text).toEqual([false, null]);
    // The text says the same, for clients that show only that.
    expect(JSON.parse(text)).toEqual(structured);
    return structured;
  }

  it("are listed with the schemas of their specification", () => {
    expect([...listed.keys()].sort()).toEqual(Object.keys(SPECIFIED).sort());
    for (const [name, { input, defaults, output, status }] of Object.entries(SPECIFIED)) {
      const { inputSchema, outputSchema } = listed.get(name) as Listed;
      for (const [schema, fields] of [
        [inputSchema, input],
        [outputSchema, output],
      ] as const) {
        const names = fields.map((field) => field.replace("!", ""));
        expect(Object.keys(schema.properties), name).toEqual(expect.arrayContaining(names));
        const required = fields.filter((field) => field.endsWith("!")).map((field) => field.slice(0, -1));
        // Further fields are optional.
        expect([...(schema.required ?? [])].sort(), name).toEqual(required.sort());
      }
      expect(inputSchema.additionalProperties, name).toBe(false);
      for (const [field, value] of Object.entries(defaults))
        expect(inputSchema.properties[field]?.default, `${name} ${field}`).toBe(value);
      if (status.length > 0)
        expect(outputSchema.properties["status"]?.enum, name).toEqual(expect.arrayContaining(status));
    }
  });

  it("refuse unknown and wrong arguments by name", async () => {
    for (const name of listed.keys()) {
      const answer = await pilot.call(name, { no_such_argument: 1 });
      expect([answer.isError, answer.code]).toEqual([true, "INVALID_INPUT"]);
      expect(answer.text).toContain('"no_such_argument" is not an argument');
    }
  });

  it("read and write files", async () => {
    await succeeds("fileSystemAccessTool", { action: "writeFile", filePath: "notes.md", content: "# Notes\n" });
    expect(readFileSync(path.join(project, "notes.md"), "utf8")).toBe("# Notes\n");
    expect(await succeeds("fileSystemAccessTool", { action: "readFile", filePath: "notes.md" })).toMatchObject({
      fileContent: "# Notes\n",
    });
    await fails("fileSystemAccessTool", { action: "readFile", filePath: "none.md" }, "ERROR_PATH_NOT_FOUND");
    await fails("fileSystemAccessTool", { action: "readFile", filePath: "../secret" }, "ERROR_INVALID_PATH");
  });

  it("search, and say why a search failed", async () => {
    expect(await succeeds("webSearchTool", { query: "zebras" })).toMatchObject({
      searchQueryExecuted: "zebras",
      results: [{ title: "Guide", link: `${address}/doc`, snippet: "All about zebras" }],
    });
    await fails("webSearchTool", { query: "broken" }, "ERROR_FAILED");
  });

  it("fetch documents", async () => {
    const { cleanedTextContent } = await succeeds("documentFetchingParsingTool", {
      url: `${address}/doc`,
      render: "never",
    });
    expect(cleanedTextContent).toContain("All about zebras.");
    await fails("documentFetchingParsingTool", { url: `${address}/none` }, "ERROR_FETCH");
    await fails("documentFetchingParsingTool", { url: "http://169.254.169.254/" }, "ERROR_FETCH");
  });

  it("find library documentation", async () => {
    const found = await succeeds("context7DocumentationTool", { action: "resolve_library_id", libraryName: "Next.js" });
    expect(found).toMatchObject({ resolvedLibraryID: "/vercel/next.js" });
    const id = { context7CompatibleLibraryID: "/vercel/next.js" };
    await fails("context7DocumentationTool", { action: "get_library_docs", ...id }, "ERROR_LIBRARY_NOT_FOUND");
    await fails("context7DocumentationTool", { action: "get_library_docs" }, "ERROR_INVALID_INPUT");
  });

  it("query the manual, and quote what it says", async () => {
    const query = { query_type: "get_task_definition", udm_path_or_id: "TASK-1" };
    expect(await succeeds("udmQueryTool", query)).toMatchObject({
      retrievedContent: { task_id: "TASK-1", status: "open" },
    });
    const { text } = await call("udmQueryTool", { ...query, query_type: "get_section_content" });
    expect(text).toContain('Say \\"hi\\u202e\\" to it.\\n');
    await fails("udmQueryTool", { ...query, udm_path_or_id: "TASK-2" }, "ERROR_ID_NOT_FOUND");
  });

  it("edit Markdown, YAML and JSON, also in files", async () => {
    const edit = { action: "replaceSection", sectionHeader: "Two", newSectionContent: "New." };
    const markdownContent = "# One\n\n## Two\n\nOld.\n\n## Three\n";
    const { modifiedMarkdownContent } = await succeeds("markdownParserEditorTool", { ...edit, markdownContent });
    expect(modifiedMarkdownContent).toMatch(/^# One\n\n## Two\n\nNew\.\n\n?## Three\n$/);
    await fails(
      "markdownParserEditorTool",
      { ...edit, markdownContent, sectionHeader: "Four" },
      "ERROR_SECTION_NOT_FOUND",
    );

    const change = { action: "modifyKeyValue", keyPath: "server.port", newValue: 9090 };
    await succeeds("yamlJsonParserEditorTool", { ...change, filePath: "settings.yaml" });
    expect(readFileSync(path.join(project, "settings.yaml"), "utf8")).toBe("server:\n  port: 9090 # public\n");
    const text = { textContent: "a: [", format: "yaml" };
    await fails("yamlJsonParserEditorTool", { ...change, ...text }, "ERROR_PARSING");
    await fails(
      "yamlJsonParserEditorTool",
      { ...change, textContent: "a: 1\n", format: "yaml", keyPath: "b.c" },
      "ERROR_KEY_NOT_FOUND",
    );
  });

  it("are edited and queried in one manual without delay", async () => {
    for (let round = 0; round < 5; round += 1) {
      const content = `# STEP-${round}\n\nRound ${round}.\n`;
      await succeeds("fileSystemAccessTool", { action: "writeFile", filePath: "docs/udm/steps.md", content });
      const query = { query_type: "find_by_id", udm_path_or_id: `STEP-${round}` };
      expect(await succeeds("udmQueryTool", query)).toMatchObject({ retrievedContent: content });
    }
  });
});

it("a wrong configuration ends the server, and names the file and the field", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "uipilot-workspace-"));
  const config = path.join(folder, "uipilot.config.json");
  writeFileSync(config, '{ "workspace": { "manual": { "folder": "docs" } } }');
  try {
    execFileSync(process.execPath, [serverEntry, "--tools", "workspace", "--config", config], { stdio: "pipe" });
    expect.unreachable("the server runs");
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer };
    expect(status).toBe(2);
    expect(stderr.toString()).toContain(JSON.stringify(config));
    expect(stderr.toString()).toContain('workspace.manual has no field "folder"');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
