// The tool with the real server, whose service is a server of this test on the loopback, and with an older server.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WorkspaceConfig } from "../../src/config.ts";
import { workspaceConfig } from "../../src/config.ts";
import { makeContext7Tool } from "../../src/context7/tool.ts";
import type { MadeTool } from "../../src/parts.ts";

const REAL = fileURLToPath(import.meta.resolve("@upstash/context7-mcp/package.json")).replace(
  "package.json",
  "dist/index.js",
);
const OLD = path.join(import.meta.dirname, "old-server.mjs");
const KEY = "ctx7sk-secret-of-this-test";

interface Answer {
  status: string;
  resolvedLibraryID?: string;
  retrievedDocumentation: string | null;
  libraries?: { id: string }[];
  truncated?: boolean;
  errorDetails: string | null;
}

let service: Server;
let address: string;
let reply: (request: IncomingMessage, response: ServerResponse) => void;
let made: MadeTool;
let logged: string[];

function make(context7: WorkspaceConfig["context7"]): void {
  made = makeContext7Tool({
    config: workspaceConfig.parse({ context7 }),
    folder: import.meta.dirname,
    environment: { CONTEXT7_API_KEY: KEY },
    log: ({ text }) => logged.push(text),
  });
}

async function ask(args: Record<string, unknown>, signal?: AbortSignal): Promise<Answer> {
  const answer = await made.tool.call(args, signal === undefined ? {} : { signal });
  expect(made.tool.outputSchema.parse(answer)).toEqual(answer);
  expect(answer["actionPerformed"]).toBe(args["action"]);
  expect(answer["errorDetails"] === null).toBe(answer["status"] === "SUCCESS");
  // The key is in no answer and no line of the log.
  expect(JSON.stringify([answer, logged])).not.toContain(KEY);
  return answer as unknown as Answer;
}

const resolve = (libraryName: string, more: object = {}) => ask({ action: "resolve_library_id", libraryName, ...more });
const docs = (id: string, more: object = {}) =>
  ask({ action: "get_library_docs", context7CompatibleLibraryID: id, ...more });

