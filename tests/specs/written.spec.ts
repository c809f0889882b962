/** Sessions written out as tests, which are run by the programs that they are written for; and locators, tried by Playwright. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { browsers } from "../support/browsers.ts";
import { executables, root } from "../support/paths.ts";
import type { Pilot } from "../support/pilot.ts";
import { inEachOwnBrowser } from "../support/suite.ts";
import { type Run, runPlaywright, runSelenium } from "../support/written.ts";

/** What pages may call things. None of it may become code. */
const HOSTILE = [
  `Say "hello" and 'bye'`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become code
  "${process.exit(7)} `rm` */ // done",
  `a >> b \\ "c"`,
  `Close" }); throw new Error("x"); //`,
  "#{1}\\u{41} {{x}} %s",
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

const CODE = "code-48151623";
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

/** The shop of the demo, which can be broken. */
class Shop {
  broken = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Shop> {
    const page = readFileSync(path.join(root, "scripts/demo/shop.html"), "utf8");
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(shop.broken ? page.replace("Thank you, ", "Sorry, ") : page);
    });
    const shop = new Shop(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

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

const passed = ({ code, text }: Run): void => expect(code, text).toBe(0);

inEachOwnBrowser(
  "a session",
  (t) => {
    /** Records what is done as a test, and reads that. */
    async function recorded(name: string, act: () => Promise<void>): Promise<string> {
      await t.pilot.ok("start_recording", { file: name, overwrite: true });
      await act();
      expect(await t.pilot.ok("stop_recording")).toMatch(/^Recorded \d+ steps/);
      return readFileSync(path.join(t.pilot.folder, name), "utf8");
    }

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
        expect(await found.count(), answer).toBe(1);
        const id = await found.evaluate((element) => (element as { id: string }).id);
        ids.add(id);
        // The same element, by ours.
        site.forget();
        await t.pilot.ok("interactWithPage", { action: "click", ...(JSON.parse(interactWithPage) as object) });
        expect((await site.event("hit")).id, answer).toBe(id);
        const [, using, text = ""] = /^By\.(css|xpath)\((".*")\)/.exec(Selenium) ?? [];
        const within = Selenium.includes(", in ") ? undefined : page;
        if (within !== undefined) {
          const native = within.locator(`${using}=${JSON.parse(text) as string}`);
          expect(await native.evaluate((element) => (element as { id: string }).id), answer).toBe(id);
        }
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

    it("becomes tests of the shop that pass, and fail when the shop is broken", async () => {
      const shop = await Shop.start();
      try {
        const spec = await recorded("shop.spec.ts", () => order(t.pilot, shop.url));
        expect(spec).toContain('await page.getByRole("button", { name: "Add bread", exact: true }).click();');
        expect(spec).toContain(
          'await page.getByRole("combobox", { name: "Delivery", exact: true }).selectOption("By bicycle");',
        );
        expect(spec).toContain("setChecked(true)");
        expect(spec).toContain('expect(dialog.message()).toBe("Order Bread and Cheese for Ada?");');
        const selenium = await recorded("shop.selenium.ts", () => order(t.pilot, shop.url));
        const rust = await recorded("shop.rs", () => order(t.pilot, shop.url));
        expect(rust).toContain("session.answer_dialog(true, None).await?;");
        expect(rust).toContain('.text("Thank you, Ada: Bread and Cheese on 2030-05-17")');
        // Without a driver, only Playwright runs its test.
        const hasDriver = existsSync(executables.chromedriver);
        const runs = [runPlaywright(spec), ...(hasDriver ? [runSelenium(selenium)] : [])];
        for (const run of await Promise.all(runs)) passed(run);
        // What a test expects does not depend on the browser that it was recorded in.
        if (t.browser !== "chromium" && browsers.length > 1) return;
        shop.broken = true;
        const failing = [runPlaywright(spec), ...(hasDriver ? [runSelenium(selenium)] : [])];
        for (const run of await Promise.all(failing)) {
          expect(run.code, run.text).not.toBe(0);
          expect(run.text).toContain("Thank you, Ada");
        }
      } finally {
        await shop.close();
      }
    });

    it("says what is left out, and has no passwords and no secrets", async () => {
      const site =
        t.site.html(`<h1>Log in</h1><label>User <input></label><label>Pass phrase <input type="password"></label>
        <label>Code <input id="code"></label><p role="status" id="out"></p><button disabled>Never</button>
        <button onclick="out.textContent = 'Hello ' + code.value">Log in</button>
        <button onclick="out.textContent = 'Welcome'">Enter</button>`);
      const spec = await recorded("login.spec.ts", async () => {
        await t.pilot.see(site);
        await t.pilot.fill("textbox", "User", "Ada");
        await t.pilot.fill("textbox", "Pass phrase", "hunter22");
        await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("textbox", "Pass phrase") });
        for (const key of "xy") await t.pilot.ok("press_key", { key });
        await t.pilot.ok("type_text", { text: "more-hunter22" });
        await t.pilot.ok("fill_by_uid", { uid: t.pilot.uid("textbox", "Code"), secret: "SHOP_CODE" });
        await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Log in") });
        await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Enter") });
        await t.pilot.fails("NOT_ENABLED", "click_by_uid", { uid: t.pilot.uid("button", "Never") });
        await t.pilot.ok("evaluate_script", { function: "() => 1" });
        await t.pilot.fails("INVALID_INPUT", "start_recording", { file: "other.rs" });
      });
      expect(spec).toContain('getByRole("textbox", { name: "User", exact: true }).fill("Ada");');
      expect(spec).toContain('fill(env("PASS_PHRASE"))');
      expect(spec).toContain('fill(env("SHOP_CODE"))');
      expect(spec.match(/keyboard\.type\(env\("TYPED_TEXT"\)\)/g)).toHaveLength(1);
      for (const secret of ["hunter22", 'type("x', CODE]) expect(spec).not.toContain(secret);
      expect(spec).toContain("// What was seen there had a secret in it, and is left out.");
      expect(spec).toContain('await expect(page.getByRole("status")).toContainText("Welcome");');
      expect(spec).toContain('// Left out: click_by_uid failed (NOT_ENABLED): button "Never".');
      expect(spec).toMatch(/\/\/ Left out: evaluate_script/);
    });
  },
  { args: ["--tools", "web,more,record", "--allow-script", `--secrets=${secrets}`] },
);
