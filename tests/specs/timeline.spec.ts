/** Recordings of sessions, opened as their reader opens them: from a file, in a browser, without a network. */

import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { mountSmall } from "../support/full-disk.ts";
import { executables } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { inOneBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

const TITLE = `</title></script><script>window.stolen = 1</script>`;
const NAME = `Buy </pre></details><img src=x onerror='window.stolen=2'>`;

const body = `<style>body{margin:20px;font:16px sans-serif} #buy{position:absolute;left:200px;top:300px;width:160px;height:40px}</style>
  <h1>Shop</h1><label>Name <input></label> <button disabled>Pay</button>
  <button id="buy" onclick="document.body.style.background = '#0a0'"></button>
  <script>buy.setAttribute("aria-label", ${JSON.stringify(NAME).replaceAll("<", "\\u003c")}); document.title = ${JSON.stringify(TITLE).replaceAll("<", "\\u003c")};</script>`;

let reader: Browser;
beforeAll(async () => {
  reader = await chromium.launch({ executablePath: executables.chromium, args: ["--no-sandbox"] });
});
afterAll(() => reader.close());

/** Opens a file as a reader without a network does. Fails if it asks for anything, or says an error. */
async function open(file: string, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await reader.newContext({ offline: true, viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on("console", (message) => wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("request", (request) => {
      if (!/^(?:file|data):/.test(request.url())) wrong.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    await look(page);
    expect(await page.evaluate("window.stolen")).toBeUndefined();
    expect(wrong).toEqual([]);
  } finally {
    await context.close();
  }
}

const args = ["--tools", "web,record,sessions"];

inOneBrowser(
  "a recording",
  (t) => {
    const file = (name: string): string => path.join(t.pilot.folder, name);

    it("shows each action with its pictures, its target marked and its answer", async () => {
      await t.pilot.open("about:blank");
      expect(await t.pilot.ok("start_recording", { file: "session.html" })).toContain("Recording to");
      await t.pilot.fails("INVALID_INPUT", "start_recording", { file: "second.html" });
      await t.pilot.see(t.site.html(body));
      await t.pilot.fill("textbox", "Name", "secret words");
      await t.pilot.click("button", /Buy/);
      await t.pilot.fails("NOT_ENABLED", "click_by_uid", {
        uid: t.pilot.uid("button", "Pay"),
        includeSnapshot: "none",
      });
      const target = { by: "role", value: "textbox", name: "Name" };
      await t.pilot.ok("interactWithPage", { action: "click", target });
      expect(await t.pilot.ok("stop_recording")).toMatch(
        /Recorded 6 steps \(1 failed\) to ".*session\.html", \d+ bytes/,
      );
      await t.pilot.fails("INVALID_INPUT", "stop_recording");
      expect(readFileSync(file("session.html"), "utf8")).not.toContain("secret words");

      await open(file("session.html"), async (page) => {
        const step = (number: number) => page.locator(`#step-${number}`);
        expect(await page.locator(".step").count()).toBe(6);
        expect(await step(1).locator("h2").innerText()).toContain("navigate_page");
        expect(await step(4).locator("h2").innerText()).toContain("<img src=x onerror=");
        expect(await step(5).locator(".outcome").innerText()).toBe("failed: NOT_ENABLED");
        expect(await step(5).locator("pre").first().textContent()).toContain("[NOT_ENABLED]");
        expect(await step(4).locator(".address").innerText()).toContain(`127.0.0.1:${t.site.port}`);
        // The click turned the page green, and the picture after it shows that. The next one has it from there.
        expect(await colour(page, 4, "Before")).toEqual([255, 255, 255]);
        expect(await colour(page, 4, "After")).toEqual([0, 170, 0]);
        expect(await colour(page, 6, "After")).toEqual([0, 170, 0]);
        // The mark is around the button, in CSS pixels of the page.
        const mark = step(4).locator("figure").first().locator("rect.mark");
        const edges = await Promise.all(["x", "y", "width", "height"].map((name) => mark.getAttribute(name)));
        expect(edges.map(Number)).toEqual([197, 297, 166, 46]);
        // What an action by a locator found is marked, too.
        expect(await step(6).locator("rect.mark").count()).toBeGreaterThan(0);
        // A call that only reads needs no picture.
        expect(await step(2).locator("figure").count()).toBe(0);
      });
    });

    it("can be filtered, and read with the keyboard alone", async () => {
      await open(file("session.html"), async (page) => {
        const shown = () => page.locator(".step:visible").count();
        await page.getByRole("radio", { name: "Failed" }).check();
        expect(await shown()).toBe(1);
        await page.getByRole("radio", { name: "All" }).check();
        await page.getByLabel("Reading calls").uncheck();
        expect(await shown()).toBe(5);
        await page.getByRole("searchbox").fill("NOT_ENABLED");
        expect(await shown()).toBe(1);
        await page.getByRole("searchbox").fill("nowhere in it");
        expect(await page.getByRole("status").innerText()).toBe("No step fits.");
        await page.getByRole("searchbox").fill("");
        await page.keyboard.press("Escape");
        const focused = () => page.evaluate("document.activeElement.id");
        await page.keyboard.press("f");
        expect(await focused()).toBe("step-5");
        await page.keyboard.press("k");
        expect(await focused()).toBe("step-4");
        await page.keyboard.press("j");
        await page.keyboard.press("j");
        expect(await focused()).toBe("step-6");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        expect(await page.locator("figure.large").count()).toBe(1);
      });
    });

    it("stays in the allowed folders, and replaces nothing that it was not told to", async () => {
      await t.pilot.fails("IO", "start_recording", { file: "session.html" });
      await t.pilot.fails("INVALID_INPUT", "start_recording", { file: "session.txt" });
      await t.pilot.fails("PATH_NOT_ALLOWED", "start_recording", { file: "../session.html" });
      symlinkSync("/tmp", file("away"));
      await t.pilot.fails("PATH_NOT_ALLOWED", "start_recording", { file: "away/session.html" });
      await t.pilot.ok("start_recording", { file: "session.html", overwrite: true, values: true });
      await t.pilot.see(t.site.html(body));
      await t.pilot.fill("textbox", "Name", "wanted words");
      await t.pilot.ok("stop_recording");
      expect(readFileSync(file("session.html"), "utf8")).toContain("wanted words");
    });

    it("is of one session, and ends with it", async () => {
      const session = /session (\S{22})\./.exec(await t.pilot.ok("open_session"))?.[1];
      await t.pilot.ok("start_recording", { file: "own.html", session });
      const page = t.site.html("<h1>In the session</h1>");
      await t.pilot.ok("navigate_page", { url: page.url, session });
      await t.pilot.open(t.site.html("<h1>In the default one</h1>"));
      await t.pilot.ok("close_session", { session });
      const written = readFileSync(file("own.html"), "utf8");
      expect(written).toContain("1 steps, 0 failed");
      expect(written).toContain("the session was closed");
      expect(written.trimEnd().endsWith("</html>")).toBe(true);
      expect(written).toContain(page.path);
    });

    it("goes on without the recording when the disk is full, and says so", async (test) => {
      const unmount = mountSmall(file("full"), "64k");
      if (unmount === undefined) return test.skip("a small file system cannot be mounted here");
      try {
        await t.pilot.ok("start_recording", { file: "full/session.html" });
        for (let count = 0; count < 4; count++) {
          const noise = Array.from(
            { length: 300 },
            (_, i) => `<p style="color:hsl(${i * 37 + count},90%,40%)">${i * 7919}</p>`,
          );
          await t.pilot.see(
            t.site.html(`<div style="columns:12">${noise.join("")}</div><p>${"text ".repeat(2_000)}</p>`),
          );
        }
        const told = await t.pilot.ok("stop_recording");
        expect(told).toContain("could not be written (ENOSPC)");
        const written = readFileSync(file("full/session.html"), "utf8");
        // No step is cut in its middle.
        expect(written.split("<article").length).toBe(written.split("</article>").length);
        expect(told).toContain(`Recorded ${written.split("</article>").length - 1} step`);
      } finally {
        unmount();
      }
    });

    it.runIf(t.browser === "firefox")("is no film here, and leaves no file then", async () => {
      await t.pilot.open("data:text/html,<h1>One</h1>");
      expect(await t.pilot.fails("UNSUPPORTED", "start_recording", { file: "film.webm" })).toContain(
        "films are made in a Chromium",
      );
      expect(existsSync(file("film.webm"))).toBe(false);
    });

    it("takes pictures that no other call notices", async () => {
      await t.pilot.ok("start_recording", { file: "aside.html" });
      await t.pilot.see(
        t.site.html(
          `${body}<script>addEventListener("focus", () => record("focus")); addEventListener("scroll", () => record("scroll"))</script>`,
        ),
      );
      await t.pilot.click("button", /Buy/);
      const recent = await t.pilot.ok("recent_actions");
      expect(recent).not.toContain("screenshot");
      // A dialog can be answered while no picture can be taken.
      await t.pilot.see(t.site.html(`<button onclick="setTimeout(() => alert('stop'))">Ask</button>`));
      await t.pilot.click("button", "Ask");
      await until("the dialog", async () => (await t.pilot.call("take_snapshot")).text.includes("DIALOG_OPEN"));
      await t.pilot.ok("accept_dialog");
      await t.pilot.ok("stop_recording");
      expect(readFileSync(file("aside.html"), "utf8")).toContain("DIALOG_OPEN");
    });
  },
  { args },
);

/** The colour of a point of a picture that nothing is drawn on. */
async function colour(page: Page, step: number, name: string): Promise<number[]> {
  const figure = page.locator(`#step-${step} figure`, { has: page.locator("figcaption", { hasText: name }) });
  await figure.scrollIntoViewIfNeeded();
  const box = await figure.locator("svg").boundingBox();
  if (box === null) throw new Error("the picture is not shown");
  const spot = { x: box.x + box.width * 0.75, y: box.y + box.height * 0.8, width: 1, height: 1 };
  const picture = (await page.screenshot({ clip: spot })).toString("base64");
  const pixel: number[] = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context?.drawImage(image, 0, 0);
    return Array.from(context?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? []);
  }, picture);
  // A JPEG is not exact.
  return pixel.map((value) => (value > 250 ? 255 : value < 5 ? 0 : Math.abs(value - 170) < 5 ? 170 : value));
}

describe.each(oneBrowser)("a recording in %s that is cut off", (browser) => {
  it.each(["SIGTERM", "SIGKILL"] as const)("by %s can be read", async (signal) => {
    const pilot = await Pilot.start({ browser, args });
    const file = path.join(pilot.folder, "cut.html");
    await pilot.ok("start_recording", { file: "cut.html" });
    await pilot.open("data:text/html,<h1>One</h1>");
    await pilot.ok("take_snapshot");
    // The step is written when its picture is there.
    await until("the steps in the file", () => readFileSync(file, "utf8").includes("id='step-2'"));
    process.kill(pilot.pid, signal);
    await pilot.gone();
    expect(existsSync(file)).toBe(true);
    const written = readFileSync(file, "utf8");
    expect(written.includes("</html>")).toBe(signal === "SIGTERM");
    await open(file, async (page) => {
      expect(await page.locator(".step").count()).toBe(2);
      expect(await page.locator('[data-count="all"]').innerText()).toBe("(2)");
    });
    await pilot.close();
  });
});
