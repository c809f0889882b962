/** Calls that fit a policy are confirmed by the person, in both generations of the protocol. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ElicitResult } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browsers } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { until } from "../support/wait.ts";

const PAGE = `<!doctype html><link rel="icon" href="data:,"><title>Shop</title><style>button { font-size: 20px }</style>
  <button onclick="fetch('/pay')"><span id="inner">Pay <b>now</b></span></button>
  <button onclick="fetch('/cancel')">Cancel</button>
  <form onsubmit="fetch('/order'); return false"><label>Name <input></label></form>`;

/** Controls that lie inside of others or on them. */
const TRICKS = `<!doctype html><link rel="icon" href="data:,"><title>Tricks</title><label>Name <input></label><ul>
  <li aria-label="Row" tabindex="0"><a href="/pay-link" style="display:block">Pay link</a></li>
  <li aria-label="Plain" tabindex="0" onclick="fetch('/plain')">A row</li></ul>
  <div style="position:relative;height:60px"><button style="position:absolute;left:0;top:0;width:120px;height:40px">Under</button>
  <button onclick="fetch('/pay-over')" style="position:absolute;left:0;top:0;width:120px;height:40px">Pay over</button></div>
  <button id="later" onclick="fetch('/pay-later')">Pay later</button>`;

/** What its row holds changes when the server says so. */
const SWAPS = `<!doctype html><link rel="icon" href="data:,"><title>Swaps</title><ul><li aria-label="Row" tabindex="0"></li></ul><script>
  const row = document.querySelector("li");
  const fill = (what) => { row.innerHTML = '<a href="/' + what + '" style="display:block">Pay ' + what + '</a>'; };
  fill("one");
  new EventSource("/swap").onmessage = () => { fill("thousand"); fetch("/swapped"); };
</script>`;
const swapping = new Set<ServerResponse>();

const pages: Record<string, string> = { "/tricks": TRICKS, "/swaps": SWAPS };

