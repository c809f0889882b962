// Answers the handshake before the server is loaded, which takes longer than all that a client asks at first. It knows nothing of the
// protocol: the build lets the server answer each version's handshake (`handshake.ts`), and these answers are given again. Only messages that
// look exactly like those are answered. All messages go to the server in any case, which answers the others and sends no answer twice.

import type { Command } from "./cli.ts";
import type { Handshake } from "./handshake.ts";
import { instructions } from "./instructions.ts";
import { jsonText } from "./quote.ts";
import { Offered } from "./tools/offered.ts";

/** How long to wait for a client's first message, and for its next one, before the server is loaded. */
const FIRST_MS = 500;
const NEXT_MS = 50;

/** What was read before the server was there. */
export interface Begun {
  /** Everything, from the first byte on. */
  chunks: readonly Buffer[];
  /** The ids of the messages that were answered. */
  answered: Set<string | number>;
}

// The build defines this.
declare const UIPILOT_HANDSHAKE: Record<string, Handshake> | undefined;

/**
 * Answers what it can. It ends when something comes that it cannot answer, when all has been asked, or when the client takes its time.
 *
 * @returns what the server has to know of it; nothing if this server's answers depend on more than is known yet
 */
export function answersAhead(command: Command): Promise<Begun> | undefined {
  const handshakes = typeof UIPILOT_HANDSHAKE === "object" ? UIPILOT_HANDSHAKE : undefined;
  const { http, certificates, logFile, secrets, session, script, allowTools: allow, denyTools: deny } = command;
  // With these, the server may not start.
  if (handshakes === undefined || http !== undefined || certificates.length > 0 || logFile !== undefined)
    return undefined;
  if (command.configuresWorkspace) return undefined;
  const extension = session.extension !== undefined;
  const offered = new Offered({ sets: command.tools, script, extension, allow, deny, secrets });
  const tools = offered.written();
  // The extension looks for the server at once.
  if (tools === undefined || extension || command.tools.includes("workspace")) return undefined;
  const given = { instructions: instructions(offered, false, command.fence), tools };
  // The protocol has no empty ones.
  if (given.instructions === "") return undefined;
  return new Promise((resolve) => new Front(handshakes, given, resolve).read());
}

class Front {
  readonly #handshakes: Readonly<Record<string, Handshake>>;
  readonly #given: { instructions: string; tools: unknown };
  readonly #done: (begun: Begun) => void;
  readonly #begun = { chunks: [] as Buffer[], answered: new Set<string | number>() };
  /** The answers in the version of the client. */
  #handshake: Handshake | undefined;
  #line = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(
    handshakes: Readonly<Record<string, Handshake>>,
    given: { instructions: string; tools: unknown },
    done: (begun: Begun) => void,
  ) {
    this.#handshakes = handshakes;
    this.#given = given;
    this.#done = done;
  }

  read(): void {
    process.stdin.on("data", this.#onData);
    process.stdin.once("end", this.#gone);
    process.stdin.once("error", this.#end);
    process.stdout.once("error", this.#lost);
    this.#timer = setTimeout(this.#end, FIRST_MS);
  }

  #onData = (chunk: Buffer): void => {
    this.#begun.chunks.push(chunk);
    // What is not UTF-8 becomes a character that no message of a handshake has.
    const lines = (this.#line + chunk.toString("utf8")).split("\n");
    this.#line = lines.pop() as string;
    if (lines.every((line) => this.#answer(line)) && this.#line === "") this.#wait();
    else this.#end();
  };

  /** The server is loaded when the client has all that it usually asks, or is slow. */
  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#end, NEXT_MS);
  }

  /** The client has gone with all its answers. Nothing was started, so that the process ends by itself. */
  #gone = (): void => clearTimeout(this.#timer);

  /** The client is gone, so no answer can be sent. */
  #lost = (): void => process.exit(1);

  #end = (): void => {
    clearTimeout(this.#timer);
    process.stdin.off("data", this.#onData);
    process.stdin.off("end", this.#gone);
    process.stdin.off("error", this.#end);
    process.stdout.off("error", this.#lost);
    // The server goes on reading.
    process.stdin.pause();
    this.#done(this.#begun);
  };

  /** Whether the message was answered, or wants no answer. */
  #answer(line: string): boolean {
    const message = read(line);
    if (message === undefined) return false;
    if (this.#handshake === undefined) {
      if (!fits(message, INITIALIZE)) return false;
      const { protocolVersion } = message["params"] as { protocolVersion: string };
      if (!Object.hasOwn(this.#handshakes, protocolVersion)) return false;
      this.#handshake = this.#handshakes[protocolVersion] as Handshake;
      return this.#send(message, { ...this.#handshake.initialize, instructions: this.#given.instructions });
    }
    if (fits(message, INITIALIZED)) return true;
    return fits(message, LIST) && this.#send(message, { ...this.#handshake.list, tools: this.#given.tools });
  }

  #send({ id }: Message, result: object): boolean {
    // A second message with an id would get the first one's answer.
    if (this.#begun.answered.has(id as string)) return false;
    this.#begun.answered.add(id as string);
    return process.stdout.write(`${jsonText({ jsonrpc: "2.0", id, result })}\n`) || true;
  }
}

type Message = Record<string, unknown>;

function read(line: string): Message | undefined {
  if (line.includes("\ufffd")) return undefined;
  try {
    const message: unknown = JSON.parse(line);
    return isObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a message looks like: fields with a value, a kind of value, or fields. Those with a question mark may be absent. */
type Form = string | { readonly [field: string]: Form };

const LIST: Form = { jsonrpc: "=2.0", id: "id", method: "=tools/list", "params?": {} };
const INITIALIZED: Form = { jsonrpc: "=2.0", method: "=notifications/initialized", "params?": {} };
const INITIALIZE: Form = {
  jsonrpc: "=2.0",
  id: "id",
  method: "=initialize",
  params: {
    protocolVersion: "string",
    capabilities: {
      "roots?": { "listChanged?": "boolean" },
      "sampling?": {},
      "elicitation?": { "form?": {}, "url?": {} },
    },
    clientInfo: { name: "string", version: "string", "title?": "string" },
  },
};

/** Whether a value has this form, and nothing more. */
function fits(value: unknown, form: Form): boolean {
  if (form === "id") return typeof value === "string" || Number.isSafeInteger(value);
  if (typeof form === "string") return form.startsWith("=") ? value === form.slice(1) : typeof value === form;
  if (!isObject(value)) return false;
  const needed = Object.keys(form).filter((field) => !field.endsWith("?"));
  const inner = (field: string): Form | undefined =>
    Object.hasOwn(form, field) ? form[field] : Object.hasOwn(form, `${field}?`) ? form[`${field}?`] : undefined;
  return (
    needed.every((field) => Object.hasOwn(value, field)) &&
    Object.entries(value).every(([field, one]) => {
      const wanted = field.endsWith("?") ? undefined : inner(field);
      return wanted !== undefined && fits(one, wanted);
    })
  );
}
