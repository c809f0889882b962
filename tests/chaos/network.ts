/** A TCP proxy whose network can be made slow, stalled or cut. */

import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** The delay of each piece on a slow network, in milliseconds. */
const SLOW_MS = 150;

/** How the network is: pieces pass, pass late, wait, or every connection is reset. */
export type Weather = "clear" | "slow" | "stalled" | "cut";

/** Passes connections on to a port of this machine. Make it with {@link Network.start}. */
export class Network {
  readonly #sockets = new Set<Socket>();
  #weather: Weather = "clear";
  #held: (() => void)[] = [];

  private constructor(
    readonly port: number,
    /** Where connections go. It may be changed. */
    public to: number,
    private readonly stop: () => Promise<void>,
  ) {}

  /**
   * Starts a proxy on a free port. With `renamed`, the first piece of each connection names the port behind the proxy
   * where it named the proxy's own: for servers that check the `Host` header.
   */
  static async start(to: number, { renamed = false } = {}): Promise<Network> {
    const server = createServer((socket) => proxy.#accept(socket, renamed));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const proxy = new Network((server.address() as AddressInfo).port, to, async () => {
      proxy.set("cut");
      await new Promise((resolve) => server.close(resolve));
    });
    return proxy;
  }

  /** Changes the network. What waits passes once it is clear or slow again. */
  set(weather: Weather): void {
    this.#weather = weather;
    if (weather === "cut") for (const socket of this.#sockets) socket.resetAndDestroy();
    if (weather === "stalled") return;
    for (const pass of this.#held.splice(0)) pass();
  }

  /** Ends the proxy and every connection through it. */
  close(): Promise<void> {
    return this.stop();
  }

  #accept(near: Socket, renamed: boolean): void {
    if (this.#weather === "cut") {
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.to, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    const rename = (piece: Buffer): Buffer =>
      Buffer.from(piece.toString("latin1").replace(`:${this.port}`, `:${this.to}`), "latin1");
    near.pipe(this.#delay(renamed ? rename : undefined)).pipe(far);
    far.pipe(this.#delay()).pipe(near);
  }

  #delay(first?: (piece: Buffer) => Buffer): Transform {
    return new Transform({
      transform: (piece: Buffer, _, done) => {
        const passed = first?.(piece) ?? piece;
        first = undefined;
        this.#when(() => done(null, passed));
      },
      flush: (done) => this.#when(() => done()),
    });
  }

  #when(pass: () => void): void {
    if (this.#weather === "slow") setTimeout(pass, SLOW_MS);
    else if (this.#weather === "stalled") this.#held.push(pass);
    else pass();
  }
}
