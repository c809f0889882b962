/** Single actions over HTTP, in the form of the specification's examples. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pairAt, startInTab } from "../support/in-tab.ts";
import type { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { type Site, startSite } from "../support/site.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";

interface Answer {
  success: boolean;
  requestId?: string;
  message?: string;
  details?: {
    selectorUsed: string;
    matchedCount: number;
    boundingBox?: { x: number; y: number; width: number; height: number };
    navigationOccurred: boolean;
    method: string;
    durationMs: number;
  };
  error?: { code: string; message: string; nextStep: string };
  image?: { mimeType: string; data: string };
}

const { folder, remove } = temporaryFolder();
let site: Site;
let pilot: Pilot;
let user: UserBrowser;
let port: number;

beforeAll(async () => {
  site = await startSite();
  port = await freePort();
  [pilot, user] = await Promise.all([startInTab(port, folder), UserBrowser.start()]);
  await pairAt(user, pilot, port);
});

afterAll(async () => {
  await pilot?.close();
  await user?.close();
  await site?.close();
  remove();
});

const token = () =>
  (JSON.parse(readFileSync(path.join(folder, "extension.json"), "utf8")) as { apiToken: string }).apiToken;

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/dom-action`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", authorization: `Bearer ${token()}`, ...headers },
  });
}

async function act(body: unknown): Promise<Answer> {
  const response = await post(body);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** Shows a page in the only tab that is granted. */
async function show(html: string, title: string) {
  const page = site.html(html, { title });
  const tab = await user.open(page.url);
  await user.grant(title);
  return { page, tab, done: () => user.press("Revoke", title) };
}

test("typing, choosing and checking need no debugger; a click is real input", async () => {
  const { page, done } = await show(
    `<input placeholder="Email"><label><input type=checkbox> Agree</label>
    <label>Size <select><option>Small<option>Large</select></label><button data-testid="submit-button">Send</button>
    <script>watch("input,select,button", "input", "change", "click")</script>`,
    "Form page",
  );
  const typed = await act({
    action: "type",
    target: { by: "placeholder", value: "Email" },
    value: "user@example.com",
    options: { timeoutMs: 7000 },
  });
  expect(typed).toMatchObject({
    success: true,
    details: { method: "dom", matchedCount: 1, navigationOccurred: false },
  });
  expect(typed.details?.boundingBox?.width).toBeGreaterThan(10);
  expect(await page.event("input", ({ value }) => value === "user@example.com")).toBeTruthy();
  expect((await act({ action: "check", target: { by: "label", value: "Agree" } })).details?.method).toBe("dom");
  expect(await page.event("change", ({ checked }) => checked === true)).toBeTruthy();
  expect(
    (await act({ action: "select", target: { by: "label", value: "Size" }, value: "Large" })).details?.method,
  ).toBe("dom");
  expect(await page.event("change", ({ value }) => value === "Large")).toBeTruthy();
  expect((await act({ action: "waitForSelector", target: { by: "css", value: "button" } })).success).toBe(true);
  // Up to here the browser was not debugged.
  expect(await user.popup.evaluate<string>("document.body.innerText")).not.toContain("in use");

  const clicked = await act({ action: "click", target: { by: "testid", value: "submit-button" } });
  expect(clicked).toMatchObject({ success: true, details: { method: "cdp", matchedCount: 1 } });
  expect(await page.event("click", ({ trusted, detail }) => trusted === true && detail === 1)).toBeTruthy();
  const pictured = await act({
    action: "hover",
    target: { by: "role", value: "button", name: "Send" },
    options: { postActionScreenshot: true, screenshotLabel: "after" },
  });
  expect(pictured.image?.mimeType).toBe("image/png");
  await done();
});

test("what script cannot reach falls back to the debugger, unless that is not wanted", async () => {
  const { page, done } = await show(
    `<div id=host></div><script>
      const root = host.attachShadow({ mode: "closed" });
      root.innerHTML = "<input aria-label=Deep>";
      root.firstChild.oninput = (event) => record("deep", { value: event.target.value });</script>`,
    "Deep page",
  );
  const request = { action: "type", target: { by: "label", value: "Deep" }, value: "found" };
  const refused = await act({ ...request, options: { fallbackToCdp: false } });
  expect(refused.success).toBe(false);
  expect(page.events("deep")).toHaveLength(0);
  expect(await act(request)).toMatchObject({ success: true, details: { method: "cdp" } });
  expect(await page.event("deep")).toMatchObject({ value: "found" });
  await done();
});

