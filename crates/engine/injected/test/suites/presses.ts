import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { outcome, prepare, walk } from "../page.ts";

/** What the page does to an element under the pointer, from the pointer's move to the release. */
export function pressesSuite(browser: () => TestBrowser): void {
  // Firefox tells of no move of a pointer that is there already.
  let opened = 0;
  const clicks = async (html: string, role = "button") => {
    const { page } = browser();
    await page.open(
      `<!doctype html><style>body{margin:${10 * (++opened % 9)}px}</style>${html}<script>window.heard=[];for(const type of ["pointerdown","mousedown","click"])document.addEventListener(type,({type})=>heard.push(type),true)</script>`,
    );
    const { x, y } = await prepare(page, (await walk(page)).target(role, "Go"));
    await page.click(x, y);
    const seen = await outcome(page);
    return { seen, heard: String(await page.main(`heard.join(" ")`)) };
  };

  test.each([
    ["disabled", `<button id="b">Go</button>`, "b.disabled=true"],
    ["said to be disabled", `<button id="b">Go</button>`, `b.setAttribute("aria-disabled","true")`],
    ["disabled with its group", `<fieldset id="f"><button>Go</button></fieldset>`, "f.disabled=true"],
  ])("press: an element that is %s when the pointer comes does not get it", async (_what, html, script) => {
    const { seen, heard } = await clicks(`${html}<script>addEventListener("pointermove",()=>{${script}})</script>`);
    expect(seen).toMatchObject({ seen: "missed", disabled: true, arrived: 0 });
    expect(heard).toBe("");
  });

  test("press: a label does not pass it on to a checkbox that was disabled when the pointer came", async () => {
    const { seen, heard } = await clicks(
      `<label style="display:block"><input type="checkbox" id="c">Go</label><script>addEventListener("pointermove",()=>{c.disabled=true})</script>`,
      "checkbox",
    );
    expect(seen).toMatchObject({ seen: "missed", disabled: true, checked: "false" });
    expect(heard).toBe("");
  });

  test("press: a first click that disables the element is its click", async () => {
    const { seen } = await clicks(`<button onclick="this.disabled=true">Go</button>`);
    expect(seen).toMatchObject({ seen: "hit", disabled: true, arrived: 1 });
  });

  const on = (event: string, script: string, around = "") =>
    `${around}<button id="b" style="width:80px;height:30px">Go</button><script>b.addEventListener(${JSON.stringify(event)},()=>{${script}})</script>`;
  const veil = `document.body.insertAdjacentHTML("beforeend","<div id='v' style='position:fixed;inset:0'>Busy</div>")`;

  test.each([
    ["removes it", on("mousedown", "b.remove()"), "gone"],
    ["removes it in a promise", on("pointerdown", "Promise.resolve().then(()=>b.remove())"), "gone"],
    ["removes it at the release", on("mouseup", "b.remove()"), "gone"],
    ["hides it", on("mousedown", "b.style.display='none'"), "hidden"],
    ["takes the pointer from it", on("mousedown", "b.style.pointerEvents='none'"), "hidden"],
    ["disables it", on("pointerdown", "b.disabled=true"), "disabled"],
    ["covers it", on("mousedown", veil), "covered"],
    ["covers it when it gets the focus", on("focus", veil), "covered"],
    [
      "opens a menu over it",
      on(
        "mousedown",
        "m.className='open'",
        "<style>#m{display:none;position:fixed;inset:0}#m.open{display:block}</style><div id='m' role='menu'><div role='menuitem'>Cut</div></div>",
      ),
      "covered",
    ],
    [
      "opens a popover over it",
      on(
        "mousedown",
        "m.showPopover()",
        "<style>#m{width:100vw;height:100vh}</style><div id='m' popover='manual'>Menu</div>",
      ),
      "covered",
    ],
    [
      "takes it and closes its list with the focus",
      `<input id="i"><div id="l">${on("mousedown", "i.value='Go';i.dispatchEvent(new Event('input',{bubbles:true}))")}</div><script>i.focus();i.onblur=()=>{l.innerHTML=""}</script>`,
      "gone",
    ],
    ["replaces what is in it", on("mousedown", "b.innerHTML='<b>Went</b>'").replace(">Go<", "><i>Go</i><"), "replaced"],
  ])("press: a page that %s takes the press itself", async (_what, html, unclicked) => {
    const { seen } = await clicks(html);
    // Browsers disagree on the click of what was replaced.
    if (unclicked === "replaced" && seen.arrived === 1) return;
    expect(seen).toMatchObject({ seen: "hit", arrived: 0, unclicked, answered: true });
  });

  test("press: what covers the element is named", async () => {
    const { seen } = await clicks(on("mousedown", veil));
    expect(seen.by).toBe('text "Busy" <div#v>');
  });

  test.each([
    ["moves", on("mousedown", "g.style.height='100px'", "<div id='g'></div>"), "moved"],
    [
      "moves as a field loses the focus",
      `<input id="i" autofocus><p id="g"></p>${on("click", "")}<script>i.focus();i.onblur=()=>{g.style.height="100px"}</script>`,
      "moved",
    ],
    [
      "is covered as a field loses the focus",
      `<input id="i">${on("click", "")}<script>i.focus();i.onblur=()=>{${veil}}</script>`,
      "covered",
    ],
    [
      "goes with the focus of a field",
      `<input id="i"><div id="l">${on("click", "")}</div><script>i.focus();i.onblur=()=>{l.innerHTML=""}</script>`,
      "gone",
    ],
  ])("press: an element that %s is not said to be the page's answer", async (_what, html, unclicked) => {
    const { seen } = await clicks(html);
    expect(seen).toMatchObject({ seen: "hit", arrived: 0, unclicked });
    expect(seen.answered).toBeUndefined();
  });

  test("press: a click that follows needs no reason", async () => {
    const { seen } = await clicks(on("mousedown", "b.title='Going'"));
    expect(seen).toMatchObject({ seen: "hit", arrived: 1 });
    expect(seen.unclicked).toBeUndefined();
  });

  const box = (state: string): string =>
    `<span role="checkbox" aria-checked="${state}" tabindex="-1" style="width:16px;height:16px;border:1px solid"></span>`;
  const native = `<input type="checkbox">`;
  const item = (name: string, attributes: string, check: string, more = ""): string =>
    `<li role="treeitem" aria-label="${name}" ${attributes}><div style="display:flex;width:600px">${check}<span>${name}</span></div>${more}</li>`;
  test.each([
    ["with a box of its own", item("One", `aria-checked="false"`, box("false"))],
    ["with a native box", item("One", `aria-checked="false"`, native)],
    ["that has no state itself", item("One", "", box("false"))],
    ["that has no state itself, with a native box", item("One", "", native)],
    ["around others", item("One", "", box("false"), `<ul role="group">${item("Two", "", box("true"))}</ul>`)],
    ["around others, with native boxes", item("One", "", native, `<ul role="group">${item("Two", "", native)}</ul>`)],
  ])("press: to check an item of a tree %s goes to that box, and other clicks to the item", async (_, html) => {
    const { page } = browser();
    await page.open(`<!doctype html><ul role="tree" aria-label="T">${html}</ul><script>
      const [first] = document.querySelectorAll("[role=checkbox],input");
      first.onclick = (event) => {
        event.stopPropagation();
        for (const el of [first, document.querySelector("[role=treeitem][aria-checked]")]) el?.setAttribute("aria-checked", "true");
      };
      const at = (x, y) => String(document.elementFromPoint(x, y) === first);
    </script>`);
    const target = (await walk(page)).target("treeitem", "One");
    const isAtBox = async (): Promise<unknown> => {
      const { x, y } = await prepare(page, target);
      return page.main(`at(${x}, ${y})`);
    };
    expect(await isAtBox()).toBe("false");
    const args = { target, check: true };
    expect(await page.call("fill", args)).toEqual({ state: "click", checked: "false", wanted: true });
    const { x, y } = await prepare(page, target);
    await page.click(x, y);
    expect(await outcome(page)).toMatchObject({ seen: "hit", arrived: 1 });
    const became = { target, wanted: true, definite: false, timeoutMs: 500 };
    expect(await page.call("becomes", became)).toMatchObject({ state: "became", checked: "true" });
    expect(await isAtBox()).toBe("false");
  });

  test("press: a switch of a strip that slides in its box is pressed there, and tells its state", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><style>#w{display:inline-block;width:98px;overflow:hidden;cursor:pointer}#c{display:inline-block;width:144px;position:relative}
      #c span{display:inline-block;width:48px}#c input{position:absolute;top:0;left:0;visibility:hidden;opacity:0;margin:0}</style>
      Wifi <div id="w"><div id="c" style="white-space:nowrap"><span>ON</span><span>&nbsp;</span><span>OFF</span><input type="checkbox" id="x" checked></div></div>
      <script>w.onclick = () => { x.checked = !x.checked; c.style.marginLeft = x.checked ? "0" : "-46px"; }</script>`);
    const walked = await walk(page);
    expect(walked.text.split("\n").slice(1)).toEqual([`  text "Wifi"`, `  checkbox checked id=x`]);
    const target = walked.target("checkbox", "");
    expect(await page.call("fill", { target, check: false })).toEqual({
      state: "click",
      checked: "true",
      wanted: false,
    });
    const { state, x, y } = await prepare(page, target);
    expect(state).toBe("ready");
    await page.click(x, y);
    expect(await outcome(page)).toMatchObject({ seen: "hit", arrived: 1 });
    const became = { target, wanted: false, definite: false, timeoutMs: 500 };
    expect(await page.call("becomes", became)).toMatchObject({ state: "became", checked: "false" });
    expect((await walk(page)).text).toContain("checkbox checked=false id=x");
  });

  test("press: a checkbox that is hidden in a row that is pressed has no line", async () => {
    const { page } = browser();
    await page.open(
      `<div style="cursor:pointer;width:300px;overflow:hidden"><span><input type="checkbox" style="visibility:hidden"></span>Mail</div>`,
    );
    expect((await walk(page)).lines.some(({ role }) => role === "checkbox")).toBe(false);
  });
}
