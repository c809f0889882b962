import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { languageOf } from "../src/record/written/languages.ts";
import { envName, inComment, rustString, tsString } from "../src/record/written/literal.ts";
import { playwright } from "../src/record/written/playwright.ts";
import { rust } from "../src/record/written/rust.ts";
import { newIn } from "../src/record/written/seen.ts";
import { selenium } from "../src/record/written/selenium.ts";
import type { Action, Expected, Step, Target } from "../src/record/written/step.ts";
import { typed } from "../src/record/written/typed.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become code
const HOSTILE = '"; ${process.exit(7)} `x` */ // \\ \n\r\u2028\u202e\u0000 {{}} #{}';

const target = (more: Partial<Target> = {}): Target => ({
  target: 'button "Save"',
  uid: "1_4",
  page: 1,
  locator: { by: "role", value: "button", name: "Save", exact: true },
  unique: true,
  steps: [{ by: "role", value: "button", name: "Save" }],
  frames: [],
  path: ["#save"],
  native: { using: "css", value: "#save" },
  closed: false,
  role: "button",
  name: "Save",
  tag: "button",
  type: "",
  secret: false,
  text: "Save",
  ...more,
});

const field = target({
  locator: { by: "label", value: '"Name"', exact: true, within: 'form "Order"', frameSelector: "#shop" },
  steps: [
    { by: "role", value: "form", name: "Order" },
    { by: "label", value: "Name" },
  ],
  frames: [["#host", "#shop"]],
  path: ["#app", "#name"],
  native: { using: "css", value: "#name" },
  tag: "input",
  type: "text",
});

const plain = { modifiers: [] };

/** Everything that can be done. */
const actions: Action[] = [
  { do: "open", url: "data:text/html,<h1>Shop</h1>", page: 1 },
  { do: "goto", url: "data:text/html,<h1>Shop</h1>" },
  { do: "history", direction: "back" },
  { do: "history", direction: "forward" },
  { do: "history", direction: "reload" },
  { do: "resize", width: 900, height: 700 },
  { do: "click", target: target(), count: 1, button: "left", ...plain },
  { do: "click", target: target(), count: 2, button: "left", ...plain },
  { do: "click", target: target(), count: 3, button: "left", modifiers: ["Shift"], at: { x: 4, y: 2.5 } },
  { do: "click", target: target(), count: 1, button: "middle", ...plain },
  { do: "click", target: target(), count: 1, button: "left", holdMs: 700, ...plain },
  { do: "hover", target: target(), ...plain, at: { x: 3, y: 3 } },
  { do: "focus", target: field },
  { do: "fill", target: field, value: { text: HOSTILE } },
  { do: "fill", target: field, value: { env: "SHOP_PASSWORD" } },
  { do: "check", target: target({ type: "checkbox" }), checked: true },
  { do: "select", target: target({ tag: "select" }), values: ["Red"] },
  { do: "select", target: target({ tag: "select" }), values: ["Red", "Blue"] },
  { do: "type", target: field, value: { text: "abc" } },
  { do: "type", value: { text: "abc" } },
  { do: "press", target: field, key: "Control+A" },
  { do: "press", key: "Enter" },
  { do: "keyDown", key: "Shift" },
  { do: "keyUp", key: "Shift" },
  { do: "wheel", by: { x: 0, y: 400 } },
  { do: "wheel", target: target(), by: { x: -20, y: 0 } },
  { do: "scrollTo", target: target() },
  { do: "drag", target: target(), to: target({ uid: "1_5", nth: 1, locator: { by: "css", value: "li", nth: 1 } }) },
  {
    do: "dragBy",
    target: target(),
    path: [
      { x: 20, y: 0.5 },
      { x: 40, y: 10 },
    ],
  },
  { do: "upload", target: target({ type: "file" }), files: ["a.pdf", "b.pdf"] },
  { do: "upload", target: target(), files: ["a.pdf"] },
  { do: "note", text: `Left out: ${inComment(HOSTILE)}` },
  { do: "look" },
];

const expected: Expected[] = [
  { see: "url", url: "https://shop.example/" },
  { see: "urlPart", part: "/done" },
  { see: "element", target: target() },
  { see: "textIn", target: target({ role: "status" }), text: HOSTILE },
  { see: "text", text: "Thank you" },
  { see: "noText", text: "Loading" },
  { see: "selector", selector: "#done" },
];

