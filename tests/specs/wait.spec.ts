import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

inEachBrowser("waiting", (t) => {
  it("ends when a text appears, also in a frame", async () => {
    const inner = t.site.html(`<script>setTimeout(() => document.body.append("Frame text"), 600)</script>`);
    await t.pilot.open(
      t.site.html(
        `<p id="p"></p><iframe src="${inner.otherOrigin}"></iframe><script>setTimeout(() => (p.textContent = "Ready now"), 500)</script>`,
      ),
    );
    await t.pilot.ok("wait_for", { text: "Ready now" });
    await t.pilot.ok("wait_for", { text: "Frame text" });
  });

  it("ends when a text disappears", async () => {
    await t.pilot.open(t.site.html(`<p id="p">Loading…</p><script>setTimeout(() => p.remove(), 500)</script>`));
    await t.pilot.ok("wait_for", { textGone: "Loading…" });
  });

  it("ends when the address is like a pattern, and when the document is loaded", async () => {
    const slow = t.site.resource({ type: "image/png", body: "", delayMs: 1_200 });
    const page =
      t.site.html(`<p>Page</p><script>setTimeout(() => history.pushState({}, "", "?step=2#end"), 400)</script>
      <script>setTimeout(() => document.body.append(Object.assign(new Image(), { src: "${slow.url}" })), 0)</script>`);
    await t.pilot.ok("new_page", { url: page.url });
    await t.pilot.ok("wait_for", { url: "http://127.0.0.1:*?step=*#end" });
    await t.pilot.ok("wait_for", { url: "step=2", text: "Page" });
    expect(await t.pilot.fails("TIMEOUT", "wait_for", { url: "*?step=3", timeoutMs: 300 })).toContain("step=2");
    await t.pilot.ok("wait_for", { loadState: "load" });
  });

  it("tells a document that is parsed from one that is loaded", async () => {
    const slow = t.site.resource({ type: "image/png", body: "", delayMs: 2_500 });
    await t.pilot.ok("navigate_page", { url: t.site.html(`<p>Page</p><img src="${slow.url}">`).url, timeoutMs: 500 });
    await t.pilot.ok("wait_for", { loadState: "domcontentloaded" });
    await t.pilot.fails("TIMEOUT", "wait_for", { loadState: "load", timeoutMs: 300 });
    await t.pilot.ok("wait_for", { loadState: "load", timeoutMs: 20_000 });
  });

  it("gives up in time and says what it waited for", async () => {
    await t.pilot.open(t.site.html("<p>Nothing</p>"));
    const began = performance.now();
    expect(await t.pilot.fails("TIMEOUT", "wait_for", { text: "Never here", timeoutMs: 700 })).toContain("Never here");
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  it("goes on over a navigation", async () => {
    const next = t.site.html("<h1>Second document</h1>");
    await t.pilot.open(
      t.site.html(`<p>First document</p><script>setTimeout(() => location.assign("${next.url}"), 400)</script>`),
    );
    await t.pilot.ok("wait_for", { text: "Second document" });
  });

  it("can be cancelled by the client, and the next call works", async () => {
    await t.pilot.open(t.site.html("<p>Page</p>"));
    const controller = new AbortController();
    const wait = { text: "Never here", timeoutMs: 20_000 };
    const { answer } = await t.pilot.begin("wait_for", wait, { signal: controller.signal });
    const began = performance.now();
    controller.abort();
    await expect(answer).rejects.toThrow();
    expect((await t.pilot.snapshot()).text).toContain("Page");
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
