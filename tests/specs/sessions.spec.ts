/** Several agents in one server, each in a session of its own, through a real MCP client. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { isBrowserMain } from "../support/processes.ts";
import { Tree } from "../support/tree.ts";
import { sleep, until } from "../support/wait.ts";

const ID = /session ([\w-]{22})\./;

/** Says who came before, and remembers who came. */
const page = (cookie: string, path: string) => `<!doctype html><title>${path}</title><h1>${path}</h1>
  <p>before: ${cookie}</p><label>Name <input></label><button>Enter</button><button id="ask">Ask</button><p id="out"></p>
  <script>
    document.querySelector("button").onclick = () => {
      const name = document.querySelector("input").value;
      document.cookie = "name=" + name;
      out.textContent = "in: " + name;
    };
    ask.onclick = () => { out.textContent = "sure: " + confirm("Sure?"); };
  </script>`;

describe.each(oneBrowser)("sessions of a server with %s", (browser) => {
  let site: Server;
  let url: string;
  beforeAll(async () => {
    site = createServer((request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(page(request.headers.cookie ?? "none", request.url ?? ""));
    });
    await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(() => site.close());

  const start = (...args: string[]) => Pilot.start({ browser, args: ["--tools", "web,sessions", ...args] });
  const open = async (pilot: Pilot, args: Record<string, unknown> = {}): Promise<string> =>
    ID.exec(await pilot.ok("open_session", args))?.[1] as string;

  it("keep agents apart that work at once, in one browser process", async () => {
    const pilot = await start();
    const ids = await Promise.all(Array.from({ length: 4 }, () => open(pilot)));
    expect(new Set(ids).size).toBe(4);
    await Promise.all(
      [undefined, ...ids].map(async (session, index) => {
        const own = session === undefined ? {} : { session };
        await pilot.ok("navigate_page", { url: `${url}/${index}`, ...own });
        for (let turn = 0; turn < 3; turn++) {
          const tree = new Tree(await pilot.ok("take_snapshot", own));
          await pilot.ok("fill_by_uid", { uid: tree.uid("textbox", "Name"), value: `agent ${index}`, ...own });
          const answer = await pilot.ok("click_by_uid", { uid: tree.uid("button", "Enter"), ...own });
          if (turn === 0) expect(answer).toContain(`in: agent ${index}`);
        }
        await pilot.ok("navigate_page", { url: `${url}/${index}`, ...own });
        expect(await pilot.ok("take_snapshot", own)).toContain(`before: name=agent ${index}`);
        const pages = await pilot.ok("list_pages", own);
        expect(pages).toContain(`${url}/${index}`);
        for (const other of [0, 1, 2, 3, 4].filter((other) => other !== index)) {
          expect(pages).not.toContain(`${url}/${other}`);
        }
      }),
    );
    expect(pilot.children().filter(isBrowserMain)).toHaveLength(1);
    const listed = await pilot.ok("list_sessions");
    for (const id of ids) {
      expect(listed).toContain(id.slice(0, 6));
      expect(listed).not.toContain(id);
    }
    await pilot.close();
  });

  it("take a page by its number, without selecting it", async () => {
    const pilot = await start();
    const session = await open(pilot);
    for (const name of ["one", "two"]) await pilot.ok("new_page", { url: `${url}/${name}`, session });
    const [one, two] = (await pilot.ok("list_pages", { session }))
      .split("\n")
      .filter((line) => line.includes(url))
      .map((line) => Number.parseInt(line, 10)) as [number, number];
    const [first, second] = await Promise.all([one, two].map((page) => pilot.ok("take_snapshot", { session, page })));
    expect([first, second]).toEqual([expect.stringContaining("/one"), expect.stringContaining("/two")]);
    expect(await pilot.ok("take_snapshot", { session })).toContain("/two");
    const uid = new Tree(first as string).uid("button", "Enter");
    await pilot.fails("UID_OF_OTHER_PAGE", "click_by_uid", { uid, session });
    await pilot.ok("click_by_uid", { uid, session, page: one });
    await pilot.fails("PAGE_NOT_FOUND", "take_snapshot", { session, page: 99 });
    await pilot.close();
  });

  it("have dialogs of their own", async () => {
    const pilot = await start();
    const [asking, other] = [await open(pilot), await open(pilot)];
    for (const session of [asking, other]) await pilot.ok("navigate_page", { url: `${url}/ask`, session });
    const tree = new Tree(await pilot.ok("take_snapshot", { session: asking }));
    expect(await pilot.ok("click_by_uid", { uid: tree.uid("button", "Ask"), session: asking })).toContain("Sure?");
    // The others see no dialog.
    await pilot.fails("NO_DIALOG", "accept_dialog", { session: other });
    expect(await pilot.ok("take_snapshot", { session: other })).toContain("Ask");
    await pilot.ok("accept_dialog", { session: asking });
    expect(await pilot.ok("take_snapshot", { session: asking })).toContain("sure: true");
    await pilot.close();
  });

  it("end when they are closed or idle, and are refused then", async () => {
    const pilot = await start("--session-idle", "1500", "--max-sessions", "2");
    const [first, second] = [await open(pilot), await open(pilot, { viewport: { width: 500, height: 400 } })];
    expect(await pilot.fails("TOO_MANY_SESSIONS", "open_session")).toContain("close_session");
    await pilot.ok("close_session", { session: first });
    expect(await pilot.fails("SESSION_ENDED", "take_snapshot", { session: first })).toContain("open_session");
    await pilot.fails("SESSION_ENDED", "take_snapshot", { session: "no-such-session" });
    await pilot.fails("INVALID_INPUT", "take_snapshot", { session: 5 });
    // A call that lasts longer than the idle time keeps its session.
    await pilot.ok("navigate_page", { url, session: second });
    await pilot.fails("TIMEOUT", "wait_for", { text: "never there", timeoutMs: 2_000, session: second });
    expect(await pilot.ok("list_sessions")).toContain(second.slice(0, 6));
    await until("the session to end", async () => !(await pilot.ok("list_sessions")).includes(second.slice(0, 6)));
    expect(await pilot.fails("SESSION_ENDED", "list_pages", { session: second })).toContain("without a call");
    const next = await open(pilot);
    await pilot.ok("navigate_page", { url, session: next });
    await pilot.close();
  });

  it("end alone when their own browser is killed", async () => {
    const pilot = await start();
    const [shared, separate] = [await open(pilot), await open(pilot, { separate: true })];
    await pilot.ok("navigate_page", { url, session: shared });
    const before = new Set(pilot.children().map(({ pid }) => pid));
    await pilot.ok("navigate_page", { url, session: separate });
    const own = pilot.children().filter((process) => isBrowserMain(process) && !before.has(process.pid));
    expect(own).toHaveLength(1);
    process.kill(own[0]?.pid as number, "SIGKILL");
    await sleep(300);
    expect(await pilot.ok("take_snapshot", { session: shared })).toContain("before: none");
    const again = await pilot.call("navigate_page", { url, session: separate });
    const text = again.isError ? await pilot.ok("navigate_page", { url, session: separate }) : again.text;
    expect(again.text + text).toContain("had ended");
    expect(await pilot.ok("take_snapshot", { session: separate })).not.toContain("had ended");
    await pilot.close();
  });
});

it("leave the tools as they are without the set", async () => {
  const pilot = await Pilot.start();
  await pilot.fails("INVALID_INPUT", "take_snapshot", { session: "x" });
  const { tools } = await pilot.client.listTools();
  expect(tools.some(({ inputSchema }) => "session" in (inputSchema.properties ?? {}))).toBe(false);
  await pilot.close();
});
