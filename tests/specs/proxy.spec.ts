/** Proxies with a log-in, by flag and by session, and certificates that sign themselves. */

import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { selfSigned } from "../support/certificate.ts";
import { Pilot } from "../support/pilot.ts";
import { startProxy, type TestProxy } from "../support/proxy.ts";

const ID = /session ([\w-]{22})\./;

describe.each(oneBrowser)("ways to servers with %s", (browser) => {
  const servers: Server[] = [];
  const proxies: TestProxy[] = [];
  let http: number;
  let https: number;
  beforeAll(async () => {
    const page = (of: string) => `<!doctype html><title>x</title><h1>${of}</h1><p id="zone"></p><script>
      zone.textContent = "in " + Intl.DateTimeFormat().resolvedOptions().timeZone;
      fetch("/data", { method: "POST", body: "x".repeat(200000) }).then((answer) => answer.text()).then((text) => document.body.append(text));</script>`;
    const answer =
      (of: string) => (request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => {
        let size = 0;
        request.on("data", (part) => {
          size += part.length;
        });
        request.on("end", () => {
          response.setHeader("content-type", "text/html");
          response.end(request.method === "POST" ? `took ${size}` : page(`${of} ${request.headers.host}`));
        });
      };
    servers.push(createHttp(answer("plain")), createHttps(selfSigned, answer("secure")));
    [http, https] = (await Promise.all(
      servers.map(
        (server) =>
          new Promise<number>((listening) =>
            server.listen(0, "127.0.0.1", () => listening((server.address() as AddressInfo).port)),
          ),
      ),
    )) as [number, number];
  });
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    for (const server of servers) server.close();
  });
  const proxy = async (login?: string) => {
    const started = await startProxy(() => ({ http, https }), login);
    proxies.push(started);
    return started;
  };

  it("gives each session its own proxy, log-in and time zone, and the default one none", async () => {
    const [first, second] = [await proxy("ann:p@ss:word"), await proxy()];
    const pilot = await Pilot.start({ browser, args: ["--tools", "web,devtools,sessions"] });
    const open = async (server: string, more: object = {}) =>
      ID.exec(await pilot.ok("open_session", { proxy: { server }, ignoreHttpsErrors: true, ...more }))?.[1] as string;
    const ann = await open(`http://ann:p%40ss%3Aword@127.0.0.1:${first.port}`);
    const bob = await open(`127.0.0.1:${second.port}`);
    const visit = async (session: string, timezone: string, url: string) => {
      await pilot.ok("emulate", { session, timezone });
      await pilot.ok("navigate_page", { session, url });
      await pilot.ok("wait_for", { session, text: "took 200000" });
      return pilot.ok("take_snapshot", { session });
    };
    const [seen, other] = await Promise.all([
      visit(ann, "Asia/Tokyo", "http://shop.example/a"),
      visit(bob, "America/New_York", "http://shop.example/b"),
    ]);
    expect(seen).toContain("plain shop.example");
    expect(seen).toContain("in Asia/Tokyo");
    expect(other).toContain("in America/New_York");
    expect(first.taken).toContain("GET http://shop.example/a");
    expect(second.taken).toContain("GET http://shop.example/b");
    expect(first.taken.filter((what) => what.endsWith("/b"))).toEqual([]);
    expect(first.refused).toEqual([]);
    expect(await visit(ann, "Asia/Tokyo", "https://bank.example/")).toContain("secure bank.example");
    expect(first.taken).toContain("CONNECT bank.example:443");
    // The default session has neither the proxies nor the trust.
    await pilot.ok("navigate_page", { url: `http://127.0.0.1:${http}/` });
    expect(await pilot.ok("take_snapshot")).toContain(`plain 127.0.0.1:${http}`);
    await pilot.fails("NAVIGATION_FAILED", "navigate_page", { url: `https://localhost:${https}/` });
    await pilot.close();
  });

  it("takes proxy, log-in and certificates by flag, and bypasses hosts", async () => {
    const way = await proxy("ann:secret");
    const pilot = await Pilot.start({
      browser,
      args: ["--proxy-bypass", "localhost", "--ignore-https-errors", "--timezone", "Asia/Tokyo"],
      env: { UIPILOT_PROXY_SERVER: `http://ann:secret@127.0.0.1:${way.port}` },
    });
    await pilot.ok("navigate_page", { url: "http://shop.example/" });
    await pilot.ok("wait_for", { text: "took 200000" });
    expect(await pilot.ok("take_snapshot")).toContain("in Asia/Tokyo");
    await pilot.ok("navigate_page", { url: "https://bank.example/" });
    expect(await pilot.ok("take_snapshot")).toContain("secure bank.example");
    const before = way.taken.length;
    await pilot.ok("navigate_page", { url: `https://localhost:${https}/` });
    expect(await pilot.ok("take_snapshot")).toContain("secure localhost");
    expect(way.taken.slice(before).filter((what) => what.includes("localhost"))).toEqual([]);
    expect(pilot.stderr).not.toContain("secret");
    await pilot.close();
  });

  it("says that a proxy refuses the log-in, is no proxy, or is not this session's to choose", async () => {
    const way = await proxy("ann:right");
    const pilot = await Pilot.start({ browser, args: ["--tools", "web,sessions"] });
    const open = async (server: string) =>
      ID.exec(await pilot.ok("open_session", { proxy: { server } }))?.[1] as string;
    const session = await open(`http://ann:wrong@127.0.0.1:${way.port}`);
    const dead = await open("http://ann:right@127.0.0.1:1");
    for (const url of ["https://bank.example/", "http://shop.example/"]) {
      const refused = await pilot.fails("NAVIGATION_FAILED", "navigate_page", { session, url });
      expect(refused).toContain("the proxy refused the log-in");
      const lost = await pilot.fails("NAVIGATION_FAILED", "navigate_page", { session: dead, url });
      expect(lost).toContain("the proxy cannot be reached");
    }
    for (const server of ["ftp://ann:secret@x", "http://ann:secret@x/path"]) {
      expect(await pilot.fails("INVALID_INPUT", "open_session", { proxy: { server } })).not.toContain("secret");
    }
    await pilot.fails("UNSUPPORTED", "open_session", { proxy: { server: "socks5://ann:secret@127.0.0.1:1" } });
    await pilot.close();
  });

  it("names the proxy that asks for a log-in, or refuses to connect, and not the server", async () => {
    const way = await proxy("ann:right");
    const pilot = await Pilot.start({ browser, args: ["--proxy-server", `http://127.0.0.1:${way.port}`] });
    for (const url of ["https://bank.example/", "http://shop.example/"]) {
      const wanted = await pilot.fails("NAVIGATION_FAILED", "navigate_page", { url });
      expect(wanted).toContain("the proxy asks for a user name and a password");
      expect(wanted).toContain("--proxy-server");
      expect(wanted).not.toContain("--http-credentials");
    }
    await pilot.close();
    const dead = createHttp().on("connect", (_, client) => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    servers.push(dead);
    await new Promise<void>((listening) => dead.listen(0, "127.0.0.1", listening));
    const args = ["--proxy-server", `http://127.0.0.1:${(dead.address() as AddressInfo).port}`];
    const other = await Pilot.start({ browser, args });
    const refused = await other.fails("NAVIGATION_FAILED", "navigate_page", { url: "https://bank.example/" });
    expect(refused).toContain("the proxy refused to connect to the server (status 502)");
    await other.close();
  });

  it("takes the way of the flag to this machine's own addresses, too", async () => {
    const way = await proxy();
    const pilot = await Pilot.start({ browser, args: ["--proxy-server", `http://127.0.0.1:${way.port}`] });
    for (const host of ["localhost", "127.0.0.1"]) await pilot.ok("navigate_page", { url: `http://${host}:${http}/` });
    expect(way.taken).toContain(`GET http://localhost:${http}/`);
    expect(way.taken).toContain(`GET http://127.0.0.1:${http}/`);
    await pilot.close();
  });

  it("gives a proxy that asks for a log-in none of a server's", async () => {
    // The proxy and the server have the same log-in, so a proxy that were given the server's would let the request through.
    const way = await proxy("ann:of-the-server");
    const logIn = (origin: string) => ["--http-credentials", `${origin}=env:LOGIN`];
    const args = [...logIn("http://shop.example"), ...logIn("https://shop.example"), "--ignore-https-errors"];
    const pilot = await Pilot.start({
      browser,
      args: ["--proxy-server", `http://127.0.0.1:${way.port}`, ...args],
      env: { LOGIN: "ann:of-the-server" },
    });
    for (const url of ["http://shop.example/", "https://shop.example/"]) {
      await pilot.call("navigate_page", { url });
      const { text } = await pilot.call("take_snapshot");
      expect(text).not.toMatch(/heading "(?:plain|secure)/);
    }
    await pilot.close();
  });
});
