/** The pages over HTTP. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { attacks, honestPages } from "./pages.ts";

/** The served pages. */
export interface InjectionSite {
  address(name: string): string;
  close(): Promise<void>;
}

/** Serves all pages. */
export async function serveInjection(): Promise<InjectionSite> {
  const pages = new Map([...attacks, ...honestPages].map(({ name, html }) => [`/${name}`, html]));
  const server = createServer((request, response) => {
    const html = pages.get(request.url ?? "");
    response.writeHead(html === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (name) => `http://127.0.0.1:${port}/${name}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
