import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { outputFolder } from "../support/paths.ts";
import { inOneBrowser } from "../support/suite.ts";

const body = `<style>body{margin:20px;font:16px sans-serif} nav a{margin-right:16px} .modal{position:fixed;left:400px;top:60px;width:220px;height:160px;background:#eee;border:1px solid #999}</style>
  <nav><a href="#a">Home</a><a href="#b">Products</a><a href="#c">About us</a></nav>
  <h1>Order form</h1>
  <p><label>Name <input></label> <label><input type="checkbox"> Agree</label></p>
  <p><select aria-label="Colour"><option>Red</option></select> <button>Send</button></p>
  <button style="position:absolute;left:450px;top:100px">Covered</button>
  <div class="modal"><button>Close</button></div>
  <div style="height:60px;width:200px;overflow:auto"><div style="height:300px"></div><button>Scrolled away</button></div>
  <iframe style="width:300px;height:80px;border:4px solid" srcdoc="<button>In the frame</button>"></iframe>
  <div style="height:2000px"></div><button id="last">At the end</button>`;

/** Number and UID by name, from the answer. */
const legend = (text: string): Map<string, { number: number; uid: string }> =>
  new Map(
    Array.from(text.matchAll(/^(\d+): uid=(\d+_\d+) \S+ "([^"]*)"/gm), ([, number, uid = "", name = ""]) => [
      name,
      { number: Number(number), uid },
    ]),
  );

/** Keeps a picture for inspection by hand. */
const keep = (name: string, data: Buffer): void => {
  mkdirSync(outputFolder, { recursive: true });
  writeFileSync(path.join(outputFolder, name), data);
};

inOneBrowser("a screenshot with marks", (t) => {
  it("numbers what is seen of the viewport, and the numbers lead to UIDs that work", async () => {
    await t.pilot.open(t.site.html(body));
    const { text, images } = await t.pilot.call("screenshot_page", { marks: true });
    const picture = images[0];
    if (!picture) throw new Error(`no picture: ${text}`);
    keep(`marks-${t.browser}.png`, picture.data);
    const marks = legend(text);
    for (const name of ["Home", "Products", "Name", "Agree", "Colour", "Send", "Close", "In the frame"])
      expect(marks.has(name), `${name} in ${text}`).toBe(true);
    for (const name of ["Covered", "Scrolled away", "At the end"]) expect(marks.has(name), name).toBe(false);
    expect([...marks.values()].map(({ number }) => number)).toEqual([...marks.keys()].map((_, index) => index + 1));
    expect(await t.pilot.ok("click_by_uid", { uid: marks.get("In the frame")?.uid })).toContain("In the frame");
    const plain = await t.pilot.call("screenshot_page");
    expect(plain.images[0]?.data.equals(picture.data)).toBe(false);
    expect(legend(plain.text).size).toBe(0);
  });

  it("numbers the whole page, an element, and obeys format, quality and size", async () => {
    const tree = await t.pilot.see(t.site.html(body));
    const whole = await t.pilot.call("screenshot_page", {
      marks: true,
      fullPage: true,
      format: "jpeg",
      quality: 40,
      maxSide: 900,
    });
    expect(legend(whole.text).has("At the end")).toBe(true);
    expect(whole.images[0]?.mimeType).toBe("image/jpeg");
    keep(`marks-whole-${t.browser}.jpg`, whole.images[0]?.data ?? Buffer.alloc(0));
    const button = await t.pilot.call("screenshot_by_uid", { uid: tree.uid("button", "Send"), marks: true });
    expect([...legend(button.text).keys()]).toEqual(["Send"]);
    const small = await t.pilot.call("screenshot_page", { maxSide: 200 });
    const { data } = small.images[0] ?? { data: Buffer.alloc(24) };
    expect(Math.max(data.readUInt32BE(16), data.readUInt32BE(20))).toBe(200);
    await t.pilot.fails("INVALID_INPUT", "screenshot_page", { quality: 0 });
  });
});