beforeAll(async () => {
  service = createServer((request, response) => reply(request, response)).listen(0, "127.0.0.1");
  await new Promise((ready) => service.once("listening", ready));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
beforeEach(() => {
  logged = [];
});
afterEach(() => made.close?.());
afterAll(() => void service.close());

describe("@upstash/context7-mcp", { timeout: 60_000 }, () => {
  const real = (url: string): WorkspaceConfig["context7"] => ({
    server: { command: process.execPath, args: [REAL], env: { CONTEXT7_API_URL: url } },
    timeoutMs: 40_000,
  });

  test("resolves names, fetches documentation, and says what there is not", async () => {
    const seen: { url: URL; key: string | undefined }[] = [];
    let status = 200;
    let body: unknown = {
      results: [
        { id: "/other/react-like", title: "React-like", description: "d", totalSnippets: 3, trustScore: 9 },
        { id: "/facebook/react", title: "React", description: "A library", totalSnippets: 9, trustScore: 9 },
      ],
    };
    reply = (request, response) => {
      seen.push({ url: new URL(request.url ?? "", address), key: request.headers.authorization });
      response.writeHead(status, { "content-type": typeof body === "string" ? "text/plain" : "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    make(real(address));

    const found = await resolve("react");
    expect(found).toMatchObject({
      status: "SUCCESS",
      resolvedLibraryID: "/facebook/react",
      retrievedDocumentation: null,
    });
    expect(found.libraries?.map(({ id }) => id)).toEqual(["/other/react-like", "/facebook/react"]);
    expect(seen[0]?.url.searchParams.get("libraryName")).toBe("react");
    expect(seen[0]?.key).toBe(`Bearer ${KEY}`);

    // The server offers something else for a name that it does not have.
    const other = await resolve("kubernetes");
    expect(other).toMatchObject({ status: "ERROR_LIBRARY_NOT_FOUND" });
    expect(other.libraries).toHaveLength(2);

    body = { results: [] };
    expect((await resolve("nothing at all")).status).toBe("ERROR_LIBRARY_NOT_FOUND");

    body = `### Routing\n\nSource: x\n\n${"Some documentation.\n\n".repeat(4_000)}`;
    const some = await docs("/facebook/react", { topic: "hooks", maxTokens: 100 });
    expect(some).toMatchObject({ status: "SUCCESS", truncated: true, documentationTopic: "hooks" });
    expect(some.retrievedDocumentation?.length).toBeLessThanOrEqual(400);
    expect(some.retrievedDocumentation).toMatch(/^### Routing/);
    expect(seen.at(-1)?.url.searchParams.get("query")).toBe("hooks");
    const whole = await docs("/facebook/react", { maxTokens: 50_000 });
    expect(whole).toMatchObject({ status: "SUCCESS", truncated: false, retrievedDocumentation: body });

    body = "";
    expect((await docs("/facebook/react")).status).toBe("ERROR_DOCS_NOT_FOUND");
    [status, body] = [404, {}];
    expect((await docs("/no/library")).status).toBe("ERROR_LIBRARY_NOT_FOUND");
    for (const [code, said] of [
      [429, "quota"],
      [401, "API key"],
      [500, "status 500"],
    ] as const) {
      status = code;
      for (const answer of [await docs("/facebook/react"), await resolve("react")]) {
        expect([code, answer.status]).toEqual([code, "ERROR_MCP_CONNECTION"]);
        expect(answer.errorDetails).toContain(said);
      }
    }
    // A message that repeats the key.
    [status, body] = [500, { message: `The key ${KEY} is wrong` }];
    expect((await docs("/facebook/react")).errorDetails).toContain("[key]");
  });

  test("without network says that there is no connection", async () => {
    // A port at which nothing listens.
    make(real("http://127.0.0.1:9"));
    for (const answer of [await resolve("react"), await docs("/facebook/react")]) {
      expect(answer.status).toBe("ERROR_MCP_CONNECTION");
      expect(answer.errorDetails).toContain("could not answer");
    }
  });

  test("whose service does not answer ends at the deadline", async () => {
    reply = () => undefined;
    make({ ...real(address), timeoutMs: 6_000 });
    const began = performance.now();
    expect((await resolve("react")).status).toBe("ERROR_MCP_CONNECTION");
    expect(performance.now() - began).toBeLessThan(8_000);
  });
});

describe("an older server", { timeout: 60_000 }, () => {
  const old = (timeoutMs = 30_000): WorkspaceConfig["context7"] => ({
    server: { command: process.execPath, args: [OLD] },
    timeoutMs,
  });

  test("is asked by its own tool names, and its documentation is cut here too", async () => {
    make(old());
    expect(await resolve("vue")).toMatchObject({ status: "SUCCESS", resolvedLibraryID: "/old/vue" });
    expect((await resolve("none")).status).toBe("ERROR_LIBRARY_NOT_FOUND");
    const answer = await docs("/old/vue", { topic: "slots", maxTokens: 1_000 });
    expect(answer).toMatchObject({ status: "SUCCESS", truncated: true });
    expect(answer.retrievedDocumentation).toContain(
      '{"context7CompatibleLibraryID":"/old/vue","topic":"slots","tokens":1000}',
    );
    expect(Buffer.byteLength(answer.retrievedDocumentation ?? "")).toBeLessThanOrEqual(4_000);
    expect(Buffer.byteLength((await docs("/old/vue")).retrievedDocumentation ?? "")).toBeLessThanOrEqual(40_000);
  });

  test("that ends in a call is started again, and ends with close", async () => {
    make(old());
    const pid = async (): Promise<number> => Number((await resolve("pid")).resolvedLibraryID?.split("/").at(-1));
    const first = await pid();
    expect((await resolve("crash")).status).toBe("ERROR_MCP_CONNECTION");
    const second = await pid();
    expect(second).not.toBe(first);
    process.kill(second, "SIGKILL");
    await sleep(200);
    const third = await pid();
    expect(third).not.toBe(second);
    await made.close?.();
    expect(() => process.kill(third, 0)).toThrow();
    expect((await resolve("pid")).status).toBe("ERROR_MCP_CONNECTION");
  });

  test("that hangs is given up at the deadline, and when the caller cancels", async () => {
    make(old(8_000));
    await resolve("vue");
    expect((await resolve("hang")).errorDetails).toContain("8 s");
    const calling = new AbortController();
    const call = ask({ action: "resolve_library_id", libraryName: "hang" }, calling.signal);
    setTimeout(() => calling.abort(new Error("cancelled")), 300);
    await expect(call).rejects.toThrow("cancelled");
  });
});

describe("what is no Context7 server", { timeout: 30_000 }, () => {
  test.each<[string, WorkspaceConfig["context7"], string]>([
    ["a command that does not exist", { server: { command: "no-such-command-at-all" } }, "ENOENT"],
    [
      "a command that ends",
      { server: { command: process.execPath, args: ["-e", "process.exit(3)"] } },
      "Context7 server",
    ],
    ["an address where nothing is", { server: { url: "http://127.0.0.1:9/mcp" } }, "context7.server"],
    [
      "a program that says nothing",
      { server: { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] }, timeoutMs: 1_500 },
      "context7.timeoutMs",
    ],
  ])("%s", async (_, config, said) => {
    make(config);
    const { status, errorDetails } = await resolve("react");
    expect(status).toBe("ERROR_MCP_CONNECTION");
    expect(errorDetails).toContain(said);
  });
});

test("input that an action needs is asked for, without a server", async () => {
  make({ server: { command: "no-such-command-at-all" } });
  expect((await ask({ action: "resolve_library_id" })).status).toBe("ERROR_INVALID_INPUT");
  expect((await ask({ action: "get_library_docs" })).status).toBe("ERROR_INVALID_INPUT");
  expect((await docs("react")).status).toBe("ERROR_INVALID_INPUT");
  expect((await docs("/only")).status).toBe("ERROR_INVALID_INPUT");
  await expect(ask({ action: "resolve_library_id", libraryName: "x", maxTokens: 0 })).rejects.toThrow();
});
