/** Routes on pages that a service worker of their site answers. */

import { Session } from "@uipilot/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Serving } from "../support/bounds.ts";
import { oneBrowser } from "../support/browsers.ts";
import { executables } from "../support/paths.ts";
import { browserArguments, Pilot } from "../support/pilot.ts";
import { until } from "../support/wait.ts";

/** Makes up answers for `/api/made` and the document `/shell`, and passes on what is asked of `/api/passed`. */
const SERVICE_WORKER = `
  oninstall = () => skipWaiting();
  onactivate = (event) => event.waitUntil(clients.claim());
  onfetch = (event) => {
    const { pathname } = new URL(event.request.url);
    const headers = { "content-type": "text/html" };
    if (pathname === "/shell") event.respondWith(new Response("<title>Of the service worker</title>", { headers }));
    if (pathname === "/api/made") event.respondWith(new Response("of the service worker"));
    if (pathname === "/api/passed") event.respondWith(fetch(event.request));
  };`;

const WORKER = `onmessage = async ({ data }) =>
  postMessage(await fetch(data).then((answer) => answer.text(), () => "of the failure"));`;

/** Says whether a service worker controls it, and what it is answered when a button is clicked. */
const PAGE = `<!doctype html><title>Of the server</title><link rel="icon" href="data:,">
  ${["made", "passed", "other"].map((name) => `<button onclick="ask('${name}')">${name}</button>`).join("")}
  <button onclick="inWorker(worker)">worker</button><button onclick="inWorker(new Worker('/worker.js'))">new worker</button>
  <p id="state">waits</p><p id="got"></p>
  <script>
    const show = (text) => { got.textContent = "got " + text };
    const worker = new Worker("/worker.js");
    const inWorker = (to) => { show("asking"); to.onmessage = ({ data }) => show(data); to.postMessage("/api/made") };
    const ask = (name) => {
      show("asking");
      fetch("/api/" + name).then((answer) => answer.text(), () => "of the failure").then(show);
    };
    const tell = () => { state.textContent = navigator.serviceWorker.controller ? "controlled" : "free" };
    navigator.serviceWorker.oncontrollerchange = tell;
    navigator.serviceWorker.register("/service-worker.js").then(() => navigator.serviceWorker.ready).then(tell);
  </script>`;

/** The answers that pages and workers get without routes. */
const WITHOUT = {
  made: "service worker",
  passed: "server",
  other: "server",
  worker: "service worker",
  "new worker": "service worker",
};

describe.each(oneBrowser)("routes and service workers in %s", (browser) => {
  let site: Serving;
  let pilot: Pilot;
  beforeAll(async () => {
    site = await Serving.start((asked) => {
      if (asked.endsWith(".js")) {
        const body = asked === "/service-worker.js" ? SERVICE_WORKER : WORKER;
        return { headers: { "content-type": "text/javascript" }, body };
      }
      if (!asked.startsWith("/api/")) return { body: PAGE };
      return { headers: { "content-type": "text/plain" }, body: "of the server" };
    });
    pilot = await Pilot.start({ browser, args: ["--tools", "web,devtools"] });
    await pilot.see(site.url);
  });
  afterAll(async () => {
    await pilot.close();
    site.close();
  });

  const shows = (text: string) => until(text, async () => (await pilot.ok("take_snapshot")).includes(`"${text}"`));
  /** A document that has its service worker, as far as there is one for it. */
  const load = async (state: "controlled" | "free") => {
    await pilot.see(site.url);
    await shows(state);
  };
  /** Who answers what a page and its workers ask for. */
  const answers = async () => {
    const got: Record<string, string | undefined> = {};
    for (const button of Object.keys(WITHOUT)) {
      await pilot.click("button", button);
      const look = async () => /got of the (.*?)"/.exec(await pilot.ok("take_snapshot"))?.[1];
      got[button] = await until("the answer", look);
    }
    return got;
  };
  const everywhere = (who: string) => Object.fromEntries(Object.keys(WITHOUT).map((button) => [button, who]));
  const add = (what: Record<string, unknown>) =>
    pilot.ok("route", { action: "add", url: `${site.url}/api/*`, ...what });

  it.runIf(browser === "chromium")(
    "decide about what a service worker would answer, until the last is removed",
    async () => {
      await shows("controlled");
      await load("controlled");
      expect(await answers()).toEqual(WITHOUT);
      const told = await add({ do: "fulfill", text: "of the route" });
      expect(told).toContain("No service worker is asked while there are routes.");
      expect(await answers()).toEqual(everywhere("route"));
      await pilot.ok("route", { action: "clear" });
      expect(await answers()).toEqual(WITHOUT);

      await add({ do: "block" });
      await pilot.ok("route", { action: "add", url: `${site.url}/else`, do: "block" });
      await load("free");
      expect(await answers()).toEqual(everywhere("failure"));
      expect(await pilot.ok("navigate_page", { url: `${site.url}/shell` })).toContain('"Of the server"');
      await pilot.ok("route", { action: "clear" });
      expect(await pilot.ok("navigate_page", { url: `${site.url}/shell` })).toContain('"Of the service worker"');
      await load("controlled");
      expect(await answers()).toEqual(WITHOUT);
    },
  );

  it.runIf(browser === "chromium")("do so without a record of requests, in pages that open later, too", async () => {
    const [, , , , executable] = browserArguments(browser);
    const session = Session.open({ launch: { executable: executable ?? executables.chromium } });
    const texts = async () => (await session.snapshot()).text;
    const answer = async () => {
      const uid = /uid=(\S+) button "made"/.exec(await texts())?.[1] ?? "";
      // Changes are looked for when no request is open, for which requests are watched meanwhile.
      await session.click(uid, { changes: {} });
      return until("the answer", async () => /got of the (.*?)"/.exec(await texts())?.[1]);
    };
    await session.newPage(site.url);
    await until("its worker", async () => (await texts()).includes('"controlled"'));
    expect(await answer()).toBe("service worker");
    await session.addRoute({ url: `${site.url}/api/*`, action: "fulfill", text: "of the route" });
    expect([await answer(), await answer()]).toEqual(["route", "route"]);
    await session.newPage(site.url);
    await until("no worker", async () => (await texts()).includes('"free"'));
    expect([await answer(), await answer()]).toEqual(["route", "route"]);
    await session.removeRoutes();
    await session.newPage(site.url);
    await until("its worker", async () => (await texts()).includes('"controlled"'));
    expect(await answer()).toBe("service worker");
    await session.close();
  });

  it.runIf(browser === "firefox")("say that they do not decide about what a service worker answers", async () => {
    await shows("controlled");
    await load("controlled");
    const told = await add({ do: "fulfill", text: "of the route" });
    expect(told).toContain("What a service worker answers is not decided about.");
    expect(await answers()).toEqual({ ...WITHOUT, other: "route" });
    await pilot.ok("route", { action: "clear" });
  });
});
