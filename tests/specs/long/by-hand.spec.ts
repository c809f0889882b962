/** What a person does by hand while a session is recorded, written out as tests. */

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browsers } from "../../support/browsers.ts";
import { type Person, personAt } from "../../support/by-hand.ts";
import { root } from "../../support/paths.ts";
import { Pilot } from "../../support/pilot.ts";
import { sleep, until } from "../../support/wait.ts";
import { runPlaywright } from "../../support/written.ts";

const shop = readFileSync(path.join(root, "scripts/demo/shop.html"), "utf8");

/** Other places: fields of several kinds, a frame of another origin, a shadow tree, a page that changes at once. */
const start = `<!doctype html><title>Start</title><h1>Start</h1><a id="next" href="/next">Next</a>`;
const next = `<!doctype html><title>Next</title><h1>Next</h1>
  <label>User <input id="user"></label><label>Pass phrase <input id="pass" type="password"></label>
  <label>Card <input id="card" autocomplete="cc-number"></label>
  <label><input id="agree" type="checkbox"> I agree</label>
  <button id="gone">Vanish</button><button id="ours">Ours</button><div id="host"></div>
  <p role="status" id="out"></p><iframe id="inner" style="width:300px;height:80px"></iframe>
  <script>
    host.attachShadow({ mode: "open" }).innerHTML = "<button id='shadowed'>In shadow</button>";
    gone.addEventListener("pointerdown", () => { gone.textContent = "Vanished"; });
    ours.addEventListener("click", (event) => { if (event.isTrusted) out.textContent = "Ours was clicked"; });
    inner.src = location.href.replace("127.0.0.1", "localhost").replace("/next", "/frame");
    // Events of the page's own count for nothing.
    setInterval(() => { ours.dispatchEvent(new MouseEvent("click")); user.dispatchEvent(new Event("input", { bubbles: true })); }, 50);
    addEventListener("keydown", (event) => { if (event.key === "Escape") out.textContent = "Escaped"; });
  </script>`;
/** A page that keeps its own history. */
const within = `<!doctype html><title>Within</title><h1>Within</h1><button id="more">More</button><button id="undo">Undo</button>
  <script>
    let at = 0;
    more.onclick = () => history.pushState(++at, "", "#" + at);
    undo.onclick = () => history.back();
  </script>`;
/** What is pulled with the pointer, and what is not. */
const pulls = `<!doctype html><title>Pulls</title><h1>Pulls</h1>
  <canvas id="board" width="300" height="120" style="border:1px solid"></canvas>
  <div style="width:200px;height:20px;background:#ccc;position:relative">
    <div id="thumb" role="slider" aria-label="Volume" aria-valuenow="0" tabindex="0"
      style="position:absolute;left:0;width:20px;height:20px;background:#36c"></div>
  </div>
  <button id="grip" style="touch-action:none;position:relative">Grip</button><br>
  <button id="slip" style="width:120px">Slip</button><p id="words">Words that can be selected with the pointer.</p>
  <p role="status" id="out"></p>
  <script>
    const pulling = (el, moved, ended) => el.addEventListener("pointerdown", (down) => {
      el.setPointerCapture(down.pointerId);
      const move = (event) => moved(event.clientX - down.clientX, event.clientY - down.clientY);
      el.addEventListener("pointermove", move);
      el.addEventListener("pointerup", () => { el.removeEventListener("pointermove", move); out.textContent = ended(); }, { once: true });
    });
    let turns = [];
    pulling(board, (x, y) => turns.push([x, y]), () => {
      const right = Math.max(...turns.map(([x]) => x)), down = Math.max(...turns.map(([, y]) => y));
      return "A line to " + right + " and down to " + down;
    });
    pulling(thumb, (x) => { thumb.style.left = x + "px"; thumb.ariaValueNow = x; }, () => "Volume " + thumb.ariaValueNow);
    pulling(grip, (x) => { grip.style.left = x + "px"; }, () => "Grip is at " + grip.style.left);
    slip.onclick = () => { out.textContent = "Slipped"; };
    board.onclick = () => document.title += " and a click";
  </script>`;
/** Headings whose text changes, and keys that the page does not keep from the browser. */
const keyed = `<!doctype html><title>Keyed</title><h1 id="big">Keyed</h1><button id="place">Place</button><div id="grid" tabindex="0">Grid</div>
  <script>
    place.onclick = () => { big.textContent = "Order placed"; };
    grid.onkeydown = (event) => { if (event.key === "k") big.textContent = "Row kept"; };
  </script>`;
