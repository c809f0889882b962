// The messages between the extension and the engine's relay. The other side is crates/engine/src/relay/message.rs.

/** The version of these messages. */
export const VERSION = 1;

/** Why the server refuses the extension. */
export type Refusal = "CODE_WRONG" | "TOKEN_WRONG" | "VERSION_DIFFERS";

/** An action of the engine, for the user to see: one message when it begins and one when it ends. */
export interface Activity {
  id: number;
  action: string;
  /** The element in the engine's words; empty until it is found. */
  target: string;
  /** The CDP target of the tab. */
  page: string;
  /** `ok` or an error code; absent while the action runs. */
  outcome?: string;
  ms?: number;
  /** A small picture of the page afterwards, as a `data:` URL. */
  thumbnail?: string;
}

/** An action that the engine asks the extension to perform without the debugger. */
export interface DomAction {
  requestId: string;
  payload: {
    action: string;
    value?: string;
    /** The arguments of the in-page method `locate`, as JSON. */
    locate: string;
    /** How long to wait for the element; without it the element must be there. */
    timeoutMs?: number;
    /** After this time nothing is begun in the page any more; without it there is no such limit. */
    withinMs?: number;
    /** After this time the outcome of what was begun is not waited for; without it there is no such limit. */
    answerMs?: number;
    /** The CDP target of the tab; without it exactly one tab must be granted. */
    page?: string;
  };
}

/** A rectangle in CSS pixels of its frame's viewport. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The answer to a {@link DomAction}. */
export interface DomActionResult {
  success: boolean;
  /** Whether the page may have changed. If so, the engine must not repeat the action in another way. */
  performed: boolean;
  details?: {
    selectorUsed: string;
    matchedCount: number;
    boundingBox?: Box;
    navigationOccurred: boolean;
    /** The address that the tab went to; only its origin where that origin is not allowed. */
    navigatedTo?: string;
    /** The element, quoted. */
    target: string;
    /** Whether the page got trusted events. */
    trusted: boolean;
    /** What the field holds, if that differs from the given value. */
    valueNow?: string;
  };
  /** `message` is quoted as a whole by the engine. */
  error?: { code: string; message: string; matchedCount?: number; boundingBox?: Box; options?: string[] };
}

/** A CDP command from the engine. */
export interface CdpCommand {
  id: number;
  method: string;
  params: Record<string, unknown>;
  sessionId?: string;
}

/** Messages of the server. */
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

/** Messages of the extension. The relay relies on `type` being the first field. */
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
  const { action, value: given, locate, timeoutMs, withinMs, answerMs, page } = value as Record<string, unknown>;
  const timed = [timeoutMs, withinMs, answerMs].every((time) => time === undefined || typeof time === "number");
  const texts = [given, page].every((part) => part === undefined || text(part));
  return text(action) && text(locate) && timed && texts;
}

const text = (value: unknown): value is string => typeof value === "string";

/** Parses a message; undefined if it is malformed or of an unknown type. */
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
