/** What a page, another program or another user must not get at. */

import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { browsers } from "../support/browsers.ts";
import { OwnChromium } from "../support/chromium.ts";
import { DevTools, type DevToolsPage } from "../support/devtools.ts";
import { Pilot } from "../support/pilot.ts";
import { type Site, startSite } from "../support/site.ts";
import { inOneOwnBrowser } from "../support/suite.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** The sockets that listen on this machine: their addresses, as the kernel writes them, by inode. */
function listening(): Map<string, string> {
  const lines = ["tcp", "tcp6"].flatMap((name) => readFileSync(`/proc/net/${name}`, "utf8").split("\n").slice(1));
  return new Map(
    lines
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === "0A")
      .map((columns) => [columns[9] ?? "", columns[1] ?? ""]),
  );
}

/** The addresses at which a process listens. */
function listens(pid: number): string[] {
  const addresses = listening();
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      const [, inode = ""] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`)) ?? [];
      return addresses.get(inode) ?? [];
    } catch {
      return []; // the descriptor was closed meanwhile
    }
  });
}

describe("a Chromium that the server starts", () => {
  it("listens on no port, and says that it runs without its sandbox", async (test) => {
    const pilot = await Pilot.start();
    try {
      const first = await pilot.open(site.html("<p>Page</p>"));
      const browser = await pilot.browserProcess();
      expect(browser.arguments).toContain("--remote-debugging-pipe");
      for (const { pid } of pilot.children()) expect(listens(pid)).toEqual([]);
      if (!browser.arguments.includes("--no-sandbox")) test.skip("the sandbox works here");
      expect(first).toContain("without its sandbox");
      expect(await pilot.open(site.html("<p>Page</p>"))).not.toContain("sandbox");
      expect(pilot.stderr).toMatch(/WARN .*without its sandbox/);
    } finally {
      await pilot.close();
    }
  });
});

/** How a port answers the request for a WebSocket: 101 if it opens one. */
function upgrade(port: number, headers: Record<string, string>, at = "/session"): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: "127.0.0.1",
      port,
      path: at,
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        ...headers,
      },
    });
    asked.once("response", (response) => resolve(response.statusCode ?? 0));
    asked.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    asked.once("error", reject);
    asked.end();
  });
}

describe("a Firefox that the server starts", () => {
  it.skipIf(!browsers.includes("firefox"))(
    "listens for this machine only, refuses web pages and other names, and gives out no second session",
    async () => {
      const pilot = await Pilot.start({ browser: "firefox" });
      try {
        await pilot.open(site.html("<p>Page</p>"));
        const { pid } = await pilot.browserProcess();
        const addresses = listens(pid);
        expect(addresses.length).toBeGreaterThan(0);
        for (const address of addresses) expect(address).toMatch(/^(0100007F|0{24}01000000):/);
        const port = Number.parseInt(addresses[0]?.split(":")[1] ?? "", 16);
        // A page always names its origin, and a name that was rebound to this machine is another host.
        for (const headers of [
          { origin: "http://evil.test" },
          { origin: `http://127.0.0.1:${port}` },
          { origin: "null" },
          { host: "evil.test" },
          { host: `evil.test:${port}` },
        ]) {
          expect(await upgrade(port, headers), JSON.stringify(headers)).toBeGreaterThanOrEqual(400);
        }
        expect(await upgrade(port, {}, "/session/00000000-0000-0000-0000-000000000000")).toBeGreaterThanOrEqual(400);
        // What remains: a program of this machine can open a socket, but gets no session beside ours.
        const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
        await new Promise((resolve, fail) => socket.once("open", resolve).once("error", fail));
        const answer = new Promise<string>((resolve) => socket.once("message", (text) => resolve(String(text))));
        socket.send(JSON.stringify({ id: 1, method: "session.new", params: { capabilities: {} } }));
        expect(JSON.parse(await answer)).toMatchObject({ type: "error", error: "session not created" });
        const tree = new Promise<string>((resolve) => socket.once("message", (text) => resolve(String(text))));
        socket.send(JSON.stringify({ id: 2, method: "browsingContext.getTree", params: {} }));
        expect(JSON.parse(await tree)).toMatchObject({ type: "error", error: "invalid session id" });
        socket.close();
        await pilot.ok("take_snapshot");
      } finally {
        await pilot.close();
      }
    },
  );
});

inOneOwnBrowser(
  "a browser that the server starts",
  (t) => {
    it("gets none of the server's secrets", async () => {
      await t.pilot.open(t.site.html("<p>Page</p>"));
      await t.pilot.browserProcess();
      for (const { pid } of t.pilot.children()) {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        for (const secret of ["sk-secret", "proxy-secret"]) expect(environment).not.toContain(secret);
      }
    });
  },
  { env: { EXAMPLE_API_KEY: "sk-secret", FTP_PROXY: "http://user:proxy-secret@127.0.0.1:1" } },
);

