/** A picture of an element shows that element, wherever it is drawn, and leaves the page as it was. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { type PngPixels, pngPixels } from "../support/png-pixels.ts";
import { inOneBrowser } from "../support/suite.ts";

const PLAIN = "<style>body{margin:0}</style>";
/** Half red, half blue. */
const BOX = `<div role="img" aria-label="Box" tabindex="0" style="width:100px;height:60px;background:linear-gradient(90deg,#f00 50%,#00f 50%)"></div>`;
const framed = (style: string): string =>
  `<iframe style="${style};border:0;width:300px;height:300px" srcdoc="<body style='margin:20px'>${BOX.replaceAll('"', "&quot;")}"></iframe>`;
const RIGHT_TO_LEFT = `<script>document.documentElement.dir="rtl"</script>`;

/** [what, page, size, colour of the left or upper end, colour of the other end]. */
const PLACES: [string, string, [number, number], "red" | "blue", "red" | "blue"][] = [
  ["in a frame", framed("margin:40px"), [100, 60], "red", "blue"],
  ["in a frame that is turned", framed("transform:rotate(90deg)"), [60, 100], "red", "blue"],
  ["in a frame that is mirrored", framed("transform:scaleX(-1)"), [100, 60], "blue", "red"],
  ["in a frame that is scaled", framed("transform:scale(.5);transform-origin:0 0"), [50, 30], "red", "blue"],
  ["in a frame that is zoomed", `<div style="zoom:2">${framed("")}</div>`, [200, 120], "red", "blue"],
  [
    "far on a page that runs to the left",
    `${RIGHT_TO_LEFT}<div style="width:3000px"><div style="margin-right:2500px;width:100px">${BOX}</div></div>`,
    [100, 60],
    "red",
    "blue",
  ],
];

const colour = (pixels: PngPixels, x: number, y: number): string => {
  const [red, , blue] = pixels.at(x, y);
  return red > 200 && blue < 60 ? "red" : blue > 200 && red < 60 ? "blue" : "another";
};

inOneBrowser(
  "a picture",
  (t) => {
    it.each(PLACES)("shows an element %s", async (_, html, [width, height], first, last) => {
      const tree = await t.pilot.see(t.site.html(PLAIN + html));
      const uid = /uid=(\d+_\d+) \S+ "Box"/.exec(tree.text)?.[1];
      const { images, text } = await t.pilot.call("screenshot_by_uid", { uid });
      const pixels = pngPixels(images[0]?.data ?? Buffer.of());
      expect(text).toContain(`${width}×${height}`);
      expect([pixels.width, pixels.height]).toEqual([width, height]);
      expect(colour(pixels, 2, 2)).toBe(first);
      expect(colour(pixels, width - 3, height - 3)).toBe(last);
    });

    it("is refused of an element to which no scrolling leads", async () => {
      const tree = await t.pilot.see(
        t.site.html(PLAIN + BOX.replace("width:100px", "position:absolute;left:-500px;width:100px")),
      );
      const uid = /uid=(\d+_\d+) \S+ "Box"/.exec(tree.text)?.[1];
      await t.pilot.fails("NOT_VISIBLE", "screenshot_by_uid", { uid });
    });

    it("is as large as is told, of an element whose sides are no whole pixels", async () => {
      const tree = await t.pilot.see(
        t.site.html(PLAIN + BOX.replace("width:100px;height:60px", "width:99.6px;height:60.5px")),
      );
      const uid = /uid=(\d+_\d+) \S+ "Box"/.exec(tree.text)?.[1];
      const { images, text } = await t.pilot.call("screenshot_by_uid", { uid });
      const { width, height } = pngPixels(images[0]?.data ?? Buffer.of());
      expect(text).toContain(`${width}×${height} CSS pixels`);
      expect([width, height]).toEqual([100, 61]);
    });

    it("shows an element that the page moves as it scrolls", async () => {
      const moved = `<div id="moved" style="position:absolute;top:2000px">${BOX}</div>
        <script>addEventListener("scroll",()=>{moved.style.transform="translateY("+scrollY/2+"px)"})</script>`;
      const tree = await t.pilot.see(t.site.html(`${PLAIN}<body style="height:6000px">${moved}`));
      const uid = /uid=(\d+_\d+) \S+ "Box"/.exec(tree.text)?.[1];
      const { images } = await t.pilot.call("screenshot_by_uid", { uid });
      const pixels = pngPixels(images[0]?.data ?? Buffer.of());
      expect([colour(pixels, 2, 2), colour(pixels, 97, 57)]).toEqual(["red", "blue"]);
    });

    it("is refused of an element that the page keeps out of view", async () => {
      const kept = `<div id="kept" style="position:absolute;top:2000px">${BOX}</div>
        <script>addEventListener("scroll",()=>{kept.style.transform="translateY("+scrollY+"px)"})</script>`;
      const tree = await t.pilot.see(t.site.html(`${PLAIN}<body style="height:6000px">${kept}`));
      const uid = /uid=(\d+_\d+) \S+ "Box"/.exec(tree.text)?.[1];
      await t.pilot.fails("NOT_VISIBLE", "screenshot_by_uid", { uid });
    });

    it("of the whole page has nothing beside the page, on one that runs to the left", async () => {
      await t.pilot.open(
        t.site.html(`${PLAIN}${RIGHT_TO_LEFT}<div style="width:1600px;height:700px;background:#00f"></div>`),
      );
      const { images } = await t.pilot.call("screenshot_page", { fullPage: true });
      const pixels = pngPixels(images[0]?.data ?? Buffer.of());
      for (const x of [2, pixels.width - 20]) expect(colour(pixels, x, 20)).toBe("blue");
    });

    it("of the whole page leaves it scrolled as it was", async () => {
      const section = (background: string): string =>
        `<div style="height:100vh;overflow:auto;background:${background}"><div style="height:150vh"></div></div>`;
      await t.pilot.open(
        t.site.html(
          `${PLAIN}${section("#f00")}${section("#00f")}<script>scrollTo(0, 300); document.querySelector("div").scrollTop = 40</script>`,
        ),
      );
      await t.pilot.call("screenshot_page", { fullPage: true });
      const script = { function: `() => [scrollY, document.querySelector("div").scrollTop].join(" and ")` };
      expect(await t.pilot.ok("evaluate_script", script)).toContain("300 and 40");
    });

    it("is refused by name where it would be larger than the browser takes", async () => {
      const most = t.browser === "firefox" ? 32_767 : 500_000;
      const tall = (height: number): string => `${PLAIN}<div style="height:${height}px;width:10px"></div>`;
      for (const height of [most + 1, 2_000_000]) {
        await t.pilot.open(t.site.html(tall(height)));
        const said = await t.pilot.fails("UNSUPPORTED", "save_page", { saveTo: "tall.png", fullPage: true });
        expect(said).toContain(`${height} pixels; in this browser it has at most ${most} on a side`);
      }
      await t.pilot.open(t.site.html(tall(32_767)));
      await t.pilot.ok("save_page", { saveTo: "tall.png", fullPage: true, overwrite: true });
      const picture = readFileSync(path.join(t.pilot.folder, "tall.png"));
      expect(picture.readUInt32BE(20)).toBe(32_767);
    });
  },
  { args: ["--tools", "all", "--allow-script", "--viewport", "800x600"] },
);
