// What the extension and the engine's relay say to each other; the same in
// crates/engine/src/relay/message.rs.

import type { Activity } from "./actions.ts";
import type { DomAction, DomActionResult } from "./dom-action.ts";

/** The version of these messages. */
export const VERSION = 1;

/** Why the server does not let the extension in. */
export type Refusal = "CODE_WRONG" | "TOKEN_WRONG" | "VERSION_DIFFERS";

/** A CDP command that comes through the tunnel. */
export interface CdpCommand {
  id: number;
  method: string;
  params: Record<string, unknown>;
  sessionId?: string;
}

/** What the server says. */
export type FromServer =
  | { type: "hello"; version: number; serverId: string; name: string; nonce: string }
  | { type: "welcome"; proof: string }
  | { type: "paired"; proof: string; token: string }
  | { type: "refused"; code: Refusal }
  | { type: "chunk"; last: boolean; data: string }
  | { type: "ping" }
  | ({ type: "activity" } & Activity)
  | ({ type: "dom-action" } & DomAction)
  | { type: "cdp-open" }
  | { type: "cdp-close" }
  | ({ type: "cdp" } & CdpCommand);

/** What the extension says. The type comes first, which the relay counts on. */
export type FromExtension =
  | { type: "authenticate"; version: number; clientId: string; nonce: string; proof: string }
  | { type: "pair"; version: number; clientId: string; clientName: string; nonce: string; proof: string }
  | { type: "chunk"; last: boolean; data: string }
  | { type: "pong" }
  | { type: "status"; tabs: number }
  | { type: "stopped" }
  | ({ type: "dom-action-response"; requestId: string } & DomActionResult)
  | { type: "cdp"; id: number; result: unknown; sessionId?: string }
  | { type: "cdp"; id: number; error: { code: number; message: string }; sessionId?: string }
  | { type: "cdp"; method: string; params: unknown; sessionId?: string };

function isPayload(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { action, value: given, locate, timeoutMs, page } = value as Record<string, unknown>;
  const timed = timeoutMs === undefined || typeof timeoutMs === "number";
  const texts = [given, page].every((part) => part === undefined || text(part));
  return text(action) && text(locate) && timed && texts;
}

const text = (value: unknown): value is string => typeof value === "string";

/** Reads a message; undefined where it is not one that is known. */
export function read(data: string): FromServer | undefined {
  let message: Record<string, unknown>;
  try {
    message = JSON.parse(data);
  } catch {
    return undefined;
  }
  if (typeof message !== "object" || message === null) return undefined;
  const { type } = message;
  const fits =
    type === "ping" ||
    type === "cdp-open" ||
    type === "cdp-close" ||
    (type === "hello" &&
      typeof message.version === "number" &&
      text(message.serverId) &&
      text(message.name) &&
      text(message.nonce)) ||
    (type === "welcome" && text(message.proof)) ||
    (type === "paired" && text(message.proof) && text(message.token)) ||
    (type === "refused" && text(message.code)) ||
    (type === "chunk" && text(message.data)) ||
    (type === "dom-action" && text(message.requestId) && isPayload(message.payload)) ||
    (type === "activity" &&
      typeof message.id === "number" &&
      text(message.action) &&
      text(message.target) &&
      text(message.page)) ||
    (type === "cdp" && typeof message.id === "number" && text(message.method));
  return fits ? (message as FromServer) : undefined;
}