const steps: Step[] = actions.map((action) => ({ action, page: 1, expected: [], opens: [], notes: [] }));
const last = steps[steps.length - 1] as Step;
last.expected = expected;
const click = steps[6] as Step;
click.opens = [2];
click.dialog = { kind: "prompt", message: HOSTILE, answer: { accept: true, text: HOSTILE } };
steps.push({ action: { do: "closePage", page: 2 }, page: 2, expected: [], opens: [], notes: [] });

const about = { version: "0.0.0", browser: "a browser", at: new Date(0) };

/** The program that cargo compiles with the examples. */
const sample = fileURLToPath(new URL("../../crates/engine/examples/recorded.rs", import.meta.url));

describe("texts in source code", () => {
  it("stay texts", () => {
    expect(JSON.parse(tsString(HOSTILE))).toBe(HOSTILE);
    // biome-ignore lint/security/noGlobalEval: what a test means to show
    expect(eval(tsString(HOSTILE))).toBe(HOSTILE);
    for (const text of [tsString(HOSTILE), rustString(HOSTILE), inComment(HOSTILE)]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
      expect(text).not.toMatch(/[\u0000-\u001f\u2028\u202e]/);
    }
    expect(rustString("a\ud800b")).toBe('"a\ufffdb"');
  });

  it("are no passwords", () => {
    expect(typed("hunter22", true, target({ name: "Pass word (new)" }))).toEqual({ env: "PASS_WORD_NEW" });
    expect(typed("hunter22", undefined, undefined)).toEqual({ env: "TYPED_TEXT" });
    expect(typed("Ada", false, undefined)).toEqual({ text: "Ada" });
    expect(envName("密码")).toBe("PASSWORD");
  });
});

describe("written steps", () => {
  it("are in the language of the file's name", () => {
    const names = ["a.spec.ts", "a.test.ts", "A.SELENIUM.TS", "main.rs", "a.ts", "a.html"];
    expect(names.map((name) => languageOf(name)?.name)).toEqual([
      "Playwright",
      "Playwright",
      "Selenium",
      "Rust",
      undefined,
      undefined,
    ]);
  });

  it("leave nothing out silently, and parse as TypeScript", async () => {
    const { transform } = await import("esbuild");
    for (const language of [playwright, selenium]) {
      const source = language.file(steps, about);
      const { code, warnings } = await transform(source, { loader: "ts" });
      expect(warnings).toEqual([]);
      expect(code).toContain("recorded session");
      for (const [index, step] of steps.entries()) {
        const without = language.file(
          steps.filter((_, at) => at !== index),
          about,
        );
        if (step.action.do !== "look") expect(without, step.action.do).not.toBe(source);
      }
    }
    const closed = { ...click, action: { ...click.action, target: target({ closed: true }) } as Action };
    expect(playwright.file([closed], about)).toContain('// Left out: click on button "Save"');
    expect(selenium.file([closed], about)).toContain('// Left out: click on button "Save"');
  });

  it("are a program that cargo compiles as an example", () => {
    const source = rust.file(steps, about);
    if (process.env["UIPILOT_WRITE_SAMPLE"] === "1") writeFileSync(sample, source);
    // The committed one is formatted.
    const bare = (text: string): string => text.replace(/\s+/g, "").replace(/,([)\]}])/g, "$1");
    expect(bare(readFileSync(sample, "utf8"))).toBe(bare(source));
  });
});

describe("what is new in an answer", () => {
  it("is read from our own part of its lines", () => {
    const text = [
      "Since snapshot 1: 2 added (+)",
      "  uid=1_1 main",
      '+ uid=1_9 heading "Thanks" level=1',
      '~ uid=1_3 textbox "uid=1_4 alert"',
      '  uid=1_5 status "Saved"',
      '+ uid=1_7 alert "Third"',
    ].join("\n");
    expect(newIn({ text, counts: {} })).toEqual(["1_9", "1_5"]);
    expect(newIn({ text: 'uid=1_1 main\n  uid=1_2 heading "A"\n  uid=1_3 heading "B"' })).toEqual(["1_2"]);
    expect(newIn(undefined)).toEqual([]);
  });
});
