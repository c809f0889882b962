import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** A server of documents that break off, come slowly, or are the result of a form. */
let server: Server;
let origin: string;
let sent = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    const html = (text: string, length?: number): void => {
      response.writeHead(200, {
        "content-type": "text/html",
        ...(length === undefined ? {} : { "content-length": length }),
      });
      response.write(`<!doctype html>${text}`);
    };
    switch (request.url) {
      case "/broken":
        html(`<title>Broken</title><h1>Half</h1>${" ".repeat(2_000)}`, 100_000);
        setTimeout(() => response.destroy(), 300);
        return;
      case "/kept":
        html(`<button onclick="this.textContent = 'Clicked'">Click</button><input aria-label="Field">
          <button onmouseover="this.textContent = 'Hovered'">Hover</button>
          <iframe src="/inner"></iframe>
          <script>onpageshow = (event) => { document.title = event.persisted ? "Kept" : "New" }</script>`);
        response.end();
        return;
      case "/inner":
        html(`<button onclick="this.textContent = 'Answered'">Inner</button>`);
        response.end();
        return;
      case "/hold":
        return;
      case "/slow":
        html(`<title>Slow</title><button onclick="history.back()">Back</button>${" ".repeat(4_000)}`);
        return;
      case "/none":
        response.writeHead(204).end();
        return;
      case "/missing":
        response.writeHead(404).end();
        return;
      case "/reset":
        html("<title>Reset</title><h1>Half</h1>", 100_000);
        setTimeout(() => request.socket.resetAndDestroy(), 100);
        return;
      case "/form":
        if (request.method === "POST") sent += 1;
        html(`<h1>Sent ${sent}</h1><form method="post"><button>Send</button></form>`);
        response.end();
        return;
      default:
        html(`<title>First</title><h1>First</h1><a href="/slow">Slow</a><a href="/broken">Broken</a>`);
        response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

inOneBrowser("what browsers report in part", (t) => {
  const BROKE = "Its loading ended before the document was whole";

  it("a document whose connection breaks is not waited for, and said to be incomplete", async () => {
    const { text, ms } = await t.pilot.call("navigate_page", { url: `${origin}/broken` });
    expect(text).toContain(`Went to "${origin}/broken" "Broken"`);
    // Firefox reports neither the end nor the break.
    expect(text).toContain(t.browser === "chromium" ? BROKE : "still loading");
    if (t.browser === "chromium") {
      expect(ms).toBeLessThan(3_000);
      const waited = await t.pilot.fails("TIMEOUT", "wait_for", { loadState: "load", timeoutMs: 500 });
      expect(waited).toContain("its loading ended before the document was whole");
    }
    await t.pilot.see(`${origin}/`);
    const clicked = await t.pilot.call("click_by_uid", { uid: t.pilot.uid("link", "Broken") });
    expect(clicked.text).toContain(`Navigated to "${origin}/broken"`);
    const again = await t.pilot.ok("navigate_page", { url: `${origin}/` });
    expect(again).not.toContain("loading");
  });

  it("a document whose connection is reset at its beginning is not said to be shown where an error page is", async () => {
    const { text } = await t.pilot.call("navigate_page", { url: `${origin}/reset` });
    const snapshot = await t.pilot.snapshot();
    // The document may be there before anything of it, which is then lost. An error page has a text.
    const shows = snapshot.has("heading", "Half") || snapshot.nodes.length <= 1;
    expect(text.includes("Went to"), text).toBe(shows);
    expect(text.includes("[NAVIGATION_FAILED]"), text).toBe(!shows);
  });

  it("an error status without a document is told as that by the click that led there", async () => {
    await t.pilot.see(t.site.html(`<a href="${origin}/missing">Missing</a>`));
    const told = await t.pilot.click("link", "Missing");
    if (t.browser === "chromium") expect(told).toContain("(httpError)");
    else expect(told).toContain(`Navigated to "${origin}/missing"`);
  });

  it("a page that asks whether it may be left is listed where it is", async () => {
    const page = t.site.html(
      `<title>Asks</title><input aria-label="Field"><script>onbeforeunload = () => "stay"</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("textbox", "Field");
    expect(await t.pilot.ok("navigate_page", { url: `${origin}/` })).toContain("beforeunload");
    expect(await t.pilot.ok("list_pages")).toMatch(new RegExp(`"${page.url}" ".*" \\(selected\\)`));
    await t.pilot.ok("accept_dialog");
    await t.pilot.ok("wait_for", { url: `${origin}/` });
  });

  it("going back ends a load that is held, and is told as done", async () => {
    const before = t.site.html("<h1>Before</h1>");
    await t.pilot.open(before);
    await t.pilot.see(t.site.html(`<button onclick="location = '${origin}/hold'">Go</button>`));
    await t.pilot.click("button", "Go");
    expect(await t.pilot.ok("navigate_history", { direction: "back" })).toContain(`Went back to "${before.url}"`);
    expect((await t.pilot.snapshot()).has("heading", "Before")).toBe(true);
  });

  it("a page that comes back as it was takes input at once", async () => {
    const acts: [tool: string, role: string, name: string, more: Record<string, unknown>, shows: string][] = [
      ["click_by_uid", "button", "Click", {}, "Clicked"],
      ["press_key", "textbox", "Field", { key: "a" }, "value=a"],
      ["hover_by_uid", "button", "Hover", {}, "Hovered"],
      ["click_by_uid", "button", "Inner", {}, "Answered"],
    ];
    const took: number[] = [];
    await t.pilot.see(`${origin}/kept`);
    for (const [tool, role, name, more, shows] of acts) {
      await t.pilot.open(`${origin}/`);
      const back = await t.pilot.ok("navigate_history", { direction: "back" });
      if (t.browser === "firefox") expect(back, "comes back as it was").toContain('"Kept"');
      const { text, ms } = await t.pilot.call(tool, { uid: (await t.pilot.snapshot()).uid(role, name), ...more });
      took.push(ms);
      expect((await t.pilot.snapshot()).text, text).toContain(shows);
    }
    expect(Math.min(...took)).toBeLessThan(700);
  });

  it("a step within the document leaves another load under way, which is told", async () => {
    await t.pilot.see(
      t.site.html(
        `<button onclick="location = '${origin}/hold'; setTimeout(() => history.pushState(1, '', '#step'), 100)">Go</button>`,
      ),
    );
    expect(await t.pilot.click("button", "Go")).toContain(`began to load "${origin}/hold"`);
    await t.pilot.open(`${origin}/`);
  });

  it("a step back that a page makes while it is parsed is known to wait_for and list_pages", async () => {
    await t.pilot.see(`${origin}/`);
    await t.pilot.click("link", "Slow");
    await t.pilot.snapshot();
    await t.pilot.click("button", "Back");
    await t.pilot.ok("wait_for", { url: `${origin}/`, timeoutMs: 3_000 });
    expect(await t.pilot.ok("list_pages")).toMatch(new RegExp(`"${origin}/" "First" \\(selected\\)`));
  });

  it("the result of a form is loaded again, which sends the form again", async () => {
    sent = 0;
    await t.pilot.see(`${origin}/form`);
    await t.pilot.click("button", "Send");
    expect(await t.pilot.ok("navigate_history", { direction: "reload" })).toContain("Reloaded");
    expect((await t.pilot.snapshot()).has("heading", "Sent 2")).toBe(true);
    expect(sent).toBe(2);
  });

  it("a page that was opened for an address without a document is said to stay", async () => {
    const told = await t.pilot.fails("NAVIGATION_FAILED", "new_page", { url: `${origin}/none` });
    const page = /page (\d+) was opened for it, and stays open and selected/.exec(told)?.[1];
    expect(page, told).toBeDefined();
    expect(await t.pilot.ok("list_pages")).toMatch(new RegExp(`^${page}: .*\\(selected\\)`, "m"));
    await t.pilot.ok("close_page", { page: Number(page) });
  });

  it("a UID of a frame that is gone is not said to be of a page that navigated", async () => {
    await t.pilot.see(
      t.site.html(
        `<iframe srcdoc="<button>In</button>"></iframe><button onclick="document.querySelector('iframe').remove()">Remove</button>`,
      ),
    );
    const uid = t.pilot.uid("button", "In");
    await t.pilot.click("button", "Remove");
    expect(await t.pilot.fails("STALE_UID", "click_by_uid", { uid })).toContain("its frame has navigated or is gone");
    await t.pilot.snapshot();
    expect(await t.pilot.fails("STALE_UID", "click_by_uid", { uid })).toContain("the element's frame");
  });
});
