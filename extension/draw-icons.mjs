// Draws static/icons from icon.svg, in Chromium. The pictures are committed: building needs no browser.
//
//   node extension/draw-icons.mjs [EXECUTABLE]
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const [executablePath = "/usr/bin/chromium"] = process.argv.slice(2);
const mark = readFileSync(join(here, "icon.svg"), "utf8");
const folder = join(here, "static/icons");

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  for (const size of [16, 32, 48, 128]) {
    // The Web Store wants an empty border around the large one.
    const border = size === 128 ? 16 : 0;
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body { margin: ${border}px; } svg { display: block; }</style>${mark}`);
    const clip = { x: 0, y: 0, width: size, height: size };
    writeFileSync(join(folder, `${size}.png`), await page.screenshot({ omitBackground: true, clip }));
  }
} finally {
  await browser.close();
}
