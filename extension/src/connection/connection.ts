// One connection to one server: first the greeting, then the tunnel.

import { Assembly, split } from "./chunks.ts";
import {
  type Activity,
  type CdpCommand,
  type DomAction,
  type FromExtension,
  type FromServer,
  type Refusal,
  read,
  VERSION,
} from "./messages.ts";
import { type Conversation, prove, randomHex, verify } from "./pairing-proof.ts";

/** Time limit for the greeting. */
const GREETING_MS = 5_000;
/** A server pings every 15 s. A connection that is silent for this long is closed. */
const SILENCE_MS = 45_000;

/** How many bytes may wait for a server that does not read. */
const MAX_UNREAD = 128 * 1024 * 1024;

/** What authenticates the extension to a server: its token, or a code that the user typed. */
export type Credentials = (serverId: string) => { token: string } | { code: string } | undefined;

/** The result of the greeting. */
export type Greeting =
  | { state: "connected"; server: string; serverId: string; token?: string }
  /** Nothing answers, or it is not a uipilot server. */
  | { state: "absent" }
  /** The extension is not paired with the server. */
  | { state: "unpaired"; server: string; serverId: string }
  | { state: "refused"; server: string; serverId: string; code: Refusal };

/** Receives what comes over a connection. */
export interface ConnectionListener {
  opened(): void;
  closed(): void;
  command(command: CdpCommand): void;
  /** The engine asks for an action without the debugger. */
  domAction(action: DomAction): void;
  /** An action of the engine began or ended. */
  activity(activity: Activity): void;
  /** The connection ended. */
  ended(): void;
}

/** A connection to the server at a port of this machine. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #assembly = new Assembly();
  #listener: ConnectionListener | undefined;
  #greeting: ((message: FromServer | undefined) => void) | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(port: number) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/extension`);
    this.#socket.onmessage = ({ data }) => this.#receive(String(data));
    this.#socket.onclose = () => this.#end();
    this.#socket.onerror = () => this.#socket.close();
  }

  /** Authenticates both sides. No other message is handled before the server has proved its identity. */
  async greet(credentials: Credentials, clientId: string, clientName: string): Promise<Greeting> {
    const timeout = setTimeout(() => this.close(), GREETING_MS);
    try {
      const hello = await this.#next();
      if (hello?.type !== "hello") return { state: "absent" };
      const { serverId, name: server } = hello;
      if (hello.version !== VERSION) return { state: "refused", server, serverId, code: "VERSION_DIFFERS" };
      const secret = credentials(serverId);
      if (secret === undefined) return { state: "unpaired", server, serverId };
      const nonce = randomHex(16);
      const talk: Conversation = { server: serverId, client: clientId, serverNonce: hello.nonce, clientNonce: nonce };
      if ("token" in secret) {
        const proof = await prove("client", secret.token, talk);
        this.send({ type: "authenticate", version: VERSION, clientId, nonce, proof });
      } else {
        const proof = await prove("pair-client", secret.code, talk);
        this.send({ type: "pair", version: VERSION, clientId, clientName, nonce, proof });
      }
      const answer = await this.#next();
      if (answer?.type === "refused") return { state: "refused", server, serverId, code: answer.code };
      if (answer?.type === "welcome" && "token" in secret) {
        const proved = await verify("server", secret.token, talk, answer.proof);
        return proved ? { state: "connected", server, serverId } : { state: "absent" };
      }
      if (answer?.type === "paired" && "code" in secret) {
        const proved = await verify("pair-server", secret.code, talk, answer.proof);
        return proved ? { state: "connected", server, serverId, token: answer.token } : { state: "absent" };
      }
      return { state: "absent" };
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Sends all further messages to `listener`. */
  start(listener: ConnectionListener): void {
    this.#listener = listener;
    this.#restartSilence();
    if (this.#socket.readyState > WebSocket.OPEN) this.#end();
  }

  send(message: FromExtension): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_UNREAD) {
      this.close();
      return;
    }
    for (const piece of split(JSON.stringify(message))) this.#socket.send(piece);
  }

  close(): void {
    this.#socket.close();
    // The other side may never answer the closing handshake.
    this.#end();
  }

  /** The next message of the greeting; undefined if the connection ended. */
  #next(): Promise<FromServer | undefined> {
    if (this.#socket.readyState > WebSocket.OPEN) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#greeting = resolve;
    });
  }

  #receive(data: string): void {
    let message = read(data);
    if (message?.type === "chunk") {
      try {
        const whole = this.#assembly.add(message.data, message.last);
        if (whole === undefined) return;
        message = read(whole);
      } catch {
        this.close();
        return;
      }
    }
    if (message === undefined) return;
    const listener = this.#listener;
    if (listener === undefined) {
      const greeting = this.#greeting;
      this.#greeting = undefined;
      greeting?.(message);
      return;
    }
    this.#restartSilence();
    if (message.type === "cdp") listener.command(message);
    else if (message.type === "dom-action") listener.domAction(message);
    else if (message.type === "activity") listener.activity(message);
    else if (message.type === "ping") this.send({ type: "pong" });
    else if (message.type === "cdp-open") listener.opened();
    else if (message.type === "cdp-close") listener.closed();
  }

  #restartSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.close(), SILENCE_MS);
  }

  #end(): void {
    clearTimeout(this.#silence);
    this.#greeting?.(undefined);
    this.#greeting = undefined;
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.ended();
  }
}
