/** What changed since a picture: by pixels, by boxes, and by elements. */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const body = `<style>body{margin:20px;font:16px sans-serif} .row{height:60px} #far{position:absolute;top:300px;left:500px;width:120px;height:40px;border:0;background:#06c}</style>
  <h1>Shop</h1><div class="row"><p id="total">Total: 5</p></div><button id="buy">Buy</button><p id="clock">12:00</p>
  <button id="far" aria-label="Far &quot;away&quot;"></button>`;

const change = (script: string): string => `${body}<script>addEventListener("message", () => { ${script} })</script>`;

/** Changes the page, as its own script does. */
const button = `<button id="go" style="position:fixed;bottom:0;right:0" onclick="postMessage(1)">Go</button>`;

inOneBrowser(
  "a comparison",
  (t) => {
    const file = (name: string): string => path.join(t.pilot.folder, name);

    it("finds what changed since the last screenshot, and says which elements are there", async () => {
      const tree = await t.pilot.see(
        t.site.html(change(`total.textContent = "Total: 850"; far.style.background = "#c00"`) + button),
      );
      await t.pilot.fails("INVALID_INPUT", "compare_screenshots");
      const shot = await t.pilot.call("screenshot_page");
      expect(await t.pilot.ok("compare_screenshots")).toMatch(/^No visible change in \d+ pixels\.$/);
      await t.pilot.click("button", "Go");
      const { text, images } = await t.pilot.call("compare_screenshots", {
        picture: true,
        ignore: [tree.uid("button", "Go")],
      });
      expect(text).toMatch(/^\d\.\d+ % changed: \d+ of \d+ pixels, in 2 boxes/);
      expect(text).toMatch(/\n1: \d+,\d+ \d+×\d+, \d+ pixels: uid=\S+ (?:paragraph|text|StaticText|p)?.*Total: 850/);
      const far = new RegExp(
        `\\n2: 500,300 120×40, 4800 pixels: uid=${tree.uid("button", /Far/)} button "Far \\\\"away\\\\""`,
      );
      expect(text).toMatch(far);
      expect(images[0]?.data.subarray(1, 4).toString()).toBe("PNG");
      expect(images[0]?.data.equals(shot.images[0]?.data ?? Buffer.of())).toBe(false);
    });

    it("says why the last screenshot cannot be compared, if it is marked", async () => {
      await t.pilot.see(t.site.html(body));
      await t.pilot.ok("screenshot_page");
      await t.pilot.ok("screenshot_page", { marks: true });
      const refused = await t.pilot.fails("INVALID_INPUT", "compare_screenshots");
      expect(refused).toContain("the last screenshot has marks");
      expect(refused).toContain("without marks");
      await t.pilot.ok("screenshot_page");
      expect(await t.pilot.ok("compare_screenshots")).toContain("No visible change");
    });

    it("leaves out elements and areas that may change", async () => {
      const tree = await t.pilot.see(
        t.site.html(
          change(`far.style.background = "#c00"; clock.textContent = "13:37"; document.activeElement.blur()`) + button,
        ),
      );
      await t.pilot.ok("screenshot_page");
      await t.pilot.click("button", "Go");
      const area = { x: 0, y: 0, width: 400, height: 400 };
      const ignore = [tree.uid("button", /Far/), tree.uid("button", "Go"), area];
      expect(await t.pilot.ok("compare_screenshots", { ignore })).toContain("No visible change");
      expect(await t.pilot.ok("compare_screenshots", { ignore: ignore.slice(0, 2) })).toContain("13:37");
      await t.pilot.fails("UNKNOWN_UID", "compare_screenshots", { ignore: ["99_99"] });
      const all = [{ x: 0, y: 0, width: 9_999, height: 9_999 }];
      expect(await t.pilot.ok("compare_screenshots", { ignore: all })).toContain("all of the picture is ignored");
    });

    it("compares files, also of other sizes, and writes the difference to a file", async () => {
      await t.pilot.open(t.site.html(change(`far.style.top = "200px"`) + button));
      await t.pilot.ok("save_page", { saveTo: "before.png" });
      await t.pilot.snapshot();
      await t.pilot.click("button", "Go");
      await t.pilot.ok("save_page", { saveTo: "after.png" });
      const said = await t.pilot.ok("compare_screenshots", {
        before: "before.png",
        after: "after.png",
        diffFile: "diff.png",
      });
      expect(said).toContain("500,300 120×40");
      expect(said).toContain("500,200 120×40");
      expect(said).not.toContain("uid=");
      expect(readFileSync(file("diff.png")).subarray(1, 4).toString()).toBe("PNG");
      await t.pilot.fails("IO", "compare_screenshots", { before: "before.png", diffFile: "diff.png" });

      await t.pilot.ok("save_page", { saveTo: "whole.jpg", fullPage: true });
      await t.pilot.ok("resize_page", { width: 700, height: 500 });
      const sizes = await t.pilot.ok("compare_screenshots", { before: "before.png" });
      expect(sizes).toMatch(/differ in size: \d+×\d+ before, 700×500 after/);
      await t.pilot.ok("resize_page", { width: 1280, height: 720 });
    });

    it.skipIf(process.platform === "win32")("refuses a pipe at once, which would never open", async () => {
      await t.pilot.see(t.site.html(body));
      execFileSync("mkfifo", [file("pipe.png")]);
      for (const given of [{ before: "pipe.png" }, { before: "pipe.png", after: "pipe.png" }]) {
        expect(await t.pilot.fails("IO", "compare_screenshots", given)).toContain("is not a file");
      }
    });

    it("refuses what is no picture, and what would take too much memory", async () => {
      await t.pilot.open(t.site.html(body));
      writeFileSync(file("text.png"), "no picture");
      writeFileSync(file("bomb.png"), bomb(100_000, 100_000));
      writeFileSync(file("cut.png"), bomb(100, 100).subarray(0, 50));
      for (const before of ["text.png", "cut.png"]) {
        expect(await t.pilot.fails("INVALID_INPUT", "compare_screenshots", { before })).toContain("no PNG or JPEG");
      }
      expect(await t.pilot.fails("INVALID_INPUT", "compare_screenshots", { before: "bomb.png" })).toContain(
        "100000 × 100000",
      );
      await t.pilot.fails("IO", "compare_screenshots", { before: "missing.png" });
      await t.pilot.fails("PATH_NOT_ALLOWED", "compare_screenshots", { before: "/etc/passwd" });
      const both = { before: "text.png", after: "text.png", uid: "1_1" };
      await t.pilot.fails("INVALID_INPUT", "compare_screenshots", both);
    });
  },
  { args: ["--tools", "web,more,record"] },
);

/** A PNG that says that it is this large. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(head));
    return Buffer.concat([size, head, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const zeros = deflateSync(Buffer.alloc(1 << 20));
  return Buffer.concat([start, chunk("IHDR", header), chunk("IDAT", zeros), chunk("IEND", Buffer.of())]);
}

function crc(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
