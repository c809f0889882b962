/** Serves the pages of the corpus at the paths that they have upstream. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".jpg": "image/jpeg",
  ".png": "image/png",
};
/** One transparent pixel: the pages only need pictures that load. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

/** A running server. */
export interface PageServer {
  /** Address of the corpus' root, with a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function serve(folder: string): Promise<PageServer> {
  const server = createServer(async (request, response) => {
    const asked = path.normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
    const type = TYPES[path.extname(asked)];
    try {
      if (!type || asked.includes("..")) throw new Error("not a page of the corpus");
      const body = await readFile(path.join(folder, asked));
      response.writeHead(200, { "content-type": type }).end(body);
    } catch {
      // What the corpus names and does not hold: pictures, and targets of links and frames.
      if (type?.startsWith("image/")) response.writeHead(200, { "content-type": "image/gif" }).end(PIXEL);
      else if (asked.endsWith(".html"))
        response.writeHead(200, { "content-type": TYPES[".html"] }).end("<!doctype html>");
      else response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
