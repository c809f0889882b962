/** `fallbackToCdp` of `interactWithPage`: whether the browser's debugger may be used in the user's own tab. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { does, refuses } from "../support/interact.ts";
import { inUserTab } from "../support/user-tab.ts";

const t = inUserTab();

const without = { options: { fallbackToCdp: false, timeoutMs: 1_000 } };
const popup = (): Promise<string> => t.user.popup.evaluate<string>("document.body.innerText");

/** Shows a page in a tab that is granted; nothing is debugged for that. */
async function show(html: string, title: string) {
  const page = t.site.html(html, { title });
  const tab = await t.user.open(page.url);
  await t.user.grant(title);
  return { page, tab };
}

const form = `<label>Name <input></label><label><input type=checkbox> Agree</label>
  <label>Size <select><option>Small<option>Large</select></label><label>File <input type=file></label>
  <button>Send</button><div id=host></div><script>
    const root = host.attachShadow({ mode: "closed" });
    root.innerHTML = "<input aria-label=Deep>";
    root.firstChild.oninput = (event) => record("deep", { value: event.target.value });
    watch("input,select,button", "input", "change", "click", "keydown")</script>`;

test("without it, what script can do is done, and nothing is debugged", async () => {
  const { page } = await show(form, "Form page");
  // No call before this one: also where it is allowed, the debugger is not used for what needs none.
  const typed = await does(t.pilot, "type", { by: "label", value: "Name" }, { value: "Ada" });
  expect(typed.details).toMatchObject({ method: "dom", matchedCount: 1, selectorUsed: 'label="Name"' });
  await page.event("input", ({ value }) => value === "Ada");
  const checked = await does(t.pilot, "check", { by: "label", value: "Agree" }, without);
  expect(checked.details.method).toBe("dom");
  expect(checked.text).toContain("Done by script");
  await page.event("change", ({ checked }) => checked === true);
  await does(t.pilot, "select", { by: "label", value: "Size" }, { value: "Large", ...without });
  await page.event("change", ({ value }) => value === "Large");
  const clicked = await does(t.pilot, "click", { by: "role", value: "button", name: "Send" }, without);
  expect(clicked.details).toMatchObject({ method: "dom", matchedCount: 1 });
  expect(clicked.text).toContain("by script");
  await page.event("click", ({ trusted, detail }) => trusted === false && detail === 1);
  expect(await popup()).not.toContain("In use");
});

test("without it, an action that needs the debugger is an error that says so", async () => {
  writeFileSync(path.join(t.pilot.folder, "note.txt"), "from disk");
  const name = { by: "label", value: "Name" };
  const cases: [string, Record<string, unknown> | undefined, Record<string, unknown>][] = [
    ["keypress", name, { value: "x" }],
    ["upload", { by: "label", value: "File" }, { value: "note.txt" }],
    ["scroll", undefined, { value: "down" }],
    ["type", { by: "label", value: "Deep" }, { value: "found" }],
    ["type", { ...name, nth: 0 }, { value: "x" }],
    ["type", name, { value: "x", options: { ...without.options, postActionScreenshot: true } }],
  ];
  for (const [action, target, more] of cases) {
    const refused = await refuses(t.pilot, "DISPATCH_FAILED", action, target as never, { ...without, ...more });
    expect(refused.text, action).toContain("leave out fallbackToCdp");
  }
  expect(
    (await refuses(t.pilot, "DISPATCH_FAILED", "type", { by: "label", value: "Deep" }, { value: "x", ...without }))
      .text,
  ).toContain("closed shadow root");
  await t.user.press("Revoke", "Form page");
  await show("<input aria-label=Only>", "Plain page");
  const absent = await refuses(
    t.pilot,
    "ELEMENT_NOT_FOUND",
    "type",
    { by: "label", value: "Nope" },
    { value: "x", ...without },
  );
  expect(absent.details).toMatchObject({ resolved: false, selectorUsed: 'label="Nope"', tried: ["label"] });
  expect(await popup()).not.toContain("In use");
});

