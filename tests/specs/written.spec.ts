/** Sessions written out as tests, which are run by the programs that they are written for; and locators, tried by Playwright. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHANGED, environment, files, sayings, work, workbench } from "../support/deeds.ts";
import { executables, root } from "../support/paths.ts";
import type { Pilot } from "../support/pilot.ts";
import { inOneOwnBrowser } from "../support/suite.ts";
import { type Run, recordedBy, runPlaywright, runSelenium } from "../support/written.ts";

/** What pages may call things. None of it may become code. */
const HOSTILE = [
  `Say "hello" and 'bye'`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become code
  "${process.exit(7)} `rm` */ // done",
  `a >> b \\ "c"`,
  `Close" }); throw new Error("x"); //`,
  "#{1}\\u{41} {{x}} %s",
  "Ri\u0007ng",
  "\u0001 Start of heading",
];

const hostile = HOSTILE.map(
  (_, index) => `<button id="h${index}" onclick="record('hit', { id: this.id })"></button>`,
).join("");
const naming = `<script>${JSON.stringify(HOSTILE).replaceAll("<", "\\u003c")}.forEach((name, index) =>
  document.getElementById("h" + index).setAttribute("aria-label", name));</script>`;

/** A button in each kind of place, each of which reports that it was hit. */
const places = `<style>.gone { display: none }</style>
  ${hostile}
  <div class="gone"><button>Save</button></div><button id="save">Save</button>
  <table aria-label="People"><tr><td>Ada</td><td><button id="ada">Delete</button></td></tr>
    <tr><td>Bo</td><td><button id="bo">Delete</button></td></tr></table>
  <section aria-label="Left"><button id="left">Go</button></section>
  <section aria-label="Right"><button id="right">Go</button></section>
  <div data-testid="tile"><button id="tile" aria-label="">x</button></div>
  <label>Mail <input id="mail"></label><label>Pass phrase <input id="pass" type="password"></label>
  <label>Day <input id="day" type="date"></label>
  <input id="find" placeholder="Find it">
  <ul><li><button id="one"></button></li><li><button id="two"></button></li></ul>
  <div id="host"></div>
  <iframe id="inner" srcdoc="<button id='framed'>In frame</button><button id='framed2'>Save</button>"></iframe>
  <script>
    host.attachShadow({ mode: "open" }).innerHTML = "<button id='shadowed'>In shadow</button><p><button id='again'>Save more</button></p>";
    addEventListener("click", (event) => record("hit", { id: event.composedPath()[0].id }), true);
    frames[0].addEventListener("DOMContentLoaded", () => {});
    inner.addEventListener("load", () => inner.contentDocument.addEventListener("click", (event) => record("hit", { id: event.target.id })));
  </script>${naming}`;

/** Things at known points. */
const spread = `<style>body { margin: 0 } body > * { position: absolute; top: 40px }</style>
  <iframe style="left:50px;width:200px;height:100px;border:3px solid red;padding:2px"
    srcdoc="<canvas width=100 height=80 style='position:absolute;left:10px;top:5px' aria-label=Inner role=img></canvas>"></iframe>
  <button style="left:300px;width:100px;height:40px"><span>Sa</span><b>ve</b></button>
  <svg style="left:420px" width=100 height=50 role=img aria-label=Chart><g><rect x=10 y=10 width=50 height=30></rect></g></svg>
  <div id=host style="left:540px;width:50px;height:50px"></div>
  <input type=password aria-label=Pass style="left:300px;top:100px" oninput="echo.textContent = 'You typed ' + this.value">
  <output id=echo style="top:150px"></output>
  <button style="left:30px;top:2000px;width:100px;height:40px">Far</button>
  <script>host.attachShadow({ mode: "closed" }).innerHTML = "<canvas width=50 height=50></canvas>";</script>`;