const frame = "<!doctype html><button id='framed'>In frame</button>";

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    const broken = shop.replace("Thank you, ", "Sorry, ");
    const pages: Record<string, string> = {
      "/start": start,
      "/next": next,
      "/frame": frame,
      "/within": within,
      "/pulls": pulls,
      "/keyed": keyed,
      "/broken": broken,
    };
    response.end(pages[url ?? ""] ?? shop);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Longer than what counts as caused by a step. */
const PAUSE_MS = 1_700;

describe.each(browsers)("a recording of what the user does in %s", (browser) => {
  let person: Person;
  let pilot: Pilot;
  beforeAll(async () => {
    person = await personAt(browser, `${origin}/`);
    pilot = await Pilot.start({ bare: true, args: ["--tools", "web,more,record", ...person.args] });
  });
  afterAll(async () => {
    await pilot?.close();
    await person?.close();
  });

  /** Records what is done as a test, until that has its last words, and reads it. */
  async function recorded(name: string, last: string, act: () => Promise<void>): Promise<string> {
    await pilot.ok("start_recording", { file: name, overwrite: true, user: true });
    await act();
    await until(`the test to end with ${last}`, () =>
      readFileSync(path.join(pilot.folder, name), "utf8").includes(last),
    );
    expect(await pilot.ok("stop_recording")).toMatch(/^Recorded \d+ steps/);
    return readFileSync(path.join(pilot.folder, name), "utf8");
  }

  it("becomes a test of the shop that passes, and fails when the shop is broken", async () => {
    const spec = await recorded("order.spec.ts", "Thank you, Ada: Bread and Cheese", async () => {
      await person.click("[data-name=Bread]");
      await person.click("[data-name=Cheese]");
      await person.click("[name=name]");
      await person.type("Ada{Tab}{ArrowDown}{Tab}05172030");
      await person.click("[name=gift]");
      await person.click("form button");
      await person.accept();
    });
    expect(spec).toContain('await page.getByRole("button", { name: "Add bread", exact: true }).click();');
    expect(spec).toContain('await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada");');
    expect(spec).toContain('getByRole("combobox", { name: "Delivery", exact: true }).selectOption("By bicycle");');
    expect(spec).toContain('.fill("2030-05-17");');
    expect(spec).toContain("setChecked(true)");
    expect(spec).toContain('expect(await dialogs).toEqual(["Order Bread and Cheese for Ada?"]);');
    expect(spec).toContain("Thank you, Ada: Bread and Cheese on 2030-05-17");
    if (browser !== "chromium" && browsers.length > 1) return;
    const elsewhere = spec.replaceAll(`"${origin}/"`, `"${origin}/broken"`);
    const { good, bad } = await runPlaywright({ good: spec, bad: elsewhere });
    expect(good?.passed, good?.text).toBe(true);
    expect(bad?.passed, bad?.text).toBe(false);
    expect(bad?.text).toContain("Thank you, Ada");
  });

  it("expects a heading whose text changes, and has keys that the page leaves to the browser", async () => {
    const spec = await recorded("keyed.spec.ts", '.press("k")', async () => {
      await person.go(`${origin}/keyed`);
      await person.click("#place");
      await sleep(PAUSE_MS);
      await person.click("#grid");
      await person.type("k");
    });
    expect(spec).toContain(
      'await expect(page.getByRole("heading", { name: "Order placed", exact: true })).toBeVisible();',
    );
    expect(spec).toContain('page.getByText("Grid", { exact: true }).press("k");');
  });

  it("has navigations, frames and shadow trees, no secrets, and the steps of tools once", async () => {
    const spec = await recorded("places.spec.ts", 'toContainText("Escaped", ', async () => {
      await person.go(`${origin}/next`);
      await person.go(`${origin}/start`);
      await person.click("#next");
      await pilot.ok("wait_for", { text: "In frame" });
      await sleep(PAUSE_MS);
      await person.back();
      await sleep(1_000);
      await person.reload();
      await sleep(1_000);
      await person.click("#next");
      await pilot.ok("wait_for", { text: "In frame" });
      await person.click("#user");
      await person.type("Ada");
      await person.click("#pass");
      await person.type("hunter22{Tab}4111");
      await pilot.snapshot();
      await pilot.click("button", "Ours");
      await pilot.ok("fill_by_uid", { uid: pilot.uid("textbox", "User"), value: "By tool" });
      await sleep(500);
      await person.click("#gone");
      await person.click("iframe #framed");
      await person.click("#agree");
      await person.type("{Escape}");
    });
    const lines = spec.split("\n").map((line) => line.trim());
    const index = (text: string): number => lines.findIndex((line) => line.includes(text));
    const order = [
      `page.goto("${origin}/next")`,
      `page.goto("${origin}/start")`,
      'getByRole("link", { name: "Next", exact: true }).click();',
      "page.goBack();",
      "page.reload();",
      'fill("Ada");',
      'fill(env("TEST_PASS_PHRASE"))',
      '"Tab"',
      'fill(env("TEST_CARD"))',
      'getByRole("button", { name: "Ours", exact: true }).click();',
      'fill("By tool")',
      'getByRole("button", { name: "Vanish", exact: true }).click();',
      'page.locator("#inner").contentFrame().getByRole("button", { name: "In frame", exact: true }).click();',
      "setChecked(true)",
      'press("Escape")',
    ];
    expect(
      order.map(index).filter((at) => at < 0),
      spec,
    ).toEqual([]);
    expect(order.map(index), spec).toEqual(order.map(index).toSorted((a, b) => a - b));
    for (const once of ['name: "Ours"', 'fill("By tool")', 'fill("Ada")', "page.reload()", "goBack", "Vanish"])
      expect(spec.split(once), once).toHaveLength(2);
    for (const secret of ["hunter22", "4111"]) expect(spec).not.toContain(secret);
    expect(spec).not.toContain("Left out");
    expect(spec.split(`toHaveURL("${origin}/next")`)).toHaveLength(4);
    expect(spec).toContain('toContainText("Escaped", ');
  });

  it("has steps back within one document", async () => {
    const spec = await recorded("within.spec.ts", "page.goBack()", async () => {
      await person.go(`${origin}/within`);
      for (const id of ["#more", "#more", "#undo"]) {
        await person.click(id);
        await sleep(PAUSE_MS);
      }
      await person.back();
      await sleep(500);
    });
    const lines = spec.split("\n").map((line) => line.trim());
    // The page itself went back once, when it was asked to undo.
    expect(
      lines.filter((line) => line.includes("goBack")),
      spec,
    ).toHaveLength(1);
    expect(spec.indexOf("Undo"), spec).toBeLessThan(spec.indexOf("goBack"));
    expect(spec.slice(spec.indexOf("goBack")), spec).toContain(`toHaveURL("${origin}/within")`);
  });

  it("has what is pulled with the pointer", async () => {
    const spec = await recorded("pulls.spec.ts", "Slipped", async () => {
      await person.go(`${origin}/pulls`);
      await person.pull("#board", [60, 0], [60, 40]);
      await sleep(PAUSE_MS);
      await person.pull("#thumb", [90, 0]);
      await sleep(PAUSE_MS);
      await person.pull("#grip", [70, 0]);
      await sleep(PAUSE_MS);
      await person.pull("#slip", [8, 2]);
      await sleep(PAUSE_MS);
      await person.pull("#words", [40, 0]);
    });
    const order = ['locator("#board")', 'name: "Volume"', 'name: "Grip"', 'name: "Slip", exact: true }).click()'].map(
      (text) => spec.indexOf(text),
    );
    expect(order, spec).toEqual(order.toSorted((a, b) => a - b));
    expect(Math.min(...order), spec).toBeGreaterThan(0);
    for (const seen of ["A line to 60 and down to 40", "Volume 90", "Grip is at 70px", "Slipped"])
      expect(spec, spec).toContain(`toContainText("${seen}", `);
    for (const no of ["Left out", "Words"]) expect(spec).not.toContain(no);
    // A pull ends with no click of its own.
    expect(spec.split(".click()"), spec).toHaveLength(2);
    if (browser !== "chromium" && browsers.length > 1) return;
    const { good } = await runPlaywright({ good: spec });
    expect(good?.passed, good?.text).toBe(true);
  });

  it("is for tests alone", async () => {
    await pilot.fails("INVALID_INPUT", "start_recording", { file: "session.html", user: true });
  });
});
