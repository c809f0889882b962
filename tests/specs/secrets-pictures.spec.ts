/** Secrets are painted over in pictures wherever a page draws them: in turned frames, and drawn a second time. */

import { expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { pngPixels } from "../support/png-pixels.ts";
import { startSite } from "../support/site.ts";

const TOKEN = "plainvalue8361";
const RED = "font:bold 24px sans-serif;color:#f00;background:#fff;margin:20px";

const quoted = (html: string): string => html.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const frame = (style: string, inner: string): string =>
  `<iframe title=F style="border:0;width:300px;height:150px;${style}" srcdoc="${quoted(`<body style="margin:0">${inner}`)}"></iframe>`;
const svg = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60"><text y="40" font-size="24" fill="red">${text}</text></svg>`)}`;

/** Pages that show a word in red and nothing else. */
const pages = (word: string): Record<string, string> => {
  const text = `<p style="${RED}">${word}</p>`;
  const apart = `<div style="padding:90px">`;
  const unseen = "font:bold 24px sans-serif;color:#fff;margin-bottom:100px";
  return {
    "upside down": frame("transform:rotate(180deg)", text),
    "a quarter": `${apart}${frame("transform:rotate(90deg)", text)}</div>`,
    mirrored: frame("transform:scaleX(-1)", text),
    askew: `${apart}${frame("transform:skewY(30deg)", text)}</div>`,
    "by rotate and scale": `${apart}${frame("rotate:200deg;scale:.8 1.2", text)}</div>`,
    "turned in a turned one": frame("height:320px;transform:rotate(180deg)", frame("transform:rotate(90deg)", text)),
    "in perspective": `<div style="perspective:300px">${frame("transform:rotateY(50deg)", text)}</div>`,
    "in a scaled box that clips": `<div style="overflow:hidden;width:300px;height:150px;transform:scale(2);transform-origin:0 0">${frame("", `<div style="padding-left:80px">${text}</div>`)}</div>`,
    "text-shadow": `<p style="${unseen};text-shadow:0 60px 0 #f00">${word}</p>`,
    "drop-shadow": `<div style="filter:drop-shadow(0 60px 0 #f00)"><p style="${unseen}">${word}</p></div>`,
    "drop-shadow of a frame": `<div style="filter:drop-shadow(0 160px 0 #f00)">${frame("", `<p style="font:bold 24px sans-serif;color:#fff">${word}</p>`)}</div>`,
    reflection: `<div style="-webkit-box-reflect:below 20px">${text}</div>`,
    use: `<svg width=600 height=200><defs><text id=t style="font:bold 24px sans-serif" fill="#f00">${word}</text></defs><use href="#t" x=200 y=120 /></svg>`,
    "a drawing as picture": `<img src="${svg(word)}">`,
    "a drawing as ground": `<div style='width:400px;height:60px;background:url("${svg(word)}")'></div>`,
    "full width": `<p style="${RED}">${word.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))}</p>`,
  };
};

it.each(oneBrowser)(
  "paints over secrets that are turned or drawn again, in %s",
  { timeout: 240_000 },
  async (browser) => {
    const site = await startSite();
    const env = { UIPILOT_SECRET_API_TOKEN: TOKEN };
    const pilot = await Pilot.start({ browser, args: ["--viewport", "800x600"], env });
    try {
      const reds = async (html: string): Promise<number> => {
        await pilot.open(site.html(html));
        const { images, text } = await pilot.call("screenshot_page", {});
        expect(images, text).toHaveLength(1);
        const picture = pngPixels(images[0]?.data ?? Buffer.alloc(0));
        let count = 0;
        for (let y = 0; y < picture.height; y++) {
          for (let x = 0; x < picture.width; x++) {
            const [red, green, blue] = picture.at(x, y);
            if (red > 170 && green < 120 && blue < 120) count++;
          }
        }
        return count;
      };
      const others = pages("anothervalue12");
      for (const [name, html] of Object.entries(pages(TOKEN))) {
        // What is no secret is seen there.
        expect(await reds(others[name] ?? ""), name).toBeGreaterThan(150);
        expect(await reds(html), name).toBe(0);
      }
    } finally {
      await pilot.close();
      await site.close();
    }
  },
);
