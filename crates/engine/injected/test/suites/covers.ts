import { expect, test } from "vitest";
import type { Covered } from "../../src/elements/blocked-protocol.js";
import type { Spot } from "../../src/protocol.js";
import type { TestBrowser } from "../browsers.ts";
import { type Answer, walk } from "../page.ts";

/** What is told of what covers a target. */
export function coversSuite(browser: () => TestBrowser): void {
  const covers = async (html: string, role: string, name: string, at?: Spot) => {
    const { page } = browser();
    await page.open(`<!doctype html><style>body{margin:0}</style>${html}`);
    const target = (await walk(page)).target(role, name);
    return page.call<Partial<Covered> & Pick<Answer, "state">>("prepare", { target, action: "click", attempt: 0, at });
  };

  const lidded = (inner: string, style = "") =>
    `<div style="position:relative;width:300px;height:200px"><canvas aria-label="C" role="button" width="300" height="200" style="background:silver"></canvas>
    <div class="lid" style="position:absolute;inset:0;${style}">${inner}</div></div>`;
  const hidden = `<div style="display:none">Sun Mon Tue</div>`;
  test.each([
    ["of an editor and a calendar", `${hidden}<textarea style="visibility:hidden"></textarea>`, ""],
    ["in a box of the layer", `<div style="position:absolute;inset:10px">${hidden}</div>`, ""],
  ])("covers: a clear layer belongs to its canvas with hidden words, %s", async (_what, inner, style) => {
    expect(await covers(lidded(inner, style), "button", "C")).toMatchObject({ state: "ready" });
  });

  test.each([
    ["with words that show", "Loading", ""],
    ["with words for screen readers", `<b style="position:absolute;width:1px;height:1px;overflow:hidden">Wait</b>`, ""],
    ["with hidden words and a colour", hidden, "background:#fff8"],
    ["with hidden words that says it is busy", hidden, "cursor:wait"],
  ])("covers: no layer of a canvas is what lies over it %s", async (_what, inner, style) => {
    expect(await covers(lidded(inner, style), "button", "C")).toMatchObject({ state: "covered", transient: true });
  });

  const small = `<div role="dialog" aria-modal="true" aria-label="Colour" style="width:160px;height:30px"><button>Close</button></div>`;
  const box = (more: string) =>
    `<div id="panel" style="position:absolute;left:0;top:0;width:180px;height:300px;background:#eee">${small}${more}</div>`;
  const picture = (panel: string) =>
    `<div style="position:relative;width:600px;height:400px"><canvas aria-label="C" role="button" width="600" height="400"></canvas>${panel}</div>`;
  const button = (style: string) => `<button style="position:absolute;${style}">B</button>`;
  const panel = expect.stringContaining("#panel");

  test.each([
    [
      "a label beside it, in one panel",
      picture(box(`<label style="display:block;margin-top:100px">Opacity <input type="range"></label>`)),
      "C",
      { x: 20, y: 140, share: false },
      { by: panel, transient: false },
    ],
    [
      "the ground of a panel beside it",
      picture(box(`<input type="range" aria-label="Opacity">`)),
      "C",
      { x: 90, y: 200, share: false },
      { by: panel, transient: false },
    ],
    [
      "a tool beside it, on a small target",
      `${button("left:10px;top:200px")}${box(`<div style="margin-top:150px"><button style="width:180px;height:100px">Pen</button></div>`)}`,
      "B",
      undefined,
      { by: panel, transient: false },
    ],
    [
      "a veil elsewhere",
      `${button("left:300px;top:200px")}${small}<div id="panel" style="position:absolute;left:250px;top:150px;width:200px;height:200px"></div>`,
      "B",
      undefined,
      { by: panel, transient: true },
    ],
  ] as const)("covers: a dialog has no backdrop in %s", async (_what, html, name, at, told) => {
    const answer = await covers(html, "button", name, at);
    expect(answer).toMatchObject({ state: "covered", ...told });
    expect(answer.how).toBeUndefined();
    expect(answer.closer).toBeUndefined();
  });

  const dialog = `<div role="dialog" aria-label="D" style="position:fixed;left:100px;top:100px;width:200px;height:150px;background:#fff">D <button>Close</button></div>`;
  const veil = `<div style="position:fixed;inset:0;background:#0008"></div>`;
  test.each([
    ["beside it", `${veil}${dialog}`],
    ["beside it, in one layer", `<div>${veil}${dialog}</div>`],
    ["around it", `<div style="position:fixed;inset:0">${dialog}</div>`],
    ["around it, which closes it", `<div onclick="this.remove()" style="position:fixed;inset:0">${dialog}</div>`],
    [
      "around it, beside other things of its layer",
      `<div><div style="position:fixed;inset:0">${dialog}</div><button style="position:fixed;right:0;top:0">Undo</button></div>`,
    ],
    [
      "around it, with boxes between",
      `<div style="position:fixed;inset:0"><div style="height:100%"><div style="width:400px;height:100%">${dialog}</div></div></div>`,
    ],
    [
      "that a pseudo-element draws",
      `<style>.w::before{content:"";position:fixed;inset:0}</style><div class="w">${dialog}</div>`,
    ],
  ])("covers: the backdrop of a dialog, %s", async (_what, html) => {
    const answer = await covers(`${button("left:10px;top:10px")}${html}`, "button", "B");
    expect(answer).toMatchObject({
      state: "covered",
      by: expect.stringContaining('dialog "D"'),
      how: "backdrop",
      closer: { name: "Close" },
    });
  });

  const shade = (more = "") => `<div id="shade" style="position:absolute;inset:0;z-index:5;${more}"></div>`;
  const notice = (more = "") =>
    `<div id="box" style="position:absolute;left:100px;top:100px;width:200px;z-index:10;background:#fff${more}"><h2>Enable it?</h2><button>Yes</button><button>No</button></div>`;
  test("covers: the shade of a box that is no dialog", async () => {
    for (const html of [`${shade()}${notice()}`, `${notice()}<p>Else</p>${shade()}`]) {
      const answer = await covers(`${button("left:10px;top:10px")}${html}`, "button", "B");
      const by = expect.stringContaining("#box");
      expect(answer).toMatchObject({ state: "covered", by, how: "backdrop", transient: false, closer: { name: "No" } });
    }
  });
  test.each([
    ["with the cursor of what is busy", `${shade("cursor:wait")}${notice()}`],
    ["with a picture", `${shade("background:url(data:,)")}${notice()}`],
    ["without a box", shade()],
    ["under a bar of the page", `${shade()}${notice(";left:0;top:auto;bottom:0;width:100%")}`],
    ["under a message", `${shade()}${notice().replace("id=", "role=alert id=")}`],
    ["over a part of the page", `${shade("inset:0 50% 0 0")}${notice()}`],
  ])("covers: no shade of a box is one %s", async (_what, html) => {
    const answer = await covers(`${button("left:10px;top:10px")}${html}`, "button", "B");
    expect(answer).toMatchObject({ state: "covered", transient: true });
    expect(answer.closer).toBeUndefined();
  });

  const behindFar = `<button style="display:block;margin-top:2500px">B</button><div style="height:900px"></div>`;
  const far = dialog.replace("fixed", "absolute");
  test.each([
    ["under it", `${veil}${far}`],
    ["before it", `${far.replace("background", "z-index:2;background")}${veil}`],
    ["as large as the page", `${veil.replace("fixed;inset:0", "absolute;inset:0;height:4000px")}${far}`],
  ])("covers: the backdrop of a dialog that is out of view, %s", async (_what, html) => {
    const answer = await covers(`${behindFar}${html}`, "button", "B");
    expect(answer).toMatchObject({ how: "backdrop", transient: false, closer: { name: "Close" } });
    // The page stays where the target is.
    expect(await browser().page.main("scrollY")).toBeGreaterThan(1500);
  });

  test.each([
    ["what covers the dialog, too", `${far}${veil}`],
    [
      "what covers another part of the page",
      `<div style="position:absolute;top:2000px;width:100%;height:900px"></div>${far}`,
    ],
    ["a dialog that cannot be scrolled to", `${veil}${dialog.replace("left:100px", "left:-900px")}`],
    ["a dialog beside the page", `${veil}${far.replace("left:100px", "left:-900px")}`],
  ])("covers: no backdrop of a dialog that is out of view: %s", async (_what, html) => {
    const answer = await covers(`${behindFar}${html}`, "button", "B");
    expect(answer).toMatchObject({ state: "covered", transient: true });
    expect(answer.how).toBeUndefined();
  });

  // As driver.js does: the body itself takes the pointer.
  const tour = (inner: string) =>
    `<style>.tour *{pointer-events:none}.tour [role=dialog],.tour [role=dialog] *,.tour .told{pointer-events:auto}</style><body class="tour">${inner}`;
  const step = `<div role="dialog" aria-label="Step" style="position:absolute;left:250px;top:150px"><button>Close</button><button>Next</button></div>`;
  const none = `<div style="pointer-events:none"><button>B</button></div>`;
  test.each([
    ["with what is explained", tour(`<button class="told">A</button><button>B</button>${step}`)],
    ["deeper in it", tour(`<main><p><a href="/">L</a><button>B</button></p></main>${step}`)],
    ["from its body on", `<style>body{pointer-events:none}[role=dialog]{pointer-events:auto}</style>${none}${step}`],
  ])("covers: a page that takes no pointer while a dialog is open, %s", async (_what, html) => {
    expect(await covers(html, "button", "B")).toMatchObject({
      state: "covered",
      by: expect.stringContaining('dialog "Step"'),
      how: "beside",
      transient: false,
      closer: { name: "Close" },
    });
  });

  test.each([
    ["a part of a page, which takes it otherwise", `${none}<button>A</button><a href="/">L</a>${step}`],
    ["one control", `<main><button style="pointer-events:none">B</button><button>A</button></main>${step}`],
    ["one control of its own", `<main><button style="pointer-events:none">B</button></main>${step}`],
    ["a page without a dialog", tour(`<main><button>B</button></main>`)],
    ["a page with its dialog", tour(`<button>B</button>${step}`).replaceAll("[role=dialog]", ".no")],
  ])("covers: no dialog keeps the pointer from %s", async (_what, html) => {
    expect(await covers(html, "button", "B")).toMatchObject({ state: "disabled", untouchable: true });
  });

  const off = (wrapper: string, more = "") =>
    `<${wrapper} id="w">Around <button style="pointer-events:none" ${more}>B</button></${wrapper.split(" ")[0]}>`;
  test.each([
    ["a listener", off(`div onclick="0"`), "generic"],
    ["a cursor", off(`div style="cursor:pointer"`), "generic"],
    ["a role", off(`div role="option"`), "option"],
    ["a label of another control", `${off(`label for="c"`)}<input id="c" type="checkbox">`, "checkbox"],
  ])("covers: what is around a control that takes no pointer is named, where it has %s", async (_what, html, role) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const target = (await walk(page)).target("button", "B");
    for (const attempt of [0, 4]) {
      const answer = await page.call<Covered>("prepare", { target, action: "click", attempt });
      expect(answer).toMatchObject({ state: "covered", how: "over", transient: attempt === 0, closer: { role } });
      expect(answer.by).toContain("#w>");
    }
  });

  test.each([
    ["no sign that it is pressed itself", off("div")],
    ["a control that is busy", off(`div onclick="0"`, `aria-busy="true"`)],
    ["a control that loads", off(`div onclick="0"`, `class="btn is-loading"`)],
    ["a form that is saved", `<div onclick="0"><form style="pointer-events:none"><button>B</button></form></div>`],
    [
      "a control that fades",
      `<style>@keyframes f{from{opacity:.2}}button{animation:f 3s linear infinite}</style>${off(`div onclick="0"`)}`,
    ],
    ["most of the page", off(`div onclick="0" style="height:100vh"`)],
  ])("covers: what takes no pointer is waited for where around it is %s", async (_what, html) => {
    expect(await covers(html, "button", "B")).toMatchObject({ state: "disabled", untouchable: true });
  });

  const link = (more: string, style = ""): string => `<ul ${style}><li><a href="#x" ${more}>B</a></ul>`;
  test.each([
    ["a link that its class says to be off", link(`class="dropdown-item disabled" style="pointer-events:none"`), true],
    ["a link without such a class", link(`style="pointer-events:none"`), false],
    ["a link that is busy", link(`class="disabled" style="pointer-events:none;cursor:progress"`), false],
    ["a link in what takes no pointer", link(`class="disabled"`, `style="pointer-events:none"`), false],
  ])("covers: %s, once it has stayed so", async (_what, html, refused) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const target = (await walk(page)).target("link", "B");
    const ask = (attempt: number): Promise<unknown> => page.call("prepare", { target, action: "click", attempt });
    const off = { state: "disabled", untouchable: true };
    expect(await ask(0)).toMatchObject(off);
    expect(await ask(4)).toMatchObject(refused ? { state: "kind" } : off);
  });

  test.each([
    ["no before yes", "<p>We use cookies</p><button>Accept all</button><button>Reject all</button>", "Reject all"],
    ["cancel before OK", "<h2>Delete 3 files?</h2><button>OK</button><button>Cancel</button>", "Cancel"],
    ["no, where something is cancelled", "<h2>Cancel your order?</h2><button>Cancel</button><button>No</button>", "No"],
    ["what keeps", "<p>Delete your account?</p><button>Continue</button><button>Keep it</button>", "Keep it"],
    ["nothing for a grave yes", "<p>Delete your account?</p><button>Continue</button>", undefined],
    ["yes to what is not grave", "<p>We use cookies</p><button>Settings</button><button>OK</button>", "OK"],
    ["no closing of what is no layer", "<button>Close account</button><button>Back</button>", "Back"],
    ["no disabled control", "<button disabled>Close</button><button>Dismiss</button>", "Dismiss"],
    [
      "no cross that removes",
      `<a role="button" tabindex="0" title="Remove">×</a><input aria-label="Colours">`,
      undefined,
    ],
    ["other languages", "<button>Alle akzeptieren</button><button>Schließen</button>", "Schließen"],
  ])("covers: what closes a layer: %s", async (_what, inner, name) => {
    const layer = `<div style="position:fixed;inset:0;background:#fffd">${inner}</div>`;
    const { closer } = await covers(`${button("left:10px;top:10px")}${layer}`, "button", "B");
    expect(closer?.name).toBe(name);
  });

  test.each([
    ["an alert", `role="alert"`, "<button>Undo</button>", true],
    ["a live region", `aria-live="polite"`, "<button>Undo</button>", true],
    ["an alert that can be closed", `role="alert"`, "<button>Close</button>", false],
    ["what is no message", "", "<button>Undo</button>", false],
  ])("covers: a message with a control is waited for: %s", async (_what, kind, inner, transient) => {
    const toast = `<div ${kind} style="position:fixed;left:0;top:0;width:300px;height:90px;background:#ffd">Saved ${inner}</div>`;
    expect(await covers(`${button("left:10px;top:60px")}${toast}`, "button", "B")).toMatchObject({ transient });
  });

  const tip = (more = "") =>
    `<style>#a,#b,#t{position:absolute;top:8px;height:30px}#a{left:8px;width:50px}#b{left:70px;width:50px}
    #t{left:60px;width:90px;background:#000;color:#fff;display:none}</style>${more}
    <div id="bar" style="position:absolute;left:0;top:0;width:400px;height:60px"><button id="a">A</button><button id="b">B</button></div>
    <div id="t" role="tooltip">Some hint</div>
    <script>a.onmouseenter=()=>{t.style.display="block"};a.onmouseleave=()=>{t.style.display="none"}</script>`;
  const hintOver = async (html: string) => {
    const { page } = browser();
    await page.open(`<!doctype html><style>body{margin:0}</style>${html}`);
    const target = (await walk(page)).target("button", "B");
    await page.click(20, 20);
    return { page, ask: () => page.call<Covered>("prepare", { target, action: "click", attempt: 0 }) };
  };

  test("covers: a tooltip of what the pointer is over goes once the pointer is where it is told to", async () => {
    const { page, ask } = await hintOver(tip());
    const { away, ...answer } = await ask();
    expect(answer).toMatchObject({ state: "covered", by: expect.stringContaining("tooltip"), transient: true });
    const [x, y] = away ?? [0, 0];
    expect(await page.main(`document.elementFromPoint(${x}, ${y}).id`)).toBe("bar");
    await page.click(x, y);
    expect(await ask()).toMatchObject({ state: "ready" });
  });

  test.each([
    [
      "where nothing around the target is free",
      tip(
        "<style>#a,#t{top:0!important;height:100vh!important}#a{left:0!important;width:60px!important}#t{width:auto!important;right:0}</style>",
      ),
    ],
    ["over the page alone", tip("<style>#a{left:300px!important}#t{display:block!important}</style>")],
  ])("covers: the pointer is told to go nowhere %s", async (_what, html) => {
    const { ask } = await hintOver(html);
    const answer = await ask();
    expect(answer).toMatchObject({ state: "covered", transient: true });
    expect(answer.away).toBeUndefined();
  });

  const item = (inner: string, lid = "inset:0;cursor:move", more = "") =>
    `<div style="position:relative;width:200px;height:40px;background:#ccd">${inner}<div class="lid" style="position:absolute;${lid}">${more}</div></div>`;
  const text = `<div style="height:100%;overflow:hidden"><div style="display:inline-block;padding:5px" role="note" aria-label="N">Build shed</div></div>`;
  const image = (style: string) => `<img alt="N" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" style="${style}">`;

  test.each([
    ["the text of an item", item(text), "note"],
    [
      "a picture in a larger frame",
      `<div style="position:relative;width:450px;height:350px;overflow:hidden">${image("position:absolute;left:90px;top:70px;width:260px;height:200px")}
      <div tabindex="0" style="position:absolute;left:120px;top:80px;width:200px;height:180px"></div>
      <div class="lid" style="position:absolute;left:90px;top:70px;width:260px;height:200px;z-index:2"></div></div>`,
      "img",
    ],
    [
      "the rail of a slider",
      `<div style="position:relative;width:300px;height:14px;padding:5px 0"><div role="note" aria-label="N" style="position:absolute;width:100%;height:4px"></div>
      <div class="lid" style="position:absolute;width:100%;height:4px"></div>
      <div role="slider" tabindex="0" aria-valuenow="1" style="position:absolute;top:0;left:20%;width:14px;height:14px"></div></div>`,
      "note",
    ],
  ])("covers: a clear box over %s is named itself, and takes the input", async (_what, html, role) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const { doc, target } = await walk(page);
    const asked = target(role, "N");
    for (const action of ["click", "touch", "drag", "hover", "drop"]) {
      const answer = await page.call<Covered>("prepare", { target: asked, action, attempt: 0 });
      expect.soft(answer, action).toMatchObject({
        state: "covered",
        by: "generic <div.lid>",
        how: "over",
        transient: false,
        closer: { doc, role: "generic", name: "" },
      });
      const { id, role, name } = answer.closer ?? { id: 0, role: "", name: "" };
      const over = await page.call("prepare", { target: { doc, id, role, name }, action, attempt: 0 });
      expect.soft(over, action).toMatchObject({ state: "ready" });
    }
  });

  const b = `<button style="width:80px;height:30px" aria-label="N">B</button>`;
  test.each([
    ["over a control", item(b), "button"],
    ["over a control beside the target", item(`<span role="note" aria-label="N">x</span><button>B</button>`), "note"],
    ["over what takes clicks", item(`<div onclick="0" aria-label="N">x</div>`), "generic"],
    ["that shows", item(text, "inset:0;background:#fff8"), "note"],
    ["that says something", item(text, "inset:0", "Wait"), "note"],
    ["with a picture", item(text, "inset:0", image("width:200px;height:40px").replace("N", "")), "note"],
    ["that waits", item(text, "inset:0;cursor:wait"), "note"],
    [
      "with a frame",
      item(text, "inset:0", `<iframe style="opacity:0;width:200px;height:40px;border:0"></iframe>`),
      "note",
    ],
    ["with a control", item(text, "inset:0", `<button style="opacity:0;width:200px;height:40px"></button>`), "note"],
    ["that is larger than the item", item(text, "inset:-60px"), "note"],
    ["that is fixed", item(text, "position:fixed;inset:0"), "note"],
    [
      "of the page",
      `<div style="position:absolute;inset:0">${text}<div style="position:absolute;inset:0"></div></div>`,
      "note",
    ],
  ])("covers: a box is no part of its item %s", async (_what, html, role) => {
    const answer = await covers(html, role, "N");
    expect(answer.state).toBe("covered");
    expect(answer.how).toBeUndefined();
  });

  test.each([
    ["the middle", undefined],
    ["a named place", { x: 10, y: 10, share: false }],
  ])("covers: %s of a target under a mask that is drawn anew after each scroll", async (_what, at) => {
    // One hole is beside the target, and a scroll puts the target there until the next frame; the other is where no scroll puts it.
    const { page } = browser();
    await page.open(`<!doctype html><style>body{margin:0;height:calc(100vh + 38px)}</style>
      <button style="position:absolute;left:8px;top:80px;width:60px;height:21px">B</button>
      <input style="position:absolute;left:8px;top:117px;width:170px;height:21px;box-sizing:border-box">
      <svg style="position:fixed;inset:0;width:100vw;height:100vh;pointer-events:none"><path id="mask" style="pointer-events:auto" fill-rule="evenodd"/></svg>
      <script>(function draw() {
        const { x, y, right, bottom } = document.querySelector("input").getBoundingClientRect();
        mask.setAttribute("d", \`M0,0H\${innerWidth}V\${innerHeight}H0Z M\${x},\${y}H\${right}V\${bottom}H\${x}Z M0,\${innerHeight/2-9}H900v18H0Z\`);
        requestAnimationFrame(draw);
      })()</script>`);
    const target = (await walk(page)).target("button", "B");
    for (const attempt of [0, 1, 2]) {
      await page.main("scrollTo({top:38,behavior:'instant'});0");
      await expect.poll(() => page.main("document.elementFromPoint(20, 52).id")).toBe("mask");
      const answer = await page.call("prepare", { target, action: "click", attempt, at });
      expect(answer).toMatchObject({ state: "covered", by: expect.stringContaining("mask") });
    }
  });

  const items = (padding: number, inner: string) =>
    `<div draggable="true" role="group" aria-label="N" style="width:200px;padding:${padding}px 0 0">${inner.repeat(3)}</div>`;
  const itemIn = `<div draggable="true" class="item" style="height:24px">x</div>`;

  test("covers: an item is dragged by a part of its own", async () => {
    const { page } = browser();
    await page.open(`<!doctype html>${items(30, itemIn)}`);
    const target = (await walk(page)).target("group", "N");
    for (const action of ["drag", "pull", "click"]) {
      const { x, y } = await page.call<Answer>("prepare", { target, action, attempt: 0 });
      const id = await page.main(`document.elementFromPoint(${x}, ${y}).closest("[draggable]").ariaLabel`);
      expect.soft(id, action).toBe("N");
    }
  });

  test("covers: the items in an item take the drag of it", async () => {
    const { page } = browser();
    await page.open(`<!doctype html>${items(0, itemIn)}`);
    const target = (await walk(page)).target("group", "N");
    const asked = (action: string) => page.call("prepare", { target, action, attempt: 0 });
    for (const action of ["drag", "pull"])
      expect(await asked(action)).toMatchObject({ state: "covered", by: `generic "x" <div.item>`, transient: false });
    expect(await asked("click")).toMatchObject({ state: "ready" });
  });

  const inert = (more: string, page = "inert") =>
    `<main ${page}><button>B</button><label>F <input></label><p>long</p></main>${more}`;
  const modal = (attributes: string) =>
    `<div role=dialog aria-label="Clear caches" ${attributes} style="position:fixed;top:150px;left:10px">Really? <button>Cancel</button></div>`;

  test.each(["click", "touch", "drag", "focus"])("covers: a dialog makes the page inert, for %s", async (action) => {
    const { page } = browser();
    await page.open(`<!doctype html>${inert(modal("aria-modal=true"))}`);
    const told = {
      state: "covered",
      how: "inert",
      by: expect.stringContaining('dialog "Clear caches"'),
      transient: false,
      closer: { role: "button", name: "Cancel" },
    };
    const walked = await walk(page);
    const answer = await page.call("prepare", { target: walked.target("button", "B"), action, attempt: 0 });
    expect(answer).toMatchObject(told);
    const filled = await page.call("fill", { target: walked.target("textbox", "F"), value: "x", waitMs: 0 });
    expect(filled).toMatchObject(told);
  });

  test("covers: a page is inert for a reason of its own beside a message, or alone", async () => {
    const told = { state: "covered", how: "inert", transient: true };
    expect(await covers(inert(modal("")), "button", "B")).toMatchObject(told);
    const scrolled = `<div style="height:50px;overflow:auto"><p style="height:500px">Terms</p></div>`;
    expect(await covers(inert(scrolled), "button", "B")).toEqual({ state: "disabled", inert: true });
    expect(await covers(inert(modal("aria-modal=true inert")), "button", "B")).toEqual({
      state: "disabled",
      inert: true,
    });
    expect(await covers(inert(modal("aria-modal=true"), ""), "button", "B")).toMatchObject({ state: "ready" });
  });

  test("covers: an unseen file input over the button that is drawn for it", async () => {
    const { page } = browser();
    const drawnFor = (inner: string) =>
      `<div style="position:relative;overflow:hidden;display:inline-block">${inner}<input type=file multiple style="position:absolute;top:0;right:0;margin:0;opacity:0;font-size:200px"></div>`;
    await page.open(
      `<!doctype html><div style="height:1500px"></div>${drawnFor("<button>B</button>")}<p>${drawnFor("<button>C</button>")}`,
    );
    const walked = await walk(page);
    for (const name of ["B", "C"]) {
      const target = walked.target("button", name);
      expect(await page.call("upload", { target })).toMatchObject({ state: "files", multiple: true });
      const click = await page.call("prepare", { target, action: "click", attempt: 0 });
      expect(click).toMatchObject({ state: "kind", next: expect.stringContaining("upload_file") });
    }
    expect(await covers(drawnFor("<button>B</button>").replace("opacity:0;", ""), "button", "B")).toMatchObject({
      state: "covered",
    });
  });

  test.each([
    ["beside it", "", true],
    ["in a modal dialog in front of it", `role="dialog" aria-modal="true"`, false],
  ])("covers: a canvas under a control %s", async (_what, dialog, canvas) => {
    const box = `<div ${dialog} style="position:absolute;left:50px;top:20px;background:#fff"><button>B</button></div>`;
    expect(await covers(picture(box), "button", "B")).toMatchObject({ state: "ready" });
    const { page } = browser();
    expect(await page.call("drawnOn", { target: (await walk(page)).target("button", "B") })).toMatchObject({ canvas });
  });
}
