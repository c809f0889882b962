import { afterAll, beforeAll, expect, it } from "vitest";
import { type OddServer, startOddServer } from "../support/odd-server.ts";
import { inEachOwnBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

let odd: OddServer;
beforeAll(async () => {
  odd = await startOddServer();
});
afterAll(() => odd.close());

inEachOwnBrowser("leaving a page that asks", (t) => {
  /** Shows a page that asks before it is left, after a page to go back to. */
  async function asking(): Promise<string> {
    await t.pilot.ok("new_page", { url: `${odd.origin}/before` });
    const page = t.site.html(
      `<input aria-label="Draft"><a href="${odd.origin}/next">Leave</a><button onclick="location.reload()">Again</button>
      <script>addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "x" })</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("textbox", "Draft");
    await t.pilot.fill("textbox", "Draft", "unsaved");
    return page.url;
  }

  const ways: [name: string, call: string, args: () => Record<string, unknown>, to: string][] = [
    ["navigate_page", "navigate_page", () => ({ url: `${odd.origin}/next` }), "/next"],
    ["going back", "navigate_history", () => ({ direction: "back" }), "/before"],
    ["reload", "navigate_history", () => ({ direction: "reload" }), ""],
    ["a click", "click_by_uid", () => ({ uid: t.pilot.uid("link", "Leave") }), "/next"],
    ["a click that reloads", "click_by_uid", () => ({ uid: t.pilot.uid("button", "Again") }), ""],
  ];
  it.each(ways)(
    "by %s is told as a question, not as done; then what the answer led to",
    async (way, call, args, to) => {
      const url = await asking();
      const target = to === "" ? url : `${odd.origin}${to}`;
      const asked = await t.pilot.ok(call, args());
      expect(asked).toContain("Dialog open: beforeunload");
      expect(asked).not.toMatch(/Went|Reloaded|Navigated|began to load/);
      if (call !== "click_by_uid") expect(asked).toContain(`was not loaded yet: page`);
      const stayed = await t.pilot.ok("dismiss_dialog");
      expect(stayed).not.toMatch(/Navigated|began to load/);
      expect(stayed).toContain("The page stays.");
      expect((await t.pilot.snapshot()).has("textbox", "Draft")).toBe(true);
      expect(await t.pilot.ok(call, args())).toContain("Dialog open: beforeunload");
      const left = await t.pilot.ok("accept_dialog");
      // Firefox does not carry out a script's reload() after it asked.
      if (t.browser === "firefox" && way === "a click that reloads") {
        expect(left).toContain("no other document has arrived yet");
        return;
      }
      expect(left).toContain(`Navigated to "${target}".`);
      expect(left).not.toContain("began to load");
    },
  );

  it("for a server that does not answer says that the page still loads, once it may be left", async () => {
    odd.hold();
    await asking();
    expect(await t.pilot.ok("navigate_page", { url: `${odd.origin}/held` })).toContain("Dialog open");
    // Firefox does not say where the page goes.
    const told = {
      chromium: `The page began to load "${odd.origin}/held"`,
      firefox: "no other document has arrived yet",
    };
    expect(await t.pilot.ok("accept_dialog")).toContain(told[t.browser]);
    odd.release();
    await t.pilot.ok("wait_for", { text: "Arrived at /held" });
  });

  it("is not asked when the page is closed", async () => {
    await asking();
    const mine = (await t.pilot.pages()).find(({ selected }) => selected)?.page;
    expect(await t.pilot.ok("close_page", { page: mine })).toContain(`Closed page ${mine}`);
    expect((await t.pilot.pages()).map(({ page }) => page)).not.toContain(mine);
  });

  it("and a dialog of the new page is told as one of the new page", async () => {
    const page = t.site.html(`<script>alert("Hello")</script>`);
    await t.pilot.ok("new_page", { url: `${odd.origin}/before` });
    const answer = await t.pilot.ok("navigate_page", { url: page.url });
    expect(answer).toContain(`Went to "${page.url}"`);
    expect(answer).toContain('Dialog open: alert "Hello"');
    await t.pilot.ok("accept_dialog");
  });

  it("for a download says that the page stays", async () => {
    await t.pilot.ok("new_page", { url: `${odd.origin}/before` });
    const answer = await t.pilot.ok("navigate_page", { url: `${odd.origin}/file` });
    expect(answer).toContain(`"${odd.origin}/file" is a download; page`);
    expect(answer).toContain("/before");
    expect(answer).toContain('Download "a.txt"');
    expect(answer).not.toContain("Went");
  });
});

inEachOwnBrowser("a navigation that the client gives up", (t) => {
  it("is stopped, and the page that is shown can be read", async () => {
    odd.hold();
    await t.pilot.open(t.site.html("<h1>Stays</h1>"));
    const stop = new AbortController();
    const going = t.pilot.call("navigate_page", { url: `${odd.origin}/held` }, { signal: stop.signal });
    going.catch(() => undefined);
    await odd.asked();
    stop.abort();
    await expect(going).rejects.toThrow();
    await until("the navigation to be stopped", async () => {
      const { text, isError } = await t.pilot.call("take_snapshot");
      return !isError && text.includes('heading "Stays"');
    });
    await until("the request to be given up", () => odd.waiting() === 0);
    expect((await t.pilot.pages()).find(({ selected }) => selected)?.url).not.toContain("/held");
  });
});

inEachOwnBrowser("leaving a page that does something then", (t) => {
  it.each([
    ["adds a frame", `document.body.append(document.createElement("iframe"))`],
    ["writes its address", `history.replaceState({}, "", "?left")`],
  ])("ends at the new document where it %s", async (_, what) => {
    const there = t.site.html("<h1>There</h1>");
    for (const clicks of [false, true]) {
      await t.pilot.see(
        t.site.html(`<button>Go</button><script>addEventListener("beforeunload", () => { ${what} })</script>`),
      );
      if (clicks) await t.pilot.click("button", "Go");
      expect(await t.pilot.ok("navigate_page", { url: there.url })).toContain(there.url);
      expect(await t.pilot.ok("take_snapshot")).toContain('heading "There"');
    }
  });
});
