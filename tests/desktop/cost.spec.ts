/** The desktop tools cost a server nothing before one of them is called. */

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { startPilot } from "./support/driver.ts";

/** The names of the engine's threads in a process, and the number of its open sockets. */
function held(pid: number): { threads: string[]; sockets: number } {
  const read = (folder: string, of: (name: string) => string): string[] =>
    readdirSync(`/proc/${pid}/${folder}`).flatMap((name) => {
      try {
        return [of(`/proc/${pid}/${folder}/${name}`)];
      } catch {
        // The process or thread has ended.
        return [];
      }
    });
  return {
    threads: read("task", (thread) => readFileSync(`${thread}/comm`, "utf8")).filter((name) =>
      name.startsWith("uipilot"),
    ),
    sockets: read("fd", readlinkSync).filter((file) => file.startsWith("socket:")).length,
  };
}

it("a server with desktop tools connects to nothing and starts no thread before the first call", async () => {
  const pilot = await startPilot();
  try {
    await pilot.client.listTools();
    // Node's own pipes to its parent are sockets, too.
    const before = held(pilot.pid);
    expect(before.threads).toEqual([]);
    expect(before.sockets).toBeLessThanOrEqual(3);
    // The count does notice the engine's threads once a tool was called.
    await pilot.ok("list_applications");
    expect(held(pilot.pid).threads).not.toEqual([]);
    expect(held(pilot.pid).sockets).toBeGreaterThan(before.sockets);
  } finally {
    await pilot.close();
  }
});
