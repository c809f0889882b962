import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { does, interact, refuses, type Target } from "../support/interact.ts";
import { inOneBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

inOneBrowser("acting by meaning", (t) => {
  const ways: [string, Target][] = [
    ["a test id", { by: "testid", value: "save-button" }],
    ["role and name", { by: "role", value: "button", name: "Save" }],
    ["role and name as snapshots write them", { value: 'button "Save"' }],
    ["its text", { by: "text", value: "Save" }],
    ["its title", { by: "title", value: "Saves all" }],
    ["its name attribute", { by: "name", value: "go" }],
    ["CSS", { by: "css", value: "form > button.primary" }],
    ["XPath", { by: "xpath", value: "//form/button[1]" }],
    ["nothing in particular", "Save"],
  ];
  it.each(ways)("clicks what is located by %s", async (_, target) => {
    const page =
      t.site.html(`<form onsubmit="return false"><button id="b" type="button" class="primary" name="go" title="Saves all" data-testid="save-button">Save</button></form>
      <button>Save as</button><script>watch("#b", "click")</script>`);
    await t.pilot.open(page);
    const answer = await does(t.pilot, "click", target);
    expect(await page.event("click")).toMatchObject({ trusted: true, detail: 1 });
    expect(answer.details).toMatchObject({ matchedCount: 1, navigationOccurred: false });
    expect(answer.details.method).toBe(t.browser === "firefox" ? "bidi" : "cdp");
    expect(answer.details.boundingBox?.width).toBeGreaterThan(10);
    expect(answer.details.durationMs).toBeGreaterThan(0);
    expect(answer.text).toContain('Clicked button "Save"');
  });

  it("says nothing of matches where nothing was looked for", async () => {
    await t.pilot.open(t.site.html("<button>Hold</button>"));
    const wrong: [string, string][] = [
      ["pressAndHold", "abc"],
      ["keypress", "Foo"],
    ];
    for (const [action, value] of wrong) {
      const refused = await refuses(t.pilot, "INVALID_INPUT", action, { by: "text", value: "Hold" }, { value });
      expect(refused.text, action).not.toContain("Looked for");
      expect(refused.details, action).not.toHaveProperty("matchedCount");
    }
    const absent = await refuses(
      t.pilot,
      "ELEMENT_NOT_FOUND",
      "click",
      { by: "text", value: "Nope" },
      {
        options: { timeoutMs: 200 },
      },
    );
    expect(absent.text).toContain('Looked for text="Nope" by text: 0 matches.');
  });

  const fields: [string, Target][] = [
    ["its label", { by: "label", value: "Email" }],
    ["its placeholder", { by: "placeholder", value: "you@example.org" }],
    ["its name attribute", { by: "name", value: "email" }],
    ["its role", { by: "role", value: "textbox", name: "Email" }],
    ["its test id", { by: "testid", value: "mail" }],
    ["nothing in particular", "Email"],
  ];
  it.each(fields)("types into what is located by %s", async (_, target) => {
    const page =
      t.site.html(`<label>Email <input id="e" name="email" placeholder="you@example.org" data-testid="mail"></label>
      <script>watch("#e", "input")</script>`);
    await t.pilot.open(page);
    await does(t.pilot, "type", target, { value: "ada@example.org" });
    expect(await page.event("input", ({ value }) => value === "ada@example.org")).toMatchObject({ trusted: true });
  });

  it("does every other action, as the page sees it", async () => {
    const page =
      t.site.html(`<button id="b">Press</button><input id="f" aria-label="Field" value="old"><label><input id="c" type="checkbox">Agree</label>
      <select id="s" aria-label="Size"><option>S</option><option value="m">Medium</option></select>
      <img alt="A picture" id="i" width="40" height="40" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
      <input type="file" id="u" aria-label="File"><p style="height:3000px"></p><p id="end">The end</p>
      <script>watch("#b", "dblclick", "contextmenu", "mousedown", "mouseup", "mouseenter"); watch("#f", "input", "focus", "keydown"); watch("#c", "change"); watch("#s", "change"); watch("#i", "click"); watch("#u", "change")</script>`);
    await t.pilot.open(page);
    await does(t.pilot, "doubleClick", "Press");
    expect(await page.event("dblclick")).toMatchObject({ trusted: true });
    await does(t.pilot, "rightClick", "Press");
    expect(await page.event("contextmenu")).toMatchObject({ trusted: true, button: 2 });
    // What was told of this button must not come after the list was emptied.
    await page.event("mouseup", ({ button }) => button === 2);
    await does(t.pilot, "keypress", undefined, { value: "Escape" });
    page.forget();
    await does(t.pilot, "pressAndHold", "Press", { value: "400" });
    const [down, up] = [await page.event("mousedown"), await page.event("mouseup")];
    expect(up.at - down.at).toBeGreaterThan(350);
    await does(t.pilot, "click", { by: "alt", value: "A picture" });
    await page.event("click");
    await does(t.pilot, "hover", "Press");
    expect(await page.event("mouseenter")).toMatchObject({ trusted: true });
    await does(t.pilot, "focus", { by: "label", value: "Field" });
    await page.event("focus");
    await does(t.pilot, "keypress", { by: "label", value: "Field" }, { value: "x" });
    await page.event("keydown", ({ key }) => key === "x");
    await does(t.pilot, "clear", { by: "label", value: "Field" });
    await page.event("input", ({ value }) => value === "");
    await does(t.pilot, "check", "Agree");
    await page.event("change", ({ id, checked }) => id === "c" && checked === true);
    await does(t.pilot, "uncheck", { by: "label", value: "Agree" });
    await page.event("change", ({ id, checked }) => id === "c" && checked === false);
    await does(t.pilot, "select", { by: "label", value: "Size" }, { value: "Medium" });
    await page.event("change", ({ id, value }) => id === "s" && value === "m");
    writeFileSync(path.join(t.pilot.folder, "a.txt"), "a");
    await does(t.pilot, "upload", { by: "label", value: "File" }, { value: "a.txt" });
    await page.event("change", ({ id }) => id === "u");
    const end = await does(t.pilot, "scroll", { by: "text", value: "The end" });
    expect(end.details.selectorUsed).toBe('text="The end"');
    const seen = await does(t.pilot, "waitForSelector", { by: "css", value: "#end" });
    expect(seen.details.boundingBox?.y).toBeLessThan(1_500);
  });

  it("drags to a second target", async () => {
    const page =
      t.site.html(`<div id="knob" role="button" aria-label="Knob" style="width:40px;height:40px;background:#08f;touch-action:none"></div>
      <div data-testid="goal" style="position:absolute;left:400px;top:300px;width:80px;height:80px;background:#ccc">Goal</div>
      <script>knob.onpointerdown = (e) => knob.setPointerCapture(e.pointerId); knob.onpointerup = (e) => record("dropped", { x: e.clientX, y: e.clientY, trusted: e.isTrusted })</script>`);
    await t.pilot.open(page);
    await does(t.pilot, "drag", { by: "role", value: "button", name: "Knob" }, { to: "testid=goal" });
    const dropped = await page.event("dropped");
    expect(dropped.trusted).toBe(true);
    expect(Number(dropped.x)).toBeGreaterThan(400);
  });

  it("means the one of several that the action can be done to", async () => {
    const page = t.site.html(
      `<a href="#t">Title</a><input aria-label="Title" oninput="record('typed', { value: this.value })">`,
    );
    await t.pilot.open(page);
    await does(t.pilot, "type", "Title", { value: "Dune" });
    expect(await page.event("typed")).toMatchObject({ value: "Dune" });
    await refuses(t.pilot, "AMBIGUOUS", "click", "Title");
  });

  it("acts on one of several only when it is said which", async () => {
    const rows = ["Ada", "Bob", "Cyd"].map(
      (name) =>
        `<tr><td>${name}</td><td><button onclick="record('gone', { name: '${name}' })">Delete</button></td></tr>`,
    );
    const page = t.site.html(`<table><tbody>${rows.join("")}</tbody></table>`);
    await t.pilot.open(page);
    const target = { by: "role", value: "button", name: "Delete" };
    const several = await refuses(t.pilot, "AMBIGUOUS", "click", target);
    expect(several.details.matchedCount).toBe(3);
    for (const name of ["Ada", "Bob", "Cyd"])
      expect(several.text).toMatch(new RegExp(`uid=\\d+_\\d+ button "Delete" in row "${name}`));
    expect(page.events("gone")).toEqual([]);
    const bob = /uid=(\d+_\d+) button "Delete" in row "Bob/.exec(several.text)?.[1] ?? "";
    await t.pilot.ok("click_by_uid", { uid: bob });
    await page.event("gone", ({ name }) => name === "Bob");
    await does(t.pilot, "click", { ...target, nth: 0 });
    await page.event("gone", ({ name }) => name === "Ada");
    await does(t.pilot, "click", { ...target, nth: -1 });
    await page.event("gone", ({ name }) => name === "Cyd");
    page.forget();
    await does(t.pilot, "click", { ...target, within: 'row "Bob"' });
    await page.event("gone", ({ name }) => name === "Bob");
    await does(t.pilot, "click", { value: 'row "Cyd" >> button "Delete"' });
    await page.event("gone", ({ name }) => name === "Cyd");
    await does(t.pilot, "click", { by: "uid", value: bob });
    await refuses(t.pilot, "ELEMENT_NOT_FOUND", "click", { ...target, nth: 3 }, { options: { timeoutMs: 1_000 } });
    const row = (await t.pilot.snapshot({ includeAll: true })).all("row")[0]?.uid;
    page.forget();
    await does(t.pilot, "click", { ...target, within: row ?? "" });
    await page.event("gone", ({ name }) => name === "Ada");
  });

  // On a busy machine, the last look can be cut off, and then only an earlier one counts, which does not say what is near.
  it("says what was tried and what comes near where nothing matches", { retry: 2 }, async () => {
    await t.pilot.open(t.site.html(`<button>Save changes</button><a href="#">Cancel</a>`));
    const began = performance.now();
    const answer = await refuses(
      t.pilot,
      "ELEMENT_NOT_FOUND",
      "click",
      { by: "role", value: "button", name: "Svae changes" },
      { options: { timeoutMs: 1_500 } },
    );
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(answer.text).toMatch(/nearest: uid=\d+_\d+ button "Save changes"/);
    expect(answer.details).toMatchObject({ matchedCount: 0, selectorUsed: 'button "Svae changes"', tried: ["role"] });
    const any = await refuses(t.pilot, "ELEMENT_NOT_FOUND", "click", "Nowhere", { options: { timeoutMs: 1_000 } });
    expect(any.details.tried?.slice(0, 3)).toEqual(["testid", "role", "label"]);
  });

  it("works in frames of any origin and in closed shadow roots, and keeps to a frame when told", async () => {
    const inner = t.site.html(`<button onclick="record('hit', { where: 'inner' })">Deep</button><button>Twin</button>`);
    const frame = t.site.html(`<iframe id="inner" src="${inner.url}"></iframe>`);
    const page =
      t.site.html(`<button>Twin</button><iframe id="outer" src="${frame.otherOrigin}" width="500" height="300"></iframe><x-box></x-box>
      <script>const root = document.querySelector("x-box").attachShadow({ mode: "closed" });
      root.innerHTML = "<button>Shadow</button>"; root.querySelector("button").onclick = (e) => record("shadow", { trusted: e.isTrusted });</script>`);
    await t.pilot.open(page);
    await does(t.pilot, "click", { by: "role", value: "button", name: "Deep" });
    await inner.event("hit");
    await does(t.pilot, "click", { by: "role", value: "button", name: "Shadow" });
    expect(await page.event("shadow")).toMatchObject({ trusted: true });
    await does(t.pilot, "click", { value: 'x-box >> button "Shadow"' });
    await refuses(t.pilot, "AMBIGUOUS", "click", { by: "role", value: "button", name: "Twin" });
    const kept = { options: { frameSelector: "#outer >> #inner" } };
    await does(t.pilot, "click", { by: "role", value: "button", name: "Twin" }, kept);
    await refuses(
      t.pilot,
      "ELEMENT_NOT_FOUND",
      "click",
      { by: "role", value: "button", name: "Shadow" },
      {
        options: { frameSelector: "#outer", timeoutMs: 1_000 },
      },
    );
    for (const frameSelector of ["#none", "x-box"]) {
      const options = { frameSelector, timeoutMs: 500 };
      const said = await refuses(t.pilot, "ELEMENT_NOT_FOUND", "click", { value: 'button "Twin"' }, { options });
      expect(said.text).toContain(`no frame of the page matches the frameSelector "${frameSelector}"`);
    }
  });

  it("waits for what comes, shows and is enabled later", async () => {
    const page =
      t.site.html(`<div id="d"></div><button id="h" style="display:none" onclick="record('shown')">Hidden first</button>
      <button id="off" disabled onclick="record('enabled')">Disabled first</button>
      <script>setTimeout(() => { d.innerHTML = "<button onclick=\\"record('came')\\">Comes late</button>"; }, 700);
      setTimeout(() => { h.style.display = ""; }, 900); setTimeout(() => { off.disabled = false; }, 1100);</script>`);
    await t.pilot.open(page);
    await Promise.all([
      does(t.pilot, "click", "Comes late"),
      does(t.pilot, "click", "Hidden first"),
      does(t.pilot, "click", "Disabled first"),
    ]);
    for (const kind of ["came", "shown", "enabled"]) await page.event(kind);
  });

  /** Each category that a page can be the cause of: what is asked for, and what the page is like. */
  const categories: [code: string, action: string, target: Target, body: string, more?: Record<string, unknown>][] = [
    ["ELEMENT_NOT_FOUND", "click", { by: "text", value: "Gone" }, "<p>Here</p>"],
    ["AMBIGUOUS", "click", { by: "role", value: "button" }, "<button>One</button><button>Two</button>"],
    ["NOT_VISIBLE", "click", { by: "text", value: "Hidden" }, `<button style="display:none">Hidden</button>`],
    ["NOT_ENABLED", "click", 'button "Off"', "<button disabled>Off</button>"],
    [
      "NOT_STABLE",
      "click",
      { by: "css", value: "button" },
      `<style>@keyframes go { to { margin-left: 5000px } }</style><button style="animation: go 9s linear">Off it goes</button>`,
    ],
    [
      "NOT_EDITABLE",
      "type",
      { by: "label", value: "Fixed" },
      `<input readonly aria-label="Fixed" value="x">`,
      { value: "y" },
    ],
    [
      "COVERED",
      "click",
      { by: "testid", value: "under" },
      `<button data-testid="under">Under</button><div id="veil" style="position:fixed;inset:0;background:#fff8"></div>`,
    ],
    ["WRONG_ELEMENT", "type", { by: "text", value: "Words" }, "<p>Words</p>", { value: "y" }],
    [
      "OPTION_NOT_FOUND",
      "select",
      { by: "label", value: "Size" },
      `<select aria-label="Size"><option>S</option></select>`,
      { value: "XL" },
    ],
    [
      "INVALID_INPUT",
      "type",
      { by: "placeholder", value: "A number" },
      `<input type="number" placeholder="A number">`,
      { value: "x" },
    ],
    ["INVALID_INPUT", "click", { by: "css", value: "a[" }, "<p>Here</p>"],
    ["UNKNOWN_UID", "click", { by: "uid", value: "77_7" }, "<p>Here</p>"],
  ];
  /** Those in which the element is known, and where it is. */
  const located = new Set("NOT_ENABLED NOT_STABLE NOT_EDITABLE COVERED WRONG_ELEMENT OPTION_NOT_FOUND".split(" "));

  it.each(categories)("tells of %s what was looked for, what was found, and where", async (...row) => {
    const [code, action, target, body, more] = row;
    await t.pilot.open(t.site.html(body));
    const { text, details } = await refuses(t.pilot, code, action, target, { ...more, options: { timeoutMs: 1_000 } });
    expect(details.selectorUsed).toBeTruthy();
    expect(details.tried?.length).toBeGreaterThan(0);
    const known = located.has(code) || code === "NOT_VISIBLE" || (code === "INVALID_INPUT" && action === "type");
    expect(details.resolved).toBe(known);
    if (known) {
      expect(details.uid).toMatch(/^\d+_\d+$/);
      expect(details.matchedCount).toBe(1);
    }
    if (located.has(code)) expect(details.boundingBox?.height).toBeGreaterThan(5);
    if (code === "COVERED") expect(text).toContain("veil");
  });

  it("looks again for what the page replaced under the pointer before anything was pressed", async () => {
    const page = t.site.html(
      `<div id="host"><button>Go</button></div><script>
         let left = 3;
         host.addEventListener("mouseover", () => { if (left-- > 0) host.innerHTML = "<button>Go</button>"; });
         host.addEventListener("click", (event) => record("click", { trusted: event.isTrusted }));
       </script>`,
    );
    await t.pilot.open(page);
    await t.pilot.ok("interactWithPage", { action: "click", target: { by: "role", value: "button", name: "Go" } });
    expect(await page.event("click")).toMatchObject({ trusted: true });
    expect(page.events("click").length).toBe(1);
  });

  it("looks again for a field that the page replaces as it gets the focus", async () => {
    const page = t.site.html(
      `<div id="host"><input aria-label="Name"></div><script>
         let left = 2;
         host.addEventListener("focusin", () => { if (left-- > 0) host.innerHTML = '<input aria-label="Name">'; });
         host.addEventListener("input", ({ target }) => record("input", { text: target.value }));
       </script>`,
    );
    await t.pilot.open(page);
    await t.pilot.ok("interactWithPage", { action: "type", target: { by: "label", value: "Name" }, value: "Ada" });
    expect(await page.event("input")).toMatchObject({ text: "Ada" });
    expect(page.events("input")).toHaveLength(1);
  });

  it("tells the same of an element that is named by its UID", async () => {
    const tree = await t.pilot.see(
      t.site.html(`<button>Under</button><div style="position:fixed;inset:0;background:#fff8"></div>`),
    );
    const target = { by: "uid", value: tree.uid("button", "Under") };
    const covered = await refuses(t.pilot, "COVERED", "click", target, { options: { timeoutMs: 1_000 } });
    expect(covered.details).toMatchObject({ selectorUsed: `uid=${target.value}`, resolved: true, matchedCount: 1 });
    expect(covered.details.boundingBox?.width).toBeGreaterThan(20);
    const first = (await t.pilot.pages()).find(({ selected }) => selected)?.page;
    await t.pilot.newPage(t.site.html("<p>Other</p>"));
    const other = await refuses(t.pilot, "UID_OF_OTHER_PAGE", "click", target);
    expect(other.details).toMatchObject({ selectorUsed: `uid=${target.value}`, resolved: false });
    await t.pilot.ok("close_page", { page: (await t.pilot.pages()).find(({ selected }) => selected)?.page });
    await t.pilot.ok("select_page", { page: first });
    await t.pilot.open(t.site.html("<p>Gone</p>"));
    const stale = await refuses(t.pilot, "STALE_UID", "click", target);
    expect(stale.details).toMatchObject({ selectorUsed: `uid=${target.value}`, resolved: false });
  });

  it("tells what was looked for where the page cannot be asked", async () => {
    const page = t.site.html(`<button onclick="setTimeout(() => alert('Stop'), 50)">Ask</button><button>Other</button>
      <button onclick="setTimeout(() => { record('hanging'); const end = Date.now() + 6000; while (Date.now() < end); }, 50)">Hang</button>`);
    await t.pilot.open(page);
    await does(t.pilot, "click", "Ask");
    await until("the dialog", async () => (await t.pilot.pages()).some(({ dialog }) => dialog));
    const open = await refuses(t.pilot, "DIALOG_OPEN", "click", { by: "text", value: "Other" });
    expect(open.details).toMatchObject({ selectorUsed: 'text="Other"', tried: ["text"], resolved: false });
    await t.pilot.ok("accept_dialog");
    const outside = await refuses(
      t.pilot,
      "PATH_NOT_ALLOWED",
      "upload",
      { by: "text", value: "Other" },
      { value: "/etc/passwd" },
    );
    expect(outside.details.resolved).toBe(false);
    await does(t.pilot, "click", "Hang");
    await page.event("hanging");
    const busy = await refuses(
      t.pilot,
      "TIMEOUT",
      "click",
      { by: "text", value: "Other" },
      { options: { timeoutMs: 300 } },
    );
    expect(busy.details).toMatchObject({ selectorUsed: 'text="Other"', resolved: false });
    expect(busy.ms).toBeLessThan(9_000);
  });

  it("turns the wheel over the page, and over what holds an element", async () => {
    const page =
      t.site.html(`<style>body { margin: 0 }</style><div id="pane" style="height:150px;overflow:auto"><button>In pane</button><p style="height:900px"></p></div><p style="height:4000px"></p>
      <script>onscroll = () => record("page", { y: scrollY }); pane.onscroll = () => record("pane", { y: pane.scrollTop }); onwheel = (e) => record("wheel", { trusted: e.isTrusted })</script>`);
    await t.pilot.open(page);
    const down = await does(t.pilot, "scroll", undefined, { value: "down 700" });
    await page.event("page", ({ y }) => y === 700);
    expect((await page.event("wheel")).trusted).toBe(true);
    expect(down.text).toMatch(/^Scrolled the page 700 px; \d+ px more/);
    expect(down.details).toMatchObject({ scrolled: { moved: 700 }, matchedCount: 0 });
    await does(t.pilot, "scroll", undefined, { value: "up" });
    await page.event("page", ({ y }) => Number(y) < 400);
    await does(t.pilot, "scroll", { by: "text", value: "In pane" }, { value: "down 90" });
    await page.event("pane", ({ y }) => y === 90);
    await refuses(t.pilot, "INVALID_INPUT", "scroll", undefined, { value: "sideways" });
    await refuses(t.pilot, "INVALID_INPUT", "scroll");
  });

  it("knows whether a navigation occurred", async () => {
    const there = t.site.html("<h1>There</h1>");
    const page = t.site.html(
      `<a href="${there.url}">Leave</a><button onclick="history.pushState(null, '', '#two')">Push</button><button>Stay</button>`,
    );
    await t.pilot.open(page);
    expect((await does(t.pilot, "click", "Stay")).details.navigationOccurred).toBe(false);
    expect((await does(t.pilot, "click", "Push")).details.navigationOccurred).toBe(true);
    const left = await does(t.pilot, "click", { by: "role", value: "link", name: "Leave" });
    expect(left.details.navigationOccurred).toBe(true);
    expect(left.text).toContain(there.url);
    await does(t.pilot, "waitForSelector", 'heading "There"');
  });

  it("waits until the network is idle, but for what is held open by design", async () => {
    const slow = t.site.resource({ type: "text/plain", body: "slow", delayMs: 900 });
    const poll = t.site.resource({ type: "text/plain", body: "poll", delayMs: 20_000 });
    const stream = t.site.resource({ type: "text/event-stream", body: ": open\n\n", delayMs: 200 });
    const page = t.site.html(`<button id="load">Load</button><button id="hang">Hang</button><script>
      load.onclick = async () => { await (await fetch("${slow.url}")).text(); await (await fetch("${slow.url}")).text(); window.loaded = true; record("loaded"); };
      hang.onclick = () => { fetch("${poll.url}").catch(() => {}); new EventSource("${stream.url}"); };</script>`);
    await t.pilot.open(page);
    const idle = { options: { waitForNetworkIdleMs: 300, timeoutMs: 10_000 } };
    const loaded = await does(t.pilot, "click", 'button "Load"', idle);
    expect(loaded.details.networkIdle).toBe(true);
    // Both requests, one after the other, had ended before the answer came.
    expect(page.events("loaded")).toHaveLength(1);
    expect(loaded.ms).toBeGreaterThan(1_900);
    const short = { options: { waitForNetworkIdleMs: 300, timeoutMs: 600 } };
    const busy = await does(t.pilot, "click", 'button "Load"', short);
    expect(busy.details.networkIdle).toBe(false);
    expect(busy.text).toContain("still busy");
    await page.event("loaded", ({ order }) => order > 0, 5_000);
    const hung = await does(t.pilot, "click", 'button "Hang"', idle);
    expect(hung.details.networkIdle).toBe(true);
    expect(hung.ms).toBeLessThan(9_000);
    const quiet = await does(t.pilot, "hover", 'button "Load"', idle);
    expect(quiet.ms).toBeLessThan(6_000);
  });

  it("tells what changed until the network was idle, not only at once", async () => {
    const slow = t.site.resource({ type: "text/plain", body: "slow", delayMs: 1_000 });
    const page =
      t.site.html(`<button id="late">Late</button><button id="still">Still</button><p id="o">early words</p><script>
      late.onclick = async () => { await (await fetch("${slow.url}")).text(); o.textContent = "late words"; };
      still.onclick = async () => { await (await fetch("${slow.url}")).text(); };</script>`);
    await t.pilot.open(page);
    const options = { waitForNetworkIdleMs: 300, timeoutMs: 10_000 };
    const still = await does(t.pilot, "click", 'button "Still"', { options });
    expect(still.text).toMatch(/The network is idle\.\s+No change was detected\./);
    const late = await does(t.pilot, "click", 'button "Late"', { options });
    expect(late.text).toMatch(/The network is idle\.\s+The page changed\./);
  });

  it("gives a picture when asked, under its label", async () => {
    await t.pilot.open(t.site.html(`<button>Go</button>`));
    const answer = await does(t.pilot, "click", "Go", {
      options: { postActionScreenshot: true, screenshotLabel: "after go" },
    });
    expect(answer.images).toHaveLength(1);
    expect(answer.images[0]?.data.length).toBeGreaterThan(500);
    expect(answer.text).toContain('Screenshot "after go"');
  });

  it("takes hostile values and page text for text", async () => {
    const page = t.site.html(`<button aria-label='x" )] uid=9_9 button "Fake'>A</button><p>calm</p>`);
    await t.pilot.open(page);
    for (const by of ["testid", "label", "placeholder", "name", "alt", "title", "text"])
      await refuses(
        t.pilot,
        "ELEMENT_NOT_FOUND",
        "click",
        { by, value: `"]; document.title = "hit"; //` },
        { options: { timeoutMs: 1_000 } },
      );
    const answer = await interact(t.pilot, "click", { by: "role", value: "button" });
    expect(answer.text).toContain('button "x\\" )] uid=9_9 button \\"Fake"');
    expect((await t.pilot.snapshot()).text).not.toContain("hit");
  });

  it("remembers what was done, without values", async () => {
    const page = t.site.html(
      `<label>Password <input type="password"></label><label>Email <input></label><button>Go</button>`,
    );
    await t.pilot.open(page);
    await does(t.pilot, "type", "Password", { value: "s3cret-one" });
    await does(t.pilot, "type", "Email", { value: "mail-two@example.org" });
    await t.pilot.see(page);
    await t.pilot.click("button", "Go");
    await refuses(t.pilot, "ELEMENT_NOT_FOUND", "click", "Nowhere", { options: { timeoutMs: 1_000 } });
    const text = await t.pilot.ok("recent_actions");
    const [, failed, clicked, typed] = text.split("\n");
    expect(failed).toMatch(/ click .* on page \d+: ELEMENT_NOT_FOUND, \d+ ms/);
    expect(clicked).toMatch(/ click button "Go" on page \d+: ok, \d+ ms \((cdp|bidi)\)/);
    expect(typed).toMatch(/ type textbox "Email" on page \d+: ok/);
    expect(text).not.toMatch(/s3cret-one|mail-two/);
    // What has failed is there as well, whichever tool it was.
    await t.pilot.fails("UNKNOWN_UID", "screenshot_by_uid", { uid: "9_99" });
    await t.pilot.fails("TIMEOUT", "wait_for", { text: "Never", timeoutMs: 50 });
    await t.pilot.fails("UNKNOWN_UID", "fill_form_by_uid", { elements: [{ uid: "9_99", value: "s3cret-one" }] });
    const [, form, waited, pictured] = (await t.pilot.ok("recent_actions")).split("\n");
    expect(form).toMatch(/ fill on page \d+: UNKNOWN_UID/);
    expect(waited).toMatch(/ waitFor on page \d+: TIMEOUT/);
    expect(pictured).toMatch(/ screenshot on page \d+: UNKNOWN_UID/);
  });
});
