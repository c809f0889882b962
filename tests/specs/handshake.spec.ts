/**
 * The handshake is answered before the server is loaded, by what the build recorded. Here the same server answers itself: a line that the front
 * does not know, even an empty one, makes it leave all answers to the server.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { serverEntry } from "../support/paths.ts";

type Message = Record<string, unknown>;

/** Sends lines, and takes as many answers as were asked for. */
async function answers(args: readonly string[], lines: readonly string[], count: number): Promise<Message[]> {
  const child = spawn(process.execPath, [serverEntry, ...args], { stdio: ["pipe", "pipe", "ignore"] });
  try {
    child.stdin.write(lines.map((line) => `${line}\n`).join(""));
    const read: Message[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      read.push(JSON.parse(line) as Message);
      if (read.length === count) break;
    }
    // Nothing more comes: no answer is given twice.
    child.stdin.end();
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    return read;
  } finally {
    child.kill("SIGKILL");
  }
}

const request = (id: number | string, method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
const initialize = (protocolVersion: string, capabilities: object = {}, clientInfo: object = {}): string =>
  request("a", "initialize", { protocolVersion, capabilities, clientInfo: { name: "x", version: "1", ...clientInfo } });
const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
const byId = (all: Message[]): Message[] => all.toSorted((a, b) => String(a["id"]).localeCompare(String(b["id"])));

/** What the front answers, if it does, and what the server answers. */
async function both(args: readonly string[], lines: readonly string[], count: number): Promise<[Message[], Message[]]> {
  const [ahead, whole] = await Promise.all([answers(args, lines, count), answers(args, ["", ...lines], count)]);
  return [byId(ahead), byId(whole)];
}

const flags: readonly string[][] = [
  [],
  ["--tools", "web,more"],
  ["--tools", "all"],
  ["--tools", "none", "--allow-tool", "debug_ui", "--allow-tool", "list_pages"],
  ["--allow-script", "--deny-tool", "save_page", "--no-fence"],
  ["--tools", "web,sessions"],
  ["--browser", "firefox", "--tools", "suite"],
];

it.each(flags.map((args) => [args]))(
  "with %j: the list of tools is the server's",
  { timeout: 60_000 },
  async (args) => {
    const lines = [initialize("2025-11-25"), initialized, request(1, "tools/list"), request(2, "tools/list", {})];
    const [ahead, whole] = await both(args, lines, 3);
    expect(whole.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    expect(ahead).toEqual(whole);
  },
);

it("is answered ahead", { timeout: 60_000 }, async () => {
  const [ahead, whole] = await both([], [initialize("2025-11-25"), initialized, request(1, "tools/list")], 2);
  // The two write the fields in another order.
  expect(ahead.map((answer) => Object.keys(answer)[0])).toEqual(["jsonrpc", "jsonrpc"]);
  expect(whole.map((answer) => Object.keys(answer)[0])).toEqual(["result", "result"]);
});

const openings: readonly [string, string][] = [
  ...["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07", "2026-07-28", "1999-01-01"].map(
    (version): [string, string] => [`version ${version}`, initialize(version)],
  ),
  ["all that a client can", initialize("2025-06-18", { roots: { listChanged: true }, sampling: {}, elicitation: {} })],
  ["forms and addresses", initialize("2025-11-25", { elicitation: { form: {}, url: {} } }, { title: "X" })],
  ["unknown capabilities", initialize("2025-11-25", { experimental: { x: { y: 1 } }, other: true })],
  ["a wrong capability", initialize("2025-11-25", { roots: { listChanged: "yes" } })],
  ["no name", initialize("2025-11-25", {}, { name: 1 })],
  ["icons of the client", initialize("2025-11-25", {}, { icons: [{ src: "data:," }] })],
  ["no parameters", request("a", "initialize")],
  ["a list at once", request("a", "tools/list")],
  ["a ping at once", request("a", "ping")],
];

it.each(openings)("%s: the answers are the server's", { timeout: 60_000 }, async (_, opening) => {
  const [ahead, whole] = await both([], [opening, initialized, request("b", "tools/list")], 2);
  expect(ahead).toEqual(whole);
});

it("the newer generation is answered by the server", { timeout: 60_000 }, async () => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const lines = [request(1, "server/discover", { _meta }), request(2, "tools/list", { _meta })];
  const [ahead, whole] = await both([], lines, 2);
  expect(ahead.map(({ error }) => error)).toEqual([undefined, undefined]);
  expect(ahead).toEqual(whole);
});

it("an id that comes twice is answered twice", { timeout: 60_000 }, async () => {
  const lines = [initialize("2025-11-25"), initialized, request("b", "tools/list"), request("b", "ping")];
  const [ahead, whole] = await both([], lines, 3);
  expect(ahead).toEqual(whole);
});

it("a message in pieces, and what follows in the same piece, are read once", { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, [serverEntry], { stdio: ["pipe", "pipe", "ignore"] });
  try {
    const read = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const text = [initialize("2025-11-25"), initialized, request(1, "tools/list"), request(2, "ping"), ""].join("\n");
    for (const [from, to] of [
      [0, 30],
      [30, 200],
      [200, text.length - 9],
      [text.length - 9, text.length],
    ]) {
      child.stdin.write(text.slice(from, to));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const ids = [];
    for (let count = 0; count < 3; count++) ids.push((JSON.parse((await read.next()).value) as Message)["id"]);
    expect(ids).toEqual(["a", 1, 2]);
  } finally {
    child.kill("SIGKILL");
  }
});