test("with it, the same is done by the debugger, and the answer says so", async () => {
  const { page } = await show(form, "Other form");
  const listed = (await t.pilot.pages()).find(({ title }) => title === "Other form");
  await t.pilot.ok("select_page", { page: listed?.page });
  const typed = await does(t.pilot, "type", { by: "label", value: "Deep" }, { value: "found" });
  expect(typed.details.method).toBe("cdp");
  expect(await page.event("deep")).toMatchObject({ value: "found" });
  const clicked = await does(t.pilot, "click", { by: "text", value: "Send" });
  expect(clicked.details.method).toBe("cdp");
  await page.event("click", ({ trusted, detail }) => trusted === true && detail === 1);
  // Of two tabs it is the selected one that is meant, with the debugger and without.
  const scripted = await does(t.pilot, "type", { by: "label", value: "Name" }, { value: "Bob", ...without });
  expect(scripted.details.method).toBe("dom");
  await page.event("input", ({ value }) => value === "Bob");
  const recent = await t.pilot.ok("recent_actions");
  expect(recent).toMatch(/type .*ok, \d+ ms \(dom/);
});

test("without it, a point, held keys and force are refused before anything is done", async () => {
  for (const title of ["Plain page", "Other form"]) await t.user.revoke(title);
  const { page } = await show(
    "<button>Keys</button><script>watch('button', 'click', 'mouseover')</script>",
    "Keys page",
  );
  for (const more of [{ modifiers: ["Shift"] }, { at: { x: 3, y: 3 } }, { force: true }]) {
    const options = { ...without.options, ...more };
    const refused = await refuses(t.pilot, "DISPATCH_FAILED", "click", { by: "text", value: "Keys" }, { options });
    expect(refused.text).toContain("leave out fallbackToCdp");
    expect(refused.text).not.toContain("Looked for");
    expect(refused.details).not.toHaveProperty("matchedCount");
  }
  expect(page.events("click")).toEqual([]);
  expect(page.events("mouseover")).toEqual([]);
  await t.user.revoke("Keys page");
});

test("without it, what the debugger could not do either has the same code", async () => {
  await show(
    `<label>Fixed <input readonly></label><label>Size <select><option>Small<option>Large</select></label>
    <label>Count <input type=number></label><label>One <input type=radio checked></label>`,
    "Refusing form",
  );
  const cases: [string, string, string, Record<string, unknown>, string][] = [
    ["NOT_EDITABLE", "type", "Fixed", { value: "x" }, "read-only"],
    ["OPTION_NOT_FOUND", "select", "Size", { value: "Nope" }, 'use one of "Small", "Large"'],
    ["INVALID_INPUT", "type", "Count", { value: "abc" }, "a number is expected"],
    ["WRONG_ELEMENT", "uncheck", "One", {}, "a radio button"],
  ];
  for (const [code, action, value, more, said] of cases) {
    const refused = await refuses(t.pilot, code, action, { by: "label", value }, { ...without, ...more });
    expect(refused.text, action).toContain(said);
    expect(refused.text, action).not.toContain("fallbackToCdp");
  }
  await t.user.revoke("Refusing form");
});

test("without it, a page that is busy until the deadline is not acted on afterwards", async () => {
  const { page, tab } = await show("<button>Order</button><script>watch('button', 'click')</script>", "Busy page");
  await tab.evaluate(
    "setTimeout(() => { const end = Date.now() + 5000; while (Date.now() < end); record('free'); }, 50); 0",
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  const refused = await refuses(t.pilot, "TIMEOUT", "click", { by: "text", value: "Order" }, without);
  expect(refused.text).toContain("nothing was done");
  expect(refused.text).not.toContain("Looked for");
  expect(await t.pilot.ok("recent_actions", { limit: 1 })).toMatch(/click.*TIMEOUT/);
  await page.event("free");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(page.events("click")).toEqual([]);
  await t.user.revoke("Busy page");
});

test("without it, an action after which the page does not answer may have been done, and that is said", async () => {
  const { page } = await show(
    `<button onclick="record('begun'); const end = Date.now() + 6000; while (Date.now() < end);">Work</button>`,
    "Working page",
  );
  const refused = await refuses(t.pilot, "OUTCOME_UNKNOWN", "click", { by: "text", value: "Work" }, without);
  expect(refused.text).toContain("may have been done");
  // Its limit is 1 s; a busy machine is given as much again.
  expect(refused.ms).toBeLessThan(2_500);
  expect(await t.pilot.ok("recent_actions", { limit: 1 })).toMatch(/click.*OUTCOME_UNKNOWN/);
  await page.event("begun");
  await t.user.revoke("Working page");
});
