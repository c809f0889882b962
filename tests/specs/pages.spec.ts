import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { Pilot } from "../support/pilot.ts";
import { inEachOwnBrowser } from "../support/suite.ts";

/** Width and height in the header of a PNG or JPEG. */
function size(data: Buffer): { width: number; height: number } {
  if (data.subarray(1, 4).toString() === "PNG") return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  for (let at = 2; at < data.length; ) {
    const marker = data.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc3)
      return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    at += 2 + data.readUInt16BE(at + 2);
  }
  throw new Error("neither PNG nor JPEG");
}

inEachOwnBrowser("pages", (t) => {
  it("that were just opened stay selected, whatever else begins with the browser", async () => {
    const page = t.site.html("<h1>Opened</h1>");
    for (let round = 0; round < 2; round++) {
      const pilot = await Pilot.start({ browser: t.browser, args: ["--tools", "web,more"] });
      try {
        // Waits for the browser alone, so that the next call runs beside what prepares its first page.
        await pilot.ok("list_downloads");
        await pilot.newPage(page);
        expect((await pilot.snapshot()).has("heading", "Opened")).toBe(true);
      } finally {
        await pilot.close();
      }
    }
  });

  it("are resized, and the answer says the size that the page has", async () => {
    const page = t.site.html(
      `<h1>Size</h1><script>onresize = () => record("resize", { width: innerWidth, height: innerHeight })</script>`,
    );
    const pilot = await Pilot.start({ browser: t.browser, args: ["--tools", "web,more"] });
    try {
      await pilot.open(page);
      expect(await pilot.ok("resize_page", { width: 390, height: 844 })).toContain(
        "The page is 390×844 CSS pixels now.",
      );
      expect(await page.event("resize")).toMatchObject({ width: 390, height: 844 });
      await pilot.fails("INVALID_INPUT", "resize_page", { width: 0, height: 844 });
    } finally {
      await pilot.close();
    }
  });

  it("are opened, listed, selected and closed by number, and numbers are not used again", async () => {
    const first = t.site.html("<h1>First</h1>", { title: "The first" });
    const second = t.site.html("<h1>Second</h1>", { title: "The second" });
    await t.pilot.open(first);
    const number = await t.pilot.newPage(second);
    const listed = await t.pilot.pages();
    expect(listed.find(({ page }) => page === number)).toMatchObject({
      url: second.url,
      title: "The second",
      selected: true,
    });
    const one = listed.find(({ url }) => url === first.url);
    expect(one).toMatchObject({ title: "The first", selected: false });
    expect((await t.pilot.snapshot()).has("heading", "Second")).toBe(true);
    await t.pilot.ok("select_page", { page: one?.page });
    expect((await t.pilot.snapshot()).has("heading", "First")).toBe(true);
    await t.pilot.ok("close_page", { page: number });
    expect((await t.pilot.pages()).map(({ page }) => page)).not.toContain(number);
    await t.pilot.fails("PAGE_NOT_FOUND", "select_page", { page: number });
    const third = await t.pilot.newPage(second);
    expect(third).toBeGreaterThan(number);
    await t.pilot.ok("close_page", { page: third });
  });

  it("go back, forward and reload", async () => {
    const one = t.site.html("<h1>One</h1>");
    const two = t.site.html("<h1>Two</h1>");
    await t.pilot.open(one);
    await t.pilot.open(two);
    expect(await t.pilot.ok("navigate_history", { direction: "back" })).toContain(one.url);
    expect((await t.pilot.snapshot()).has("heading", "One")).toBe(true);
    expect(await t.pilot.ok("navigate_history", { direction: "forward" })).toContain(two.url);
    expect((await t.pilot.snapshot()).has("heading", "Two")).toBe(true);
  });

  it("that cannot be reached give an error that says why", async () => {
    const text = await t.pilot.fails("NAVIGATION_FAILED", "navigate_page", { url: "http://127.0.0.1:1/" });
    expect(text).toContain("127.0.0.1:1");
    await t.pilot.open(t.site.html("<p>Works again</p>"));
  });

  it("of file:, javascript: and other local schemes are refused", async () => {
    const inside = pathToFileURL(path.join(t.pilot.folder, "x.html")).href;
    for (const url of [
      "file:///etc/passwd",
      inside,
      "FILE:///etc/passwd",
      " file:///etc/passwd",
      "javascript:alert(1)",
      "view-source:file:///etc/passwd",
    ]) {
      await t.pilot.fails("URL_NOT_ALLOWED", "navigate_page", { url });
      await t.pilot.fails("URL_NOT_ALLOWED", "new_page", { url });
    }
  });

  it("that load slowly are reported as far as they got", async () => {
    const slow = t.site.resource({ type: "text/javascript", body: "", delayMs: 2_500 });
    const answer = await t.pilot.call("navigate_page", {
      url: t.site.html(`<h1>Early</h1><script src="${slow.url}"></script><h2>Late</h2>`).url,
    });
    expect(answer.isError).toBe(false);
    await t.pilot.ok("wait_for", { text: "Late" });
  });

  it("are pictured with a bounded size, whole or by element", async () => {
    await t.pilot.see(
      t.site.html(
        `<button style="width:200px;height:50px">Shot</button><div style="height:2500px;background:linear-gradient(red,blue)"></div>`,
      ),
    );
    const view = await t.pilot.call("screenshot_page");
    expect(view.images).toHaveLength(1);
    const whole = await t.pilot.call("screenshot_page", { fullPage: true });
    expect(whole.isError, whole.text).toBe(false);
    const { width, height } = size(whole.images[0]?.data ?? Buffer.alloc(0));
    expect(Math.max(width, height)).toBeLessThanOrEqual(8_000);
    expect(height).toBeGreaterThan(size(view.images[0]?.data ?? Buffer.alloc(0)).height);
    for (const { data, mimeType } of [...view.images, ...whole.images]) {
      expect(data.length).toBeLessThan(1_500_000);
      expect(mimeType).toMatch(/^image\/(png|jpeg)$/);
    }
    const element = await t.pilot.call("screenshot_by_uid", { uid: t.pilot.uid("button", "Shot") });
    const box = size(element.images[0]?.data ?? Buffer.alloc(0));
    expect(box.width / box.height).toBeCloseTo(4, 0);
  });

  it("are saved into the client's roots if the user allows that", async () => {
    const root = mkdtempSync(path.join(tmpdir(), "uipilot-root-"));
    await t.pilot.fails("PATH_NOT_ALLOWED", "save_page", { saveTo: path.join(root, "snapshot.txt") });
    const pilot = await Pilot.start({ browser: t.browser, roots: [root], args: ["--allow-client-roots"] });
    try {
      await pilot.open(t.site.html("<p>Page</p>"));
      await pilot.ok("save_page", { saveTo: path.join(root, "snapshot.txt") });
      await pilot.fails("PATH_NOT_ALLOWED", "save_page", { saveTo: path.join(tmpdir(), "uipilot-outside.txt") });
    } finally {
      await pilot.close();
      rmSync(root, { recursive: true });
    }
  });
});
