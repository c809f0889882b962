/** The saved pages of the corpus, over HTTP. */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

/** A page of the corpus. */
export interface CorpusPage {
  /** Its file, without the ending. */
  name: string;
  elements: number;
  url: string;
  file: string;
}

/** The served corpus. */
export interface CorpusSite {
  pages: CorpusPage[];
  close(): Promise<void>;
}

/** Serves the pages that `pages.json` of the folder lists. */
export async function serveCorpus(folder: string): Promise<CorpusSite> {
  const listed = JSON.parse(readFileSync(path.join(folder, "pages.json"), "utf8")) as {
    file: string;
    elements: number;
  }[];
  const files = new Set(listed.map(({ file }) => file));
  const server = createServer((request, response) => {
    const file = (request.url ?? "").slice(1);
    const known = files.has(file);
    response
      .writeHead(known ? 200 : 404, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
      .end(known ? readFileSync(path.join(folder, file)) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    pages: listed.map(({ file, elements }) => ({
      name: path.basename(file, ".html"),
      elements,
      file: path.join(folder, file),
      url: `http://127.0.0.1:${port}/${file}`,
    })),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