let site: Server;
let url: string;
let got: string[] = [];
beforeAll(async () => {
  site = createServer((request, response) => {
    got.push(request.url ?? "");
    if (request.url === "/swap") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
      swapping.add(response);
      return;
    }
    response.setHeader("content-type", "text/html").end(pages[request.url ?? ""] ?? PAGE);
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const folder = mkdtempSync(path.join(tmpdir(), "uipilot-confirm-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pilots: Pilot[] = [];
afterEach(async () => {
  for (const pilot of pilots.splice(0)) await pilot.close();
});

let asked: string[] = [];
let answer: ElicitResult = { action: "decline" };

async function start(browser: (typeof browsers)[number], rules: object[], options: object = {}): Promise<Pilot> {
  const file = path.join(folder, `${Math.random()}.json`);
  writeFileSync(file, JSON.stringify({ rules }));
  asked = [];
  answer = { action: "decline" };
  got = [];
  const elicit = (message: string): ElicitResult => {
    asked.push(message);
    return answer;
  };
  const args = ["--tools", "web,more,vision,sessions,suite", "--confirm", file, "--allow-script"];
  const pilot = await Pilot.start({ browser, args, elicit, ...options });
  pilots.push(pilot);
  return pilot;
}

describe.each(browsers)("confirmations in %s", (browser) => {
  it.each([
    ["with a handshake", {}],
    ["without a handshake", { protocol: { pin: "2026-07-28" } }],
  ])("in the protocol %s stand before what the person must know", async (_, options) => {
    const pilot = await start(browser, [{ name: "pay*" }], options);
    await pilot.see(url);
    const uid = pilot.uid("button", "Pay now");
    const declined = await pilot.fails("PERMISSION_DENIED", "click_by_uid", { uid });
    expect(declined).toContain("the person declined, so nothing was done");
    expect(asked).toEqual([
      expect.stringContaining(`button "Pay now" of "${new URL(url).origin}" on page 1 (uid ${uid})`),
    ]);
    answer = { action: "cancel" };
    await pilot.fails("PERMISSION_DENIED", "click_by_uid", { uid });
    expect(got).not.toContain("/pay");

    answer = { action: "accept", content: {} };
    await pilot.ok("click_by_uid", { uid });
    await until("the shop to be paid", () => got.includes("/pay"));
    expect(asked).toHaveLength(3);
    // An answer counts once.
    answer = { action: "decline" };
    await pilot.fails("PERMISSION_DENIED", "click_by_uid", { uid });
    expect(got.filter((path) => path === "/pay")).toHaveLength(1);

    await pilot.click("button", "Cancel");
    await until("the shop to be told", () => got.includes("/cancel"));
    expect(asked).toHaveLength(4);
  });

  it("find the element behind locators, points and keys", async () => {
    const pilot = await start(browser, [{ role: "button", name: "pay*" }]);
    await pilot.see(url);
    const by = { action: "click", target: { by: "text", value: "now" } };
    await pilot.fails("PERMISSION_DENIED", "interactWithPage", by);
    expect(asked.at(-1)).toContain('button "Pay now"');
    await pilot.fails("PERMISSION_DENIED", "interactWithPage", {
      action: "click",
      target: { by: "css", value: "#inner" },
    });

    const picture = await pilot.call("screenshot_page", {});
    expect(picture.images).toHaveLength(1);
    const [x = 0, y = 0, width = 0, height = 0] = String(
      (await pilot.snapshot({ bounds: true })).node("button", "Pay now").attributes.bounds,
    )
      .split(",")
      .map(Number);
    const middle = { x: x + width / 2, y: y + height / 2 };
    await pilot.fails("PERMISSION_DENIED", "click_at", middle);

    // What a key activates is not known before it is pressed.
    const name = pilot.uid("textbox", "Name");
    await pilot.ok("press_key", { key: "a", uid: name });
    await pilot.fails("PERMISSION_DENIED", "press_key", { key: "Enter", uid: name });
    await pilot.fails("PERMISSION_DENIED", "press_key", { key: "Control+Enter" });
    await pilot.fails("PERMISSION_DENIED", "type_text", { text: "Ada", uid: name, submitKey: "Enter" });
    await pilot.fails("PERMISSION_DENIED", "type_text", { text: "Ada\n", uid: name });
    await pilot.fails("PERMISSION_DENIED", "type_at", { ...middle, text: "a" });
    expect(got.filter((path) => path !== "/")).toEqual([]);

    const handle = /session ([\w-]{20,})/.exec(await pilot.ok("launchBrowser", { initialUrl: url }))?.[1];
    const clicked = await pilot.call("clickElement", { sessionId: handle, selector: "#inner" });
    expect(clicked.text).toContain("PERMISSION_DENIED");

    answer = { action: "accept", content: {} };
    await pilot.ok("interactWithPage", by);
    await until("the shop to be paid", () => got.includes("/pay"));
    got = [];
    await pilot.call("screenshot_page", {});
    await pilot.ok("click_at", middle);
    await until("the shop to be paid again", () => got.includes("/pay"));
    await pilot.ok("press_key", { key: "Enter", uid: name });
    await until("the form to be sent", () => got.includes("/order"));
  });

  it("are about what a click reaches inside of an element or on top of it, and about a space", async () => {
    const pilot = await start(browser, [{ name: "pay*" }]);
    await pilot.see(`${url}tricks`);
    const denied = async (tool: string, args: object) => {
      await pilot.fails("PERMISSION_DENIED", tool, args as Record<string, unknown>);
      return asked.at(-1);
    };
    // The link fills the row.
    const row = pilot.uid("listitem", "Row");
    expect(await denied("click_by_uid", { uid: row })).toContain('link "Pay link"');
    const byMeaning = { action: "click", target: { by: "role", value: "listitem", name: "Row" } };
    expect(await denied("interactWithPage", byMeaning)).toContain('link "Pay link"');
    await denied("click_by_uid", { uid: row, at: { x: 5, y: 5 } });
    // Another button lies on this one.
    const under = pilot.uid("button", "Under");
    expect(await denied("click_by_uid", { uid: under, force: true })).toContain("clicks whatever is on top");
    const forced = { action: "click", target: { by: "uid", value: under }, options: { force: true } };
    await denied("interactWithPage", forced);
    // A space presses what has the focus.
    await pilot.ok("evaluate_script", { function: "() => document.querySelector('#later').focus()" });
    for (const text of [" ", "a b"]) expect(await denied("type_text", { text })).toContain('presses "Space"');
    await denied("type_text", { text: "a\t b", uid: pilot.uid("textbox", "Name") });
    expect(got.filter((path) => path.startsWith("/pay"))).toEqual([]);

    // What reaches no such control goes on.
    const before = asked.length;
    await pilot.ok("type_text", { text: "Ada Lovelace", uid: pilot.uid("textbox", "Name") });
    await pilot.click("listitem", "Plain");
    await until("the plain row", () => got.includes("/plain"));
    expect(asked).toHaveLength(before);
    answer = { action: "accept", content: {} };
    await pilot.ok("click_by_uid", { uid: under, force: true });
    await until("the payment on top", () => got.includes("/pay-over"));
  });

  it("hold only for what was there when the person was asked", async () => {
    const elicit = async (message: string): Promise<ElicitResult> => {
      asked.push(message);
      for (const response of swapping) response.write("data: now\n\n");
      await until("the row to have changed", () => got.includes("/swapped"));
      return { action: "accept", content: {} };
    };
    const pilot = await start(browser, [{ name: "pay*" }], { elicit });
    await pilot.see(`${url}swaps`);
    await until("the page to listen", () => swapping.size > 0);
    await pilot.fails("STALE_UID", "click_by_uid", { uid: pilot.uid("listitem", "Row") });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('link "Pay one"');
    expect(got.filter((path) => /one|thousand/.test(path))).toEqual([]);
  });

  it("are by tool and by origin, and need a client that asks", async () => {
    const origin = new URL(url).origin;
    const pilot = await start(
      browser,
      [{ tool: "evaluate_script" }, { tool: ["navigate_page", "new_page"], origin: `${origin}` }],
      { elicit: undefined },
    );
    const refused = await pilot.fails("PERMISSION_DENIED", "navigate_page", { url });
    expect(refused).toContain("this client does not ask its user");
    await pilot.fails("PERMISSION_DENIED", "evaluate_script", { function: "() => 1" });
    await pilot.ok("navigate_page", { url: url.replace("127.0.0.1", "localhost") });
    await pilot.snapshot();
    await pilot.click("button", "Pay now");
  });
});
