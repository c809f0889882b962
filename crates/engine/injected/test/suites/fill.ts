import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { prepare, walk } from "../page.ts";

const READ = `(() => { const e = document.querySelector("[data-f]"); return e.value === undefined ? e.innerText : e.value })()`;

export function fillSuite(browser: () => TestBrowser): void {
  /** [what, markup with data-f on the field, role, name, value, answer, what it holds then] */
  const cases: [string, string, string, string, string, object, string | undefined][] = [
    [
      "text",
      `<input data-f aria-label="F" value="old">`,
      "textbox",
      "F",
      "new",
      { state: "filled", kind: "text", method: "insert", changed: true },
      "new",
    ],
    [
      "a limit that the page sets in a microtask",
      `<input data-f aria-label="F" value="1" oninput="const el = this; queueMicrotask(() => { el.value = '10' })">`,
      "textbox",
      "F",
      "99",
      { state: "filled", method: "insert", changed: true, now: "10" },
      "10",
    ],
    [
      "a limit that the page sets in a chain of promises",
      `<input data-f aria-label="F" value="1" oninput="const el = this; Promise.resolve().then(() => {}).then(() => {}).then(() => { el.value = '10' })">`,
      "textbox",
      "F",
      "99",
      { state: "filled", method: "insert", changed: true, now: "10" },
      "10",
    ],
    [
      "a field that the page draws anew, empty, in its handler",
      `<div oninput="this.innerHTML = this.dataset.html" data-html='<input data-f aria-label="F">'><input data-f aria-label="F" value="old"></div>`,
      "textbox",
      "F",
      "new",
      { state: "filled", now: "", lost: true },
      "",
    ],
    [
      "a field that the page draws anew, empty, in a task",
      `<div oninput="setTimeout(() => { this.innerHTML = this.dataset.html })" data-html='<input data-f aria-label="F">'><input data-f aria-label="F" value="old"></div>`,
      "textbox",
      "F",
      "new",
      { state: "filled", now: "", lost: true },
      "",
    ],
    [
      "a field that the page draws anew with its value",
      `<div oninput="this.innerHTML = this.dataset.html" data-html='<input data-f aria-label="F" value="new">'><input data-f aria-label="F" value="old"></div>`,
      "textbox",
      "F",
      "new",
      { state: "filled", kind: "text", method: "insert", changed: true },
      "new",
    ],
    [
      "a limit that the page sets in a task",
      `<input data-f aria-label="F" value="1" oninput="const el = this; setTimeout(() => { el.value = '10' })">`,
      "textbox",
      "F",
      "99",
      { state: "filled", method: "insert", changed: true, now: "10" },
      "10",
    ],
    [
      "a date that the page sets in a microtask",
      `<input type="date" data-f aria-label="F" onchange="queueMicrotask(() => { this.value = '2026-01-01' })">`,
      "textbox",
      "F",
      "2026-05-05",
      { state: "filled", now: "2026-01-01" },
      "2026-01-01",
    ],
    [
      "a choice that the page takes back in a microtask",
      `<select data-f aria-label="F" onchange="queueMicrotask(() => { this.value = 's' })"><option value="s">S<option value="l">L</select>`,
      "combobox",
      "F",
      "L",
      { state: "filled", kind: "select", now: "S" },
      "s",
    ],
    [
      "a choice whose options the page makes anew",
      `<select data-f aria-label="F" onchange="queueMicrotask(() => { this.innerHTML = '<option>S<option selected>L' })"><option>S<option>L</select>`,
      "combobox",
      "F",
      "L",
      { state: "filled", kind: "select", changed: true },
      "L",
    ],
    [
      "clear",
      `<input data-f aria-label="F" value="old">`,
      "textbox",
      "F",
      "",
      { state: "filled", method: "insert", changed: true },
      "",
    ],
    [
      "the same again",
      `<input data-f aria-label="F" value="old">`,
      "textbox",
      "F",
      "old",
      { state: "filled", changed: false },
      "old",
    ],
    [
      "email",
      `<input data-f type="email" aria-label="F" value="x">`,
      "textbox",
      "F",
      "a@b.c",
      { state: "filled", method: "insert" },
      "a@b.c",
    ],
    [
      "password",
      `<input data-f type="password" aria-label="F">`,
      "textbox",
      "F",
      "s3",
      { state: "filled", method: "insert" },
      "s3",
    ],
    [
      "a limit",
      `<input data-f maxlength="3" aria-label="F">`,
      "textbox",
      "F",
      "abcdef",
      { state: "filled", now: "abc" },
      "abc",
    ],
    [
      "a mask",
      `<input data-f aria-label="F" oninput="this.value=this.value.toUpperCase()">`,
      "textbox",
      "F",
      "abc",
      { state: "filled", method: "insert", now: "ABC" },
      "ABC",
    ],
    [
      "number",
      `<input data-f type="number" aria-label="F" value="1">`,
      "spinbutton",
      "F",
      "-12.5",
      { state: "filled", method: "insert" },
      "-12.5",
    ],
    [
      "not a number",
      `<input data-f type="number" aria-label="F" value="1">`,
      "spinbutton",
      "F",
      "many",
      { state: "value" },
      "1",
    ],
    [
      "textarea",
      `<textarea data-f aria-label="F">a</textarea>`,
      "textbox",
      "F",
      "1\r\n2\n3",
      { state: "filled", method: "insert" },
      "1\n2\n3",
    ],
    [
      "many lines",
      `<textarea data-f aria-label="F">a</textarea>`,
      "textbox",
      "F",
      `${"<b>&amp;\n".repeat(100)}`,
      { state: "filled", method: "insert" },
      "<b>&amp;\n".repeat(100),
    ],
    [
      "date",
      `<input data-f type="date" aria-label="F">`,
      "textbox",
      "F",
      "2028-02-29",
      { state: "filled", kind: "date", method: "synthetic" },
      "2028-02-29",
    ],
    ["no such date", `<input data-f type="date" aria-label="F">`, "textbox", "F", "2027-02-29", { state: "value" }, ""],
    [
      "malformed date",
      `<input data-f type="date" aria-label="F">`,
      "textbox",
      "F",
      "29.2.2028",
      { state: "value", why: "a date as YYYY-MM-DD is expected, such as 2027-03-31" },
      "",
    ],
    [
      "time",
      `<input data-f type="time" aria-label="F">`,
      "textbox",
      "F",
      "09:30",
      { state: "filled", kind: "date" },
      "09:30",
    ],
    [
      "date and time",
      `<input data-f type="datetime-local" aria-label="F">`,
      "textbox",
      "F",
      "2027-03-31 09:30",
      { state: "filled", kind: "date" },
      "2027-03-31T09:30",
    ],
    [
      "colour",
      `<input data-f type="color" aria-label="F">`,
      "button",
      "F",
      "#FF8800",
      { state: "filled", kind: "color" },
      "#ff8800",
    ],
    [
      "range",
      `<input data-f type="range" max="10" step="2" aria-label="F" value="0">`,
      "slider",
      "F",
      "7",
      { state: "filled", kind: "range", key: "ArrowUp" },
      "6",
    ],
    [
      "range, at its least value",
      `<input data-f type="range" min="4" max="10" step="2" aria-label="F" value="8">`,
      "slider",
      "F",
      "4",
      { state: "filled", kind: "range", key: "ArrowDown" },
      "6",
    ],
    [
      "select by value",
      `<select data-f aria-label="F"><option value="a">One<option value="b">Two</select>`,
      "combobox",
      "F",
      "b",
      { state: "filled", kind: "select", changed: true },
      "b",
    ],
    [
      "select by label",
      `<select data-f aria-label="F"><option value="a">One<option value="b">Two</select>`,
      "combobox",
      "F",
      " two",
      { state: "filled", kind: "select" },
      "b",
    ],
    [
      "no such option",
      `<select data-f aria-label="F"><option>One<option disabled>Two</select>`,
      "combobox",
      "F",
      "Two",
      { state: "option", options: ["One"] },
      "One",
    ],
    [
      "contenteditable",
      `<div data-f contenteditable aria-label="F">old <b>x</b></div>`,
      "textbox",
      "F",
      "new text",
      { state: "filled", kind: "editable", method: "insert" },
      "new text",
    ],
    [
      "contenteditable, lines",
      `<div data-f contenteditable aria-label="F">old</div>`,
      "textbox",
      "F",
      "a\nb",
      { state: "filled", kind: "editable", method: "insert" },
      "a\nb",
    ],
    [
      "contenteditable, cleared",
      `<div data-f contenteditable aria-label="F">old</div>`,
      "textbox",
      "F",
      "",
      { state: "filled", kind: "editable", method: "insert" },
      undefined,
    ],
    [
      "checkbox",
      `<input data-f type="checkbox" aria-label="F">`,
      "checkbox",
      "F",
      "true",
      { state: "click", checked: "false", wanted: true },
      undefined,
    ],
    [
      "switch",
      `<button data-f role="switch" aria-checked="true">F</button>`,
      "switch",
      "F",
      "off",
      { state: "click", checked: "true", wanted: false },
      undefined,
    ],
    ["radio off", `<input data-f type="radio" aria-label="F">`, "radio", "F", "false", { state: "kind" }, undefined],
    [
      "file",
      `<input data-f type="file" aria-label="F">`,
      "button",
      "F",
      "x",
      { state: "kind", is: "a file input", next: "give it files with upload_file_by_uid" },
      undefined,
    ],
    ["button", `<button data-f>F</button>`, "button", "F", "x", { state: "kind" }, undefined],
    [
      "button of a calendar",
      `<button data-f aria-haspopup="dialog">F</button>`,
      "button",
      "F",
      "2026-10-01",
      { state: "kind", next: "click it, then choose in what opens" },
      undefined,
    ],
    ["readonly", `<input data-f readonly aria-label="F">`, "textbox", "F", "x", { state: "readonly" }, ""],
    ["disabled", `<input data-f disabled aria-label="F">`, "textbox", "F", "x", { state: "disabled" }, ""],
    [
      "a wrapper",
      `<div role="group" aria-label="F"><input data-f></div>`,
      "group",
      "F",
      "x",
      { state: "filled", kind: "text" },
      "x",
    ],
    [
      "a combobox that takes no keys",
      `<input data-f role="combobox" aria-haspopup="listbox" inputmode="none" aria-label="F">`,
      "combobox",
      "F",
      "x",
      { state: "list" },
      "",
    ],
    [
      "a combobox around an input for forms",
      `<div role="combobox" tabindex="0" aria-label="F" aria-haspopup="listbox"><input data-f readonly aria-hidden="true" tabindex="-1" style="pointer-events:none">Pick</div>`,
      "combobox",
      "F",
      "x",
      { state: "list" },
      "",
    ],
    [
      "a combobox with suggestions",
      `<input data-f role="combobox" aria-autocomplete="list" aria-label="F">`,
      "combobox",
      "F",
      "x",
      { state: "filled", searches: true },
      "x",
    ],
    [
      "a combobox input",
      `<input data-f role="combobox" aria-label="F">`,
      "combobox",
      "F",
      "x",
      { state: "filled", kind: "text" },
      "x",
    ],
    [
      "covered",
      `<input data-f aria-label="F"><div style="position:fixed;inset:0">v</div>`,
      "textbox",
      "F",
      "x",
      { state: "filled" },
      "x",
    ],
  ];
  test.each(cases)("fill: %s", async (_, html, role, name, value, answer, holds) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const target = (await walk(page)).target(role, name);
    expect(await page.call("fill", { target, value })).toMatchObject(answer);
    if (holds !== undefined) expect(await page.main(READ)).toBe(holds);
  });

  test("fill: several options, and events that bubble", async () => {
    const { page } = browser();
    await page.open(
      `<select multiple aria-label="F"><option>A<option>B<option>C</select><script>addEventListener("change",e=>{window.seen=(window.seen||"")+e.type});addEventListener("input",e=>{window.seen=(window.seen||"")+e.type+e.isTrusted})</script><input aria-label="T">`,
    );
    const walked = await walk(page);
    expect(await page.call("fill", { target: walked.target("listbox", "F"), value: `["A","C"]` })).toMatchObject({
      state: "filled",
      changed: true,
    });
    expect(await page.main(`[...document.querySelector("select").selectedOptions].map(o=>o.text).join()`)).toBe("A,C");
    expect(await page.main("window.seen")).toBe("inputfalsechange");
    await page.main("window.seen='';0");
    await page.call("fill", { target: walked.target("textbox", "T"), value: "x" });
    expect(await page.main("window.seen")).toBe("inputtrue");
  });

  test("fill: a field in a shadow root, and a component that wraps one", async () => {
    const { page } = browser();
    await page.open(
      `<x-f role="group" aria-label="W"></x-f><x-e></x-e><script>document.querySelector("x-f").attachShadow({mode:"open"}).innerHTML="<input aria-label=I>";document.querySelector("x-e").attachShadow({mode:"open"}).innerHTML="<div contenteditable aria-label=E>old</div>"</script>`,
    );
    const walked = await walk(page);
    expect(await page.call("fill", { target: walked.target("group", "W"), value: "v" })).toMatchObject({
      state: "filled",
      method: "insert",
    });
    expect(await page.main(`document.querySelector("x-f").shadowRoot.querySelector("input").value`)).toBe("v");
    expect(await page.call("fill", { target: walked.target("textbox", "E"), value: "v" })).toMatchObject({
      state: "filled",
      kind: "editable",
    });
    expect(await page.main(`document.querySelector("x-e").shadowRoot.querySelector("div").textContent`)).toBe("v");
  });

  test("fill: a box that is drawn in a tree is clicked, and says what it becomes", async () => {
    const { page } = browser();
    await page.open(
      `<style>.t-checkbox{display:inline-block;width:20px;height:20px}</style><div role="tree"><div role="treeitem" style="cursor:pointer"><span class="t-checkbox" id="b" onmousedown="this.classList.toggle('t-checkbox-checked')"></span>One</div></div>`,
    );
    const target = (await walk(page)).target("checkbox", "");
    const args = { target, check: true };
    expect(await page.call("fill", args)).toEqual({ state: "click", checked: "false", wanted: true });
    const { x, y, checked } = await prepare(page, target);
    expect(checked).toBe("false");
    await page.click(x, y);
    const became = { target, wanted: true, definite: true, timeoutMs: 500 };
    expect(await page.call("becomes", became)).toMatchObject({ state: "became", checked: "true" });
    expect((await walk(page)).lines.find(({ role }) => role === "checkbox")?.rest).toEqual(["checked", "id=b"]);
  });

  test("fill: a password is never in the answer", async () => {
    const { page } = browser();
    await page.open(`<input type="password" aria-label="F" value="hunter2" maxlength="4">`);
    const answer = await page.raw("fill", {
      target: (await walk(page)).target("textbox", "F"),
      value: "correct horse",
    });
    expect(answer).toContain("filled");
    expect(answer).not.toMatch(/hunter|corr/);
  });

  test("upload: input, label, what may open a chooser, wrong kind", async () => {
    const { page } = browser();
    await page.open(
      `<label>Photo<input type="file" multiple style="display:none"></label><button>B</button><input aria-label="T">`,
    );
    const walked = await walk(page);
    const input = walked.target("button", "Photo");
    expect(await page.call("upload", { target: input })).toEqual({
      state: "files",
      id: input.id,
      multiple: true,
      folder: false,
    });
    expect(await page.call("upload", { target: walked.target("button", "B") })).toEqual({ state: "opener" });
    expect(await page.call("upload", { target: walked.target("textbox", "T") })).toMatchObject({ state: "kind" });
  });
}
