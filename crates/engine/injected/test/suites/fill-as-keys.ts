import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

const READ = `document.querySelector("[data-f]").value`;

/** Filling a field as keys would: after the focus, as far as the page allows, and over the boxes of a code. */
export function fillAsKeysSuite(browser: () => TestBrowser): void {
  const digits = `<input data-f aria-label="F" value="7" onbeforeinput="(window.asked ??= []).push(event.data); if (/\\D/.test(event.data ?? '')) event.preventDefault()">`;
  test.each([
    ["12", "12", {}, ["12"]],
    ["abc", "7", { lost: true, cancelled: true, now: "7", changed: false }, ["abc", "a", "b", "c"]],
    ["1a2", "12", { now: "12" }, ["1a2", "1", "a", "2"]],
    ["", "", {}, [null]],
  ])("fill: '%s' in a field that filters what is typed by its beforeinput", async (value, holds, answer, asked) => {
    const { page } = browser();
    await page.open(digits);
    const target = (await walk(page)).target("textbox", "F");
    expect(await page.call("fill", { target, value })).toMatchObject({ state: "filled", ...answer });
    expect(await page.main(READ)).toBe(holds);
    expect(await page.main("JSON.stringify(window.asked)")).toBe(JSON.stringify(asked));
  });

  test("fill: a text is what a field of single digits takes of it", async () => {
    const { page } = browser();
    await page.open(
      `<input data-f aria-label="F" onbeforeinput="if (!/^\\d$/.test(event.data)) event.preventDefault()">`,
    );
    const target = (await walk(page)).target("textbox", "F");
    const answer = await page.call<{ now?: string }>("fill", { target, value: "2027" });
    expect(answer).toMatchObject({ state: "filled", changed: true });
    expect(answer.now).toBeUndefined();
    expect(await page.main(READ)).toBe("2027");
  });

  test.each([
    ["input", `<input data-f aria-label="F" maxlength="5" value="1">`],
    ["text area", `<textarea data-f aria-label="F" maxlength="5">1</textarea>`],
  ])("fill: the same text again is cut off as before by the limit of the %s", async (_, html) => {
    const { page } = browser();
    await page.open(html);
    const target = (await walk(page)).target("textbox", "F");
    for (const changed of [true, false]) {
      const answer = { state: "filled", method: "insert", changed, now: "12345", lost: true };
      expect(await page.call("fill", { target, value: "1234567" })).toMatchObject(answer);
      expect(await page.main(READ)).toBe("12345");
    }
  });

  test("fill: a text that is set by script is no longer than a person could write it", async () => {
    const { page } = browser();
    await page.open(`<textarea data-f aria-label="F" maxlength="5"></textarea>`);
    const target = (await walk(page)).target("textbox", "F");
    const answer = { state: "filled", changed: true, now: "aaaaa", lost: true };
    expect(await page.call("fill", { target, value: "a".repeat(300_000) })).toMatchObject(answer);
  });

  test("fill: a text comes after the page has noted the focus", async () => {
    const { page } = browser();
    await page.open(`<input aria-label="F"><script>
      let on = false, held = "";
      const field = document.querySelector("input");
      field.onfocus = () => queueMicrotask(() => Promise.resolve().then(() => { on = true; }));
      field.oninput = () => { if (on) held = field.value; };
    </script>`);
    const target = (await walk(page)).target("textbox", "F");
    expect(await page.call("fill", { target, value: "new" })).toMatchObject({ state: "filled" });
    expect(await page.main("held")).toBe("new");
  });

  test("fill: a code that the page spreads over its boxes a moment later", async () => {
    const { page } = browser();
    const boxes = ["A", "B", "C"].map((name) => `<input aria-label="${name}" maxlength="3" size="1">`).join("");
    await page.open(`<div>${boxes}</div><script>
      const [first, ...rest] = document.querySelectorAll("input");
      first.oninput = () => {
        const text = first.value;
        first.value = text[0];
        setTimeout(() => rest.forEach((box, at) => { box.value = text[at + 1]; }), 40);
      };
    </script>`);
    const target = (await walk(page)).target("textbox", "A");
    const answer = await page.call<{ over?: number }>("fill", { target, value: "123" });
    expect(answer.over).toBe(3);
  });

  const pin = (on: string): string =>
    `<form>${["A", "B", "C", "D"].map((name) => `<input aria-label="${name}" maxlength="1" oninput="${on}">`).join("")}</form>`;
  const passes = "this.value && this.nextElementSibling?.focus()";
  test.each([
    ["a code of boxes", "", "A", "1234", "1,2,3,4", 4],
    ["a code of boxes between which the page moves the focus", passes, "A", "1234", "1,2,3,4", 4],
    ["the end of a code", "", "C", "34", "9,9,3,4", 2],
    ["less than a code where the page moves the focus", passes, "B", "23", "9,2,3,", 2],
    ["less than a code in fields of their own", "", "B", "23", "9,2,9,9", undefined],
    ["more than a code", passes, "C", "345", "9,9,3,9", undefined],
  ])("fill: %s", async (_, on, name, value, holds, over) => {
    const { page } = browser();
    await page.open(pin(on));
    await page.main(`for (const box of document.querySelectorAll("input")) box.value = "9"; 0`);
    const target = (await walk(page)).target("textbox", name);
    const answer = await page.call<{ over?: number }>("fill", { target, value });
    expect(answer).toMatchObject({ state: "filled", method: "insert" });
    expect(answer.over).toBe(over);
    expect(await page.main(`Array.from(document.querySelectorAll("input"), (box) => box.value).join()`)).toBe(holds);
  });

  test.each([
    ["readOnly", "readonly"],
    ["disabled", "disabled"],
  ])("fill: a field that the page makes %s as it gets the focus keeps its value", async (property, state) => {
    const { page } = browser();
    await page.open(
      `<input data-f aria-label="F" value="old" onfocus="queueMicrotask(() => { this.${property} = true; })">`,
    );
    const target = (await walk(page)).target("textbox", "F");
    expect(await page.call("fill", { target, value: "new" })).toMatchObject({ state });
    expect(await page.main(READ)).toBe("old");
  });

  test("fill: a text that the page takes itself, in the next frame, is given once", async () => {
    const { page } = browser();
    await page.open(`<input data-f aria-label="F"><script>
      const field = document.querySelector("input");
      field.onbeforeinput = (event) => { event.preventDefault(); requestAnimationFrame(() => { field.value += event.data; }); };
    </script>`);
    const target = (await walk(page)).target("textbox", "F");
    const answer = await page.call<{ now?: string }>("fill", { target, value: "abc" });
    expect(answer).toMatchObject({ state: "filled", changed: true });
    expect(answer.now).toBeUndefined();
    expect(await page.main(READ)).toBe("abc");
  });

  const part = `<span role="spinbutton" tabindex="0" aria-valuenow="1">1</span>`;
  test.each([
    ["its", `<div>${part}${part}<input data-f aria-label="F"></div><input aria-label="G">`, true],
    ["another field's", `<div>${part}${part}</div><input data-f aria-label="F"><input aria-label="G">`, undefined],
  ])("fill: the spin buttons beside a field are %s parts", async (_whose, html, parts) => {
    const { page } = browser();
    await page.open(html);
    await page.main(`document.querySelector("[data-f]").oninput = (event) => { event.target.value = "x"; }; 0`);
    const target = (await walk(page)).target("textbox", "F");
    const answer = await page.call<{ parts?: true }>("fill", { target, value: "2027" });
    expect(answer).toMatchObject({ state: "filled", now: "x", lost: true });
    expect(answer.parts).toBe(parts);
  });

  test.each([
    ["cut off", "width:1px;height:1px;padding:0;border:0;appearance:none"],
    ["out of the pointer's reach", "position:absolute;inset:0;opacity:0;pointer-events:none"],
  ])("fill: a select for forms that is %s is not what a combobox around it holds", async (_how, style) => {
    const { page } = browser();
    await page.open(`<div role="combobox" tabindex="0" aria-label="F" aria-haspopup="listbox" style="position:relative">
      <select data-f tabindex="-1" style="${style}"><option>A<option>B</select>A</div>`);
    const target = (await walk(page)).target("combobox", "F");
    expect(await page.call("fill", { target, value: "B" })).toMatchObject({ state: "list" });
    expect(await page.main(READ)).toBe("A");
  });

  test.each([
    ["which its keys reach", "12", "10", { state: "slider", now: 12, min: 0, max: 23 }],
    ["out of its range", "12", "24", { state: "value" }],
    ["that an empty one tells already", "hh", "12", { state: "filled", rest: "12" }],
  ])("fill: a spin button that can be edited gets a number %s", async (_, shows, value, answer) => {
    const { page } = browser();
    await page.open(
      `<div data-f role="spinbutton" contenteditable tabindex="0" aria-label="F" aria-valuemin="0" aria-valuemax="23" aria-valuenow="12">${shows}</div>`,
    );
    const target = (await walk(page)).target("spinbutton", "F");
    expect(await page.call("fill", { target, value })).toMatchObject(answer);
    expect(await page.main(`document.querySelector("[data-f]").textContent`)).toBe(shows);
  });

  test.each([
    ["tells its value", "el.ariaValueNow = el.textContent", "9"],
    ["tells none of it", "", "9"],
    ["puts another one in its place", "el.ariaValueNow = el.textContent = 10", "10"],
    ["takes no text", "", "12", "el.onbeforeinput = (event) => event.preventDefault()"],
  ])("fill: a spin button whose page hears of its text alone and %s", async (_, heard, now, script = "") => {
    const { page } = browser();
    await page.open(
      `<div data-f role="spinbutton" contenteditable tabindex="0" aria-label="F" aria-valuenow="12">12</div><script>
      const el = document.querySelector("[data-f]"); let texts = ""; el.oninput = () => { texts += el.textContent; ${heard} }; ${script}</script>`,
    );
    const target = (await walk(page)).target("spinbutton", "F");
    expect(await page.call("fill", { target, value: "9" })).toMatchObject({ state: "slider", now: 12 });
    for (const said of [12, 12, Number(now)])
      expect(await page.call("slider", { target })).toMatchObject({ state: "slider", now: said });
    expect(await page.main("el.textContent")).toBe(now);
    expect(await page.main("texts")).toBe(script === "" ? "9" : "");
  });

  test.each([
    ["a calendar that it opens for it is closed", "dialog", "grid", "1/2/2026", "Enter"],
    ["a list that it opens stays", "listbox", "grid", "1/2/2026", ""],
    ["a dialog without a calendar stays", "dialog", "list", "1/2/2026", ""],
    ["what is emptied opens nothing", "dialog", "grid", "", ""],
  ])("fill: a field takes a date, and %s", async (_, popup, role, value, key) => {
    const { page } = browser();
    await page.open(`<form action="/sent"><input data-f role="combobox" aria-label="F" aria-haspopup="${popup}" value="old"></form>
      <div role="dialog" hidden id="d"><table role="${role}"><tr><td>1</td></tr></table></div><script>
      const el = document.querySelector("[data-f]"); let keys = "";
      el.oninput = () => { setTimeout(() => { d.hidden = !el.value; }, 50); el.ariaExpanded = String(!!el.value); };
      el.onkeydown = ({ key }) => { if (key !== "Shift") keys += key; if (key === "Enter") { d.hidden = true; el.ariaExpanded = "false"; el.value += "!"; } };
    </script>`);
    const target = (await walk(page)).target("combobox", "F");
    const answer = await page.call<object>("fill", { target, value });
    expect(answer).toMatchObject({ state: "filled", changed: true });
    expect(await page.main("keys")).toBe(key);
    expect(await page.main(READ)).toBe(key ? `${value}!` : value);
  });

  test.each([
    [
      "drawing",
      `<svg data-f role="slider" tabindex="0" aria-label="F" aria-valuenow="5" width="20" height="20">DOT</svg>`,
    ],
    ["formula", `<math data-f role="slider" tabindex="0" aria-label="F" aria-valuenow="5"><mi>x</mi></math>`],
  ])("keys: a slider that is a %s gets the focus", async (_, html) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html.replace("DOT", `<circle cx="9" cy="9" r="9"/>`)}<button>B</button>`);
    const target = (await walk(page)).target("slider", "F");
    expect(await page.call("fill", { target, value: "7" })).toMatchObject({ state: "slider", now: 5 });
    const focused = `document.activeElement.localName`;
    expect(await page.call("prepare", { target, action: "focus", attempt: 0 })).toMatchObject({ state: "ready" });
    expect(await page.main(focused)).toBe(html.slice(1, html.indexOf(" ")));
  });

  test.each([
    [
      "that tells its value",
      `aria-valuenow="50" aria-valuemin="10" aria-valuemax="90"`,
      "60",
      { state: "slider", now: 50, min: 10, max: 90 },
    ],
    ["out of its range", `aria-valuenow="50" aria-valuemin="10" aria-valuemax="90"`, "95", { state: "value" }],
    ["without a value", "", "60", { state: "kind", is: "not a field that takes a value" }],
  ])("fill: a separator %s", async (_, attributes, value, answer) => {
    const { page } = browser();
    await page.open(
      `<div role="separator" tabindex="0" aria-label="F" ${attributes} style="width:8px;height:50px"></div>`,
    );
    const target = (await walk(page)).target("separator", "F");
    expect(await page.call("fill", { target, value })).toMatchObject(answer);
  });

  test("fill: an editor that undoes a paragraph and draws its own in a task gets each line once", async () => {
    const { page } = browser();
    await page.open(`<div data-f contenteditable role="textbox" aria-label="F"><p><br></p></div><script>
      const el = document.querySelector("[data-f]");
      let lines = [""];
      const draw = (at) => {
        el.innerHTML = lines.map((text) => "<p>" + (text || "<br>") + "</p>").join("");
        const line = el.children[at];
        if (line.textContent) getSelection().collapse(line.firstChild, line.textContent.length);
        else getSelection().collapse(line, 0);
        changes.takeRecords();
      };
      const changes = new MutationObserver(() => {
        const now = [...el.children].map((line) => line.textContent);
        if (now.length <= lines.length) return void (lines = now);
        draw(lines.length - 1);
        setTimeout(() => { lines = now; draw(now.length - 1); });
      });
      changes.observe(el, { childList: true, subtree: true, characterData: true });
    </script>`);
    const target = (await walk(page)).target("textbox", "F");
    const answer = await page.call<{ rest?: string }>("fill", { target, value: "one\ntwo" });
    expect(answer).toMatchObject({ state: "filled", method: "insert", changed: true });
    expect(answer.rest).toBeUndefined();
    expect(await page.main(`[...el.children].map((line) => line.textContent).join("|")`)).toBe("one|two");
  });

  test.each([
    ["(___) ___-____", 1],
    ["(12_) ___-____", 3],
    ["__/__/____", 0],
    ["a__", 3],
    ["a_b_c", 5],
    ["snake_case __", 13],
    ["", 0],
  ])("caret: in '%s'", async (value, at) => {
    const { page } = browser();
    await page.open(`<input data-f aria-label="F" value="${value}">`);
    const target = (await walk(page)).target("textbox", "F");
    expect(await page.call("caret", { target })).toMatchObject({ state: "done" });
    expect(await page.main(`document.querySelector("[data-f]").selectionStart`)).toBe(at);
  });

  test("fill: what a field has opened, and only a press elsewhere closes, is closed by the next fill", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><input aria-label="From"><input aria-label="To"><input aria-label="Name"><script>
      const log = [];
      for (const type of ["pointerdown", "mousedown", "mouseup", "click"]) addEventListener(type, (e) => log.push(type + " " + e.target.ariaLabel));
      for (const field of document.querySelectorAll("input:not([aria-label=Name])")) field.addEventListener("focus", () => {
        const calendar = document.createElement("div");
        calendar.style = "position: absolute; top: 90px";
        calendar.textContent = "October";
        document.body.append(calendar);
        document.addEventListener("mousedown", (e) => { if (e.target !== field) calendar.remove(); });
      });
    </script>`);
    const walked = await walk(page);
    let day = 1;
    const fill = async (name: string): Promise<unknown> => {
      const target = walked.target("textbox", name);
      expect(await page.call("fill", { target, value: `2026-10-0${day++}` })).toMatchObject({ state: "filled" });
      return JSON.parse(
        String(await page.main("JSON.stringify([document.querySelectorAll('div').length, ...log.splice(0)])")),
      );
    };
    const pressed = (name: string): string[] => [`pointerdown ${name}`, `mousedown ${name}`, `mouseup ${name}`];
    expect(await fill("From")).toEqual([1]);
    expect(await fill("To")).toEqual([1, ...pressed("To")]);
    expect(await fill("Name")).toEqual([0, ...pressed("Name")]);
    // Nothing is open now.
    expect(await fill("From")).toEqual([1]);
    expect(await page.main("document.activeElement.ariaLabel")).toBe("From");
  });
}
