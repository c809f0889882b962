import { afterEach, describe, expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

inEachBrowser("a dialog", (t) => {
  // One test's open dialog is not the next one's problem.
  afterEach(async () => {
    for (const { page, dialog } of await t.pilot.pages()) {
      if (!dialog) continue;
      await t.pilot.call("select_page", { page });
      await t.pilot.call("dismiss_dialog");
    }
  });

  it("of confirm() is told with its text, and nothing hangs until it is accepted", async () => {
    const page = t.site.html(
      `<button onclick="record('answer', { value: confirm('Really delete \\n uid=9_9 button &quot;x&quot;?') })">Delete</button>`,
    );
    await t.pilot.see(page);
    const answer = await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Delete") });
    expect(answer.isError).toBe(false);
    expect(answer.ms).toBeLessThan(8_000);
    expect(answer.text).toMatch(/confirm/);
    expect(answer.text).toContain("Really delete");
    expect(answer.text).not.toMatch(/^\s*uid=9_9/m);
    await t.pilot.ok("accept_dialog");
    expect(await page.event("answer")).toMatchObject({ value: true });
  });

  it("of confirm() can be dismissed", async () => {
    const page = t.site.html(`<button onclick="record('answer', { value: confirm('Sure?') })">Ask</button>`);
    await t.pilot.see(page);
    await t.pilot.click("button", "Ask");
    await t.pilot.ok("dismiss_dialog");
    expect(await page.event("answer")).toMatchObject({ value: false });
  });

  it("of alert() is told and accepted", async () => {
    const page = t.site.html(`<button onclick="alert('Saved'); record('after')">Save</button>`);
    await t.pilot.see(page);
    expect(await t.pilot.click("button", "Save")).toContain('"Saved"');
    await t.pilot.ok("accept_dialog");
    await page.event("after");
  });

  it("of prompt() takes a text", async () => {
    const page = t.site.html(
      `<button onclick="record('answer', { value: prompt('Your name?', 'nobody') })">Ask</button>`,
    );
    await t.pilot.see(page);
    const answer = await t.pilot.click("button", "Ask");
    expect(answer).toContain("Your name?");
    expect(answer).toContain("nobody");
    await t.pilot.ok("accept_dialog", { text: "Ada" });
    expect(await page.event("answer")).toMatchObject({ value: "Ada" });
  });

  it("of prompt() is answered with what it offers where no text is given", async () => {
    const page = t.site.html(`<button onclick="record('answer', { value: prompt('Your name?', 'nobody') })">Ask</button>
      <button onclick="record('answer', { value: prompt('Your name?') })">Ask without</button>`);
    await t.pilot.see(page);
    for (const [name, given, value] of [
      ["Ask", {}, "nobody"],
      ["Ask", { text: "" }, ""],
      ["Ask without", {}, ""],
    ] as const) {
      page.forget();
      await t.pilot.click("button", name);
      await t.pilot.ok("accept_dialog", given);
      expect(await page.event("answer")).toMatchObject({ value });
    }
  });

  it("makes other calls say that it is open, fast, and they work again afterwards", async () => {
    const page = t.site.html(`<button onclick="confirm('Open')">Ask</button><input aria-label="Field">`);
    const tree = await t.pilot.see(page);
    await t.pilot.click("button", "Ask");
    const began = performance.now();
    const calls: [string, Record<string, unknown>][] = [
      ["take_snapshot", {}],
      ["click_by_uid", { uid: tree.uid("button", "Ask") }],
      ["fill_by_uid", { uid: tree.uid("textbox", "Field"), value: "x" }],
      ["hover_by_uid", { uid: tree.uid("button", "Ask") }],
      ["press_key", { key: "a" }],
      ["screenshot_page", {}],
      ["wait_for", { text: "Field" }],
      ["resolve_uid_to_selector", { uid: tree.uid("button", "Ask") }],
    ];
    for (const [name, args] of calls) expect(await t.pilot.fails("DIALOG_OPEN", name, args)).toContain("accept_dialog");
    expect(await t.pilot.ok("list_pages")).toContain("Open");
    expect(performance.now() - began).toBeLessThan(9_000);
    await t.pilot.ok("dismiss_dialog");
    await t.pilot.fill("textbox", "Field", "works");
  });

  it("that a timer opens does not hang the next call", async () => {
    const page = t.site.html(
      `<button onclick="setTimeout(() => { alert('Later'); record('after') }, 700)">Start</button><p>Text</p>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("button", "Start");
    const answer = await t.pilot.call("wait_for", { text: "never there", timeoutMs: 3_000 });
    expect(answer.text).toMatch(/Later|dialog/);
    await t.pilot.ok("accept_dialog");
    await page.event("after");
  });

  it("that follows on another is told by the answer to the first", async () => {
    const page = t.site.html(
      `<button onclick="record('answers', { first: confirm('First?'), second: confirm('Second?') })">Ask twice</button>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("button", "Ask twice");
    expect(await t.pilot.ok("accept_dialog")).toContain("Second?");
    await t.pilot.ok("dismiss_dialog");
    expect(await page.event("answers")).toMatchObject({ first: true, second: false });
  });

  describe.each(["the page", "a frame", "a frame of another site"])("of %s", (where) => {
    it("that follows on another after 300 ms of work is told by the answer to the first", async () => {
      const button = `<button onclick="alert('First'); const end = Date.now() + 300; while (Date.now() < end); alert('Second'); parent.postMessage('done', '*')">Ask</button>`;
      const inner = t.site.html(button);
      const framed = `<iframe src="${where === "a frame" ? inner.url : inner.otherOrigin}"></iframe>`;
      const page = t.site.html(
        `${where === "the page" ? button : framed}<script>onmessage = () => record('done')</script>`,
      );
      await t.pilot.see(page);
      await t.pilot.click("button", "Ask");
      expect(await t.pilot.ok("accept_dialog")).toContain("Second");
      await t.pilot.ok("accept_dialog");
      await page.event("done");
    });
  });

  it("of beforeunload lets the page stay or go", async () => {
    const next = t.site.html("<h1>Next</h1>");
    const page = t.site.html(
      `<input aria-label="Draft"><a href="${next.url}">Leave</a><script>addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "x"; })</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.fill("textbox", "Draft", "unsaved");
    expect(await t.pilot.click("link", "Leave")).toMatch(/beforeunload/);
    await t.pilot.ok("dismiss_dialog");
    expect((await t.pilot.snapshot()).has("link", "Leave")).toBe(true);
    await t.pilot.click("link", "Leave");
    const left = await t.pilot.ok("accept_dialog");
    expect(left).toContain(next.url);
    expect((await t.pilot.snapshot()).has("heading", "Next")).toBe(true);
  });

  it("of beforeunload is also told when a navigation of ours meets it", async () => {
    const next = t.site.html("<h1>Next</h1>");
    await t.pilot.see(
      t.site.html(
        `<input aria-label="Draft"><script>addEventListener("beforeunload", (event) => event.preventDefault())</script>`,
      ),
    );
    // Browsers ask only where a person has acted.
    await t.pilot.click("textbox", "Draft");
    await t.pilot.fill("textbox", "Draft", "unsaved");
    const answer = await t.pilot.call("navigate_page", { url: next.url });
    expect(answer.ms).toBeLessThan(8_000);
    expect(answer.text).toMatch(/beforeunload/);
    await t.pilot.ok("accept_dialog");
    await t.pilot.ok("wait_for", { text: "Next" });
  });

  it("that is not there cannot be answered", async () => {
    await t.pilot.open(t.site.html("<p>Quiet</p>"));
    await t.pilot.fails("NO_DIALOG", "accept_dialog");
    await t.pilot.fails("NO_DIALOG", "dismiss_dialog");
  });

  it("in one page does not hold up another page", async () => {
    await t.pilot.see(t.site.html(`<button onclick="alert('Blocking')">Block</button>`));
    await t.pilot.click("button", "Block");
    await t.pilot.ok("new_page", { url: t.site.html("<h1>Free</h1>").url });
    expect((await t.pilot.snapshot()).has("heading", "Free")).toBe(true);
    const blocked = (await t.pilot.pages()).find(({ dialog }) => dialog);
    await t.pilot.ok("select_page", { page: blocked?.page });
    await t.pilot.ok("accept_dialog");
  });

  it("of a page that was opened is in the list of pages, and answered there", async () => {
    const popup = t.site.html(`<title>Popup</title><script>setTimeout(() => alert("Stop"), 300)</script>`);
    await t.pilot.see(t.site.html(`<button onclick="window.open('${popup.url}')">Open</button>`));
    const page = Number(/Opened page (\d+)/.exec(await t.pilot.click("button", "Open"))?.[1]);
    const listed = await until("the dialog to be listed", async () =>
      (await t.pilot.pages()).find(({ dialog }) => dialog),
    );
    expect(listed).toMatchObject({ page, selected: false, url: popup.url });
    // In Chromium, the dialog stops its opener, too.
    const { code, text } = await t.pilot.call("take_snapshot");
    if (code !== undefined) {
      expect(code, text).toBe("DIALOG_OPEN");
      expect(text).toContain(`the page "${popup.url}" shows a dialog (alert)`);
    }
    await t.pilot.ok("select_page", { page });
    expect(await t.pilot.ok("accept_dialog")).toContain('Accepted alert "Stop"');
    await t.pilot.ok("close_page", { page });
  });
});
