/** The relay admits the paired extension and no other client. */

import { createHmac, randomBytes } from "node:crypto";
import { request } from "node:http";
import { createConnection } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { pairingCode, startInTab } from "../support/in-tab.ts";
import type { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { EXTENSION_ID, temporaryFolder } from "../support/user-browser.ts";

const OURS = `chrome-extension://${EXTENSION_ID}`;
const { folder, remove } = temporaryFolder();
let port: number;
let pilot: Pilot;

beforeAll(async () => {
  port = await freePort();
  pilot = await startInTab(port, folder);
  await pairingCode(pilot);
});

afterAll(async () => {
  await pilot?.close();
  remove();
});

/** Asks over HTTP with exactly these headers. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.once("error", reject).end();
  });
}

/** Opens a WebSocket, and gives the HTTP status where it is refused. */
function open(headers: Record<string, string>): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/extension`, { headers });
  return new Promise((resolve) => {
    socket.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
    socket.once("error", () => resolve(0));
    socket.once("open", () => resolve(socket));
  });
}

/** Says who one is, as the extension does, and gives the server's answer. */
async function greet(
  secret: string,
  kind: "authenticate" | "pair",
  client = "client",
): Promise<Record<string, unknown>> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/extension`, { headers: { origin: OURS } });
  const messages: Record<string, unknown>[] = [];
  let wake = () => {};
  socket.on("message", (data) => {
    messages.push(JSON.parse(String(data)) as Record<string, unknown>);
    wake();
  });
  const next = async () => {
    while (messages.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return messages.shift() ?? {};
  };
  const hello = await next();
  const nonce = randomBytes(16).toString("hex");
  const label = kind === "pair" ? "pair-client" : "client";
  const text = `uipilot 1 ${label}\n${hello.serverId}\n${client}\n${hello.nonce}\n${nonce}`;
  const proof = createHmac("sha256", secret).update(text).digest("hex");
  socket.send(JSON.stringify({ type: kind, version: 1, clientId: client, clientName: "Test", nonce, proof }));
  const answer = await next();
  socket.close();
  return answer;
}

test("other names for this machine are refused, as after DNS rebinding", async () => {
  expect((await ask("/connection-health")).status).toBe(200);
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    `127.0.0.1:${port + 1}`,
    `127.0.0.1.evil.example:${port}`,
  ]) {
    expect((await ask("/connection-health", { host })).status, host).toBe(421);
    expect(await open({ host, origin: OURS }), host).toBe(421);
  }
});

test("web pages and other extensions are refused", async () => {
  const origins = [
    "http://localhost",
    `http://127.0.0.1:${port}`,
    "https://example.com",
    "null",
    "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    `${OURS}.evil`,
  ];
  for (const origin of origins) {
    expect(await open({ origin }), origin).toBe(403);
    expect((await ask("/connection-health", { origin })).status, origin).toBe(403);
  }
  expect(await open({})).toBe(403);
  expect((await ask("/connection-health", { "sec-fetch-site": "cross-site" })).status).toBe(403);
});

test("health names no client without the token", async () => {
  const { body } = await ask("/connection-health");
  expect(JSON.parse(body)).toMatchObject({ status: "ok", connected: false, grantedTabs: 0 });
  expect(JSON.parse(body)).not.toHaveProperty("browsers");
  expect((await ask("/connection-health", {}, "POST")).status).toBe(405);
  expect((await ask("/")).status).toBe(404);
});

test("a wrong token and a wrong code are refused", async () => {
  expect(await greet("wrong", "authenticate")).toMatchObject({ type: "refused", code: "TOKEN_WRONG" });
  expect(await greet("0000000000", "pair")).toMatchObject({ type: "refused", code: "CODE_WRONG" });
});

test("a code pairs once, and its token is good from then on", async () => {
  const code = (await pairingCode(pilot)).replace("-", "");
  const paired = await greet(code, "pair", "mine");
  expect(paired).toMatchObject({ type: "paired", token: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await greet(code, "pair", "other")).toMatchObject({ type: "refused", code: "CODE_WRONG" });
  expect(await greet(String(paired.token), "authenticate", "mine")).toMatchObject({ type: "welcome" });
  expect(await greet(String(paired.token), "authenticate", "other")).toMatchObject({ code: "TOKEN_WRONG" });
});

test("guessing throws the code away", async () => {
  const code = await pairingCode(pilot);
  for (let guess = 0; guess < 5; guess++)
    expect(await greet(`guess${guess}`, "pair")).toMatchObject({ type: "refused" });
  expect(await pairingCode(pilot)).not.toBe(code);
  expect(await greet(code.replace("-", ""), "pair")).toMatchObject({ code: "CODE_WRONG" });
});

test("what is not a message ends the connection, and the server lives", async () => {
  for (const text of ["", "{", "[]", '{"type":"cdp","id":1}', "x".repeat(1_000_000)]) {
    const socket = await open({ origin: OURS });
    if (typeof socket === "number") throw new Error(`refused with ${socket}`);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.send(text);
    await closed;
  }
  expect((await ask("/connection-health")).status).toBe(200);
});

test("nothing is reached but by way of this machine itself", async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal);
  if (outside === undefined) return;
  const reached = await new Promise((resolve) => {
    const socket = createConnection({ host: outside.address, port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  });
  expect(reached).toBe(false);
});
