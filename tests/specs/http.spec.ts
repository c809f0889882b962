/** Many clients of one server over HTTP, of both generations of the protocol, and those that it must refuse. */

import { spawnSync } from "node:child_process";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { type HttpClient, HttpServer } from "../support/http-server.ts";
import { serverEntry } from "../support/paths.ts";
import { type Site, startSite } from "../support/site.ts";
import { Tree } from "../support/tree.ts";
import { sleep, until } from "../support/wait.ts";

const MODERN = { pin: "2026-07-28" } as const;
const TOKEN = "a-token-for-the-tests-of-http";
const ID = /session ([\w-]{22})\./;

const FORM = `<!doctype html><title>Form</title><label>Name <input></label><button>Enter</button><p id="out"></p>
  <script>document.querySelector("button").onclick = () => { out.textContent = "in: " + document.querySelector("input").value; };</script>`;

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Sends a request with any headers, which `fetch` would not. */
function send(
  url: string,
  { method = "POST", headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...JSON_HEADERS, ...headers } }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body ?? JSON.stringify(INITIALIZE));
  });
}

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe.each(oneBrowser)("a server on a port with %s", (browser) => {
  let server: HttpServer;
  let form: string;
  beforeAll(async () => {
    server = await HttpServer.start(browser, {
      args: ["--navigation-timeout", "55000", "--action-timeout", "30000"],
    });
    form = site.html(FORM).url;
  });
  afterAll(() => server.close());

  /** A process may look like a browser for a moment, before it becomes another program. */
  const singleBrowser = () => until("one browser process", () => server.browsers().length === 1, 5_000);

  /** Fills the form under a name and reads it back, once for each turn. */
  async function work(client: HttpClient, name: string, own: { session?: string } = {}, turns = [0, 1]): Promise<void> {
    await client.ok("navigate_page", { url: `${form}#${name}`, ...own });
    for (const turn of turns) {
      const tree = new Tree(await client.ok("take_snapshot", own));
      await client.ok("fill_by_uid", { uid: tree.uid("textbox", "Name"), value: `${name} ${turn}`, ...own });
      const told = await client.ok("click_by_uid", { uid: tree.uid("button", "Enter"), ...own });
      // With twenty pages, one may answer only after the time that a click has for its changes, and then says so.
      if (!told.includes("What changed could not be read")) expect(told).toContain(`in: ${name} ${turn}`);
      await client.ok("wait_for", { text: `in: ${name} ${turn}`, timeoutMs: 20_000, ...own });
    }
    const pages = await client.ok("list_pages", own);
    expect(pages.match(/#\w+/g)).toEqual([`#${name}`]);
  }

  it("gives each client of the older protocol a session of its own", async () => {
    const [one, two] = await Promise.all([server.connect(), server.connect()]);
    await Promise.all([work(one, "one"), work(two, "two")]);
    expect(await one.ok("list_sessions")).toContain("The default session");
    await Promise.all([one.leave(), two.leave()]);
    await singleBrowser();
  });

  it("lets a client of the newer protocol name its session, and asks for the name", async () => {
    const client = await server.connect({ protocol: MODERN });
    expect(client.client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect(client.client.getInstructions()).toContain("Begin with open_session");
    expect(await client.fails("INVALID_INPUT", "take_snapshot")).toContain("session");
    const session = ID.exec(await client.ok("open_session"))?.[1] as string;
    await work(client, "modern", { session });
    // Another connection finds the session by its id.
    const again = await server.connect({ protocol: "auto" });
    expect(await again.ok("list_pages", { session })).toContain("#modern");
    await again.ok("close_session", { session });
    await client.fails("SESSION_ENDED", "take_snapshot", { session });
  });

  it("serves twenty clients at once, of whom two drop and come back, one is slow and one malicious", async () => {
    const clients = await Promise.all(
      Array.from({ length: 20 }, (_, index) => server.connect(index % 4 === 0 ? { protocol: MODERN } : {})),
    );
    const owns = await Promise.all(
      clients.map(async (client, index) =>
        index % 4 === 0 ? { session: ID.exec(await client.ok("open_session"))?.[1] as string } : {},
      ),
    );
    let attacking = true;
    const malicious = (async () => {
      const statuses = new Set<number>();
      while (attacking) {
        for (const attack of [
          { headers: { host: "evil.example" } },
          { headers: { origin: "https://evil.example" } },
          { body: "{".repeat(10_000) },
          { headers: { "mcp-session-id": "00000000-0000-0000-0000-000000000000" } },
        ]) {
          statuses.add((await send(server.url, attack)).status);
        }
        // All the others run on this machine, too.
        await sleep(20);
      }
      return [...statuses].sort();
    })();
    const slow = connect(Number(new URL(server.url).port), "127.0.0.1");
    slow.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    slow.on("error", () => undefined);
    const jobs = clients.map((client, index) => {
      const name = `client${index}`;
      return index === 1 || index === 4
        ? (async () => {
            await work(client, name, owns[index], [0]);
            const { sessionId } = client.transport;
            // The connection is gone without a goodbye.
            await client.client.close();
            await sleep(300);
            const kept = index === 4 ? { protocol: MODERN } : { sessionId: sessionId as string };
            const back = await server.connect(kept);
            expect(await back.ok("list_pages", owns[index])).toContain(`#${name}`);
            await work(back, name, owns[index], [1]);
          })()
        : work(client, name, owns[index]);
    });
    const settled = await Promise.allSettled(jobs);
    attacking = false;
    expect(settled.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await malicious).toEqual([400, 403, 404]);
    slow.destroy();
    await Promise.all(clients.map((client, index) => (index === 1 ? undefined : client.leave())));
    await singleBrowser();
  });

  it("tells a client that asked for it that a call still runs", async () => {
    for (const protocol of ["legacy", MODERN] as const) {
      const client = await server.connect({ protocol });
      const own = protocol === "legacy" ? {} : { session: ID.exec(await client.ok("open_session"))?.[1] as string };
      await client.ok("navigate_page", { url: form, ...own });
      const told: string[] = [];
      await client.client.callTool(
        { name: "wait_for", arguments: { text: "never", timeoutMs: 2_500, ...own } },
        { onprogress: ({ message }) => told.push(message ?? "") },
      );
      expect(told.slice(0, 2)).toEqual(["wait_for has run for 1 s", "wait_for has run for 2 s"]);
      await client.leave();
    }
  });

  it("ends a call that its client gives up", async () => {
    for (const protocol of ["legacy", MODERN] as const) {
      const client = await server.connect({ protocol });
      const own = protocol === "legacy" ? {} : { session: ID.exec(await client.ok("open_session"))?.[1] as string };
      await client.ok("navigate_page", { url: form, ...own });
      const giveUp = new AbortController();
      const waits = client.call("wait_for", { text: "never", timeoutMs: 20_000, ...own }, { signal: giveUp.signal });
      await sleep(200);
      giveUp.abort();
      await expect(waits).rejects.toThrow();
      // Calls on one page run in order, so this one would wait for the other.
      const began = performance.now();
      await client.ok("take_snapshot", own);
      expect(performance.now() - began).toBeLessThan(10_000);
      await client.leave();
    }
  });
});

describe("a server on a port", () => {
  it("refuses what does not come from a client that it is for", async () => {
    const server = await HttpServer.start("chromium", {
      args: ["--allowed-hosts", "pilot.example"],
      env: { UIPILOT_MCP_TOKEN: TOKEN },
    });
    const good = { authorization: `Bearer ${TOKEN}` };
    const status = async (headers: Record<string, string>, body?: string) =>
      (await send(server.url, { headers, ...(body === undefined ? {} : { body }) })).status;
    expect(await status(good)).toBe(200);
    expect(await status({ ...good, host: "pilot.example:8080" })).toBe(200);
    expect(await status({ ...good, host: "localhost" })).toBe(200);
    expect(await status({ ...good, host: "evil.example" })).toBe(403);
    expect(await status({ ...good, host: "pilot.example@evil.example" })).toBe(403);
    expect(await status({ ...good, host: "127.0.0.1.evil.example" })).toBe(403);
    expect(await status({ ...good, origin: new URL(server.url).origin })).toBe(200);
    expect(await status({ ...good, origin: "http://127.0.0.1:1" })).toBe(403);
    expect(await status({ ...good, host: "evil.example", origin: "http://evil.example" })).toBe(403);
    expect(await status({ ...good, origin: "null" })).toBe(403);
    expect(await status({})).toBe(401);
    expect(await status({ authorization: "Bearer wrong" })).toBe(401);
    expect(await status({ ...good, "content-type": "text/plain" })).toBe(415);
    expect(await status(good, "no JSON")).toBe(400);
    const huge = await send(server.url, { headers: good, body: " ".repeat(17 * 2 ** 20) }).catch(() => ({
      status: 413,
    }));
    expect(huge.status).toBe(413);
    const refused = await send(server.url);
    expect(refused.headers["www-authenticate"]).toBe("Bearer");
    expect((await send(server.at("/other"), { headers: good })).status).toBe(404);
    expect((await send(server.url, { method: "DELETE", headers: good, body: "" })).status).toBe(400);
    // Health checks need no token.
    expect(await (await fetch(server.at("/health"))).text()).toBe("ok\n");
    expect(await (await fetch(server.at("/ready"))).text()).toBe("ready\n");
    const client = await server.connect({ token: TOKEN });
    expect((await client.client.listTools()).tools.map(({ name }) => name)).toContain("open_session");
    await server.close();
    expect(server.output()).not.toContain(TOKEN);
  });

  it("gives no client more than half of the sessions", async () => {
    const server = await HttpServer.start("chromium", { args: ["--max-sessions", "4"] });
    const greedy = await server.connect();
    for (let opened = 0; opened < 2; opened++) await greedy.ok("open_session");
    expect(await greedy.fails("TOO_MANY_SESSIONS", "open_session")).toContain("this client has 2 sessions");
    const other = await server.connect();
    await other.ok("open_session");
    expect((await greedy.ok("list_sessions")).split("\n")).toHaveLength(3);
    await greedy.leave();
    // What it held is free again.
    await other.ok("open_session");
    await server.close();
  });

  it("tells a client once that its session ended for want of calls", async () => {
    const server = await HttpServer.start("chromium", { args: ["--session-idle", "1500"] });
    const page = site.html(FORM).url;
    const one = await server.connect({ protocol: MODERN });
    const session = ID.exec(await one.ok("open_session"))?.[1] as string;
    const two = await server.connect();
    await two.ok("navigate_page", { url: page });
    await sleep(2_500);
    await one.fails("SESSION_ENDED", "take_snapshot", { session });
    // The client itself was forgotten, too: it has to shake hands again.
    await expect(two.call("take_snapshot")).rejects.toThrow();
    const back = await server.connect();
    expect(await back.ok("list_pages")).toContain("about:blank");
    await server.close();
  });

  it("lets running calls finish when it is told to end, and takes no new ones", async () => {
    const server = await HttpServer.start("chromium");
    const client = await server.connect();
    await client.ok("navigate_page", { url: site.html(FORM).url });
    const waits = client.call("wait_for", { text: "never", timeoutMs: 2_500 });
    await sleep(300);
    server.process.kill("SIGTERM");
    await until("the server to refuse", async () =>
      (await fetch(server.at("/ready"))).status === 503 ? true : undefined,
    );
    expect((await fetch(server.at("/health"))).status).toBe(200);
    expect((await send(server.url)).status).toBe(503);
    expect((await waits).code).toBe("TIMEOUT");
    expect(await server.end()).toBe(143);
    await server.close();
  });

  it("ends at once at a second signal", async () => {
    const server = await HttpServer.start("chromium");
    const client = await server.connect();
    await client.ok("navigate_page", { url: site.html(FORM).url });
    const waits = client.call("wait_for", { text: "never", timeoutMs: 9_000 }).catch(() => "gone");
    await sleep(300);
    server.process.kill("SIGTERM");
    await sleep(300);
    server.process.kill("SIGTERM");
    await until("the server to end", () => server.process.signalCode ?? server.process.exitCode ?? undefined, 3_000);
    await client.client.close();
    expect(await waits).toBe("gone");
    await until("the browser to end", () => server.browsers().length === 0, 10_000);
  });

  it("shares one session among all clients on request", async () => {
    const server = await HttpServer.start("chromium", { args: ["--share-session"] });
    const page = site.html(FORM).url;
    const one = await server.connect();
    await one.ok("navigate_page", { url: page });
    const two = await server.connect({ protocol: MODERN });
    expect(await two.ok("list_pages")).toContain(page);
    await server.close();
  });

  it("keeps the answer of a call whose client lost its connection", async () => {
    const server = await HttpServer.start("chromium");
    const params = { ...INITIALIZE.params, protocolVersion: "2025-11-25" };
    const begun = await send(server.url, { body: JSON.stringify({ ...INITIALIZE, params }) });
    const session = {
      "mcp-session-id": String(begun.headers["mcp-session-id"]),
      "mcp-protocol-version": "2025-11-25",
    };
    const call = { name: "wait_for", arguments: { text: "never", timeoutMs: 1_500 } };
    const lost = new AbortController();
    const response = await fetch(server.url, {
      method: "POST",
      headers: { ...JSON_HEADERS, ...session },
      body: JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: call }),
      signal: lost.signal,
    });
    const first = await response.body?.getReader().read();
    const [, event = ""] = /^id: (.*)$/m.exec(Buffer.from(first?.value ?? []).toString()) ?? [];
    lost.abort();
    await sleep(2_500);
    const back = new AbortController();
    // Until the server has seen that the connection is gone, it refuses a second one.
    const missed = await until("the server to take the client back", async () => {
      const headers = { ...JSON_HEADERS, ...session, "last-event-id": event };
      const response = await fetch(server.url, { headers, signal: back.signal });
      return response.status === 409 ? undefined : response;
    });
    const answer = await missed.body?.getReader().read();
    expect(Buffer.from(answer?.value ?? []).toString()).toContain('"code":"TIMEOUT"');
    back.abort();
    await server.close();
  });

  it("says that a port is taken, and ends", async () => {
    const server = await HttpServer.start("chromium");
    const { port } = new URL(server.url);
    const second = spawnSync(process.execPath, [serverEntry, "--port", port], { encoding: "utf8", timeout: 20_000 });
    expect(second.status).toBe(1);
    expect(second.stderr).toContain(`cannot listen at 127.0.0.1 port ${port}`);
    await server.close();
  });
});
