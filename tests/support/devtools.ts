/** A few CDP commands with which tests do what a user does in their own browser. */

import { WebSocket } from "ws";
import { until } from "./wait.ts";

interface Reply {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** A target, as the browser lists it. */
export interface Target {
  targetId: string;
  type: string;
  url: string;
  title: string;
}

/** A command that the browser answers with an error. */
class Refused extends Error {}

/** What takes the place of an answer that never comes. */
const ENDED: Reply = { error: { message: "the browser has ended" } };

/** A connection to a whole browser. */
export class DevTools {
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #next = 1;

  private constructor(private readonly socket: WebSocket) {
    socket.on("message", (data) => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
    socket.on("close", () => {
      for (const answer of this.#waiting.values()) answer(ENDED);
    });
  }

  /** Connects to the browser's own socket. */
  static async connect(url: string): Promise<DevTools> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return new DevTools(socket);
  }

  /** Sends a command, to a session where one is given. */
  async send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = this.#next++;
    const reply = await new Promise<Reply>((resolve) => {
      if (this.socket.readyState !== WebSocket.OPEN) return resolve(ENDED);
      this.#waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
    this.#waiting.delete(id);
    if (reply.error !== undefined) throw new Refused(`${method}: ${reply.error.message}`);
    return reply.result ?? {};
  }

  /** All targets, workers among them. */
  async targets(): Promise<Target[]> {
    return (await this.send("Target.getTargets", { filter: [{}] })).targetInfos as Target[];
  }

  /** Opens a tab. */
  async open(url: string): Promise<DevToolsPage> {
    const { targetId } = (await this.send("Target.createTarget", { url })) as { targetId: string };
    return this.page(targetId);
  }

  /** Attaches to a target. */
  async page(targetId: string): Promise<DevToolsPage> {
    const { sessionId } = (await this.send("Target.attachToTarget", { targetId, flatten: true })) as {
      sessionId: string;
    };
    return new DevToolsPage(this, targetId, sessionId);
  }

  close(): void {
    this.socket.close();
  }
}

/** A page or worker that the test inspects. */
export class DevToolsPage {
  constructor(
    readonly browser: DevTools,
    readonly targetId: string,
    private readonly session: string,
  ) {}

  /** Sends a command to it. */
  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.browser.send(method, params, this.session);
  }

  /** The value of an expression, as JSON carries it; a promise is waited for. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
      userGesture: true,
    })) as { result: { value: T }; exceptionDetails?: { exception?: { description?: string } } };
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  /** Waits until an expression is truthy; documents may come and go meanwhile. */
  until<T>(expression: string, timeoutMs = 10_000): Promise<NonNullable<T>> {
    const look = async (): Promise<T | undefined> => {
      try {
        return await this.evaluate<T>(expression);
      } catch (error) {
        // The browser answers this when the document is replaced during the call.
        if (error instanceof Refused) return undefined;
        throw error;
      }
    };
    return until(`${expression} in the page`, look, timeoutMs, 50);
  }

  /** A picture of it. */
  async screenshot(): Promise<Buffer> {
    const { data } = (await this.send("Page.captureScreenshot")) as { data: string };
    return Buffer.from(data, "base64");
  }

  async close(): Promise<void> {
    await this.browser.send("Target.closeTarget", { targetId: this.targetId });
  }
}
