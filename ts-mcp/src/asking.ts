// What a call asks of the client: an answer of the person in front of it, and the client's roots.
//
// In the protocol with a handshake, the server sends the client a request while the call runs. In the newer one, the call
// ends with `input_required`, and the client makes it again with the answers. The tool then runs from its beginning, so it
// asks before it changes anything, and looks at `reply` first.

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequests,
  inputRequired,
  inputResponse,
  SdkError,
  SdkErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ToolError } from "./error.ts";
import type { Log } from "./log.ts";

/** What became of a question to the person. */
export type Reply =
  /** Answered. The note is the person's own text. */
  | { outcome: "done"; note: string }
  /** The person does not want to. */
  | { outcome: "declined" }
  /** The person closed the question without an answer. */
  | { outcome: "dismissed" }
  /** The time is up. */
  | { outcome: "unanswered" };

/** How long a client may take to name its roots. */
const ROOTS_TIMEOUT_MS = 2_000;

const PERSON = "person";
const ROOTS = "roots";

/** The longest note that is taken over, in characters. */
const MOST_NOTE = 500;

const FORM = {
  type: "object" as const,
  properties: {
    note: {
      type: "string" as const,
      title: "Note",
      description: "Optional. The agent reads it: no passwords or codes here.",
      maxLength: MOST_NOTE,
    },
  },
};

/** The questions of one call. */
export class Asking {
  readonly #server: Server;
  readonly #request: ServerContext["mcpReq"];
  readonly #log: Log;
  readonly #wanted: InputRequests = {};

  constructor(server: Server, request: ServerContext["mcpReq"], log: Log) {
    this.#server = server;
    this.#request = request;
    this.#log = log;
  }

  /** Whether the call ends before it is answered, and is made again with the answers. */
  get #again(): boolean {
    return this.#request.envelope !== undefined;
  }

  get #capabilities(): ClientCapabilities | undefined {
    const { envelope } = this.#request;
    if (envelope === undefined) return this.#server.getClientCapabilities();
    return (envelope as Record<string, unknown>)[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  }

  /** Whether the client shows questions to its user. */
  get canAsk(): boolean {
    const elicitation = this.#capabilities?.elicitation;
    // Without a mode, the client shows forms.
    return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
  }

  /** What the client has to answer before it makes the call again, whatever the tool answered; nothing usually. */
  get wanted(): InputRequests | undefined {
    return Object.keys(this.#wanted).length === 0 ? undefined : this.#wanted;
  }

  /** The person's answer, if the call is made again with it. */
  get reply(): Reply | undefined {
    const view = inputResponse(this.#request.inputResponses, PERSON);
    return view.kind === "elicit" ? replyOf(view.action, view.content) : undefined;
  }

  /**
   * Asks the person.
   *
   * @param limitMs - how long they have, where the call waits for them
   * @throws a {@link ToolError} where the call has to end first; {@link Asking.wanted} is set then
   */
  async ask(message: string, limitMs: number): Promise<Reply> {
    if (this.#again) throw this.#want(PERSON, inputRequired.elicit({ message, requestedSchema: FORM }));
    const { signal } = this.#request;
    try {
      const options = { timeout: limitMs, maxTotalTimeout: limitMs, signal };
      const params = { mode: "form", message, requestedSchema: FORM };
      // `elicitInput` would check the answer with a validator that is not in this build; `replyOf` takes only what it knows.
      const { action, content } = await this.#request.send({ method: "elicitation/create", params }, options);
      return replyOf(action, content);
    } catch (error) {
      if (signal.aborted) throw new ToolError("CANCELLED", "the call was cancelled", "ask again if it is still wanted");
      if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return { outcome: "unanswered" };
      this.#log.write("warn", "mcp", `the person was not asked: ${error instanceof Error ? error.message : error}`);
      const step = "tell the user in the conversation what you need";
      throw new ToolError("PROTOCOL", "the client did not ask the person, or not in the protocol's form", step);
    }
  }

  /**
   * The URIs of the client's roots; none if it has none.
   *
   * @throws as {@link Asking.ask}
   */
  async roots(): Promise<string[]> {
    if (this.#capabilities?.roots === undefined) return [];
    if (this.#again) {
      const view = inputResponse(this.#request.inputResponses, ROOTS);
      if (view.kind !== "roots") throw this.#want(ROOTS, inputRequired.listRoots());
      return view.roots.flatMap(({ uri }) => (typeof uri === "string" ? [uri] : []));
    }
    try {
      const { roots } = await this.#server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS });
      return roots.map(({ uri }) => uri);
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      this.#log.write("warn", "mcp", `the client did not name its roots: ${why}`);
      return [];
    }
  }

  #want(key: string, request: InputRequests[string]): ToolError {
    this.#wanted[key] = request;
    return new ToolError("INTERRUPTED", "the client has to answer a question first", "call again with its answer");
  }
}

function replyOf(action: unknown, content: Record<string, unknown> | undefined): Reply {
  if (action === "accept") {
    const note = content?.["note"];
    return { outcome: "done", note: typeof note === "string" ? note.slice(0, MOST_NOTE) : "" };
  }
  return { outcome: action === "decline" ? "declined" : "dismissed" };
}
