// One connection to one server: who is there, then the tunnel, until it ends.

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

/** How long a server may take to say hello and to let us in. */
const GREETING_MS = 5_000;
/** A server asks every 15 s whether we are here: after this silence it is gone. */
const SILENCE_MS = 45_000;

/** How a connection is let in: with the token, or with a code that the user has typed. */
export type Credentials = (serverId: string) => { token: string } | { code: string } | undefined;

/** What became of a connection before it was let in. */
export type Greeting =
  | { state: "connected"; server: string; serverId: string; token?: string }
  /** Nobody is there, or something that is not a server of ours. */
  | { state: "absent" }
  /** The server does not know us. */
  | { state: "unpaired"; server: string; serverId: string }
  | { state: "refused"; server: string; serverId: string; code: Refusal };

/** Who is told what comes over a connection. */
export interface ConnectionUser {
  opened(): void;
  closed(): void;
  command(command: CdpCommand): void;
  /** The engine asks for an action that needs no debugger. */
  domAction(action: DomAction): void;
  /** The engine does something, or has done it. */
  activity(activity: Activity): void;
  /** The connection is over. */
  ended(): void;
}

/** A connection to the server at a port of this machine. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #assembly = new Assembly();
  #user: ConnectionUser | undefined;
  #greeting: ((message: FromServer | undefined) => void) | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(port: number) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/extension`);
    this.#socket.onmessage = ({ data }) => this.#receive(String(data));
    this.#socket.onclose = () => this.#end();
    this.#socket.onerror = () => this.#socket.close();
  }

  /** Says who we are. Nothing but this happens before the server has proved who it is. */
  async greet(credentials: Credentials, clientId: string, clientName: string): Promise<Greeting> {
    const late = setTimeout(() => this.close(), GREETING_MS);
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
        const known = await verify("server", secret.token, talk, answer.proof);
        return known ? { state: "connected", server, serverId } : { state: "absent" };
      }
      if (answer?.type === "paired" && "code" in secret) {
        const known = await verify("pair-server", secret.code, talk, answer.proof);
        return known ? { state: "connected", server, serverId, token: answer.token } : { state: "absent" };
      }
      return { state: "absent" };
    } finally {
      clearTimeout(late);
    }
  }

  /** From now on messages go to `user`. */
  start(user: ConnectionUser): void {
    this.#user = user;
    this.#listen();
    if (this.#socket.readyState > WebSocket.OPEN) this.#end();
  }

  send(message: FromExtension): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    for (const piece of split(JSON.stringify(message))) this.#socket.send(piece);
  }

  close(): void {
    this.#socket.close();
    // The other side may never answer to the end; for us it is over now.
    this.#end();
  }

  /** The next message of the greeting; undefined where there is none. */
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
    const user = this.#user;
    if (user === undefined) {
      const greeting = this.#greeting;
      this.#greeting = undefined;
      greeting?.(message);
      return;
    }
    this.#listen();
    if (message.type === "cdp") user.command(message);
    else if (message.type === "dom-action") user.domAction(message);
    else if (message.type === "activity") user.activity(message);
    else if (message.type === "ping") this.send({ type: "pong" });
    else if (message.type === "cdp-open") user.opened();
    else if (message.type === "cdp-close") user.closed();
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.close(), SILENCE_MS);
  }

  #end(): void {
    clearTimeout(this.#silence);
    this.#greeting?.(undefined);
    this.#greeting = undefined;
    const user = this.#user;
    this.#user = undefined;
    user?.ended();
  }
}
