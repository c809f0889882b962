/** Pictures of pages with a frame that does not answer. */

import { expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { pngPixels } from "../support/png-pixels.ts";
import { startSite } from "../support/site.ts";
import { sleep } from "../support/wait.ts";

it.each(oneBrowser)("show what is around it, in %s", async (browser) => {
  const site = await startSite();
  const pilot = await Pilot.start({ browser, args: ["--tools", "web,more"] });
  try {
    await pilot.ok("resize_page", { width: 800, height: 600 });
    const inner = site.html("<script>setTimeout(() => { for (;;); }, 500)</script>");
    await pilot.open(
      site.html(`<style>body { margin: 0; background: rgb(0, 200, 0); height: 3000px }
        iframe { position: absolute; left: 100.5px; top: 50.5px; width: 200px; height: 100px; border: 0 }</style>
        <iframe src="${inner.otherOrigin}"></iframe><div style="height: 10px; background: rgb(200, 0, 0)"></div>`).url,
    );
    await pilot.snapshot();
    await sleep(700);
    for (const args of [{}, {}, { fullPage: true }, { format: "jpeg" }]) {
      const { images, text, isError, ms } = await pilot.call("screenshot_page", args);
      expect(isError, text).toBe(false);
      expect(ms).toBeLessThan(5_000);
      if (args.format === "jpeg") continue;
      const { width, height, at } = pngPixels(images[0]?.data ?? Buffer.alloc(0));
      const scale = width / 800;
      expect([width, height].every((side) => side > 300)).toBe(true);
      const pixel = (x: number, y: number) => at(Math.round(x * scale), Math.round(y * scale)).slice(0, 3);
      expect(pixel(20, 5)).toEqual([200, 0, 0]);
      for (const [x, y] of [
        [20, 100],
        [200, 30],
        [200, 170],
        [400, 100],
      ] as const)
        expect(pixel(x, y)).toEqual([0, 200, 0]);
      if (browser === "firefox") expect(pixel(200, 100)).toEqual([70, 70, 70]);
    }
  } finally {
    await pilot.close();
    await site.close();
  }
});
