/** A web server whose answers are not documents, or do not come. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./wait.ts";

/** What the server answers at each path. */
const ODD: Record<string, (response: ServerResponse) => void> = {
  "/auth": (response) => response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end("no"),
  "/204": (response) => response.writeHead(204).end(),
  "/205": (response) => response.writeHead(205).end(),
  "/empty": (response) => response.destroy(),
  "/loop": (response) => response.writeHead(302, { location: "/loop" }).end(),
  "/file": (response) => response.writeHead(200, { "content-disposition": 'attachment; filename="a.txt"' }).end("x"),
};

/** The server. Make it with {@link startOddServer}. */
export interface OddServer {
  /** Its origin, `http://127.0.0.1:…`. */
  readonly origin: string;
  /** Answers the requests for `/held…` that wait, and those that come later. */
  release(): void;
  /** Makes later requests for `/held…` wait again. */
  hold(): void;
  /** Resolves when a request for `/held…` waits. */
  asked(): Promise<unknown>;
  /** How many requests wait. */
  waiting(): number;
  close(): Promise<void>;
}

/** Starts the server. `/held…` is not answered until {@link OddServer.release}. Other paths are documents. */
export async function startOddServer(): Promise<OddServer> {
  let waiting: (() => void)[] = [];
  let held = true;
  const server = createServer(({ url = "/" }, response) => {
    const [path = ""] = url.split("?");
    const show = (): void => {
      response.writeHead(200, { "content-type": "text/html" }).end(`<title>Odd</title><h1>Arrived at ${path}</h1>`);
    };
    const odd = ODD[path];
    if (odd) odd(response);
    else if (path.startsWith("/held") && held) {
      waiting.push(show);
      response.on("close", () => {
        waiting = waiting.filter((one) => one !== show);
      });
    } else show();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      held = false;
      for (const show of waiting) show();
      waiting = [];
    },
    hold: () => {
      held = true;
    },
    asked: () => until("a request that waits", () => waiting.length > 0),
    waiting: () => waiting.length,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
