/** How the server ends where a thread of its process does not come back from the system. */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const server = path.join(import.meta.dirname, "../dist/index.js");

/** The time in which it ends at the latest, with that of a busy machine. */
const WITHIN_MS = 8_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "uipilot-ending-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a server in which a file system hangs: opening a pipe waits for a writer that never comes. */
async function stuck() {
  const own = mkdtempSync(path.join(folder, "server-"));
  const [pipe, preload] = [path.join(own, "pipe"), path.join(own, "preload.cjs")];
  execFileSync("mkfifo", ["-m", "600", pipe]);
  writeFileSync(preload, `require("node:fs").open(${JSON.stringify(pipe)}, () => undefined);`);
  const child = spawn(process.execPath, ["--require", preload, server, "--headless", "--log-level", "info"], {
    cwd: own,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  child.stdin.write(`${JSON.stringify(hello)}\n`);
  await once(child.stdout, "data");
  // What serves is loaded after the first answer, and with it what listens to signals.
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" })}\n`);
  await once(child.stdout, "data");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return child;
}

describe.skipIf(process.platform === "win32")("the server, with a thread that hangs in the system", () => {
  const ways: Record<string, (child: Awaited<ReturnType<typeof stuck>>) => unknown> = {
    "its input ends": (child) => child.stdin.end(),
    "it is told to": (child) => child.kill("SIGTERM"),
  };
  it.each(Object.keys(ways))(
    "ends when %s",
    async (way) => {
      const child = await stuck();
      const began = performance.now();
      ways[way]?.(child);
      const timer = setTimeout(() => child.kill("SIGKILL"), 3 * WITHIN_MS);
      await once(child, "exit");
      clearTimeout(timer);
      expect(performance.now() - began).toBeLessThan(WITHIN_MS);
      if (way === "it is told to") expect(child.signalCode).toBe("SIGTERM");
    },
    5 * WITHIN_MS,
  );
});
