/** What happens to requests before they leave the browser: routes and the network, asserted against what servers received. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Serving } from "../support/bounds.ts";
import { browsers } from "../support/browsers.ts";
import { OwnChromium } from "../support/chromium.ts";
import { OwnFirefox } from "../support/firefox.ts";
import { Pilot } from "../support/pilot.ts";
import { until } from "../support/wait.ts";

/** The number of the route in a list that does this. */
const idOf = (list: string, what: string): number => Number(new RegExp(`^(\\d+): ${what} `, "m").exec(list)?.[1]);

/** Asks for an address when its button is clicked, by itself and in a worker, and shows what it got. */
const PAGE = `<!doctype html><title>Routes</title><link rel="icon" href="data:,">
  <button onclick="ask('/api/cart')">Ask</button><button onclick="inWorker()">Ask in a worker</button>
  <button onclick="window.open('/popup')">Open</button><p id="got">nothing yet</p>
  <button onclick="fetch('/api/long', { signal: patience.signal }).catch(() => {})">Ask for long</button>
  <button onclick="patience.abort()">Give up</button>
  <script>
    const patience = new AbortController();
    const show = (text) => { got.textContent = text };
    async function ask(path) {
      show("asking");
      const began = performance.now();
      try {
        const answer = await fetch(path, { headers: { "X-Page": "1" } });
        show(answer.status + " " + answer.headers.get("content-type") + " " + (await answer.text()) +
          (performance.now() - began > 700 ? " late" : ""));
      } catch { show("failed " + navigator.onLine) }
    }
    const worker = new Worker("/worker.js");
    worker.onmessage = ({ data }) => show(data);
    function inWorker() { show("asking"); worker.postMessage("/api/worker") }
  </script>`;

const WORKER = `onmessage = async ({ data }) => {
  try { postMessage("worker " + (await (await fetch(data)).text())) } catch { postMessage("worker failed") }
}`;

/** A page with what browsers keep in memory. It says the numbers that were in them. */
const CACHED = `<!doctype html><title>Cached</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/kept.css">
  <script src="/kept.js"></script><img src="/kept.svg" alt=""><p id="got"></p>
  <script>onload = () => { got.textContent = [script, document.images[0].naturalWidth, getComputedStyle(got).fontWeight].join() };</script>`;
