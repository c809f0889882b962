/** Calls that fit a policy are confirmed by the person, in both generations of the protocol. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ElicitResult } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { framing, PAGE, pages } from "../support/confirm-pages.ts";
import { Pilot } from "../support/pilot.ts";
import { until } from "../support/wait.ts";

const swapping = new Set<ServerResponse>();

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
  const { port } = site.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/`;
  pages["/host"] = framing(port);
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

function forget(): void {
  asked = [];
  answer = { action: "decline" };
  got = [];
  swapping.clear();
}

/** A server of one test. */
async function start(browser: (typeof oneBrowser)[number], rules: object[], options: object = {}): Promise<Pilot> {
  const pilot = await serve(browser, rules, options);
  pilots.push(pilot);
  return pilot;
}

async function serve(browser: (typeof oneBrowser)[number], rules: object[], options: object = {}): Promise<Pilot> {
  const file = path.join(folder, `${Math.random()}.json`);
  writeFileSync(file, JSON.stringify({ rules }));
  forget();
  const elicit = (message: string): ElicitResult => {
    asked.push(message);
    return answer;
  };
  const args = ["--tools", "web,more,vision,sessions,suite", "--confirm", file, "--allow-script"];
  return Pilot.start({ browser, args, elicit, ...options });
}

describe.each(oneBrowser)("confirmations in %s", (browser) => {
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

  let shared: Pilot | undefined;
  afterAll(() => shared?.close());

  /** A page of a server that several tests share, and a look at what a call is asked about that is declined. */
  async function asking(page: string) {
    shared ??= await serve(browser, [{ name: "*pay*" }]);
    const pilot = shared;
    forget();
    await pilot.see(`${url}${page}`);
    const denied = async (tool: string, args: object): Promise<string | undefined> => {
      const before = asked.length;
      await pilot.fails("PERMISSION_DENIED", tool, args as Record<string, unknown>);
      expect(asked).toHaveLength(before + 1);
      return asked.at(-1);
    };
    const free = async (tool: string, args: object): Promise<string> => {
      const before = asked.length;
      const said = await pilot.ok(tool, args as Record<string, unknown>);
      expect(asked).toHaveLength(before);
      return said;
    };
    return { pilot, denied, free };
  }

  it("are about the control of a label", async () => {
    const { pilot, denied, free } = await asking("indirect");
    const byText = (value: string) => ({ action: "click", target: { by: "text", value } });
    expect(await denied("interactWithPage", byText("Go on"))).toContain('button "Pay now"');
    expect(await denied("interactWithPage", byText("Around"))).toContain('button "Pay inside"');
    expect(await denied("click_by_uid", { uid: pilot.uid("note", "Hint") })).toContain('checkbox "Pay by card"');
    await pilot.call("screenshot_page", {});
    expect(await denied("click_at", { x: 20, y: 10 })).toContain('button "Pay now"');
    await free("interactWithPage", byText("Name"));
    expect(got).not.toContain("/pay");
  });

  it("are about the options that are chosen", async () => {
    const { pilot, denied, free } = await asking("lists");
    const open = pilot.uid("listbox", "Open");
    expect(await denied("select_option", { uid: open, values: ["pay NOW"] })).toContain('option "Pay now"');
    expect(await denied("select_option", { uid: open, values: ["wire"] })).toContain('option "Pay by wire"');
    const target = { by: "role", value: "listbox", name: "Open" };
    await denied("interactWithPage", { action: "select", target, value: "Pay now" });
    const native = pilot.uid("combobox", "Native");
    expect(await denied("select_option", { uid: native, values: ["x"] })).toContain('option "Pay x"');
    await denied("select_option", { uid: native, values: ["Continue"] });
    await denied("fill_by_uid", { uid: native, value: "x" });
    await denied("fill_form_by_uid", { elements: [{ uid: native, value: "Pay x" }] });
    // Its list is made when it is opened, and an option may be named by a value that is not shown.
    const made = pilot.uid("combobox", "Made");
    expect(await denied("select_option", { uid: made, values: ["Later"] })).toContain(
      "an option that is not there yet",
    );
    expect(await denied("fill_by_uid", { uid: made, value: "Later" })).toContain("an option that is not there yet");
    expect(await denied("fill_by_uid", { uid: open, value: "pay NOW" })).toContain('option "Pay now"');
    await denied("fill_form_by_uid", { elements: [{ uid: open, value: "Pay now" }] });
    const hidden = pilot.uid("combobox", "Hidden");
    expect(await denied("select_option", { uid: hidden, values: ["1"] })).toContain('option "Pay 1"');
    const suggested = pilot.uid("combobox", "Suggested");
    expect(await denied("select_option", { uid: suggested, values: ["Pay 5"] })).toContain('option "Pay 5"');
    await denied("interactWithPage", { action: "select", target: { by: "label", value: "Suggested" }, value: "pay 5" });
    await denied("fill_by_uid", { uid: suggested, value: "Pay 5" });
    await free("select_option", { uid: suggested, values: ["Rome"] });
    expect(got.filter((path) => path !== "/lists")).toEqual([]);

    await free("select_option", { uid: open, values: ["Wait"] });
    await free("select_option", { uid: native, values: ["Fine"] });
    await free("select_option", { uid: hidden, values: ["Free"] });
    await until("all to be chosen", () => ["/wait", "/fine", "/free"].every((path) => got.includes(path)));
    answer = { action: "accept", content: {} };
    await pilot.ok("select_option", { uid: open, values: ["Pay now"] });
    await until("the shop to be paid", () => got.includes("/pay"));
  });

  it("are about the whole name", async () => {
    const { pilot, denied, free } = await asking("names");
    const buttons = (await pilot.snapshot()).nodes.filter(({ role }) => role === "button").map(({ uid }) => uid);
    expect(buttons).toHaveLength(6);
    for (const uid of buttons.slice(0, 3)) expect(await denied("click_by_uid", { uid })).toContain('wwww pay")');
    for (const uid of buttons.slice(3, 5)) await denied("click_by_uid", { uid });
    expect(got).not.toContain("/pay");
    await free("click_by_uid", { uid: buttons[5] });
    await until("the long name", () => got.includes("/long"));
  });

  it("are about the button or link that a slotted text stands in", async () => {
    const { pilot, denied, free } = await asking("slots");
    await pilot.call("screenshot_page", {});
    expect(await denied("click_at", { x: 100, y: 20 })).toContain('button "Pay now"');
    await denied("type_at", { x: 100, y: 20, text: "a" });
    await denied("drag_at", { x: 98, y: 20, to: { x: 101, y: 21 } });
    expect(await denied("click_at", { x: 100, y: 80 })).toContain('link "Pay by link"');
    expect(got.filter((path) => path !== "/slots")).toEqual([]);
    await free("click_at", { x: 100, y: 140 });
    await until("the other button", () => got.includes("/Can"));
  });

  it("are about the value that keys change where the focus is", async () => {
    const { pilot, denied, free } = await asking("fields");
    const focus = (id: string) =>
      pilot.ok("evaluate_script", { function: `() => document.querySelector("#${id}").focus()` });
    await focus("to");
    for (const key of ["a", "Backspace", "Control+V", "Shift+Insert"])
      expect(await denied("press_key", { key })).toContain('textbox "Pay to"');
    expect(await denied("type_text", { text: "Ada" })).toContain('textbox "Pay to"');
    await denied("key_down", { key: "a" });
    await focus("slider");
    expect(await denied("press_key", { key: "ArrowRight" })).toContain('slider "Pay amount"');
    await focus("list");
    for (const key of ["ArrowDown", "End", "t"]) expect(await denied("press_key", { key })).toContain('option "pay"');
    await denied("type_text", { text: "a\tb", uid: pilot.uid("textbox", "Name") });
    await focus("name");
    await free("press_key", { key: "a" });
    await free("type_text", { text: "Ada" });
    const values = "() => ['to', 'slider', 'name', 'list'].map((id) => document.querySelector('#' + id).value).join()";
    expect(await pilot.ok("evaluate_script", { function: values })).toContain(",50,aAda,none");
    expect(got.filter((path) => path !== "/fields")).toEqual([]);
  });

  it("are about the document that gets the keys", async () => {
    const framed = "http://localhost:*";
    const ofFrame = async (rule: object) => {
      const pilot = await start(browser, [{ origin: framed, ...rule }]);
      await pilot.see(`${url}host`);
      return pilot;
    };
    const byName = await ofFrame({ name: "*pay*" });
    const amount = byName.uid("textbox", "Amount");
    const locator = { by: "uid", value: amount };
    for (const [tool, args] of [
      ["press_key", { key: "Enter", uid: amount }],
      ["type_text", { text: "1", uid: amount, submitKey: "Enter" }],
      ["interactWithPage", { action: "keypress", target: locator, value: "Enter" }],
    ] as const)
      expect(await byName.fails("PERMISSION_DENIED", tool, args)).toContain("declined");
    await byName.ok("press_key", { key: "End", uid: amount });
    expect(await byName.fails("PERMISSION_DENIED", "press_key", { key: "Enter" })).toContain("declined");
    expect(asked.at(-1)).toContain('on a document of "http://localhost:');
    await byName.fails("PERMISSION_DENIED", "type_text", { text: "1\n" });
    const questions = asked.length;
    await byName.ok("press_key", { key: "Escape" });
    await byName.ok("press_key", { key: "Enter", uid: byName.uid("textbox", "Name") });
    await byName.ok("press_key", { key: "Enter" });
    expect(asked).toHaveLength(questions);

    const byOrigin = await ofFrame({});
    await byOrigin.ok("press_key", { key: "Escape" });
    expect(asked).toEqual([]);
    answer = { action: "accept", content: {} };
    await byOrigin.ok("press_key", { key: "End", uid: byOrigin.uid("textbox", "Amount") });
    answer = { action: "decline" };
    await byOrigin.fails("PERMISSION_DENIED", "press_key", { key: "Escape" });
    expect(asked.at(-1)).toContain('keys in a document of "http://localhost:');
    expect(got).not.toContain("/pay");
  });

  it("are about every way to press a key that activates or chooses", async () => {
    const { pilot, denied, free } = await asking("keys");
    const name = pilot.uid("textbox", "Name");
    for (const key of ["\r", "\n", " Enter\n", "Control+ Enter", "Shift+\r"])
      await denied("press_key", { key, uid: name });
    expect(await denied("key_down", { key: "\r" })).toContain('presses "Enter"');
    await denied("type_text", { text: "a", uid: name, submitKey: "\r" });
    const target = { by: "label", value: "Name" };
    await denied("interactWithPage", { action: "keypress", target, value: "\r" });
    await denied("press_key", { key: "Alt+Shift+p" });
    await denied("key_down", { key: "Alt" });
    await denied("interactWithPage", { action: "focus", target: { by: "role", value: "button" } });
    await denied("interactWithPage", { action: "hover", target: { by: "role", value: "button" } });
    const wait = pilot.uid("radio", "Wait");
    expect(await denied("press_key", { key: "ArrowDown", uid: wait })).toContain('radio "Pay it"');
    await pilot.ok("evaluate_script", { function: "() => document.querySelector('#wait').focus()" });
    expect(await denied("press_key", { key: "ArrowDown" })).toContain('radio "Pay it"');
    expect(got.filter((path) => path !== "/keys")).toEqual([]);
    await free("press_key", { key: "Escape" });
    await free("press_key", { key: "ArrowLeft", uid: name });
    await free("press_key", { key: "\t", uid: name });
    answer = { action: "accept", content: {} };
    expect(await pilot.ok("press_key", { key: "\r", uid: name })).toContain('Pressed "Enter"');
  });

  it("are about where a drag ends, and are asked before the pointer moves", async () => {
    const { pilot, denied, free } = await asking("drops");
    const card = pilot.uid("img", "Card");
    expect(await denied("drag_by_uid", { uid: card, by: { dx: 10, dy: 90 } })).toContain('region "Pay zone"');
    await denied("drag_by_uid", { uid: card, path: [{ dx: 300 }, { dx: 10, dy: 90 }] });
    await pilot.call("screenshot_page", {});
    expect(await denied("drag_at", { x: 40, y: 20, to: { x: 60, y: 110 } })).toContain('region "Pay zone"');
    await denied("drag_at", {
      x: 40,
      y: 20,
      path: [
        { x: 300, y: 200 },
        { x: 60, y: 110 },
      ],
    });
    await denied("hover_at", { x: 60, y: 110 });
    expect(got.filter((path) => path !== "/drops")).toEqual([]);
    await free("drag_by_uid", { uid: pilot.uid("slider", "Amount"), by: { dx: 10 } });
    await until("the slider", () => got.includes("/slid"));
  });

  it.each([
    ["inside of an element", "listitem", "Row", "click_by_uid", {}, 'link "Pay one"'],
    ["of a label", "note", "Hint", "click_by_uid", {}, 'button "Pay one"'],
    ["of options", "listbox", "List", "select_option", { values: ["it"] }, 'option "Pay one"'],
  ])("hold only for what was there when the person was asked: %s", async (_, role, name, tool, args, said) => {
    const elicit = async (message: string): Promise<ElicitResult> => {
      asked.push(message);
      for (const response of swapping) response.write("data: now\n\n");
      await until("the row to have changed", () => got.includes("/swapped"));
      return { action: "accept", content: {} };
    };
    const pilot = await start(browser, [{ name: "pay*" }], { elicit });
    await pilot.see(`${url}swaps`);
    await until("the page to listen", () => swapping.size > 0);
    await pilot.fails("STALE_UID", tool, { uid: pilot.uid(role, name), ...args });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(said);
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
