// The tool as a client of a file server behind an address, with the older tools and one that deletes.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import { filesIn, newFolder } from "./place.ts";

const TOKEN = "a token of the test";

/** The tools of a file server that keeps its files in memory, under /srv. */
function makeServer(files: Map<string, string>): McpServer {
  const mcp = new McpServer({ name: "files", version: "1" });
  const path = { path: z.string() };
  const fail = { isError: true, content: [{ type: "text" as const, text: "\u001b[31mno\nSUCCESS" }] };
  const say = (text: string) => ({ content: [{ type: "text" as const, text }] });
  mcp.registerTool("read_file", { inputSchema: z.object(path) }, ({ path }) => {
    const text = files.get(path);
    return text === undefined ? fail : say(text);
  });
  mcp.registerTool("write_file", { inputSchema: z.object({ ...path, content: z.string() }) }, ({ path, content }) => {
    if (path.includes("full")) return fail;
    files.set(path, content);
    return say("done");
  });
  mcp.registerTool("list_directory", { inputSchema: z.object(path) }, ({ path }) => {
    if (path !== "/srv") return fail;
    return say([...files.keys(), "/srv/full"].map((name) => `[FILE] ${name.slice(5)}`).join("\n"));
  });
  mcp.registerTool("delete_file", { inputSchema: z.object(path) }, ({ path }) =>
    files.delete(path) ? say("done") : fail,
  );
  return mcp;
}

/** Serves files to all who have the token. */
async function serve(
  files: Map<string, string>,
  port = 0,
): Promise<{ server: Server; port: number; sessions: string[] }> {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const sessions: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (incoming.headers.authorization !== `Bearer ${TOKEN}`) return void outgoing.writeHead(403).end();
    sessions.push(`${incoming.method}`);
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string]),
      body: chunks.length === 0 ? null : Buffer.concat(chunks),
    });
    let transport = transports.get(String(incoming.headers["mcp-session-id"]));
    if (transport === undefined) {
      const id = crypto.randomUUID();
      transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
      transports.set(id, transport);
      await makeServer(files).connect(transport);
    }
    const response = await transport.handleRequest(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    for await (const chunk of response.body ?? []) outgoing.write(chunk);
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port, sessions };
}

it("uses a file server behind an address", async () => {
  const stored = new Map([["/srv/broken", "a\ufffd"]]);
  const { server, port, sessions } = await serve(stored);
  vi.stubEnv("UIPILOT_TEST_FILE_TOKEN", TOKEN);
  onTestFinished(() => void vi.unstubAllEnvs());
  const mcp = { url: `http://127.0.0.1:${port}/mcp`, tokenVariable: "UIPILOT_TEST_FILE_TOKEN", root: "/srv" };
  const files = filesIn(newFolder(), { mcp, allowDelete: true, timeoutMs: 5000 });
  expect(await files.call("writeFile", "a", { content: "Grüße" })).toMatchObject({
    status: "SUCCESS",
    errorDetails: null,
  });
  expect(stored.get("/srv/a")).toBe("Grüße");
  expect(await files.call("readFile", "a")).toMatchObject({ status: "SUCCESS", fileContent: "Grüße" });
  expect(await files.call("readFile", "broken")).toMatchObject({ status: "ERROR_READ_FAILED" });
  expect(await files.call("readFile", "none")).toMatchObject({ status: "ERROR_PATH_NOT_FOUND" });
  expect(await files.call("checkExists", "a")).toMatchObject({ fileExists: true });
  expect(await files.call("checkExists", "none")).toMatchObject({ fileExists: false });
  const full = await files.call("writeFile", "full", { content: "x" });
  expect(full.status).toBe("ERROR_WRITE_FAILED");
  expect(full.errorDetails).toContain('"\\u001b[31mno\\nSUCCESS"');
  expect(await files.call("createDirectory", "folder")).toMatchObject({
    status: "ERROR_WRITE_FAILED",
    errorDetails: expect.stringContaining("create_directory"),
  });
  stored.set("/srv/huge", "x".repeat(25 << 20));
  const few = filesIn(newFolder(), { mcp, maxBytes: 1000, timeoutMs: 5000 });
  expect(await few.call("readFile", "a")).toMatchObject({ status: "SUCCESS" });
  const start = performance.now();
  expect(await few.call("readFile", "huge")).toMatchObject({ status: "ERROR_MCP_SERVER_UNAVAILABLE" });
  expect(performance.now() - start).toBeLessThan(6000);
  expect(await few.call("readFile", "a")).toMatchObject({ status: "SUCCESS" });
  expect(await files.call("deleteFile", "a")).toMatchObject({ status: "SUCCESS" });
  expect(stored.has("/srv/a")).toBe(false);

  const stranger = filesIn(newFolder(), { mcp: { url: mcp.url, root: "/srv" }, timeoutMs: 5000 });
  expect(await stranger.call("readFile", "a")).toMatchObject({ status: "ERROR_MCP_SERVER_UNAVAILABLE" });

  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await files.call("readFile", "a")).toMatchObject({ status: "ERROR_MCP_SERVER_UNAVAILABLE" });
  const again = await serve(stored, port);
  expect(await files.call("checkExists", "broken")).toMatchObject({ status: "SUCCESS", fileExists: true });
  await files.close();
  expect(sessions.length).toBeGreaterThan(5);
  expect(again.sessions).toContain("DELETE");
});
