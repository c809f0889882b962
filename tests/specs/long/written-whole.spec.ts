/** What tests that were recorded must not hide or have: secrets in any text, steps that are missing, another browser. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { mountSmall } from "../../support/full-disk.ts";
import { inEachOwnBrowser } from "../../support/suite.ts";
import { recordedBy, runPlaywright, runSelenium } from "../../support/written.ts";

const TOKEN = "tok-value-nine";
const secrets = path.join(mkdtempSync(path.join(tmpdir(), "uipilot-whole-")), "secrets.json");
writeFileSync(secrets, JSON.stringify({ TOK: TOKEN }), { mode: 0o600 });
afterAll(() => rmSync(path.dirname(secrets), { recursive: true, force: true }));

const FILES = ["whole.spec.ts", "whole.selenium.ts", "whole.rs"];

inEachOwnBrowser(
  "a recorded test",
  (t) => {
    it("has no secret and no mark of one in dialogs, choices, addresses, user agents and routes, and passes", async () => {
      const site =
        t.site.html(`<button id="ask">Ask</button><label>Kind <select id="kind" onchange="out.textContent = 'Chosen'">
        <option>a<option>${TOKEN}</select></label><button aria-label="See ${TOKEN}" onclick="out.textContent = 'Saw'">See</button>
        <p role="status" id="out"></p>
        <script>ask.onclick = () => { out.textContent = prompt("Your ${TOKEN}?") === "${TOKEN}" ? "Right" : "Wrong"; };
          if (location.search === "?t=${TOKEN}") out.textContent = "Arrived";</script>`);
      const [spec = "", selenium = "", rust = ""] = await recordedBy(t.pilot, FILES, async () => {
        await t.pilot.see({ url: site.url });
        await t.pilot.click("button", "Ask");
        await t.pilot.ok("accept_dialog", { text: TOKEN });
        await t.pilot.ok("wait_for", { text: "Right" });
        await t.pilot.snapshot();
        await t.pilot.ok("select_option", { uid: t.pilot.uid("combobox", "Kind"), values: [TOKEN] });
        await t.pilot.ok("wait_for", { text: "Chosen" });
        const see = { by: "role", value: "button", name: `See ${TOKEN}` };
        await t.pilot.ok("interactWithPage", { action: "click", target: see });
        await t.pilot.ok("wait_for", { text: "Saw" });
        await t.pilot.ok("route", { action: "add", url: `${site.url}api/${TOKEN}`, do: "fulfill", text: TOKEN });
        await t.pilot.ok("emulate", { userAgent: `Agent ${TOKEN}` });
        await t.pilot.ok("navigate_page", { url: `${site.url}?t=${TOKEN}` });
        await t.pilot.ok("wait_for", { text: "Arrived" });
        // Encoded, it cannot be put together again.
        const encoded = Buffer.from(TOKEN).toString("base64");
        await t.pilot.ok("navigate_page", { url: `${site.url}?b=${encoded}` });
        await t.pilot.ok("emulate", { reset: true });
      });
      for (const text of [spec, selenium, rust]) {
        for (const never of ["[secret", TOKEN]) expect(text).not.toContain(never);
        expect(text).toContain("Left out: goto, with a secret that a test cannot read as it was there.");
      }
      expect(spec).toContain('answered(page, [env("TOK")])');
      expect(rust).toContain(`unwrap_or_else(|_| "${t.browser}".into())`);
      const env = { TOK: TOKEN };
      const ran = (await runPlaywright({ whole: spec }, {}, env))["whole"];
      expect(ran?.passed, ran?.text).toBe(true);
      const other = (await runPlaywright({ whole: spec }, {}, { TOK: "another" }))["whole"];
      expect(other?.passed).toBe(false);
      const driven = await runSelenium(selenium, {}, env);
      expect(driven.passed, driven.text).toBe(true);
    }, 240_000);

    it("types as often as the session did, and goes on in one variable only with what was typed in a row", async () => {
      const site = t.site.html(`<label>Code <input></label><button onclick="go()">Go</button>
        <form onsubmit="record('sent', { pass: pass.value }); return false"><label>Pass <input id="pass" type="password"></label></form>
        <script>let count = 0; const code = document.querySelector("input");
          code.onkeydown = ({ key }) => { if (key === "ArrowUp") count++; };
          const go = () => { count++; record("went", { count, value: code.value }); };</script>`);
      const [spec = "", selenium = "", rust = ""] = await recordedBy(t.pilot, FILES, async () => {
        await t.pilot.see(site);
        const [code, pass, button] = [
          t.pilot.uid("textbox", "Code"),
          t.pilot.uid("textbox", "Pass"),
          t.pilot.uid("button", "Go"),
        ];
        for (let count = 0; count < 2; count++) await t.pilot.ok("type_text", { uid: code, secret: "TOK" });
        // Its value is the secret, too.
        for (let count = 0; count < 2; count++) await t.pilot.ok("type_text", { uid: code, text: TOKEN });
        for (let count = 0; count < 2; count++) await t.pilot.ok("type_text", { uid: code, text: "ab" });
        for (let count = 0; count < 2; count++) await t.pilot.ok("press_key", { uid: code, key: "ArrowUp" });
        for (let count = 0; count < 2; count++) await t.pilot.ok("click_by_uid", { uid: button });
        await t.pilot.ok("type_text", { uid: pass, text: "hunter" });
        await t.pilot.ok("type_text", { uid: pass, text: "22", submitKey: "Enter" });
      });
      const did = async (): Promise<unknown[]> => {
        await site.event("sent");
        const all = [...site.events("went"), ...site.events("sent")].map(({ count, value, pass }) => [
          count,
          value,
          pass,
        ]);
        site.forget();
        return all;
      };
      const value = `${TOKEN.repeat(4)}abab`;
      const wanted = [
        [3, value, undefined],
        [4, value, undefined],
        [undefined, undefined, "hunter22"],
      ];
      expect(await did()).toEqual(wanted);
      expect(rust.match(/env\("TOK"\)/g)).toHaveLength(4);
      const env = { TOK: TOKEN, TEST_PASS: "hunter22" };
      const ran = (await runPlaywright({ whole: spec }, {}, env))["whole"];
      expect(ran?.passed, ran?.text).toBe(true);
      expect(await did()).toEqual(wanted);
      const driven = await runSelenium(selenium, {}, env);
      expect(driven.passed, driven.text).toBe(true);
      expect(await did()).toEqual(wanted);
    }, 240_000);

    it("counts what it has, and fails at its end, when the disk is full", async (test) => {
      const folder = path.join(t.pilot.folder, "full");
      const unmount = mountSmall(folder, "128k");
      if (unmount === undefined) return test.skip("a small file system cannot be mounted here");
      try {
        const site = t.site.html("<label>Text <textarea></textarea></label><button>Go</button>");
        await t.pilot.see(site);
        const end = async (): Promise<string> => t.pilot.ok("stop_recording");
        const read = (): string => readFileSync(path.join(folder, "full.spec.ts"), "utf8");
        await t.pilot.ok("start_recording", { file: FILES.map((name) => name.replace("whole", "full/full")) });
        await t.pilot.click("button", "Go");
        await t.pilot.ok("fill_by_uid", { uid: t.pilot.uid("textbox", "Text"), value: "y".repeat(150_000) });
        await t.pilot.click("button", "Go");
        const told = await end();
        // The page is opened before the first of them.
        expect(told.match(/^Recorded 2 steps to /gm), told).toHaveLength(3);
        expect(told.match(/ends early, and fails at its end: it could not be written/g)).toHaveLength(3);
        const ran = (await runPlaywright({ full: read() }))["full"];
        expect(ran).toMatchObject({ passed: false, text: expect.stringContaining("the recording was cut off here") });
        for (const end of ["selenium.ts", "rs"])
          expect(readFileSync(path.join(folder, `full.${end}`), "utf8")).toContain("the recording was cut off here");
        for (const name of FILES) rmSync(path.join(folder, name.replace("whole", "full")));
        // One that was ended in peace does not.
        await t.pilot.ok("start_recording", { file: "full/full.spec.ts" });
        await t.pilot.click("button", "Go");
        expect(read()).toContain("the recording was cut off here");
        expect(await end()).toContain("Recorded 2 steps");
        expect(read()).not.toContain("the recording was cut off here");
      } finally {
        unmount();
      }
    }, 120_000);

    it("says at its end how many steps were too many", async () => {
      await t.pilot.see(t.site.html("<label>Text <input></label><button>Go</button>"));
      const elements = Array.from({ length: 100 }, () => ({ uid: t.pilot.uid("textbox", "Text"), value: "a" }));
      const texts = await recordedBy(t.pilot, FILES, async () => {
        for (let count = 0; count < 4; count++) await t.pilot.ok("fill_form_by_uid", { elements });
        // It would be the steps 402 to 501, and what comes then would follow a gap.
        await t.pilot.ok("fill_form_by_uid", { elements });
        for (let count = 0; count < 3; count++) await t.pilot.click("button", "Go");
      });
      for (const text of texts) {
        expect(text).toMatch(
          /^ +\/\/ 103 steps were left out: a test has at most 500\.\n(?: {4}Ok\(\(\)\)\n\}|\}\);)$/m,
        );
        expect(text).not.toContain('"Go"');
      }
    }, 120_000);

    it("is right up to its last step: its dialog is answered, and what others led to is not expected", async () => {
      const site = t.site.html(`<label>Text <input></label>
        <button onclick="record('asked', { answer: String(prompt('Name?')) })">Ask</button><a href="#gone">Go</a>`);
      await t.pilot.see(site);
      const uid = t.pilot.uid("textbox", "Text");
      const elements = (count: number) => Array.from({ length: count }, () => ({ uid, value: "a" }));
      let told = "";
      await t.pilot.ok("start_recording", { file: "last.spec.ts", user: true });
      for (const count of [100, 100, 100, 100, 98]) await t.pilot.ok("fill_form_by_uid", { elements: elements(count) });
      await t.pilot.click("button", "Ask");
      await t.pilot.ok("accept_dialog", { text: "Ada" });
      // That is no step of a test.
      await t.pilot.ok("select_page", { page: 1 });
      await t.pilot.click("link", "Go");
      await t.pilot.click("button", "Ask");
      await t.pilot.ok("dismiss_dialog");
      told = await t.pilot.ok("stop_recording");
      expect(told).toContain("Recorded 500 steps");
      expect(told).toContain("3 steps were left out: a test has at most 500.");
      const spec = readFileSync(path.join(t.pilot.folder, "last.spec.ts"), "utf8");
      expect(spec).not.toContain("gone");
      expect(spec).not.toContain("Left out:");
      site.forget();
      const ran = (await runPlaywright({ last: spec }))["last"];
      expect(ran?.passed, ran?.text).toBe(true);
      expect((await site.event("asked"))["answer"]).toBe("Ada");
    }, 120_000);
  },
  { args: ["--tools", "web,more,devtools,record", `--secrets=${secrets}`] },
);
