/** A minimal DevTools client for one page, so that measurements of a browser do not depend on the code under test. */

import WebSocket from "ws";
import type { OwnChromium } from "./chromium.ts";

/** A connection to one page. */
export class PageSocket {
  #next = 1;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();

  private constructor(private readonly socket: WebSocket) {
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { id?: number; result?: unknown; error?: { message: string } };
      const waiting = this.#waiting.get(message.id ?? 0);
      if (!waiting) return;
      this.#waiting.delete(message.id ?? 0);
      if (message.error) waiting.reject(new Error(message.error.message));
      else waiting.resolve(message.result);
    });
  }

  /** Connects to the first page of a browser. */
  static async firstPage(browser: OwnChromium): Promise<PageSocket> {
    const targets = (await (await fetch(`${browser.endpoint}/json/list`)).json()) as {
      type: string;
      webSocketDebuggerUrl: string;
    }[];
    const page = targets.find(({ type }) => type === "page");
    return PageSocket.connect(page?.webSocketDebuggerUrl ?? "");
  }

  /** Connects to the page with this WebSocket address. */
  static async connect(url: string): Promise<PageSocket> {
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 1 << 28 });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return new PageSocket(socket);
  }

  /** Sends a command and waits for its result. @throws what the browser calls an error. */
  send<T>(method: string, params: unknown = {}): Promise<T> {
    const id = this.#next++;
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise<T>((resolve, reject) =>
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject }),
    );
  }

  /** Ends the connection. */
  close(): void {
    this.socket.close();
  }
}

interface FrameTree {
  frame: { id: string };
  childFrames?: FrameTree[];
}

/** The frames of the page, parents first. */
export async function frameIds(socket: PageSocket): Promise<string[]> {
  const flat = ({ frame, childFrames = [] }: FrameTree): string[] => [frame.id, ...childFrames.flatMap(flat)];
  return flat((await socket.send<{ frameTree: FrameTree }>("Page.getFrameTree")).frameTree);
}
