import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { prepare, walk } from "../page.ts";

export function restSuite(browser: () => TestBrowser): void {
  const selectors: [string, string, string, string[]][] = [
    ["id", `<button id="save">B</button>`, "B", ["#save"]],
    ["test id", `<button data-testid="x y">B</button>`, "B", [`button[data-testid="x y"]`]],
    ["counted id", `<button id="radix-123">B</button>`, "B", ["html > body > button"]],
    ["place", `<p><button>A</button><button>B</button></p>`, "B", ["button:nth-of-type(2)"]],
    ["hostile id", `<button id='a"]{}'>B</button>`, "B", [`#a\\"\\]\\{\\}`]],
  ];
  test.each(selectors)("selector: %s", async (_, html, name, path) => {
    const { page } = browser();
    await page.open(html);
    expect(await page.call("selector", { target: (await walk(page)).target("button", name) })).toEqual({
      state: "selector",
      path,
    });
  });

  test("selector: one for each shadow tree", async () => {
    const { page } = browser();
    await page.open(
      `<x-s id="host"></x-s><script>document.querySelector("x-s").attachShadow({mode:"open"}).innerHTML="<p><button>B</button></p>"</script>`,
    );
    const answer = await page.call<{ path: string[] }>("selector", {
      target: (await walk(page)).target("button", "B"),
    });
    expect(answer.path.length).toBe(2);
    expect(
      await page.main(
        `document.querySelector(${JSON.stringify(answer.path[0])}).shadowRoot.querySelector(${JSON.stringify(answer.path[1])}).textContent`,
      ),
    ).toBe("B");
  });

  test("wait: there, coming, going, never", async () => {
    const { page } = browser();
    await page.open(
      `<p>ready</p><p style="display:none">secret</p><script>setTimeout(()=>{document.querySelector("p").textContent="done now"},150)</script>`,
    );
    expect(await page.call("wait", { textGone: "ready", timeoutMs: 3000 })).toEqual({ found: true });
    expect(await page.call("wait", { text: "done  now", timeoutMs: 3000 })).toEqual({ found: true });
    expect(await page.call("wait", { text: "secret", timeoutMs: 50 })).toEqual({ found: false });
    expect(await page.call("wait", { selector: "p", timeoutMs: 50 })).toEqual({ found: true });
    expect(await page.call("wait", { selector: "q", timeoutMs: 50 })).toEqual({ found: false });
  });

  test("quiet and fade: what fades is told, and what follows its end is there after it", async () => {
    const { page } = browser();
    await page.open(`<style>dialog, button { transition: opacity .25s, color .25s } .out { opacity: 0 } .red { color: red }
      .turns { animation: turn .1s infinite alternate } @keyframes turn { to { opacity: .5 } }</style>
      <dialog open>Modal <button>Ok</button></dialog><p>Wait</p>`);
    const quiet = (does: string): Promise<unknown> => page.main(`${does};0`).then(() => page.call("quiet", {}));
    const dialog = `document.querySelector("dialog")`;
    expect(await quiet(`${dialog}.classList.add("red")`)).toEqual({ state: "done" });
    expect(await quiet(`document.querySelector("button").classList.add("out")`)).toEqual({ state: "done" });
    expect(await quiet(`document.querySelector("p").classList.add("turns")`)).toEqual({ state: "done" });
    expect(
      await quiet(
        `${dialog}.classList.add("out"); ${dialog}.ontransitionend = (e) => e.propertyName === "opacity" && e.target.remove()`,
      ),
    ).toEqual({ state: "done", fading: true });
    expect(await page.call("fade", {})).toBe(true);
    expect(await page.main(`String(${dialog})`)).toBe("null");
  });

  test("quiet: what an action brings after a transition is waited for, and colours, ripples and other motion are not", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><style>body { margin: 0 } .ground { position: fixed; inset: 0; background: #000; opacity: 0; transition: opacity .15s }
      .ground.in { opacity: .5 } [role=dialog] { display: none; position: fixed; inset: 50px; opacity: 0; transition: opacity .2s }
      [role=dialog].in { opacity: 1 } .pane { transition: opacity .15s } .pane.out { opacity: 0 }
      button { transition: background-color .4s, color .4s } .red { background: red } .card { transition: transform .4s } .up { transform: translateY(-4px) }
      .ripple { position: absolute; inset: 0; animation: ripple .4s } @keyframes ripple { from { opacity: 0; transform: scale(0) } }
      .turns { position: fixed; inset: 0; pointer-events: none; animation: turn .3s infinite alternate } @keyframes turn { from { opacity: 0 } to { opacity: .5 } }</style>
      <p><button onclick="launch()">Launch</button> <button onclick="swap()">Second</button>
      <button style="position:relative" onclick="this.className = 'red'; this.append(Object.assign(document.createElement('i'), { className: 'ripple' })); log = 'asked'">Colour</button>
      <button onclick="document.querySelector('.card').classList.add('up')">Card</button></p>
      <div class=card>Card</div><div class=pane>One</div><div class=pane hidden>Two</div><div role=dialog tabindex=-1>Modal <button>Close</button></div>
      <script>let log = ""; const dialog = document.querySelector("[role=dialog]");
      function launch() {
        const ground = document.createElement("div"); ground.className = "ground"; document.body.append(ground); ground.offsetHeight; ground.classList.add("in");
        ground.addEventListener("transitionend", () => { dialog.style.display = "block"; dialog.offsetHeight; dialog.classList.add("in"); });
        dialog.addEventListener("transitionend", () => { dialog.focus(); ground.remove(); dialog.style.display = "none"; log = "focused" });
      }
      function swap() {
        const [one, two] = document.querySelectorAll(".pane"); one.classList.add("out");
        one.addEventListener("transitionend", () => { one.hidden = true; two.hidden = false; log = "swapped" });
      }</script>`);
    const walked = await walk(page);
    const after = async (name: string): Promise<[string, number]> => {
      await page.main(`log = "";0`);
      const began = performance.now();
      await page.call("imitate", { target: walked.target("button", name), action: "click" });
      expect(await page.call("quiet", {})).toMatchObject({ state: "done" });
      return [String(await page.main("log")), performance.now() - began];
    };
    expect((await after("Launch"))[0]).toBe("focused");
    expect((await after("Second"))[0]).toBe("swapped");
    for (const still of ["Colour", "Card"]) expect((await after(still))[1], still).toBeLessThan(280);
    await page.main(`document.body.append(Object.assign(document.createElement("div"), { className: "turns" }));0`);
    expect((await after("Colour"))[1]).toBeLessThan(280);
  });

  test("through: borders, and what covers the frame", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html><style>body{margin:0}</style><iframe style="margin:10px;border:5px solid;padding:3px;width:100px;height:100px"></iframe>`,
    );
    const owner = (await walk(page)).lines.find((l) => l.role === "iframe");
    expect(await page.call("through", { id: owner?.id, x: 7, y: 9, hit: true })).toEqual({
      state: "ready",
      x: 25,
      y: 27,
    });
    await page.main(
      `document.body.insertAdjacentHTML("beforeend","<div id=v style='position:fixed;inset:0'></div>");0`,
    );
    expect(await page.call("through", { id: owner?.id, x: 7, y: 9, hit: true })).toMatchObject({
      state: "covered",
      by: "generic <div#v>",
    });
    // What only places a picture does not mind a cover.
    expect(await page.call("through", { id: owner?.id, x: 7, y: 9, hit: false })).toEqual({
      state: "ready",
      x: 25,
      y: 27,
    });
  });

  test("ownerSelector: a frame owner in a shadow tree, and one that is gone", async () => {
    const { page } = browser();
    await page.open(
      `<p>A</p><x-s id="host"></x-s><script>document.querySelector("x-s").attachShadow({mode:"open"}).innerHTML="<iframe></iframe><iframe name='pay'></iframe>"</script>`,
    );
    const owners = (await walk(page)).lines.filter((l) => l.role === "iframe");
    expect(await page.call("ownerSelector", { id: owners[1]?.id })).toEqual({
      state: "selector",
      path: ["#host", `iframe[name="pay"]`],
    });
    await page.main(`document.querySelector("x-s").remove();0`);
    expect(await page.call("ownerSelector", { id: owners[1]?.id })).toEqual({ state: "gone" });
  });

  test("handles and adopt", async () => {
    const { page } = browser();
    await page.open(`<button>B</button><iframe></iframe>`);
    const id = (await walk(page)).target("button", "B").id;
    expect(await page.inside(`__uipilot.handles("node", '{"id":${id}}')[0].localName`)).toBe("button");
    expect(await page.inside(`String(__uipilot.handles("frameOwners", "{}").length)`)).toBe("3");
    expect(await page.inside(`__uipilot.adopt("frameOwner", document.querySelector("iframe"))`)).toMatch(/^\d+$/);
  });

  test("page, and a second injection", async () => {
    const { page } = browser();
    await page.open(`<title>T</title><div style="height:5000px"></div>`);
    const facts = await page.call<{ doc: string; contentHeight: number }>("page");
    expect(facts).toMatchObject({ title: "T", ready: "complete", scrollY: 0 });
    expect(facts.contentHeight).toBeGreaterThan(4999);
    expect(await page.inside(`String(Object.keys(globalThis).includes("__uipilot"))`)).toBe("false");
    expect(await page.main(`String(typeof __uipilot)`)).toBe("undefined");
  });

  test("dragSynthetic: HTML drag and pointer drag", async () => {
    const { page } = browser();
    await page.open(
      `<div draggable="true" style="width:50px;height:50px" ondragstart="event.dataTransfer.setData('text/plain','it')">Card</div><div id="zone" style="width:90px;height:90px" ondragover="event.preventDefault()" ondrop="this.textContent=event.dataTransfer.getData('text/plain')">Zone</div><div id="knob" tabindex="0" onpointerdown="window.log='d'" >Knob</div><script>addEventListener("pointerup",()=>{window.log+="u"})</script>`,
    );
    const walked = await walk(page);
    expect(
      await page.call("dragSynthetic", {
        from: walked.target("generic", "Card"),
        to: walked.target("generic", "Zone"),
      }),
    ).toEqual({ state: "done" });
    expect(await page.main(`document.getElementById("zone").textContent`)).toBe("it");
    expect(
      await page.call("dragSynthetic", {
        from: walked.target("generic", "Knob"),
        to: walked.target("generic", "Card"),
      }),
    ).toEqual({ state: "done" });
    expect(await page.main("window.log")).toBe("du");
  });

  test("a drag of an item or a row begins at its only handle", async () => {
    const { page } = browser();
    const handle = `<i style="cursor:grab;display:inline-block;width:16px;height:16px"></i>`;
    await page.open(
      `<ul style="width:300px"><li>${handle} One</li><li>Two ${handle}<li>No</li><li>Both ${handle}${handle}</li></ul><div role="row">${handle}<span role="cell">R</span></div><script>addEventListener("mousedown",(e)=>{window.hit=e.target.localName})</script>`,
    );
    const walked = await walk(page);
    const at = async (role: string, name: string): Promise<string> => {
      const { x, y } = await prepare(page, walked.target(role, name), "drag");
      return String(await page.main(`document.elementFromPoint(${x}, ${y}).localName`));
    };
    expect(await at("listitem", "One")).toBe("i");
    expect(await at("listitem", "Two")).toBe("i");
    expect(await at("listitem", "No")).toBe("li");
    expect(await at("listitem", "")).toBe("li");
    expect(await at("row", "")).toBe("i");
    await page.call("dragSynthetic", { from: walked.target("listitem", "One"), to: walked.target("listitem", "Two") });
    expect(await page.main("window.hit")).toBe("i");
  });

  test("imitate: the events of a mouse, and what the browser does for them", async () => {
    const { page } = browser();
    await page.open(
      `<form onsubmit="log.push('submit'); return false"><input aria-label=Old autofocus><button><b>Send</b></button></form>
       <label><input type=checkbox> Agree</label><div role=button aria-label=Menu onmouseenter="log.push('enter')">Menu</div>
       <div style="position:absolute;top:300px;width:80px;height:30px" role=button>Below</div><div style="position:absolute;top:290px;width:200px;height:90px;background:red">Over</div>
       <svg width=30 height=30 role=button aria-label=Draw><circle r=15 cx=15 cy=15 /></svg>
       <script>const log = []; for (const type of "pointerdown mousedown pointerup mouseup click dblclick contextmenu".split(" "))
       addEventListener(type, (e) => log.push(type + (type.includes("click") ? e.detail : "") + (e.isTrusted ? "!" : "")), true);</script>`,
    );
    const walked = await walk(page);
    const imitate = (role: string, name: string, action: string) =>
      page.call<{ state: string }>("imitate", { target: walked.target(role, name), action });
    const logged = async (): Promise<unknown> =>
      JSON.parse((await page.main("JSON.stringify(log.splice(0))")) as string);
    await logged();
    expect(await imitate("button", "Send", "click")).toEqual({ state: "done" });
    expect(await logged()).toEqual(["pointerdown", "mousedown", "pointerup", "mouseup", "click1", "submit"]);
    expect(await page.main("document.activeElement.textContent")).toBe("Send");
    await imitate("checkbox", "Agree", "click");
    expect(await page.main("String(document.querySelector('[type=checkbox]').checked)")).toBe("true");
    await logged();
    await imitate("button", "Menu", "doubleClick");
    const half = (n: number): string[] => ["pointerdown", "mousedown", "pointerup", "mouseup", `click${n}`];
    expect(await logged()).toEqual(["enter", ...half(1), ...half(2), "dblclick2"]);
    expect(await page.main("document.activeElement.localName")).toBe("body");
    await imitate("button", "Draw", "rightClick");
    expect(await logged()).toEqual(["pointerdown", "mousedown", "pointerup", "mouseup", "contextmenu"]);
    expect((await imitate("button", "Below", "click")).state).toBe("covered");
    expect(await logged()).toEqual([]);
  });
}
