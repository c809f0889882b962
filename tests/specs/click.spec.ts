import { expect, it } from "vitest";
import { rounds } from "../support/browsers.ts";
import { inEachBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

inEachBrowser("clicking and hovering", (t) => {
  it("gives the page trusted events in a person's order and says what was clicked", async () => {
    const page = t.site.html(
      `<button id="b">Save</button><script>watch("#b", "pointerdown", "mousedown", "focus", "pointerup", "mouseup", "click")</script>`,
    );
    const tree = await t.pilot.see(page);
    const answer = await t.pilot.click("button", "Save");
    expect(answer).toContain(`Clicked button "Save" (uid ${tree.uid("button", "Save")})`);
    expect(await page.event("click")).toMatchObject({ trusted: true, detail: 1, button: 0 });
    await until("six events", () => page.events().length >= 6);
    expect(page.events().map(({ kind }) => kind)).toEqual([
      "pointerdown",
      "mousedown",
      "focus",
      "pointerup",
      "mouseup",
      "click",
    ]);
    expect(page.events().every(({ trusted }) => trusted === true)).toBe(true);
  });

  it("can be a double click", async () => {
    const page = t.site.html(`<button id="b">Twice</button><script>watch("#b", "click", "dblclick")</script>`);
    await t.pilot.see(page);
    const answer = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Twice"), dblClick: true });
    expect(answer).toMatch(/[Dd]ouble/);
    expect(await page.event("dblclick")).toMatchObject({ trusted: true });
    await until("two clicks", () => page.events("click").length >= 2);
    expect(page.events("click").map(({ detail }) => detail)).toEqual([1, 2]);
  });

  it("can be made with the other buttons", async () => {
    const page = t.site.html(`<button id="b">Menu</button>
      <script>watch("#b", "mousedown", "contextmenu", "auxclick"); b.oncontextmenu = (e) => e.preventDefault()</script>`);
    await t.pilot.see(page);
    const uid = t.pilot.uid("button", "Menu");
    expect(await t.pilot.ok("click_by_uid", { uid, button: "right" })).toContain('Right-clicked button "Menu"');
    expect(await page.event("contextmenu")).toMatchObject({ trusted: true, button: 2 });
    expect(await t.pilot.ok("click_by_uid", { uid, button: "middle" })).toContain('Middle-clicked button "Menu"');
    await until("two presses", () => page.events("mousedown").length >= 2);
    expect(page.events("mousedown").map(({ button }) => button)).toEqual([2, 1]);
    await t.pilot.fails("INVALID_INPUT", "click_by_uid", { uid, clickCount: 1, dblClick: true });
  });

  it("waits for a button that is enabled 1.5 seconds later", async () => {
    const page = t.site.html(`<button id="b" disabled onclick="record('click')">Late</button>
      <button onclick="setTimeout(() => (b.disabled = false), 1500)">Start</button>`);
    await t.pilot.see(page);
    await t.pilot.click("button", "Start");
    await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Late") });
    await page.event("click");
  });

  it.each([
    ["disabled", "b.disabled = true", "b.disabled = false"],
    ["said to be disabled", "b.ariaDisabled = 'true'", "b.ariaDisabled = null"],
  ])("waits for a button that is %s when the pointer comes to it", async (_what, off, on) => {
    const page = t.site.html(`<button id="b">Save</button><script>watch("#b", "pointerdown", "click");
      b.addEventListener("pointermove", () => { ${off}; setTimeout(() => { ${on}; record("enabled") }, 300) }, { once: true })</script>`);
    await t.pilot.see(page);
    expect(await t.pilot.click("button", "Save")).toContain('Clicked button "Save"');
    await page.event("click");
    expect(page.events().map(({ kind }) => kind)).toEqual(["enabled", "pointerdown", "click"]);
  });

  it("is refused where the page disables the button when the pointer comes to it", async () => {
    const page = t.site.html(`<button id="b" onmouseover="this.disabled = true">Save</button>
      <script>watch("#b", "pointerdown", "click")</script>`);
    await t.pilot.see(page);
    await t.pilot.fails("NOT_ENABLED", "click_by_uid", { uid: t.pilot.uid("button", "Save") });
    expect(page.events()).toEqual([]);
  });

  it.each([
    ["covers the button with a menu", `m.hidden = false`, "it replaced or covered the element at once"],
    ["takes the button away", `b.remove()`, "it replaced or covered the element at once"],
    ["disables the button", `b.disabled = true`, "The page disabled the element at the press"],
  ])("is a press that is enough for a page that then %s", async (_what, script, says) => {
    const page =
      t.site.html(`<button id="b">Edit</button><div id="m" role="menu" hidden style="position:fixed;inset:0"><button role="menuitem">Cut</button></div>
      <script>watch("#b", "click"); b.onpointerdown = () => { ${script}; record("down") }</script>`);
    await t.pilot.see(page);
    const answer = await t.pilot.click("button", "Edit");
    expect(answer).toContain('Pressed button "Edit"');
    expect(answer).toContain(says);
    expect(answer).toContain("no click event followed");
    await page.event("down");
    expect(page.events("click")).toEqual([]);
  });

  it.each([
    ["moves away", `g.style.height = "100px"`, "moved from under the pointer"],
    ["is covered as a field loses the focus", "", 'was covered by "alert \\"Not a name\\" <p#e>"'],
  ])("is not told as done where the button %s at the press", async (_what, script, says) => {
    const page = t.site.html(`<p id="g"></p><input id="i" aria-label="Name"><button id="b">Save</button>
      <p id="e" role="alert" hidden style="position:fixed;inset:0">Not a name</p>
      <script>watch("#b", "click"); b.onmousedown = () => { ${script} }; i.onblur = () => { e.hidden = ${script !== ""} }</script>`);
    await t.pilot.see(page);
    await t.pilot.click("textbox", "Name");
    const text = await t.pilot.fails("OUTCOME_UNKNOWN", "click_by_uid", { uid: t.pilot.uid("button", "Save") });
    expect(text).toContain(says);
    expect(page.events("click")).toEqual([]);
  });

  it("is refused fast where another element covers the target, which is named", async () => {
    const page = t.site.html(`<button onclick="record('under')">Buy</button>
      <div id="cookie-banner" onclick="record('over')" style="position:fixed;inset:0;background:#fff8">We value your privacy</div>`);
    await t.pilot.see(page);
    const began = performance.now();
    const text = await t.pilot.fails("COVERED", "click_by_uid", { uid: t.pilot.uid("button", "Buy") });
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(text).toContain("cookie-banner");
    expect([...page.events("under"), ...page.events("over")]).toEqual([]);
  });

  it("waits for an overlay that is fading away", async () => {
    const page = t.site.html(`<button onclick="record('click')">Buy</button>
      <div id="spinner" style="position:fixed;inset:0;background:#fff;animation:fade 1.2s forwards"></div>
      <style>@keyframes fade { to { opacity: 0 } }</style>
      <script>spinner.onanimationend = () => spinner.remove()</script>`);
    await t.pilot.see(page);
    await t.pilot.click("button", "Buy");
    await page.event("click");
  });

  it("waits until a moving target stands still", async () => {
    const page =
      t.site.html(`<button id="m" style="position:relative" onclick="record('click', { trusted: event.isTrusted })">Mover</button>
      <button onclick="m.animate([{ left: '0' }, { left: '400px' }], { duration: 700, fill: 'forwards' })">Go</button>`);
    await t.pilot.see(page);
    await t.pilot.click("button", "Go");
    await t.pilot.click("button", "Mover");
    expect(await page.event("click")).toMatchObject({ trusted: true });
  });

  it("scrolls to a target far away, inside scrolling boxes and out from under a sticky bar", async () => {
    const page =
      t.site.html(`<div style="position:sticky;top:0;height:80px;background:#ccc">Bar</div><div style="height:3000px"></div>
      <div style="height:120px;overflow:auto"><div style="height:900px"></div><button onclick="record('deep')">Deep</button></div>
      <div style="height:3000px"></div><button onclick="record('top')">Bottom</button>`);
    await t.pilot.see(page);
    await t.pilot.click("button", "Bottom");
    await page.event("top");
    await t.pilot.click("button", "Deep");
    await page.event("deep");
  });

  it("works inside nested frames of the same and of another origin", async () => {
    const inner = t.site.html(
      `<div style="height:900px"></div><button id="b">Inner</button><script>watch("#b", "click")</script>`,
    );
    const middle = t.site.html(
      `<div style="height:700px"></div><button id="b">Middle</button><iframe src="${inner.url}"></iframe><script>watch("#b", "click")</script>`,
    );
    const top = t.site.html(
      `<div style="height:1500px"></div><iframe style="border:7px solid;transform:scale(0.9)" src="${middle.otherOrigin}"></iframe>`,
    );
    await t.pilot.see(top);
    await t.pilot.click("button", "Middle");
    expect(await middle.event("click")).toMatchObject({ trusted: true });
    await t.pilot.click("button", "Inner");
    expect(await inner.event("click")).toMatchObject({ trusted: true });
  });

  it("does not deny the first click of two that replaced the document", async () => {
    for (let round = 0; round < 5; round++) {
      const other = t.site.html("<h1>Other</h1>");
      const page = t.site.html(`<button onpointerdown="record('down'); location.replace('${other.url}')">Go</button>`);
      await t.pilot.see(page);
      const answer = await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Go"), dblClick: true });
      await page.event("down");
      expect(answer.text).not.toContain("nothing was pressed");
    }
  });

  it("gets both clicks of two where the page draws the element anew at the first one", async () => {
    const page = t.site.html(`<div id="list"></div><script>
      const draw = (chosen) => {
        list.innerHTML = ["Plan", "Report"].map((name) =>
          '<div tabindex="0" style="height:30px' + (name === chosen ? ";background:gold" : "") + '">' + name + "</div>").join("");
      };
      draw();
      list.onclick = ({ target, detail }) => { record("click", { name: target.textContent, detail }); draw(target.textContent); };
      list.ondblclick = ({ target }) => record("open", { name: target.textContent });</script>`);
    await t.pilot.see(page);
    const said = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("generic", "Report"), dblClick: true });
    expect(said).not.toContain("no second one");
    expect(page.events("click")).toMatchObject([{ name: "Report" }, { name: "Report" }]);
    expect(page.events("open").every(({ name }) => name === "Report")).toBe(true);
  });

  it("gives the second click of two to no other element that has moved under the pointer", async () => {
    const page = t.site.html(`<div id="rows"></div><script>
      let left = ["One", "Two", "Three"];
      const draw = () => { rows.innerHTML = left.map((name) => "<div>" + name + " <button>Delete</button></div>").join(""); };
      draw();
      rows.onclick = ({ target }) => {
        const name = target.parentElement.firstChild.data.trim();
        record("deleted", { name });
        left = left.filter((each) => each !== name);
        draw();
      };</script>`);
    const tree = await t.pilot.see(page);
    const first = tree.all("button", "Delete")[0];
    const said = await t.pilot.ok("click_by_uid", { uid: first?.uid, dblClick: true });
    expect(said).toContain("no second one");
    expect(page.events("deleted")).toMatchObject([{ name: "One" }]);
  });

  it("works inside frames that have just been loaded, page after page", async () => {
    for (let round = 0; round < rounds(5, 15); round++) {
      const inner = t.site.html(`<button id="b">Inner ${round}</button><script>watch("#b", "click")</script>`);
      const middle = t.site.html(`<iframe src="${inner.url}"></iframe>`);
      await t.pilot.open(t.site.html(`<iframe height="300" src="${middle.otherOrigin}"></iframe>`));
      // On a busy machine a new process may take longer to answer than a frame may. That is told, with what to do.
      const whole = async () => !(await t.pilot.snapshot()).text.includes("Take the snapshot again");
      await until("the frames to answer", whole);
      await t.pilot.click("button", `Inner ${round}`);
      expect(await inner.event("click")).toMatchObject({ trusted: true });
      expect(inner.events("click").length).toBe(1);
    }
  });

  it("works inside open and closed shadow roots", async () => {
    const page = t.site.html(`<div id="open"></div><div id="closed"></div><script>
      for (const mode of ["open", "closed"]) {
        const root = document.getElementById(mode).attachShadow({ mode });
        root.innerHTML = "<button>" + mode + "</button>";
        root.querySelector("button").onclick = (event) => record(mode, { trusted: event.isTrusted });
      }</script>`);
    await t.pilot.see(page);
    await t.pilot.click("button", "open");
    await t.pilot.click("button", "closed");
    expect(await page.event("open")).toMatchObject({ trusted: true });
    expect(await page.event("closed")).toMatchObject({ trusted: true });
  });

  it("hits a link that is broken over two lines", async () => {
    const page = t.site.html(
      `<p style="width:150px">Some words before <a href="#x" onclick="record('click')">a link that is broken over lines</a> and after.</p>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("link");
    await page.event("click");
  });

  it("toggles a checkbox through itself or its label and says the state", async () => {
    const page = t.site.html(
      `<label><input id="c" type="checkbox" style="opacity:0;position:absolute">Agree</label><script>watch("#c", "change")</script>`,
    );
    await t.pilot.see(page);
    const answer = await t.pilot.click("checkbox", "Agree");
    expect(answer).toMatch(/checked/);
    expect(await page.event("change")).toMatchObject({ trusted: true, checked: true });
  });

  it("says where a link led", async () => {
    const target = t.site.html("<h1>Arrived</h1>", { title: "Target page" });
    await t.pilot.see(t.site.html(`<a href="${target.url}">Go there</a>`));
    const answer = await t.pilot.click("link", "Go there");
    expect(answer).toContain(target.url);
    expect((await t.pilot.snapshot()).has("heading", "Arrived")).toBe(true);
  });

  it("says where a link led every time, however fast the next document comes", async () => {
    for (let round = 0; round < rounds(4, 12); round += 1) {
      const target = t.site.html(`<h1>Arrived ${round}</h1>`);
      await t.pilot.see(t.site.html(`<a href="${target.url}">Go there</a>`));
      expect(await t.pilot.click("link", "Go there")).toContain(target.url);
    }
  });

  it("says that the address changed without a new document", async () => {
    await t.pilot.see(t.site.html(`<button onclick="history.pushState(null, '', '#part-two')">Next</button>`));
    expect(await t.pilot.click("button", "Next")).toContain("#part-two");
  });

  it("says nothing of an address that is written again", async () => {
    await t.pilot.see(
      t.site.html(
        `<button onclick="history.pushState(null, '', location.href)">Push</button><button onclick="history.replaceState(null, '', location.href)">Replace</button>`,
      ),
    );
    for (const name of ["Push", "Replace"]) expect(await t.pilot.click("button", name)).not.toContain("Navigated");
  });

  it("says which page it opened", async () => {
    const target = t.site.html("<h1>New window</h1>");
    await t.pilot.see(t.site.html(`<a href="${target.url}" target="_blank">Open</a>`));
    const answer = await t.pilot.click("link", "Open");
    expect(answer).toMatch(/page \d+/);
    const page = Number(/page (\d+)/.exec(answer)?.[1]);
    await until(
      "its address",
      async () => (await t.pilot.pages()).find((listed) => listed.page === page)?.url === target.url,
    );
    await t.pilot.ok("select_page", { page });
    expect((await t.pilot.snapshot()).has("heading", "New window")).toBe(true);
    await t.pilot.ok("close_page", { page });
  });

  it("says which file it downloaded", async () => {
    const file = t.site.resource({
      type: "application/octet-stream",
      body: "data",
      headers: { "content-disposition": 'attachment; filename="report.bin"' },
    });
    await t.pilot.see(t.site.html(`<a href="${file.url}">Download</a>`));
    expect(await t.pilot.click("link", "Download")).toContain("report.bin");
  });

  it("reports the page as it is after a form was sent", async () => {
    const done = t.site.html("<h1>Thank you</h1>");
    await t.pilot.see(
      t.site.html(
        `<form action="${done.url}" method="get"><input name="q" aria-label="Query"><button>Send</button></form>`,
      ),
    );
    await t.pilot.fill("textbox", "Query", "x y");
    expect(await t.pilot.click("button", "Send")).toContain(done.url);
    expect((await t.pilot.snapshot()).has("heading", "Thank you")).toBe(true);
  });

  it.each([
    ["sends a form", "f.submit()"],
    ["asks a form to be sent", "f.requestSubmit()"],
    ["follows a link by script", "a.click()"],
    ["sets the location", "location.href = a.href"],
  ])("tells of a navigation when the handler of a plain button changes the page and %s", async (_, code) => {
    const done = t.site.html("<h1>Thank you</h1>");
    await t.pilot.see(
      t.site.html(
        `<form id="f" action="${done.url}"></form><a id="a" href="${done.url}"></a>
        <button type="button" onclick="this.textContent = 'Sending'; ${code}">Send</button>`,
      ),
    );
    expect(await t.pilot.click("button", "Send")).toContain(done.url);
  });

  it("does not wait for a page that never finishes loading", async () => {
    const slow = t.site.resource({ type: "image/png", body: "", delayMs: 20_000 });
    const target = t.site.html(`<h1>Slow</h1><img src="${slow.url}">`);
    await t.pilot.see(t.site.html(`<a href="${target.url}">Slow page</a>`));
    const answer = await t.pilot.call("click_by_uid", { uid: t.pilot.uid("link", "Slow page") });
    expect(answer.isError).toBe(false);
    expect(answer.ms).toBeLessThan(8_000);
  });

  it("hovers in a page without a doctype", async () => {
    const page = t.site.resource({ type: "text/html", body: "<button>File</button>" });
    await t.pilot.open(page);
    const uid = (await t.pilot.snapshot()).uid("button", "File");
    expect(await t.pilot.ok("hover_by_uid", { uid })).not.toContain("not over it");
  });

  it("reaches the entry of a menu that a hover opened", async () => {
    const page = t.site.html(`<style>#menu { display: none } #host:hover #menu { display: block }</style>
      <div id="host" style="position:absolute;left:600px;top:400px"><button id="top">File</button><div id="menu"><button onclick="record('entry', { trusted: event.isTrusted })">Export</button></div></div>
      <script>watch("#top", "mouseenter", "pointermove")</script>`);
    const tree = await t.pilot.see(page);
    expect(tree.has("button", "Export")).toBe(false);
    expect(await t.pilot.ok("hover_by_uid", { uid: tree.uid("button", "File") })).toContain('button "File"');
    expect(await page.event("mouseenter")).toMatchObject({ trusted: true });
    await t.pilot.snapshot();
    await t.pilot.click("button", "Export");
    expect(await page.event("entry")).toMatchObject({ trusted: true });
  });
});

// With less patience: these are refused when it ends.
inEachBrowser(
  "what cannot be clicked",
  (t) => {
    it("gives up on a button that stays disabled, and says that it is", async () => {
      const page = t.site.html(
        `<button disabled onclick="record('click')">Never</button><fieldset disabled><button>Inside</button></fieldset>`,
      );
      await t.pilot.see(page);
      await t.pilot.fails("NOT_ENABLED", "click_by_uid", { uid: t.pilot.uid("button", "Never") });
      expect(page.events("click")).toEqual([]);
    });

    it("refuses what has no box", async () => {
      const page = t.site.html(
        `<button id="b">Gone soon</button><button onclick="b.style.display = 'none'">Hide</button>`,
      );
      await t.pilot.see(page);
      await t.pilot.click("button", "Hide");
      await t.pilot.fails("NOT_VISIBLE", "click_by_uid", { uid: t.pilot.uid("button", "Gone soon") });
    });

    it("is refused inside a frame that is covered from outside", async () => {
      const inner = t.site.html(`<button onclick="record('click')">Inner</button>`);
      const page = t.site.html(
        `<iframe src="${inner.otherOrigin}"></iframe><div id="shade" style="position:fixed;inset:0"></div>`,
      );
      await t.pilot.see(page);
      const text = await t.pilot.fails("COVERED", "click_by_uid", { uid: t.pilot.uid("button", "Inner") });
      expect(text).toContain("shade");
      expect(inner.events("click")).toEqual([]);
    });
  },
  { args: ["--action-timeout", "1500"] },
);