/** What the program on the engine does in the shop and on the workbench. */
const RUST = [
  'answer(session, Some("Order Bread and Cheese for Ada?"), true, None).await?;',
  '.text("Thank you, Ada: Bread and Cheese on 2030-05-17")',
  "session.drag_by(",
  ".path(vec![Offset { dx: 20.0, dy: -40.0 }, Offset { dx: 80.0, dy: -10.0 }])",
  "session.scroll(&ScrollOptions::default().uid(",
  "TouchGesture::Pinch, &TouchOptions::default().scale(3.0)",
  "session.paste(",
  "session.drop_on(",
  '.text("rown fox jum").unit(TextUnit::Word)',
  '.text("quick").caret(TextSide::After)',
  ".delay(std::time::Duration::from_millis(10))",
  ".hold(std::time::Duration::from_millis(350))",
  'session.key_down("Shift", &ActionOptions::default())',
  "session.key_up(None, &ActionOptions::default())",
  "session.drag(",
  '.until_text("Row 70")',
  "session.evaluate(",
  "EmulateOptions::default().viewport(Viewport::new(900, 700))",
  "NetworkOptions::default().offline(true)",
  'value: env("TEST_BASKET")?',
  'RouteOptions::new("*/answer", RouteAction::Fulfill).status(503)',
];

/** What the test of Playwright has, of the shop and of what calls of `interactWithPage` saw. */
const PLAYWRIGHT = [
  'await page.getByRole("button", { name: "Add bread", exact: true }).click();',
  'await page.getByRole("combobox", { name: "Delivery", exact: true }).selectOption("By bicycle");',
  "setChecked(true)",
  'expect(await dialogs).toEqual(["Order Bread and Cheese for Ada?"]);',
  'toHaveValue("ABC");',
  'await expect(page.getByRole("checkbox", { name: "Gift", exact: true })).toBeChecked();',
  'await expect(page.getByText("4 things in the basket", { exact: true })).toBeVisible();',
  'await expect(page.locator(".mark").filter({ visible: true })).toHaveCount(3);',
];

// Without a long number: such a text would be left out for that.
const CODE = "code-four-815";
const secrets = path.join(mkdtempSync(path.join(tmpdir(), "uipilot-written-")), "secrets.json");
writeFileSync(secrets, JSON.stringify({ SHOP_CODE: CODE }), { mode: 0o600 });

let reader: Browser;
beforeAll(async () => {
  reader = await chromium.launch({ executablePath: executables.chromium, args: ["--no-sandbox"] });
});
afterAll(async () => {
  rmSync(path.dirname(secrets), { recursive: true, force: true });
  await reader.close();
});

/** The parts of an answer of `generate_locator`. */
function partsOf(answer: string): Record<string, string> {
  const found = answer.matchAll(/^(interactWithPage|Playwright|Selenium|Rust): (.*)$/gm);
  return Object.fromEntries([...found].map(([, name, text]) => [name, text]));
}

const locator = (page: Page, expression: string): Locator =>
  new Function("page", `return ${expression}`)(page) as Locator;