test("errors have codes, say what was tried, and where", async () => {
  const { done } = await show("<button>One</button><button>Two</button>", "Error page");
  const options = { timeoutMs: 300 };
  expect(await act({ action: "click", target: { by: "role", value: "button", name: "Three" }, options })).toMatchObject(
    {
      success: false,
      error: { code: "ELEMENT_NOT_FOUND" },
      details: { matchedCount: 0 },
    },
  );
  expect(await act({ action: "click", target: { by: "role", value: "button" }, options })).toMatchObject({
    error: { code: "AMBIGUOUS" },
    details: { matchedCount: 2 },
  });
  await done();
});

test("a request that is sent again is not carried out again", async () => {
  const { tab, done } = await show(
    `<button>Count</button><output>0</output><script>
      document.querySelector("button").onclick = () => {
        const out = document.querySelector("output"); out.textContent = Number(out.textContent) + 1; }</script>`,
    "Once page",
  );
  const request = { requestId: "1705311045123", action: "click", target: { by: "text", value: "Count" } };
  const answers = await Promise.all([act(request), act(request), act(request)]);
  for (const answer of answers) expect(answer).toMatchObject({ success: true, requestId: "1705311045123" });
  expect(await act(request)).toEqual(answers[0]);
  expect(await tab.evaluate("document.querySelector('output').textContent")).toBe("1");
  expect((await post({ ...request, action: "hover" })).status).toBe(409);
  await done();
});

test("what is not a request, or not from here, is refused", async () => {
  expect((await post({ action: "click" }, { authorization: "Bearer wrong" })).status).toBe(401);
  expect((await post({ action: "click" }, { authorization: "" })).status).toBe(401);
  expect((await post({ action: "click" }, { origin: "http://localhost" })).status).toBe(403);
  for (const body of [
    "",
    "{",
    "[]",
    { action: "fly" },
    { action: "click", extra: 1 },
    { action: "click", target: { value: "x".repeat(3000) } },
  ]) {
    expect((await post(body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
  }
  expect((await post("x".repeat(2_000_000))).status).toBe(413);
  // A selector is never script.
  const { tab, done } = await show("<h1>Safe</h1>", "Safe page");
  for (const value of [`"]);window.hit=1;//`, "javascript:window.hit=1", "</script><script>window.hit=1</script>"]) {
    for (const by of ["css", "xpath", "text", "testid"]) {
      expect(
        (await act({ action: "type", target: { by, value }, value: "x", options: { timeoutMs: 50 } })).success,
      ).toBe(false);
    }
  }
  expect(await tab.evaluate("window.hit")).toBeUndefined();
  await done();
});

test("the user sees what was done, and so does who asks for the health", async () => {
  const { done } = await show("<button>Seen</button><input aria-label=Secret>", "Watched page");
  await act({ action: "click", target: { by: "text", value: "Seen" } });
  await act({ action: "type", target: { by: "label", value: "Secret" }, value: "hush-hush" });
  await pilot.snapshot();
  await pilot.fails("UNKNOWN_UID", "click_by_uid", { uid: "1_999" });
  const shown = await user.popup.until<string>(
    `document.body.innerText.includes('click button "Seen"') && document.body.innerText`,
  );
  expect(shown).toContain("type");
  expect(shown).not.toContain("hush-hush");
  const health = await fetch(`http://127.0.0.1:${port}/connection-health`, {
    headers: { authorization: `Bearer ${token()}` },
  });
  const report = (await health.json()) as { recentActions: { action: string; outcome: string; target: string }[] };
  expect(report).toMatchObject({ connected: true, pendingActions: 0, browsers: [{ tabs: 1 }] });
  expect(report.recentActions.find(({ target }) => target.includes("Seen"))).toMatchObject({ outcome: "ok" });
  expect(JSON.stringify(report)).not.toContain("hush-hush");
  await done();
});
