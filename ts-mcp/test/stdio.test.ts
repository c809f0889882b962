import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StdioTransport } from "../src/stdio.ts";

let input: PassThrough;
let output: PassThrough;
let transport: StdioTransport;
let received: unknown[];

const ping = { jsonrpc: "2.0", id: 99, method: "ping" };

beforeEach(async () => {
  [input, output, received] = [new PassThrough(), new PassThrough(), []];
  transport = new StdioTransport({ input, output, limit: 1_000 });
  transport.onmessage = (message) => received.push(message);
  await transport.start();
});
afterEach(() => transport.close());

/** What is answered to bytes on stdin. A valid message follows them, and has to arrive. */
async function answersTo(...chunks: (string | Uint8Array)[]): Promise<Record<string, unknown>[]> {
  for (const chunk of chunks) input.write(chunk);
  await new Promise<void>((resolve) => {
    transport.onmessage = (message) => {
      received.push(message);
      if ("id" in message && message.id === ping.id) resolve();
    };
    input.write(`${JSON.stringify(ping)}\n`);
  });
  const text = (output.read() as Buffer | null)?.toString() ?? "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

it("reads messages in whatever pieces they come", async () => {
  const text = `${JSON.stringify({ ...ping, id: 1, params: { text: "ž" } })}\r\n`;
  const bytes = Buffer.from(`${text}${text}`);
  expect(await answersTo(...Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)))).toEqual([]);
  expect(received).toHaveLength(3);
  expect(received[0]).toEqual({ ...ping, id: 1, params: { text: "ž" } });
});

const long = "x".repeat(2_000);
it.each([
  [
    "at its end",
    { method: "m", params: { id: 5, deep: [{ id: 6 }], text: `${long}"id":7` }, jsonrpc: "2.0", id: 12 },
    12,
  ],
  ["at its beginning", { id: 'a\\"b', params: [long, { id: 1 }] }, 'a\\"b'],
  ["nowhere", { params: { id: 5, text: long } }, undefined],
  ["as what cannot be one", { id: { a: long } }, undefined],
  ["too long itself", { id: long }, undefined],
])("answers a message over the limit that has its id %s", async (_, message, id) => {
  const [answer, ...more] = await answersTo(`${JSON.stringify(message)}\n`);
  expect(more).toEqual([]);
  expect(answer).toMatchObject({ jsonrpc: "2.0", error: { code: -32600, message: expect.stringContaining("1000") } });
  expect(answer?.["id"]).toBe(id);
});

it("keeps nothing of a line that never ends", async () => {
  const line = Buffer.alloc(1 << 20, "[");
  const before = process.memoryUsage().arrayBuffers;
  for (let part = 0; part < 8; part += 1) input.write(line);
  await new Promise((resolve) => setImmediate(resolve));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 << 20);
  expect(await answersTo("\n")).toMatchObject([{ error: { code: -32600 } }]);
});

it.each([
  ["no JSON", "hello\n", -32700, undefined],
  ["half a message", '{"jsonrpc":"2.0","id":1,\n', -32700, undefined],
  ["nested deeper than a parser can go", `${"[".repeat(900)}\n`, -32700, undefined],
  ["invalid UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), -32700, undefined],
  ["a batch", `${JSON.stringify([ping])}\n`, -32600, undefined],
  ["null", "null\n", -32600, undefined],
  ["another protocol", '{"id":7,"method":5}\n', -32600, 7],
])("answers %s, and reads on", async (_, bytes, code, id) => {
  const answers = await answersTo(bytes);
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({ jsonrpc: "2.0", error: { code } });
  expect(answers[0]?.["id"]).toBe(id);
  expect(received).toEqual([ping]);
});

it("answers no empty line and no invalid answer", async () => {
  expect(await answersTo("\n\r\n  \n", '{"jsonrpc":"2.0","id":{},"result":5}\n')).toEqual([]);
});