inOneOwnBrowser(
  "a browser with --pass-env",
  (t) => {
    it("gets the variables that are named, and their values are in no log", async () => {
      await t.pilot.open(t.site.html("<p>Page</p>"));
      const { pid } = await t.pilot.browserProcess();
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      expect(environment).toContain("EXAMPLE_API_KEY=sk-secret");
      expect(environment).toContain("EXAMPLE_MODE=sk-mode");
      expect(environment.some((one) => one.startsWith("EXAMPLE_OTHER"))).toBe(false);
      expect(t.pilot.stderr).not.toMatch(/sk-secret|sk-mode/);
    });
  },
  {
    env: { EXAMPLE_API_KEY: "sk-secret", EXAMPLE_OTHER: "sk-other" },
    args: ["--pass-env", "EXAMPLE_API_KEY", "--pass-env=EXAMPLE_MODE=sk-mode", "--log-level", "trace"],
  },
);

inOneOwnBrowser("the browser's own pages", (t) => {
  it.each(["about:config", "chrome://settings", "edge://settings", "brave://wallet", "view-source:chrome://version"])(
    "are not opened: %s",
    async (url) => {
      await t.pilot.fails("URL_NOT_ALLOWED", "navigate_page", { url });
      await t.pilot.fails("URL_NOT_ALLOWED", "new_page", { url });
    },
  );

  it("leave the error page readable", async () => {
    await t.pilot.fails("NAVIGATION_FAILED", "navigate_page", { url: "http://127.0.0.1:1/" });
    await t.pilot.ok("take_snapshot");
    for (const url of ["about:blank", "data:text/html,<h1>Data</h1>"]) {
      await t.pilot.open(url);
      await t.pilot.ok("take_snapshot");
    }
  });
});

describe("a page that another program leads elsewhere", () => {
  let own: OwnChromium;
  let pilot: Pilot;
  let page: DevToolsPage;
  beforeAll(async () => {
    own = await OwnChromium.start();
    pilot = await Pilot.start({ bare: true, args: ["--cdp-endpoint", own.endpoint, "--allow-script"] });
    const tools = await DevTools.connect(await own.browserSocket());
    const target = (await tools.targets()).find(({ type }) => type === "page");
    page = await tools.page(target?.targetId ?? "");
    await page.send("Page.enable");
  });
  afterAll(async () => {
    await pilot.close();
    await own.close();
  });

  it.each(["file:", "chrome://version/", "view-source:file:", "chrome://settings/passwords"])(
    "to %s is neither read nor acted on, until it shows a web page again",
    async (where) => {
      await pilot.see(site.html("<button>Here</button>"));
      const uid = pilot.uid("button", "Here");
      const secret = path.join(pilot.folder, "secret.html");
      writeFileSync(secret, "<button>secret</button>");
      const url = where.endsWith("file:") ? where.replace("file:", pathToFileURL(secret).href) : where;
      await page.send("Page.navigate", { url });
      await page.until(`location.href !== "about:blank" && document.readyState === "complete"`);
      const calls: [string, Record<string, unknown>][] = [
        ["take_snapshot", {}],
        ["find_in_page", { text: "secret" }],
        ["screenshot_page", {}],
        ["save_page", { saveTo: "x.txt", overwrite: true }],
        ["save_page", { saveTo: "x.png", overwrite: true }],
        ["evaluate_script", { function: "() => document.body.innerText" }],
        ["press_key", { key: "a" }],
        ["interactWithPage", { action: "click", target: { by: "text", value: "secret" }, options: { timeoutMs: 300 } }],
      ];
      for (const [tool, args] of calls) {
        const text = await pilot.fails("URL_NOT_ALLOWED", tool, args);
        expect(text, tool).not.toMatch(/button "secret"/);
      }
      const stale = await pilot.call("click_by_uid", { uid });
      expect(stale.isError).toBe(true);
      expect((await pilot.see(site.html("<h1>Back</h1>"))).has("heading", "Back")).toBe(true);
    },
  );
});

describe("the address of a browser", () => {
  it.each([
    "ws://user:tok3n@127.0.0.1:1/",
    "ws://tok3n@127.0.0.1:1/",
    "http://user:tok3n@127.0.0.1:1/",
    "ws://127.0.0.1:1/?token=tok3n",
    "http://127.0.0.1:1/x?token=tok3n",
    "ws://127.0.0.1:1/tok3n",
    "http://127.0.0.1:1/tok3n/chromium",
    "ws://127.0.0.1:1/#tok3n",
    "ws://127.0.0.1:1/devtools/browser/tok3n",
    "ftp://tok3n@127.0.0.1:1",
    "ws://user:tok3n@127.0.0.1:99999",
    "tok3n tok3n",
  ])("shows no secret in errors and logs: %s", async (endpoint) => {
    for (const flag of ["--cdp-endpoint", "--webdriver-url"]) {
      const pilot = await Pilot.start({ bare: true, args: [flag, endpoint, "--log-level", "trace"] });
      try {
        const answer = await pilot.call("list_pages");
        expect(answer.isError).toBe(true);
        expect(answer.text).not.toContain("tok3n");
        expect(JSON.stringify(answer.raw)).not.toContain("tok3n");
        expect(pilot.stderr).not.toContain("tok3n");
      } finally {
        await pilot.close();
      }
    }
  });
});
