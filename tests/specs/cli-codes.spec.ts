/** Exit codes of `uipilot` that need more than a wrong command. */

import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Shell } from "../support/shell.ts";
import { type Site, startSite } from "../support/site.ts";
import { until } from "../support/wait.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const ended = (child: ReturnType<Shell["start"]>): Promise<[number | null, string | null]> =>
  new Promise((resolve) => child.once("exit", (code, signal) => resolve([code, signal])));

it("end with 8 where the page has interrupted what was typed, and by the signal that ends a command", async () => {
  const shell = new Shell();
  try {
    const fields = ["Name", "Street"].map((name) => `<input aria-label="${name}">`).join("");
    const page = site.html(`${fields}<script>const [one, two] = document.querySelectorAll("input");
      one.oninput = () => two.focus();</script>`);
    await shell.ok("open", page.url);
    const uid = await shell.uid(/textbox "Name"/);
    expect(await shell.fails(8, "INTERRUPTED", ["type", "12", "--uid", uid])).toContain("1 of 2 characters were typed");

    for (const args of [
      ["wait", "never there", "--timeout-ms", "100000"],
      ["run", "-"],
    ]) {
      const child = shell.start(args);
      child.stdin?.write("wait 'never there' --timeout-ms 100000\n");
      const running = async (count: number) => {
        const { structured = {} } = await shell.json("sessions");
        return (structured.sessions as { running: number }[])[0]?.running === count;
      };
      await until("the call to run", () => running(1));
      child.kill("SIGINT");
      // A shell says 130 then.
      expect(await ended(child)).toEqual([null, "SIGINT"]);
      await until("the call to end", () => running(0));
    }
  } finally {
    await shell.close();
  }
}, 120_000);

it.skipIf(process.platform === "win32")(
  "say which process to end where what listens says nothing",
  async () => {
    const shell = new Shell();
    const folder = path.join(shell.runtime, "uipilot");
    mkdirSync(folder, { mode: 0o700 });
    const server = createServer((socket) => socket.on("error", () => undefined).resume());
    const socket = path.join(folder, "daemon.sock");
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    try {
      const ask = (): Promise<string> => shell.fails(4, "TIMEOUT", ["--deadline", "500", "pages"]);
      expect(await ask()).toContain(`end the process that listens at "${socket}"`);
      // Of a daemon that is gone.
      writeFileSync(path.join(folder, "sessions.json"), JSON.stringify({ pid: 2 ** 30 }));
      expect(await ask()).toContain(`end the process that listens at "${socket}"`);
      writeFileSync(path.join(folder, "sessions.json"), JSON.stringify({ pid: process.pid }));
      expect(await ask()).toContain("whose number is the pid in");
    } finally {
      server.close();
      await shell.close();
    }
  },
  60_000,
);

it.skipIf(process.platform === "win32")(
  "end with 70 where what listens gives no answer that can be read",
  async () => {
    for (const answer of ["no answer\n", "null\n", "{}\n", "[]\n"]) {
      const shell = new Shell();
      const folder = path.join(shell.runtime, "uipilot");
      mkdirSync(folder, { mode: 0o700 });
      const server = createServer((socket) =>
        socket.on("error", () => undefined).once("data", () => socket.write(answer)),
      );
      await new Promise<void>((resolve) => server.listen(path.join(folder, "daemon.sock"), resolve));
      try {
        expect(await shell.fails(70, "INTERNAL", ["pages"]), answer).toContain("cannot be read");
        const printed = await shell.run(["pages", "--json"]);
        expect(printed.status, printed.stderr).toBe(70);
        expect(JSON.parse(printed.stdout)).toMatchObject({ ok: false, error: { code: "INTERNAL" } });
      } finally {
        server.close();
        await shell.close();
      }
    }
  },
  60_000,
);
