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

  it("gives up in time and says what it waited for", async () => {
    await t.pilot.open(t.site.html("<p>Nothing</p>"));
    const began = performance.now();
    expect(await t.pilot.fails("TIMEOUT", "wait_for", { text: "Never here", timeoutMs: 700 })).toContain("Never here");
    expect(performance.now() - began).toBeLessThan(3_000);
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
    setTimeout(() => controller.abort(), 300);
    const began = performance.now();
    await expect(
      t.pilot.call("wait_for", { text: "Never here", timeoutMs: 20_000 }, { signal: controller.signal }),
    ).rejects.toThrow();
    expect((await t.pilot.snapshot()).text).toContain("Page");
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
