// Ports for programs that are started for a moment.
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A port of this machine that is free now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until something answers at an address; a minute at most. */
export async function waitFor(url) {
  const until = performance.now() + 60_000;
  for (;;) {
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(100);
    }
  }
}