const KEPT: Record<string, [type: string, body: (number: number) => string]> = {
  "/kept.js": ["text/javascript", (number) => `var script = ${number};`],
  "/kept.css": ["text/css", (number) => `p { font-weight: ${number} }`],
  "/kept.svg": ["image/svg+xml", (number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${number}" height="9"/>`],
};

describe.each(browsers)("routes in %s", (browser) => {
  let site: Serving;
  let pilot: Pilot;
  beforeAll(async () => {
    site = await Serving.start((asked) => {
      if (asked === "/" || asked === "/popup") return { body: PAGE };
      if (asked === "/busy") return { body: "<title>Busy</title><button onclick='for (;;);'>Busy</button>" };
      if (asked === "/worker.js") return { headers: { "content-type": "text/javascript" }, body: WORKER };
      if (asked === "/cached") return { body: CACHED };
      const kept = KEPT[asked];
      if (kept === undefined) return { headers: { "content-type": "text/plain" }, body: "of the server" };
      const [type, body] = kept;
      return { headers: { "content-type": type, "cache-control": "max-age=3600" }, body: body(300) };
    });
    pilot = await Pilot.start({ browser, args: ["--tools", "web,devtools,sessions"] });
    await pilot.see(site.url);
  });
  afterAll(async () => {
    await pilot.close();
    site.close();
  });

  const add = (what: Record<string, unknown>) =>
    pilot.ok("route", { action: "add", url: `${site.url}/api/*`, ...what });
  const clear = () => pilot.ok("route", { action: "clear" });
  /** Clicks, and waits for what the page got. */
  const got = async (button = "Ask") => {
    await pilot.click("button", button);
    return until("the page's answer", async () => {
      const text = await pilot.ok("take_snapshot");
      return /^.*(?:of the server|failed|down|: ok).*$/m.exec(text)?.[0];
    });
  };
  const paths = () => site.asked.map((asked) => asked.path);

  // This test is the first of the file, because a Firefox that had routes takes nothing from memory any more.
  it("decide about what the browser has in memory, and leave nothing of theirs there", async () => {
    const shown = async () => {
      await pilot.ok("navigate_page", { url: `${site.url}/cached` });
      return until("the numbers", async () => /"([\d,]+)"/.exec(await pilot.ok("take_snapshot"))?.[1]);
    };
    await shown();
    site.asked = [];
    expect(await shown()).toBe("300,300,300");
    expect(paths()).toEqual(["/cached"]);
    for (const [name, [type, body]] of Object.entries(KEPT)) {
      const headers = { "content-type": type, "cache-control": "max-age=3600" };
      await pilot.ok("route", { action: "add", url: `${site.url}${name}`, do: "fulfill", text: body(700), headers });
    }
    expect(await shown()).toBe("700,700,700");
    expect(await pilot.ok("route", { action: "list" })).not.toContain("(0 hits)");
    await clear();
    expect(await shown()).toBe("300,300,300");
    await pilot.see(site.url);
  });

  it("answer in the place of the server, which is asked for nothing", async () => {
    expect(await got()).toContain("200 text/plain of the server");
    site.asked = [];
    await add({ do: "fulfill", status: 503, jsonBody: { state: "down" } });
    expect(await got()).toContain("503 application/json");
    writeFileSync(path.join(pilot.folder, "answer.txt"), "from a file: ok");
    await add({ do: "fulfill", file: "answer.txt", times: 1 });
    expect(await got()).toContain("from a file: ok");
    expect(await got()).toContain("503");
    expect(paths()).toEqual([]);
    const listed = await pilot.ok("route", { action: "list" });
    expect(listed).toMatch(/\d: fulfill "http:.*\/api\/\*" \(2 hits\)/);
    const id = Number(/(\d+): fulfill .* \(1 hit, 0 left\)/.exec(listed)?.[1]);
    expect(await pilot.ok("route", { action: "remove", id })).toContain("Removed 1 route");
    await pilot.fails("INVALID_INPUT", "route", { action: "remove", id });
    await clear();
    expect(await got()).toContain("of the server");
  });

  it("answer what a page asks of another origin, and its preflight is no hit", async () => {
    const api = await Serving.start(() => ({ body: "of the api" }));
    const ask = async (text: string) => {
      const send = `fetch("${api.url}/${text}", { method: "POST", body: "{}", headers: { "content-type": "application/json", "x-own": "1" } })`;
      const sent = `<title>Cross</title><script>${send}.then((answer) => answer.text(), (error) => "failed " + error).then((text) => document.body.append(text + " ."))</script>`;
      const headers = { "content-type": "text/html" };
      await pilot.ok("route", { action: "add", url: `${site.url}/cross`, do: "fulfill", text: sent, headers });
      await pilot.ok("navigate_page", { url: `${site.url}/cross` });
      return until("the answer", async () => / "(.*) \."/.exec(await pilot.ok("take_snapshot"))?.[1]);
    };
    await pilot.ok("route", {
      action: "add",
      url: `${api.url}/*`,
      do: "fulfill",
      status: 520,
      text: "made up",
      times: 1,
    });
    expect(await ask("x")).toBe("made up");
    expect(await pilot.ok("route", { action: "list" })).toMatch(/fulfill .* \(1 hit, 0 left\)/);
    expect(api.asked.filter(({ method }) => method === "POST")).toEqual([]);
    api.close();
    await clear();
    await pilot.see(site.url);
  });

  it("fit an address however it is written, and whatever its fragment is", async () => {
    const { host } = new URL(site.url);
    const headers = { "content-type": "text/html" };
    for (const [url, shown] of [
      [`HTTP://${host.toUpperCase()}/upper`, "/upper"],
      [`${site.url}/grüße aus`, "/grüße%20aus#there"],
      [`${site.url}/part`, "/part#section"],
    ]) {
      await pilot.ok("route", { action: "add", url, do: "fulfill", text: "<title>Made up</title>", headers });
      expect(await pilot.ok("navigate_page", { url: site.url + shown })).toContain('"Made up"');
    }
    await clear();
    await pilot.see(site.url);
  });

  it("hold in workers, popups and documents that are there already", async () => {
    await add({ do: "block" });
    site.asked = [];
    expect(await got("Ask in a worker")).toContain("worker failed");
    expect(await got()).toContain("failed");
    const headers = { "content-type": "text/html" };
    const text = '<title>Faked</title><link rel="icon" href="data:,">';
    await pilot.ok("route", { action: "add", url: `${site.url}/popup`, do: "fulfill", text, headers });
    await pilot.click("button", "Open");
    await until("the popup", async () => (await pilot.pages()).length === 2);
    await until("its answer", async () => (await pilot.ok("route", { action: "list" })).includes('/popup" (1 hit'));
    expect(paths()).toEqual([]);
    await pilot.ok("close_page", { page: (await pilot.pages()).at(-1)?.page });
    await clear();
  });

  it("change the headers of requests, and hold or fail them", async () => {
    await pilot.see(site.url);
    await add({ do: "continue", headers: { "X-Extra": "1" }, removeHeaders: ["x-page"] });
    site.asked = [];
    await got();
    expect(site.asked[0]?.headers).toMatchObject({ "x-extra": "1" });
    expect(site.asked[0]?.headers["x-page"]).toBeUndefined();
    await clear();
    await add({ do: "delay", ms: 800, method: "GET", type: "fetch" });
    expect(await got()).toContain("late");
    await clear();
    await add({ do: "fail", reason: "connectionRefused" });
    expect(await got()).toContain("failed");
    await clear();
  });

  it("let go of what they hold when they are removed", async () => {
    await pilot.see(site.url);
    await add({ do: "delay", ms: 60_000, type: "fetch" });
    await pilot.click("button", "Ask");
    await until("the held request", async () => (await pilot.ok("route", { action: "list" })).includes("holds 1 now"));
    // Another route stays, so that requests go on being stopped.
    await pilot.ok("route", { action: "add", url: `${site.url}/other`, do: "block" });
    site.asked = [];
    await pilot.ok("route", { action: "remove", id: idOf(await pilot.ok("route", { action: "list" }), "delay") });
    await until("the request", () => paths().includes("/api/cart"));
    await clear();
  });

  it.runIf(browser === "chromium")("count no request that the page has given up", async () => {
    await pilot.see(site.url);
    await add({ do: "delay", ms: 60_000, type: "fetch" });
    const list = () => pilot.ok("route", { action: "list" });
    await pilot.click("button", "Ask for long");
    await until("the held request", async () => (await list()).includes("holds 1 now"));
    await pilot.click("button", "Give up");
    await until("its end", async () => !(await list()).includes("holds"), 5_000);
    await clear();
  });

  it("are named where they stop a page", async () => {
    const url = `${site.url}/stopped`;
    for (const [route, told] of [
      [{ do: "block" }, "a route of this session blocks it"],
      [{ do: "fail", reason: "connectionRefused" }, "has it fail (connectionRefused)"],
    ] as const) {
      await pilot.ok("route", { action: "add", url, ...route });
      const stopped = await pilot.fails("NAVIGATION_FAILED", "navigate_page", { url });
      expect(stopped).toContain(`"${url}" could not be loaded: `);
      expect(stopped).toContain(told);
      await clear();
    }
    // What stopped an earlier load is not the cause of a later failure.
    const refused = await pilot.fails("NAVIGATION_FAILED", "navigate_page", { url: "http://127.0.0.1:9/" });
    expect(refused).not.toContain("route");
    await pilot.see(site.url);
  });

  it("hold for addresses without a port", async () => {
    const headers = { "content-type": "text/html" };
    for (const scheme of ["http", "https"]) {
      const text = `<title>Own ${scheme}</title><link rel="icon" href="data:,">`;
      await pilot.ok("route", { action: "add", url: `${scheme}://shop.example/*`, do: "fulfill", text, headers });
      expect(await pilot.ok("navigate_page", { url: `${scheme}://shop.example/cart` })).toContain(`"Own ${scheme}"`);
    }
    await clear();
  });

  it("are set while the script of another page is busy", async () => {
    await pilot.see(site.url);
    const busy = `${site.url.replace("127.0.0.1", "localhost")}/busy`;
    await pilot.ok("new_page", { url: busy });
    await pilot.snapshot();
    await pilot.call("click_by_uid", { uid: pilot.uid("button", "Busy"), timeoutMs: 500 });
    await pilot.ok("select_page", { page: 1 });
    await pilot.snapshot();
    await add({ do: "block" });
    site.asked = [];
    expect(await got()).toContain("failed");
    expect(paths()).toEqual([]);
    await pilot.ok("close_page", { page: (await pilot.pages()).at(-1)?.page });
    await clear();
  });

  it("belong to one session, and what is wrong is refused by name", async () => {
    await add({ do: "block" });
    const session = /session (\S{22})\./.exec(await pilot.ok("open_session"))?.[1];
    site.asked = [];
    await pilot.ok("navigate_page", { url: `${site.url}/api/other`, session });
    expect(paths()).toContain("/api/other");
    expect(await pilot.ok("route", { action: "list", session })).toBe("No routes.");
    await pilot.ok("close_session", { session });
    for (const [args, named] of [
      [{ action: "add", url: "*" }, "do"],
      [{ action: "add", url: "*", do: "block", status: 200 }, "status"],
      [{ action: "add", url: "*", do: "delay" }, "delay"],
      [{ action: "add", url: "*", do: "continue" }, "headers"],
      [{ action: "add", url: "*", do: "continue", headers: { "a b": "1" } }, "header"],
      [{ action: "add", url: "*", do: "fulfill", text: "a", jsonBody: 1 }, "bodies"],
      [{ action: "list", url: "*" }, "url"],
    ] as const) {
      expect(await pilot.fails("INVALID_INPUT", "route", args)).toContain(named);
    }
    await pilot.fails("PATH_NOT_ALLOWED", "route", { action: "add", url: "*", do: "fulfill", file: "/etc/passwd" });
    await clear();
  });

  it("take the network away, and give it back", async () => {
    await pilot.see(site.url);
    expect(await pilot.ok("set_network", { offline: true })).toContain("off");
    site.asked = [];
    expect(await got()).toContain("failed false");
    expect(paths()).toEqual([]);
    for (const tool of ["navigate_page", "new_page"]) {
      const said = await pilot.fails("NAVIGATION_FAILED", tool, { url: site.url });
      expect(said).toMatch(/network conditions.* have it offline.*set the network online again/s);
      expect(said).not.toContain("this machine");
    }
    await pilot.ok("set_network");
    await pilot.see(site.url);
    expect(await got()).toContain("of the server");
    const slow = await pilot.call("set_network", { latencyMs: 800 });
    if (browser === "firefox") expect(slow.code).toBe("UNSUPPORTED");
    else {
      expect(await got()).toContain("late");
      await pilot.ok("set_network");
      expect(await got()).not.toContain("late");
    }
  });
});

/** Asks for an address when its button is clicked, and changes only once it has the answer. */
const ASKS = `<!doctype html><title>Asks</title><link rel="icon" href="data:,"><p id="got">nothing yet</p>
  ${["slow", "faked", "barred", "held", "hop"]
    .map((path) => `<button onclick="ask('/${path}')">${path}</button>`)
    .join("")}
  <button onclick="ask(elsewhere)">elsewhere</button>
  <script>
    const elsewhere = location.href.replace("127.0.0.1", "localhost") + "elsewhere";
    const ask = (path) => fetch(path).then((answer) => answer.text(), () => "refused").then((text) => {
      got.textContent = path + " " + text;
    });
  </script>`;

describe.each(browsers)("requests that a rule concerns, in %s", (browser) => {
  let site: Serving;
  beforeAll(async () => {
    site = await Serving.start(async (asked) => {
      if (asked === "/") return { headers: { "content-type": "text/html" }, body: ASKS };
      if (asked === "/hop") return { status: 302, headers: { location: "/end" }, body: "" };
      if (asked === "/slow") await new Promise((done) => setTimeout(done, 1500));
      return { headers: { "content-type": "text/plain" }, body: "of the server" };
    });
  });
  afterAll(() => site.close());

  /** Clicks, waits until no request is open, and returns what the call says. */
  const click = async (pilot: Pilot, name: string) =>
    pilot.ok("interactWithPage", {
      action: "click",
      target: { by: "role", value: "button", name },
      options: { waitForNetworkIdleMs: 400 },
    });
  /** The lines about a path, without their numbers and times. */
  const lines = async (pilot: Pilot, path: string) =>
    (await pilot.ok("list_network_requests", { url: path })).split("\n").filter((line) => /^\d+: /.test(line));

  it("are recorded once and waited for, where only some origins are allowed", async () => {
    const pilot = await Pilot.start({
      browser,
      args: ["--tools", "web,devtools,sessions", "--allow-origin", site.url],
    });
    await pilot.see(site.url);
    expect(await click(pilot, "slow")).toContain("The network is idle.");
    expect(await pilot.ok("take_snapshot")).toContain("/slow of the server");
    await click(pilot, "elsewhere");
    await click(pilot, "hop");
    const only = (list: string[]) => expect.soft(list, list.join("\n")).toHaveLength(1);
    const own = await lines(pilot, "/slow");
    only(own);
    expect(own[0]).toMatch(/^\d+: GET .*\/slow" 200/);
    const barred = await lines(pilot, "/elsewhere");
    only(barred);
    expect(barred[0]).toMatch(/^\d+: GET .*\/elsewhere" failed/);
    expect((await lines(pilot, "/hop"))[0]).toMatch(/ 302/);
    only(await lines(pilot, "/end"));
    await pilot.close();
  });

  it("are recorded once and waited for, with routes of this session and of another one", async () => {
    const pilot = await Pilot.start({ browser, args: ["--tools", "web,devtools,sessions"] });
    const session = /session (\S{22})\./.exec(await pilot.ok("open_session"))?.[1];
    await pilot.ok("route", { action: "add", url: "*/nothing-fits-this", do: "block", session });
    await pilot.see(site.url);
    expect(await click(pilot, "slow")).toContain("The network is idle.");
    expect(await pilot.ok("take_snapshot")).toContain("/slow of the server");
    expect(await lines(pilot, "/slow")).toEqual([expect.stringMatching(/\/slow" 200/)]);
    await pilot.ok("close_session", { session });

    const add = (path: string, what: object) => pilot.ok("route", { action: "add", url: `*/${path}`, ...what });
    await add("faked", { do: "fulfill", status: 203, text: "faked" });
    await add("barred", { do: "block" });
    await add("held", { do: "delay", ms: 1500 });
    for (const name of ["slow", "faked", "barred", "held"]) {
      expect(await click(pilot, name)).toContain("The network is idle.");
      expect(await pilot.ok("take_snapshot")).toMatch(new RegExp(`/${name} (?:of the server|faked|refused)`));
    }
    expect(await lines(pilot, "/faked")).toEqual([expect.stringMatching(/^\d+: GET .*\/faked" 203/)]);
    const why = browser === "firefox" ? "blocked by a route" : "net::ERR_BLOCKED_BY_CLIENT";
    expect(await lines(pilot, "/barred")).toEqual([expect.stringContaining(`/barred" failed "${why}`)]);
    expect(await lines(pilot, "/held")).toEqual([expect.stringMatching(/^\d+: GET .*\/held" 200/)]);
    expect(await lines(pilot, "/slow")).toHaveLength(2);
    await pilot.close();
  });
});

describe.runIf(browsers.includes("chromium"))("routes in a browser that was attached to", () => {
  it("let go of held requests when the server is killed", async () => {
    const site = await Serving.start(() => ({ body: PAGE }));
    const chromium = await OwnChromium.start(site.url);
    const pilot = await Pilot.start({
      bare: true,
      args: ["--cdp-endpoint", chromium.endpoint, "--tools", "web,devtools"],
    });
    await pilot.see(site.url);
    await pilot.ok("route", { action: "add", url: "*/api/*", do: "delay", ms: 60_000 });
    site.asked = [];
    await pilot.click("button", "Ask");
    await until("the held request", async () => (await pilot.ok("route", { action: "list" })).includes("holds 1 now"));
    expect(site.asked).toEqual([]);
    process.kill(pilot.pid, "SIGKILL");
    await until("the request", () => site.asked.some(({ path: asked }) => asked === "/api/cart"));
    await pilot.close();
    await chromium.close();
    site.close();
  });
});

describe.runIf(browsers.includes("firefox"))("rules in a Firefox that was attached to", () => {
  it("are refused: they would stay when the server is killed", async () => {
    const site = await Serving.start(() => ({ body: PAGE }));
    const firefox = await OwnFirefox.start(site.url);
    const attach = ["--bidi-endpoint", firefox.endpoint, "--tools", "web,devtools"];
    const bound = await Pilot.start({ bare: true, args: [...attach, "--allow-origin", site.url] });
    // It prints its address before it answers there.
    await until("the refusal", async () => (await bound.call("list_pages")).code === "UNSUPPORTED", 60_000);
    await bound.close();
    const free = await Pilot.start({ bare: true, args: attach });
    await free.fails("UNSUPPORTED", "route", { action: "add", url: "*", do: "block" });
    await free.fails("UNSUPPORTED", "set_network", { offline: true });
    await free.see(site.url);
    await free.close();
    await firefox.close();
    site.close();
  });
});