/** The shop of the demo, and below `/broken` one that says something else. */
class Shop {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Shop> {
    const page = readFileSync(path.join(root, "scripts/demo/shop.html"), "utf8");
    const server = createServer(({ url }, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(url === `/${BROKEN}` ? page.replace("Thank you, ", "Sorry, ") : page);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Shop(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const BROKEN = "broken";

/** Orders something, as in the demo. */
async function order(pilot: Pilot, url: string): Promise<void> {
  await pilot.see({ url });
  await pilot.click("button", "Add bread");
  await pilot.click("button", "Add cheese");
  await pilot.ok("fill_form_by_uid", {
    elements: [
      { uid: pilot.uid("textbox", "Name"), value: "Ada" },
      { uid: pilot.uid("combobox", "Delivery"), value: "By bicycle" },
      { uid: /uid=(\S+) \S+ "Day"/.exec(await pilot.ok("take_snapshot"))?.[1], value: "2030-05-17" },
    ],
  });
  await pilot.ok("interactWithPage", { action: "check", target: { value: "Wrap it as a gift" } });
  await pilot.click("button", "Place order");
  await pilot.ok("accept_dialog");
  await pilot.ok("wait_for", { text: "Thank you, Ada: Bread and Cheese on 2030-05-17" });
}

/** What was written in the first browser, without what is of its own. */
let first: string | undefined;

/** Whether tests are what another browser's session has become, and were run there. */
function isKnown(source: string, urls: readonly string[]): boolean {
  const bare = source.replace(/^.*Recorded by.*$/gm, "");
  const own = urls.reduce((text, url, index) => text.replaceAll(url, `URL${index}`), bare);
  const known = first === own;
  first ??= own;
  return known;
}

inOneOwnBrowser(
  "a session",
  (t) => {
    const recorded = (names: readonly string[], act: () => Promise<void>): Promise<string[]> =>
      recordedBy(t.pilot, names, act);

    it("has locators that lead to one element, in every language and for every name", async () => {
      const site = t.site.html(places);
      const tree = await t.pilot.see(site);
      const context = await reader.newContext();
      const page = await context.newPage();
      await page.goto(site.url);
      const uids = [...tree.text.matchAll(/uid=(\d+_\d+) (?:button|textbox|searchbox|date|Date)\b[^\n]*/gi)].map(
        ([, uid]) => uid,
      );
      expect(uids.length).toBeGreaterThan(16);
      const ids = new Set<string>();
      for (const uid of uids) {
        const answer = await t.pilot.ok("generate_locator", { uid });
        expect(answer.split("\n"), answer).toHaveLength(5);
        const { interactWithPage = "", Playwright = "", Selenium = "", Rust = "" } = partsOf(answer);
        const found = locator(page, Playwright);
        const idOf = (one: Locator): Promise<string> => one.evaluate((element) => (element as { id: string }).id);
        const [, using, text = ""] = /^By\.(css|xpath)\((".*")\)/.exec(Selenium) ?? [];
        const native = Selenium.includes(", in ") ? undefined : page.locator(`${using}=${JSON.parse(text) as string}`);
        const [count, id, nativeId] = await Promise.all([
          found.count(),
          idOf(found),
          native && idOf(native),
          // The same element, by ours.
          t.pilot.ok("interactWithPage", { action: "click", ...(JSON.parse(interactWithPage) as object) }),
        ]);
        expect(count, answer).toBe(1);
        // A button is reported twice, and the second time may come late.
        expect((await site.event("hit", (hit) => !ids.has(String(hit.id)))).id, answer).toBe(id);
        ids.add(id);
        expect(nativeId ?? id, answer).toBe(id);
        expect(Rust, answer).toMatch(/^Locator::of\("/);
      }
      expect(ids.size).toBe(uids.length);
      // By what a person sees, where that is unique.
      const of = async (name: string): Promise<string> =>
        partsOf(await t.pilot.ok("generate_locator", { uid: t.pilot.uid("button", name) })).Playwright ?? "";
      expect(await of("In shadow")).toBe('page.getByRole("button", { name: "In shadow", exact: true })');
      expect(await of("In frame")).toBe(
        'page.locator("#inner").contentFrame().getByRole("button", { name: "In frame", exact: true })',
      );
      await t.pilot.fails("UNKNOWN_UID", "generate_locator", { uid: "9_999" });
      await context.close();
    });

    it("becomes tests that pass, and fail when the page does something else", async () => {
      const shop = await Shop.start();
      const bench = workbench(t.site);
      try {
        const [spec = "", selenium = "", rust = ""] = await recorded(
          ["work.spec.ts", "work.selenium.ts", "work.rs"],
          async () => {
            await order(t.pilot, shop.url);
            await work(t.pilot, bench);
          },
        );
        for (const line of PLAYWRIGHT) expect(spec).toContain(line);
        for (const call of RUST) expect(rust).toContain(call);
        for (const text of [spec, rust]) expect(text).not.toContain("Left out");
        // All but the last thing, which is a route.
        const [driven = "", ...rest] = selenium.split(/^ {2}\/\/ Left out: the route .*$/m);
        expect(rest).toHaveLength(1);
        const driving = driven + (rest[0] ?? "").replace(/^[\s\S]*?^\}\);$/m, "});");
        expect(driving).not.toContain("Left out");
        const elsewhere = (text: string): string =>
          text.replaceAll(shop.url, shop.url + BROKEN).replaceAll(bench.url, bench.url + CHANGED);
        // All that does not come is told, and nothing is waited for: what is said instead has come by then.
        const changed = elsewhere(spec)
          .replaceAll("await expect(", "await expect.soft(")
          .replace(/(toBeVisible|toBeChecked)\(\)/g, "$1({ timeout: 100 })")
          .replace(/to(HaveValue|HaveCount)\((.*?)\);/g, "to$1($2, { timeout: 100 });")
          .replace(/^.*"Gift".*setChecked\(true\);$/m, "");
        // What a test expects does not depend on the browser that it was recorded in.
        if (isKnown(spec + driving, [shop.url, bench.url])) return;
        const drive = async (source: string, env: Record<string, string> = {}): Promise<Run> =>
          runSelenium(source, files, { ...environment, ...env });
        // Without a driver, only Playwright runs its test.
        const hasDriver = existsSync(executables.chromedriver);
        const [runs, driven1, driven2] = await Promise.all([
          runPlaywright({ work: spec, "work-changed": changed }, files, environment),
          ...(hasDriver ? [drive(driving), drive(elsewhere(driving), { WAIT_MS: "4000" })] : []),
        ]);
        const { work: good, "work-changed": bad } = runs;
        expect(good?.passed, good?.text).toBe(true);
        expect(bad?.passed).toBe(false);
        for (const text of ["Thank you, Ada", ...sayings]) expect(bad?.text).toContain(text);
        for (const text of ["4 things in the basket", "toHaveValue", "toHaveCount", "toBeChecked"])
          expect(bad?.text).toContain(text);
        if (driven1 === undefined || driven2 === undefined) return;
        expect(driven1.passed, driven1.text).toBe(true);
        expect(driven2.passed, driven2.text).toBe(false);
        expect(driven2.text).toContain("Thank you, Ada");
      } finally {
        await shop.close();
      }
    }, 240_000);

    it("has points of pictures as points of elements: in frames, controls, drawings, closed trees and out of view", async () => {
      await t.pilot.see(t.site.html(spread));
      const [spec = ""] = await recorded(["points.spec.ts"], async () => {
        const clicked = async (x: number, y: number): Promise<string> => t.pilot.ok("click_at", { x, y });
        await t.pilot.ok("screenshot_page");
        // The frame's border and padding, its canvas, and a point of that.
        await clicked(50 + 3 + 2 + 10 + 20, 40 + 3 + 2 + 5 + 30);
        await clicked(310, 60);
        await clicked(440, 60);
        await clicked(550, 60);
        await t.pilot.ok("type_at", { x: 310, y: 110, text: "hunter22" });
        const scale = Number(
          /scaled by ([\d.]+)/.exec(await t.pilot.ok("screenshot_page", { fullPage: true }))?.[1] ?? 1,
        );
        await clicked(45 * scale, 2_015 * scale);
      });
      const lines = [
        ...spec.matchAll(/^ {2}await page(.*)\.click\(\{ position: \{ x: ([\d.]+), y: ([\d.]+) \} \}\);$/gm),
      ];
      // The last picture is smaller than the page, and a pixel of it is some of the page.
      const near = (value = "", index = 0): number => (index < 5 ? Number(value) : Math.round(Number(value) / 5) * 5);
      expect(lines.map(([, locator, x, y], index) => [locator, near(x, index), near(y, index)])).toEqual([
        ['.locator("html > body > iframe").contentFrame().getByRole("img", { name: "Inner", exact: true })', 20, 30],
        ['.getByRole("button", { name: "Save", exact: true })', 10, 20],
        ['.getByRole("img", { name: "Chart", exact: true })', 20, 20],
        ['.locator("#host")', 10, 20],
        ['.getByLabel("Pass", { exact: true })', 10, 10],
        ['.getByRole("button", { name: "Far", exact: true })', 15, 15],
      ]);
      // The page has shown what was typed.
      expect(spec).toContain('await page.keyboard.type(env("TEST_PASS"));');
      expect(spec).not.toContain("hunter22");
    });

    it("opens pages that were there before, when a step is in them", async () => {
      const one = t.site.html("<h1>One</h1><button>First</button>");
      const two = t.site.html("<h1>Two</h1><button>Second</button>");
      const unused = t.site.html("<h1>Three</h1>");
      const numbers: (number | undefined)[] = [];
      for (const page of [one, two, unused, unused, unused]) {
        await t.pilot.newPage(page);
        numbers.push((await t.pilot.pages()).findLast(({ url }) => url === page.url)?.page);
      }
      const clicks: [index: number, name: string][] = [
        [1, "Second"],
        [0, "First"],
        [1, "Second"],
      ];
      const files = ["pages.spec.ts", "pages.selenium.ts", "pages.rs"];
      const [spec = "", selenium = "", rust = ""] = await recorded(files, async () => {
        await t.pilot.ok("close_page", { page: numbers[2] });
        for (const [index, name] of clicks) {
          await t.pilot.ok("select_page", { page: numbers[index] });
          await t.pilot.snapshot();
          await t.pilot.click("button", name);
        }
        // A page that is in no step is selected when one that is in some is closed, and the other way round.
        await t.pilot.ok("close_page", { page: numbers[3] });
        await t.pilot.ok("select_page", { page: numbers[4] });
        await t.pilot.ok("close_page", { page: numbers[0] });
      });
      const order = (text: string, ...parts: string[]): void => {
        const found = parts.map((part) => text.indexOf(part));
        expect(Math.min(...found), text).toBeGreaterThan(0);
        expect(found, text).toEqual(found.toSorted((a, b) => a - b));
      };
      for (const text of [spec, selenium, rust]) {
        order(text, two.url, "Second", one.url, "First");
        expect(text.split(two.url), text).toHaveLength(2);
        expect(text).not.toContain(unused.url);
      }
      expect(spec.match(/await page\d*\.close\(\)/g), spec).toHaveLength(1);
      const ran = await runPlaywright({ pages: spec });
      expect(ran["pages"]?.passed, ran["pages"]?.text).toBe(true);
      for (const number of [numbers[1], numbers[4]]) await t.pilot.ok("close_page", { page: number });
    }, 240_000);

    it("expects in the opener what a page has changed there that closed itself", async () => {
      const popup = t.site.html(
        `<button onclick="opener.out.textContent = 'Welcome Ada'; window.close()">Allow</button>`,
      );
      const main = t.site.html(
        `<h1>Main</h1><p role="status" id="out"></p><button onclick="window.open('${popup.url}')">Log in</button>`,
      );
      const files = ["popup.spec.ts", "popup.selenium.ts", "popup.rs"];
      const [spec = "", selenium = "", rust = ""] = await recorded(files, async () => {
        await t.pilot.newPage(main);
        await t.pilot.snapshot();
        await t.pilot.click("button", "Log in");
        await expect.poll(async () => (await t.pilot.pages()).at(-1)?.url).toBe(popup.url);
        await t.pilot.ok("select_page", { page: (await t.pilot.pages()).at(-1)?.page });
        await t.pilot.snapshot();
        await t.pilot.click("button", "Allow");
      });
      expect(spec).toMatch(/await expect\(page\.getByRole\("status"\)\)\.toContainText\("Welcome Ada", /);
      expect(rust).toMatch(/select_page[\s\S]*select_page[\s\S]*Welcome Ada/);
      // Whether a program is told of its click or of the page's end first differs from run to run.
      expect(spec).toMatch(/await closing\(page2, page2\.getByRole\("button", .*\.click\(\)\);/);
      expect(selenium).toMatch(/await closing\(pages\[\d+\] as string, .*\.click\(\)\);/);
      expect((await runPlaywright({ popup: spec }))["popup"]).toEqual({ passed: true, text: "" });
      expect(await runSelenium(selenium)).toMatchObject({ passed: true });
      await t.pilot.ok("close_page", { page: (await t.pilot.pages()).at(-1)?.page });
    }, 240_000);

    it("gives fields the values that they got: without line breaks, and with tabs", async () => {
      const kept = "record('kept', { value: this.value })";
      const site = t.site.html(
        `<label>Line <input onchange="${kept}"></label><label>Area <textarea onchange="${kept}"></textarea></label><button>End</button>`,
      );
      const [spec = "", selenium = ""] = await recorded(["values.spec.ts", "values.selenium.ts"], async () => {
        await t.pilot.see(site);
        await t.pilot.fill("textbox", "Line", "two\r\nlines");
        await t.pilot.fill("textbox", "Area", "a\tb\nc");
        await t.pilot.click("button", "End");
      });
      expect(spec).toContain('.fill("twolines");');
      const values = async (): Promise<unknown[]> => {
        await expect.poll(() => site.events("kept")).toHaveLength(2);
        const all = site.events("kept").map(({ value }) => value);
        site.forget();
        return all;
      };
      const got = await values();
      expect(got).toEqual(["twolines", "a\tb\nc"]);
      expect((await runPlaywright({ values: spec }))["values"]).toMatchObject({ passed: true });
      expect(await values()).toEqual(got);
      expect(await runSelenium(selenium)).toMatchObject({ passed: true });
      expect(await values()).toEqual(got);
    }, 240_000);

    it("says what is left out, and has no passwords and no secrets", async () => {
      const site =
        t.site.html(`<h1>Log in</h1><label>User <input></label><label>Pass phrase <input type="password"></label>
        <label>Code <input id="code"></label><label>Plain <input></label><label>Note <input></label>
        <p role="status" id="out"></p><button disabled>Never</button>
        <button onclick="out.textContent = 'Hello ' + code.value">Log in</button>
        <button onclick="out.textContent = 'Welcome'">Enter</button>`);
      const [spec = "", timeline = ""] = await recorded(["login.spec.ts", "login.html"], async () => {
        await t.pilot.see(site);
        await t.pilot.fill("textbox", "User", "Ada");
        await t.pilot.fill("textbox", "Pass phrase", "hunter22");
        await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("textbox", "Pass phrase") });
        for (const key of "xy") await t.pilot.ok("press_key", { key });
        await t.pilot.ok("type_text", { text: "more-hunter22" });
        await t.pilot.ok("fill_by_uid", { uid: t.pilot.uid("textbox", "Code"), secret: "SHOP_CODE" });
        // Its value is known to whoever gives it as a value.
        await t.pilot.fill("textbox", "Plain", CODE);
        await t.pilot.fill("textbox", "Note", `the code: ${CODE}`);
        await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Log in") });
        await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Enter") });
        const never = { by: "role", value: "button", name: "Never" };
        const click = { action: "click", target: never, options: { timeoutMs: 300 } };
        await t.pilot.fails("NOT_ENABLED", "interactWithPage", click);
        await t.pilot.ok("evaluate_script", { function: "() => { throw new Error('x') }" });
        await t.pilot.fails("INVALID_INPUT", "start_recording", { file: "other.rs" });
      });
      expect(spec).toContain('getByRole("textbox", { name: "User", exact: true }).fill("Ada");');
      expect(spec).toContain('fill(env("TEST_PASS_PHRASE"))');
      expect(spec.match(/fill\(env\("SHOP_CODE"\)\)/g)).toHaveLength(2);
      expect(spec).toContain(
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is written
        'getByRole("textbox", { name: "Note", exact: true }).fill(`the code: ${env("SHOP_CODE")}`)',
      );
      expect(spec.match(/keyboard\.type\(env\("TEST_TYPED_TEXT"\)\)/g)).toHaveLength(1);
      for (const secret of ["hunter22", 'type("x', CODE]) expect(spec).not.toContain(secret);
      expect(spec).toContain("// What was seen there had a secret in it, and is left out.");
      expect(spec).toContain('await expect(page.getByRole("status")).toContainText("Welcome", ');
      expect(spec).toContain('// Left out: interactWithPage failed (NOT_ENABLED): button "Never".');
      expect(spec).toMatch(/\/\/ Left out: evaluate_script/);
      // A timeline beside it is one of the same calls.
      expect(timeline.match(/<article/g)?.length ?? 0).toBeGreaterThan(10);
      for (const file of [["twice.rs", "twice.rs"], ["one.html", "two.html"], ["a.rs", "b.txt"], []])
        await t.pilot.fails("INVALID_INPUT", "start_recording", { file });
      await t.pilot.fails("IO", "start_recording", { file: ["new.rs", "login.spec.ts"] });
      await t.pilot.fails("IO", "start_recording", { file: ["new.rs", "login.html"] });
      expect(existsSync(path.join(t.pilot.folder, "new.rs"))).toBe(false);
    });
  },
  { args: ["--tools", "web,more,vision,state,devtools,record", "--allow-script", `--secrets=${secrets}`] },
);
