// Records how this server answers the handshake in each version of the protocol that has one. The build runs it; `front.ts` gives the answers.

import { InMemoryTransport, type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { createServer, type ServerParts } from "./server.ts";
import { Offered } from "./tools/offered.ts";

/** The results of a handshake, without what is different in each server. */
export interface Handshake {
  /** Without the instructions. */
  initialize: Record<string, unknown>;
  /** Without the tools. */
  list: Record<string, unknown>;
}

/** The answers in each version. */
export async function recordHandshakes(): Promise<Record<string, Handshake>> {
  const all = SUPPORTED_PROTOCOL_VERSIONS.map(async (version) => [version, await recorded(version)] as const);
  return Object.fromEntries(await Promise.all(all));
}

async function recorded(protocolVersion: string): Promise<Handshake> {
  const offered = new Offered({ sets: ["web"], script: false, extension: false });
  // Nothing but its tools is asked for.
  const server = createServer({ tools: offered, sessions: { mustName: false }, folders: {} } as ServerParts);
  const [client, transport] = InMemoryTransport.createLinkedPair();
  const waiting = new Map<unknown, (message: JSONRPCMessage) => void>();
  client.onmessage = (message) => "id" in message && waiting.get(message.id)?.(message);
  await client.start();
  await server.connect(transport);
  const ask = async (id: number, method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const answer = new Promise<JSONRPCMessage>((resolve) => waiting.set(id, resolve));
    await client.send({ jsonrpc: "2.0", id, method, params });
    const message = await answer;
    if (!("result" in message)) throw new Error(`${method} of ${protocolVersion} failed`);
    return message.result;
  };
  const clientInfo = { name: "build", version: "0" };
  const { instructions, ...initialize } = await ask(0, "initialize", { protocolVersion, capabilities: {}, clientInfo });
  await client.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const { tools, ...list } = await ask(1, "tools/list", {});
  if (typeof instructions !== "string" || !Array.isArray(tools)) throw new Error("the handshake has another form");
  await server.close();
  return { initialize, list };
}
