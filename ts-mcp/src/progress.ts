// Tells a client that asked for it that a call still runs.

import type { ServerContext } from "@modelcontextprotocol/server";

/** After this time without an answer the client is told, and then again and again. */
const EVERY_MS = 1_000;

/**
 * Tells the client from time to time how long the call has run, in seconds, if it asked for progress.
 *
 * @returns what ends it
 */
export function tellProgress({ _meta, notify }: ServerContext["mcpReq"], tool: string): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  const began = performance.now();
  const timer = setInterval(() => {
    const progress = Math.round((performance.now() - began) / 1_000);
    const params = { progressToken, progress, message: `${tool} has run for ${progress} s` };
    // A client that has gone away ends the call by itself.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  }, EVERY_MS);
  return () => clearInterval(timer);
}
