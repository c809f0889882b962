/** Several sessions in one browser, and several callers in one session, through `@uipilot/core`. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Session, type SessionOptions, UipilotError } from "@uipilot/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { executables } from "../support/paths.ts";
import { inspect } from "../support/processes.ts";
import { until } from "../support/wait.ts";

/** Shows the cookies that it came with, and keeps what is typed. */
const shop = (cookie: string) => `<!doctype html><title>Shop</title>
  <p id="cookie">cookie ${cookie}</p><p id="kept"></p>
  <label>Name <input id="name"></label><button onclick="keep()">Keep</button>
  <a href="/file" download="receipt.txt">Receipt</a><button onclick="window.open('/popup')">Open</button>
  <p id="seen"></p>
  <script>
    kept.textContent = "kept " + (localStorage.getItem("name") ?? "nothing");
    function keep() {
      localStorage.setItem("name", document.querySelector("input").value);
      document.cookie = "name=" + document.querySelector("input").value;
      kept.textContent = "kept " + localStorage.getItem("name");
    }
    setInterval(() => { seen.textContent = document.visibilityState; }, 50);
  </script>`;

describe.each(oneBrowser)("sessions in one %s", (browser) => {
  let server: Server;
  let url: string;
  const options: SessionOptions = { launch: { browser, executable: executables[browser] as string } };

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === "/file") {
        response.writeHead(200, { "content-type": "application/octet-stream", "content-disposition": "attachment" });
        response.end("paid");
        return;
      }
      response.setHeader("content-type", "text/html");
      response.end(shop(request.headers.cookie ?? "none"));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());

  /** The UID of the element with this name. */
  const uid = async (session: Session, name: string): Promise<string> => {
    const { nodes } = await session.nodes();
    const found = nodes.find((node) => node.name === name && node.uid !== undefined)?.uid;
    if (found === undefined) throw new Error(`no ${name} in ${JSON.stringify(nodes.map((node) => node.name))}`);
    return found;
  };
  const text = async (session: Session): Promise<string> => (await session.snapshot()).text;
  const code = async (call: Promise<unknown>): Promise<string> => {
    const error = await call.then(
      (answer) => new Error(`answered ${JSON.stringify(answer)}`),
      (error: unknown) => error,
    );
    if (!(error instanceof UipilotError)) throw error;
    return error.code;
  };

  it("keeps pages, cookies, storage and UIDs of sessions apart, also while they act at once", async () => {
    const host = Session.open(options);
    const guests = Array.from({ length: 4 }, () => host.isolated());
    const names = ["host", "anna", "ben", "cleo", "dora"];
    const sessions = [host, ...guests];
    await Promise.all(
      sessions.map(async (session, index) => {
        await session.newPage(url);
        await session.fill(await uid(session, "Name"), names[index] as string);
        await session.click(await uid(session, "Keep"));
      }),
    );
    await Promise.all(
      sessions.map(async (session, index) => {
        await session.navigateHistory("reload");
        const shown = await text(session);
        expect(shown).toContain(`cookie name=${names[index]}`);
        expect(shown).toContain(`kept ${names[index]}`);
        expect(shown).toContain("visible");
        const pages = (await session.pages()).filter((page) => page.url !== "about:blank");
        expect(pages.map((page) => page.url)).toEqual([url]);
      }),
    );
    // All of them are in one process.
    const pids = await Promise.all(sessions.map(async (session) => (await session.start()).pid));
    expect(new Set(pids).size).toBe(1);
    // One that closes leaves the others alone; what it kept is gone.
    const [anna, ben] = guests as [Session, Session];
    await anna.close();
    expect(await code(anna.pages())).toBe("SESSION_ENDED");
    expect(await text(ben)).toContain("kept ben");
    const next = ben.isolated();
    await next.newPage(url);
    expect(await text(next)).toContain("cookie none");
    expect(await text(next)).toContain("kept nothing");
    await host.close();
    expect(await code(ben.snapshot())).toBe("SESSION_ENDED");
    await until("the browser ended", () => Promise.resolve(!pids.some((pid) => inspect(pid as number) !== undefined)));
  });

  it("tells popups and downloads to the session whose page caused them", async () => {
    const host = Session.open(options);
    const guest = host.isolated();
    await host.newPage(url);
    await guest.newPage(url);
    const before = [(await host.pages()).length, (await guest.pages()).length] as const;
    const opened = await guest.click(await uid(guest, "Open"));
    expect(opened.effects.opened).toHaveLength(1);
    expect(await guest.pages()).toHaveLength(before[1] + 1);
    expect(await host.pages()).toHaveLength(before[0]);
    await guest.click(await uid(guest, "Receipt"));
    await until("downloaded", async () => (await guest.downloads()).some(({ state }) => state === "finished"));
    const [download] = await guest.downloads();
    expect(path.basename(download?.path ?? "")).toBe("receipt.txt");
    expect(download?.size).toBe(4);
    expect(await host.downloads()).toEqual([]);
    await host.close();
  });

  it("begins anew when the browser was killed, in each session, and says so once", async () => {
    const host = Session.open(options);
    const guest = host.isolated();
    await guest.newPage(url);
    const { pid } = await guest.start();
    process.kill(pid as number, "SIGKILL");
    await until("the browser ended", () => Promise.resolve(inspect(pid as number) === undefined));
    // A call that comes before the connection's end fails with it.
    const again = await guest.newPage(url).catch(async (error: UipilotError) => {
      expect(error.code).toBe("SESSION_ENDED");
      return guest.newPage(url);
    });
    expect(again.effects.notices.join()).toContain("The browser had ended");
    expect((await guest.start()).pid).not.toBe(pid);
    expect(await text(guest)).not.toContain("had ended");
    expect(await text(host)).not.toContain("Shop");
    await host.close();
  });

  it("lets callers of one session name their pages", async () => {
    const session = Session.open(options);
    const first = await session.newPage(url);
    const second = await session.newPage(`${url}two`);
    const [one, two] = [session.onPage(first.page), session.onPage(second.page)];
    await Promise.all(
      [one, two].map(async (caller, index) => {
        for (let turn = 0; turn < 5; turn++) await caller.fill(await uid(caller, "Name"), `${index} ${turn}`);
      }),
    );
    expect(await text(one)).toContain('"0 4"');
    expect(await text(two)).toContain('"1 4"');
    const selected = (await session.pages()).find((page) => page.selected);
    expect(selected?.page).toBe(second.page);
    expect(await code(session.onPage(99).snapshot())).toBe("PAGE_NOT_FOUND");
    expect(await code(Promise.resolve().then(() => session.onPage(-1)))).toBe("INVALID_INPUT");
    await session.close();
  });

  it("reads no clipboard that sessions share", async () => {
    const host = Session.open(options);
    const guest = host.isolated();
    await guest.start();
    expect(await code(guest.readClipboard())).toBe("UNSUPPORTED");
    expect(await code(host.readClipboard())).toBe("UNSUPPORTED");
    await host.close();
  });
});
