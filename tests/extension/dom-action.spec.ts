/** Single actions over HTTP, in the form of the specification's examples. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { inUserTab } from "../support/user-tab.ts";

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
  error?: string;
  image?: { mimeType: string; data: string };
}

const t = inUserTab();

const token = () =>
  (JSON.parse(readFileSync(path.join(t.folder, "extension.json"), "utf8")) as { apiToken: string }).apiToken;

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${t.port}/dom-action`, {
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
  const page = t.site.html(html, { title });
  const tab = await t.user.open(page.url);
  await t.user.grant(title);
  return { page, tab, done: () => t.user.revoke(title) };
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
  expect(await t.user.popup.evaluate<string>("document.body.innerText")).not.toContain("In use");

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
  expect(refused).toMatchObject({
    success: false,
    error: "DISPATCH_FAILED",
    details: { selectorUsed: 'label="Deep"', tried: ["label"], resolved: false },
  });
  expect(page.events("deep")).toHaveLength(0);
  // What needs real input is refused as well, and nothing is debugged for it.
  const press = { action: "keypress", target: { by: "css", value: "#host" }, value: "x" };
  expect(await act({ ...press, options: { fallbackToCdp: false } })).toMatchObject({
    success: false,
    error: "DISPATCH_FAILED",
  });
  expect(await act(request)).toMatchObject({ success: true, details: { method: "cdp" } });
  expect(await page.event("deep")).toMatchObject({ value: "found" });
  await done();
});

test("without the debugger an element is waited for, too, and errors say where it is", async () => {
  const { page, done } = await show(
    `<div id=host></div><input aria-label=Hidden style="display:none"><input aria-label=Off disabled>
    <script>setTimeout(() => { host.innerHTML = "<input aria-label=Late>"; host.firstChild.oninput = () => record("late"); }, 700);
    setTimeout(() => { document.querySelector("[aria-label=Hidden]").style.display = ""; record("shown"); }, 1200);</script>`,
    "Late page",
  );
  const options = { fallbackToCdp: false, timeoutMs: 5000 };
  const late = await act({ action: "type", target: { by: "label", value: "Late" }, value: "x", options });
  expect(late).toMatchObject({ success: true, details: { method: "dom", selectorUsed: 'label="Late"' } });
  await page.event("late");
  const shown = await act({ action: "waitForSelector", target: { by: "label", value: "Hidden" }, options });
  expect(shown).toMatchObject({ success: true, details: { matchedCount: 1 } });
  await page.event("shown");
  expect(page.events("shown")).toHaveLength(1);
  const off = { action: "type", target: { by: "label", value: "Off" }, value: "x" };
  const refused = await act({ ...off, options: { ...options, timeoutMs: 200 } });
  expect(refused).toMatchObject({
    error: "NOT_ENABLED",
    details: { selectorUsed: 'label="Off"', matchedCount: 1, resolved: true },
  });
  expect(refused.details?.boundingBox?.height).toBeGreaterThan(5);
  await done();
});

test("the wheel, and requests that are waited for, need the debugger", async () => {
  const slow = t.site.resource({ type: "text/plain", body: "slow", delayMs: 600 });
  const { tab, done } = await show(
    `<input aria-label=Search><p style="height:4000px"></p><script>
      document.querySelector("input").oninput = async () => { await (await fetch("${slow.url}")).text(); window.loaded = true; };</script>`,
    "Tall page",
  );
  const typed = await act({
    action: "type",
    target: { by: "label", value: "Search" },
    value: "x",
    options: { waitForNetworkIdleMs: 200 },
  });
  expect(typed).toMatchObject({ success: true, details: { networkIdle: true, method: "cdp" } });
  expect(await tab.evaluate("window.loaded")).toBe(true);
  expect(await act({ action: "scroll", value: "down 300" })).toMatchObject({
    success: true,
    details: { scrolled: { moved: 300 } },
  });
  expect(await tab.evaluate("scrollY")).toBe(300);
  await done();
});

test("errors have codes, say what was tried, and where", async () => {
  const { done } = await show("<button>One</button><button>Two</button>", "Error page");
  // The debugger comes within the same time.
  const options = { timeoutMs: 5000 };
  expect(await act({ action: "click", target: { by: "role", value: "button", name: "Three" }, options })).toMatchObject(
    {
      success: false,
      error: "ELEMENT_NOT_FOUND",
      details: { matchedCount: 0, selectorUsed: 'button "Three"', tried: ["role"], resolved: false },
    },
  );
  expect(await act({ action: "click", target: { by: "role", value: "button" }, options })).toMatchObject({
    error: "AMBIGUOUS",
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
  await t.pilot.snapshot();
  await t.pilot.fails("UNKNOWN_UID", "click_by_uid", { uid: "1_999" });
  const shown = await t.user.popup.until<string>(
    `document.body.innerText.includes('click button "Seen"') && document.body.innerText`,
  );
  expect(shown).toContain("type");
  expect(shown).not.toContain("hush-hush");
  await act({ action: "hover", target: { by: "text", value: "Seen" }, options: { postActionScreenshot: true } });
  const width = await t.user.popup.until<number>(`document.querySelector(".action img")?.naturalWidth`);
  expect(width).toBeGreaterThan(100);
  expect(width).toBeLessThanOrEqual(160);
  const health = await fetch(`http://127.0.0.1:${t.port}/connection-health`, {
    headers: { authorization: `Bearer ${token()}` },
  });
  const report = (await health.json()) as {
    recentActions: { action: string; outcome: string; target: string; thumbnail?: string }[];
  };
  expect(report).toMatchObject({ connected: true, pendingActions: 0, browsers: [{ tabs: 1 }] });
  expect(report.recentActions.find(({ target }) => target.includes("Seen"))).toMatchObject({ outcome: "ok" });
  expect(report.recentActions.find(({ action }) => action === "hover")?.thumbnail).toMatch(/^data:image\/jpeg;base64,/);
  expect(JSON.stringify(report)).not.toContain("hush-hush");
  await done();
});
