/** A server of random pages: each document is built from the query of its address. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { randomPage } from "./page.ts";

export interface RandomSite {
  /** The address of the page of a seed. */
  page(seed: number): string;
  close(): Promise<void>;
}

export async function startRandomSite(): Promise<RandomSite> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "/", "http://127.0.0.1").searchParams;
    const [seed, depth] = ["seed", "depth"].map((name) => Number(query.get(name) ?? 0)) as [number, number];
    const body = randomPage({ seed, prefix: query.get("prefix") ?? "a", depth, other: `http://localhost:${port}/` });
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(body);
  });
  // Without a host name Node listens on both families where it can, so that "localhost" reaches it too.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    page: (seed) => `http://127.0.0.1:${port}/?seed=${seed}&prefix=a&depth=2`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
