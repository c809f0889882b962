import { expect, test } from "vitest";
import type { Through } from "../../src/protocol.js";
import type { TestBrowser } from "../browsers.ts";
import { type Answer, outcome, prepare, walk } from "../page.ts";

type ThroughReady = Extract<Through, { state: "ready" }>;

export function prepareSuite(browser: () => TestBrowser): void {
  const refusals: [string, string, string, string, object][] = [
    ["disabled", `<button disabled>B</button>`, "", "click", { state: "disabled" }],
    ["in a disabled fieldset", `<fieldset disabled><button>B</button></fieldset>`, "", "click", { state: "disabled" }],
    ["aria-disabled", `<button aria-disabled="true">B</button>`, "", "click", { state: "disabled" }],
    ["inert", `<div inert><button>B</button></div>`, "", "click", { state: "disabled" }],
    ["disabled, hovered", `<button disabled>B</button>`, "", "hover", { state: "ready" }],
    [
      "hidden since",
      `<button>B</button>`,
      `document.querySelector("button").style.display="none"`,
      "click",
      { state: "hidden" },
    ],
    [
      "invisible since",
      `<button>B</button>`,
      `document.querySelector("button").style.visibility="hidden"`,
      "click",
      { state: "hidden" },
    ],
    ["removed", `<button>B</button>`, `document.querySelector("button").remove()`, "click", { state: "gone" }],
    [
      "renamed",
      `<button>B</button>`,
      `document.querySelector("button").textContent="C"`,
      "click",
      { state: "changed", role: "button", name: "C" },
    ],
    [
      "another role",
      `<button>B</button>`,
      `document.querySelector("button").setAttribute("role","link")`,
      "click",
      { state: "changed", role: "link", name: "B" },
    ],
    [
      "covered",
      `<button>B</button>`,
      `document.body.insertAdjacentHTML("beforeend","<div id=top class='a b' style='position:fixed;inset:0'><button>Fine</button> <button>Got it</button></div>")`,
      "click",
      {
        state: "covered",
        by: 'generic "Fine Got it" <div#top.a.b>',
        transient: false,
        closer: { role: "button", name: "Got it" },
      },
    ],
    [
      "covered by a veil",
      `<button>B</button>`,
      `document.body.insertAdjacentHTML("beforeend","<div id=veil class='a b' style='position:fixed;inset:0'></div>")`,
      "click",
      { state: "covered", by: "generic <div#veil.a.b>", transient: true },
    ],
    [
      "covered, busy",
      `<button>B</button>`,
      `document.body.insertAdjacentHTML("beforeend","<div aria-busy=true style='position:fixed;inset:0'>Wait</div>")`,
      "click",
      { state: "covered", transient: true },
    ],
    [
      "partly covered",
      `<button style="position:absolute;left:0;top:0;width:200px;height:60px">B</button>`,
      `document.body.insertAdjacentHTML("beforeend","<div style='position:absolute;left:60px;top:0;width:140px;height:60px;background:red'></div>")`,
      "click",
      { state: "ready" },
    ],
    ["off the page", `<button style="position:fixed;left:-500px">B</button>`, "", "click", { state: "outside" }],
    ["far below", `<div style="height:3000px"></div><button>B</button>`, "", "click", { state: "ready" }],
    [
      "in a scroller, smooth",
      `<div style="height:100px;overflow:auto;scroll-behavior:smooth"><div style="height:1500px"></div><button>B</button></div>`,
      "",
      "click",
      { state: "ready" },
    ],
    [
      "under a sticky header",
      `<div style="height:100px;position:sticky;top:0;background:red;z-index:2">H</div><div style="height:400px"></div><button>B</button><div style="height:3000px"></div>`,
      `scrollTo(0,440)`,
      "click",
      { state: "ready" },
    ],
    ["display: contents", `<button style="display:contents"><span>B</span></button>`, "", "click", { state: "ready" }],
    [
      "moving",
      `<style>@keyframes m{to{transform:translateX(300px)}}</style><button style="animation:m 3s linear infinite">B</button>`,
      "",
      "click",
      { state: "moving" },
    ],
    [
      "fading only",
      `<style>@keyframes f{from{opacity:.2}}</style><button style="animation:f 3s linear infinite">B</button>`,
      "",
      "click",
      { state: "ready" },
    ],
  ];
  test.each(refusals)("prepare: %s", async (_, html, then, action, expected) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const target = (await walk(page)).target("button", "B");
    if (then) await page.main(`${then};0`);
    expect(await prepare(page, target, action)).toMatchObject(expected);
  });

  test("prepare: another document", async () => {
    const { page } = browser();
    await page.open(`<button>B</button>`);
    const target = (await walk(page)).target("button", "B");
    await page.open(`<button>B</button>`);
    expect(await prepare(page, target)).toEqual({ state: "document" });
  });

  const expectations: [string, string][] = [
    [`<a href="/x">B</a>`, "navigation"],
    [`<a href="#x">B</a>`, "nothing"],
    [`<a href="javascript:0">B</a>`, "nothing"],
    [`<a href="/x" target="_blank">B</a>`, "window"],
    [`<a href="/x" download>B</a>`, "download"],
    [`<form><button>B</button></form>`, "navigation"],
    [`<form><button type="button">B</button></form>`, "nothing"],
    [`<form><button formtarget="_blank">B</button></form>`, "window"],
    [`<button>B</button>`, "nothing"],
    [`<label>B<input type="file" style="display:none"></label>`, "chooser"],
    [`<a href="/x"><span role="button" tabindex="0">B</span></a>`, "navigation"],
  ];
  test.each(expectations)("prepare expects: %s → %s", async (html, expects) => {
    const { page } = browser();
    await page.open(html);
    const found = (await walk(page)).lines.filter((l) => l.name.startsWith("B") && l.id !== undefined);
    const line = found[found.length - 1];
    expect(line).toBeDefined();
    const target = { doc: (await walk(page)).doc, id: line?.id ?? 0, role: line?.role ?? "", name: line?.name ?? "" };
    expect(await prepare(page, target)).toMatchObject({ state: "ready", expects });
  });

  test("outcome: hit, prevented, changed, checked", async () => {
    const { page } = browser();
    await page.open(
      `<button>B</button><input type="checkbox" aria-label="C"><a href="/x" onclick="event.preventDefault()">L</a><button onclick="document.body.append('!')">D</button>`,
    );
    const walked = await walk(page);
    const click = async (role: string, name: string) => {
      const { x, y } = await prepare(page, walked.target(role, name));
      await page.click(x, y);
      return outcome(page);
    };
    expect(await click("button", "B")).toMatchObject({ arrived: 1, seen: "hit", prevented: false, changed: false });
    expect(await click("checkbox", "C")).toMatchObject({
      arrived: 1,
      seen: "hit",
      prevented: false,
      changed: true,
      checked: "true",
    });
    expect(await click("link", "L")).toMatchObject({ seen: "hit", prevented: true });
    expect(await click("button", "D")).toMatchObject({ arrived: 1, seen: "hit", prevented: false, changed: true });
    // Asked again, it answers the same; a new watch begins with nothing.
    expect(await outcome(page)).toMatchObject({ arrived: 1, seen: "hit", prevented: false, changed: true });
    await prepare(page, walked.target("button", "B"));
    expect(await outcome(page)).toMatchObject({
      arrived: 0,
      seen: "none",
      prevented: false,
      changed: false,
    });
  });

  test("outcome: waits for the buttons to be let go, and until handlers have run", async () => {
    const { page } = browser();
    await page.open(`<button onclick="document.body.append('!')">D</button>`);
    const { x, y } = await prepare(page, (await walk(page)).target("button", "D"));
    const answer = page.call("outcome", { after: 1 });
    await page.click(x, y);
    expect(await answer).toMatchObject({ arrived: 1, seen: "hit", prevented: false, changed: true });
    // The question may come behind the input.
    await prepare(page, (await walk(page)).target("button", "D"));
    await page.click(x, y);
    expect(await page.call("outcome", { after: 1 })).toMatchObject({
      arrived: 1,
      seen: "hit",
      prevented: false,
      changed: true,
    });
  });

  test("outcome: a click that would go elsewhere is stopped", async () => {
    const { page } = browser();
    await page.open(`<button onclick="window.clicks='button'">B</button>`);
    const { x, y } = await prepare(page, (await walk(page)).target("button", "B"));
    await page.main(
      `document.body.insertAdjacentHTML("beforeend","<button id=late style='position:fixed;inset:0' onmousedown='window.clicks=1' onclick='window.clicks=2'>Pay</button>");0`,
    );
    await page.click(x, y);
    expect(await outcome(page)).toMatchObject({ seen: "missed", by: `button "Pay" <button#late>` });
    expect(await page.main("String(window.clicks)")).toBe("undefined");
    await page.click(x, y);
    expect(await page.main("String(window.clicks)")).toBe("2");
  });

  test("prepare: a hidden checkbox is clicked by its label", async () => {
    const { page } = browser();
    await page.open(
      `<input type="checkbox" id="c" style="display:none"><p>some text</p><label for="c"><i>box</i> Agree</label>`,
    );
    const { x, y, checked } = await prepare(page, (await walk(page)).target("checkbox", "box Agree"));
    expect(checked).toBe("false");
    await page.click(x, y);
    expect(await outcome(page)).toMatchObject({ seen: "hit", checked: "true" });
  });

  test.each([
    ["color", "width:0;height:0;opacity:0;padding:0;border:0;position:absolute", "#ff8800"],
    ["color", "display:none", "#ff8800"],
    ["date", "width:0;height:0;opacity:0;padding:0;border:0;position:absolute", "2030-01-02"],
    ["time", "width:1px;height:1px;padding:0;border:0;position:absolute;clip:rect(0 0 0 0)", "12:30"],
  ])(
    "prepare: an input of type %s that is hidden by %s is pressed by its label, and filled",
    async (type, style, value) => {
      const { page } = browser();
      await page.open(
        `<!doctype html><label for="c" style="display:block;width:90px;height:30px" onclick="window.hit=1">Pick</label><input type="${type}" id="c" style="${style}">`,
      );
      const [line] = (await walk(page)).lines.filter(({ name }) => name === "Pick");
      const target = (await walk(page)).target(line?.role ?? "", "Pick");
      for (const action of ["click", "hover"]) {
        const { state, x, y } = await prepare(page, target, action);
        expect(state, action).toBe("ready");
        expect(await page.main(`document.elementFromPoint(${x}, ${y}).localName`), action).toBe("label");
      }
      expect(await page.call("fill", { target, value })).toMatchObject({ state: "filled", changed: true });
      expect(await page.main(`document.getElementById("c").value`)).toBe(value);
    },
  );

  test("prepare: a date that is transparent over what is drawn for it is pressed itself", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html><label for="c">Day</label><div style="position:relative;width:90px;height:30px">1 May<input type="date" id="c" style="position:absolute;inset:0;opacity:0"></div>`,
    );
    const [line] = (await walk(page)).lines.filter(({ flags }) => flags.startsWith("i"));
    const { x, y } = await prepare(page, (await walk(page)).target(line?.role ?? "", "Day"));
    expect(await page.main(`document.elementFromPoint(${x}, ${y}).localName`)).toBe("input");
  });

  test("prepare: a closed shadow root, once adopted", async () => {
    const { page } = browser();
    await page.open(
      `<x-c>light</x-c><script>window.hits="";const r=document.querySelector("x-c").attachShadow({mode:"closed"});r.innerHTML="<button onclick='hits+=1'>In</button><button onclick='hits+=2'>Other</button><slot></slot>"</script>`,
    );
    expect((await walk(page)).header[8]).toBe("1");
    expect(await page.inside(`String(__uipilot.handles("shadowCandidates", "{}").length)`)).toBe("1");
    expect((await walk(page)).header[8]).toBe("0");
    expect(await page.adopt("x-c")).toBe(true);
    const walked = await walk(page);
    expect(walked.text).toBe(`document\n  button "In"\n  button "Other"\n  text "light"`);
    const { x, y } = await prepare(page, walked.target("button", "In"));
    await page.click(x, y);
    expect(await outcome(page)).toMatchObject({ seen: "hit" });
    expect(await page.main("window.hits")).toBe("1");
    // Another element of the same closed tree is not the target.
    const other = await prepare(page, walked.target("button", "Other"));
    await prepare(page, walked.target("button", "In"));
    await page.click(other.x, other.y);
    expect(await outcome(page)).toMatchObject({ seen: "missed", by: 'button "Other" <button>' });
    expect(await page.main("window.hits")).toBe("1");
  });

  test("prepare: a link inside a label is not the way to its control", async () => {
    const { page } = browser();
    await page.open(
      `<input type="checkbox" id="c" style="display:none"><label for="c">I accept <a href="/terms">all the terms and conditions</a></label>`,
    );
    const walked = await walk(page);
    const { x, y } = await prepare(page, walked.target("checkbox", "I accept all the terms and conditions"));
    await page.click(x, y);
    expect(await outcome(page)).toMatchObject({ seen: "hit", checked: "true" });
  });

  test("prepare: a form whose fields shadow the methods of elements", async () => {
    const { page } = browser();
    const names = [
      "contains",
      "getAnimations",
      "closest",
      "matches",
      "getBoundingClientRect",
      "checkVisibility",
      "clientLeft",
      "nodeType",
      "isConnected",
      "getRootNode",
    ];
    await page.open(
      `<form onsubmit="return false" style="overflow:auto">${names.map((n) => `<input name="${n}" aria-label="${n}">`).join("")}<button>B</button></form><img name="title"><img name="querySelectorAll"><img name="body">`,
    );
    const { x, y } = await prepare(page, (await walk(page)).target("button", "B"));
    await page.click(x, y);
    expect(await outcome(page)).toMatchObject({ seen: "hit", prevented: false });
    expect(
      await page.call("fill", { target: (await walk(page)).target("textbox", "closest"), value: "v" }),
    ).toMatchObject({ state: "filled" });
  });

  test("outcome: a disabled element got no click that was forced", async () => {
    const { page } = browser();
    await page.open(`<button disabled>Off</button><button>On</button>`);
    for (const [name, disabled] of [
      ["Off", true],
      ["On", undefined],
    ] as const) {
      const target = (await walk(page)).target("button", name);
      const { x, y } = await page.call<Answer>("prepare", { target, action: "click", attempt: 0, force: true });
      await page.click(x, y);
      const seen = await outcome(page);
      expect([seen.disabled, seen.arrived], name).toEqual([disabled, disabled ? 0 : 1]);
    }
  });

  test.each([
    ["scroll container", "overflow:auto"],
    ["container that hides its overflow", "overflow:hidden"],
    ["container below the fold", "overflow:auto;margin-top:3000px"],
  ])("through: a frame out of view in a %s is scrolled in", async (_what, style) => {
    const { page } = browser();
    await page.open(`<div id="box" style="height:100px;${style}"><div style="height:400px"></div>
      <iframe srcdoc="<p>In" style="height:300px;border:0;padding:0"></iframe><div style="height:400px"></div></div>`);
    const { lines } = await walk(page);
    const id = lines.find(({ role }) => role === "iframe")?.id;
    const through = (args: object) => page.call<ThroughReady>("through", { id, hit: true, ...args });
    const shows = async (y: number) => {
      const top = Number(await page.main("box.getBoundingClientRect().top"));
      expect(y, `${top}`).toBeGreaterThanOrEqual(top);
      expect(y).toBeLessThan(top + 100);
    };
    const answer = await through({ x: 20, y: 10 });
    expect(answer.state).toBe("ready");
    await shows(answer.y);
    // Of a box, the middle is shown. Its corners are told, wherever they are.
    const { state, y, corners } = await through({ x: 45, y: 210, hit: false, corners: [[20, 150]] });
    expect(state).toBe("ready");
    await shows(y);
    expect(corners?.[0]?.[1]).toBeCloseTo(y - 60);
    // What is larger than the frame has its middle outside of it.
    const larger = await through({ x: 500, y: 500, hit: false, corners: [[-500, -500]] });
    expect(larger.state).toBe("ready");
  });

  test("prepare: view scrolls, and takes what is disabled", async () => {
    const { page } = browser();
    await page.open(`<div style="height:4000px"></div><button disabled>B</button>`);
    const answer = await prepare(page, (await walk(page)).target("button", "B"), "view");
    expect(answer.state).toBe("ready");
    expect(answer.rect[1]).toBeGreaterThan(0);
    expect(answer.page[1]).toBeGreaterThan(3900);
  });

  test("prepare: a slider has its focus in the one thumb in it", async () => {
    const { page } = browser();
    const slider = (inner: string) =>
      `<!doctype html><div role=slider aria-label=S aria-valuenow=20 style="width:200px;height:28px">${inner}</div>`;
    const thumb = `<i tabindex=0 style="display:block;width:20px;height:20px"></i>`;
    const focus = async (html: string) => {
      await page.open(html);
      return prepare(page, (await walk(page)).target("slider", "S"), "focus");
    };
    expect(await focus(slider(thumb))).toMatchObject({ state: "ready" });
    expect(await page.main(`document.activeElement.localName`)).toBe("i");
    expect(await focus(slider(thumb.repeat(2)))).toMatchObject({ state: "kind" });
    expect(await focus(slider(""))).toMatchObject({ state: "kind" });
  });

  // A code editor gets its keys by a field in a box of no size (CodeMirror 5), or by one of no size at the caret (Monaco, ACE).
  test.each([
    [
      "in a box of no size",
      `<div style="overflow:hidden;position:relative;width:3px;height:0"><textarea aria-label=E style="position:absolute;width:1000px;height:1em"></textarea></div>`,
    ],
    [
      "of no size",
      `<textarea aria-label=E style="position:absolute;width:1px;height:1px;padding:0;border:0"></textarea>`,
    ],
    ["transparent", `<textarea aria-label=E style="position:absolute;width:8px;height:16px;opacity:0"></textarea>`],
  ])("prepare: a click on the field of a code editor goes to its box, %s", async (_what, field) => {
    const { page } = browser();
    await page.open(
      `<!doctype html><p>Text</p><div id=editor style="position:relative;width:400px;height:120px">${field}<pre id=lines style="position:absolute;inset:0;margin:0">one
two</pre></div>`,
    );
    const target = (await walk(page)).target("textbox", "E");
    const { state, x, y } = await prepare(page, target);
    expect(state).toBe("ready");
    expect(await page.main(`document.elementFromPoint(${x}, ${y}).id`)).toBe("lines");
    expect(await page.main(`editor.getBoundingClientRect().top + 60`)).toBeCloseTo(y, -1);
    await page.click(x, y);
    expect(await outcome(page)).toMatchObject({ seen: "hit", arrived: 1 });
  });
}
