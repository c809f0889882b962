/** Serves the benchmark's pages and keeps their records. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "../support/wait.ts";
import { form, page } from "./page.ts";

/** The record of a page, sent when it was left. */
export interface Seen {
  clicks: { at: number; trusted: boolean }[];
  inputs: { at: number; value: string; name?: string }[];
}

/** The benchmark's own web site. */
export interface BenchSite {
  /** The address of a fresh page of so many elements; `run` names what it will have seen. */
  address(elements: number, run: string): string;
  /** The address of a page with a form. */
  form(run: string): string;
  /** The record of a run's page, once it was left. */
  seen(run: string): Promise<Seen>;
  close(): Promise<void>;
}

/** Starts it. */
export async function startBenchSite(): Promise<BenchSite> {
  const seen = new Map<string, Seen>();
  const server = createServer(async (request, response) => {
    const [, area, first = "", second = ""] = (request.url ?? "").split("/");
    if (area === "seen") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      seen.set(first, JSON.parse(Buffer.concat(chunks).toString()) as Seen);
      response.writeHead(204).end();
      return;
    }
    const made = page(Number(first) || 100, second);
    const bodies: Record<string, string | undefined> = {
      page: made.main,
      frame: made.frames[Number(second)],
      form: form(first),
    };
    const body = bodies[area ?? ""];
    response
      .writeHead(body === undefined ? 404 : 200, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
      })
      .end(body ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (elements, run) => `http://127.0.0.1:${port}/page/${elements}/${run}`,
    form: (run) => `http://127.0.0.1:${port}/form/${run}`,
    seen: (run) => until(`what the page of run ${run} saw`, () => seen.get(run), 5_000),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
