import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { RecentEvents } from "../src/http/events.ts";

const message = (text: string): JSONRPCMessage => ({ jsonrpc: "2.0", id: text, result: {} });

/** What a client gets that has seen an event. */
async function missed(events: RecentEvents, seen: string): Promise<string[]> {
  const got: string[] = [];
  await events.replayEventsAfter(seen, {
    send: async (_, sent) => {
      got.push(String((sent as { id: string }).id));
    },
  });
  return got;
}

it("sends what came later on the same stream, in order", async () => {
  const events = new RecentEvents();
  const first = await events.storeEvent("a", message("a1"));
  await events.storeEvent("b", message("b1"));
  await events.storeEvent("a", message("a2"));
  await events.storeEvent("a", message("a3"));
  expect(await missed(events, first)).toEqual(["a2", "a3"]);
  expect(await events.getStreamIdForEventId(first)).toBe("a");
});

it("keeps the newest messages only", async () => {
  const events = new RecentEvents();
  const first = await events.storeEvent("a", message("old"));
  const ids: string[] = [];
  for (let count = 0; count < 300; count++) ids.push(await events.storeEvent("a", message(`m${count}`)));
  expect(await events.getStreamIdForEventId(first)).toBeUndefined();
  await expect(missed(events, first)).rejects.toThrow("not kept");
  expect(await missed(events, ids[250] as string)).toHaveLength(49);
});

it("keeps little of what is large, but always the newest", async () => {
  const events = new RecentEvents();
  const large = "x".repeat(3 * 2 ** 20);
  const first = await events.storeEvent("a", message(large));
  const second = await events.storeEvent("a", message(large));
  expect(await events.getStreamIdForEventId(first)).toBeUndefined();
  expect(await events.getStreamIdForEventId(second)).toBe("a");
});
