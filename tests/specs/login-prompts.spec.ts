/** Servers that ask for a log-in (401) where no person answers: the page gets the answer, and the browser opens no prompt. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";

const PAGE = `<!doctype html><title>Prompts</title><h1>Prompts</h1><p id=out>none</p><input aria-label=Name>
  <button onclick="out.textContent = 'plain'">Plain</button>
  <button onclick="fetch('/private').then((r) => { out.textContent = 'got ' + r.status; })">Fetch</button>`;

describe.each(oneBrowser)("a request that is asked for a log-in with %s", (browser) => {
  let server: Server;
  let url = "";
  let pilot: Pilot | undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader("content-type", "text/html");
      if (request.url?.startsWith("/private")) {
        response.writeHead(401, { "www-authenticate": 'Basic realm="test"' }).end("<p>Denied</p>");
        return;
      }
      response.end(request.url === "/picture" ? `${PAGE}<img src="/private.png" alt="">` : PAGE);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await pilot?.close();
    pilot = undefined;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const start = async (args: string[] = [], env: Record<string, string> = {}): Promise<Pilot> => {
    pilot = await Pilot.start({ browser, args, env });
    return pilot;
  };
  const uid = async (p: Pilot, name: string): Promise<string> => {
    const found = new RegExp(`uid=(\\S+) \\S+ "${name}"`).exec(await p.ok("take_snapshot"));
    return found?.[1] ?? "";
  };
  /** The page gets the answer, and input goes on reaching it. */
  const works = async (p: Pilot): Promise<void> => {
    await p.ok("click_by_uid", { uid: await uid(p, "Fetch") });
    await p.ok("wait_for", { text: "got 401" });
    await p.ok("click_by_uid", { uid: await uid(p, "Plain") });
    await p.ok("wait_for", { text: "plain" });
    await p.ok("fill_by_uid", { uid: await uid(p, "Name"), value: "Ada" });
    expect(await p.ok("take_snapshot")).toContain("value=Ada");
  };

  it("says of a log-in in the address that it was refused", async () => {
    const p = await start();
    const at = `${url}/private`.replace("//", "//ann:wrong-word@");
    const refused = await p.fails("NAVIGATION_FAILED", "navigate_page", { url: at });
    expect(refused).toContain("the server refused the name and the password that the address gives");
    expect(refused).not.toContain("wrong-word");
    const asked = await p.fails("NAVIGATION_FAILED", "navigate_page", { url: `${url}/private` });
    expect(asked).toContain("the server asks for a user name and a password");
  });

  it("gets the server's answer where requests are stopped anyway", async () => {
    const p = await start(["--allow-origin", url]);
    await p.open(`${url}/picture`);
    await works(p);
  });

  it.runIf(browser === "firefox")("gets the server's answer", async () => {
    const p = await start();
    await p.open(`${url}/picture`);
    await works(p);
  });

  it.runIf(browser === "firefox")("gets it, too, where another origin has a log-in", async () => {
    const p = await start(["--http-credentials", "http://other.example=env:LOGIN"], { LOGIN: "ann:secret" });
    await p.open(`${url}/picture`);
    await works(p);
    await p.fails("NAVIGATION_FAILED", "navigate_page", { url: `${url}/private` });
  });

  // Chromium gives its prompt to no program, unless that stops every request.
  it.runIf(browser === "chromium")(
    "is named as the cause, and gets the answer once the page is loaded again",
    async () => {
      const p = await start();
      await p.open(`${url}/picture`);
      const refused = await p.fails("PROTOCOL", "click_by_uid", { uid: await uid(p, "Plain") });
      expect(refused).toContain("name and a password");
      expect(refused).toContain("load the page again");
      await p.open(`${url}/picture`);
      await works(p);
    },
  );
});
