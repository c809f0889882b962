import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { languageOf } from "../src/record/written/languages.ts";
import { envName, inComment, rustString, tsString } from "../src/record/written/literal.ts";
import { playwright } from "../src/record/written/playwright.ts";
import { rust } from "../src/record/written/rust.ts";
import { tellingOf } from "../src/record/written/seen.ts";
import { selenium } from "../src/record/written/selenium.ts";
import type { Action, Target } from "../src/record/written/step.ts";
import { typed } from "../src/record/written/typed.ts";
import { about, actions, click, HOSTILE, steps, target } from "./written-steps.ts";

/** The programs that cargo compiles with the examples: one for keys, wheels, fingers and all that comes after them, and one for the rest. */
const further = steps.slice(
  actions.findIndex((action) => action.do === "keyDown"),
  actions.findIndex((action) => action.do === "note"),
);
const samples = {
  recorded: steps.filter((step) => !further.includes(step)),
  recorded_input: further,
};

describe("a Playwright test with routes", () => {
  it("has no service workers, which would answer in their place", () => {
    const given = (kind: Action["do"]): string =>
      playwright.file(
        steps.filter(({ action }) => action.do === kind),
        about,
      );
    expect(given("route")).toContain('test.use({ serviceWorkers: "block" });');
    expect(given("goto")).not.toContain("test.use");
  });
});

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
    expect(typed("hunter22", true, target({ name: "Pass word (new)" }))).toEqual({ env: "TEST_PASS_WORD_NEW" });
    expect(typed("hunter22", undefined, undefined)).toEqual({ env: "TEST_TYPED_TEXT" });
    expect(typed("Ada", false, undefined)).toEqual({ text: "Ada" });
    expect(envName("密码")).toBe("TEST_PASSWORD");
    // What every shell has is no value of a field.
    expect(envName("Home")).toBe("TEST_HOME");
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

  it.each([playwright, selenium])(
    "have the right types as a test of $name",
    ({ file }) => {
      // Inside of the repository, so that its packages are found.
      const folder = mkdtempSync(fileURLToPath(new URL("../.types-", import.meta.url)));
      try {
        writeFileSync(path.join(folder, "package.json"), '{"type":"module"}\n');
        writeFileSync(path.join(folder, "recorded.ts"), file(steps, about));
        const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
        const options =
          "--ignoreConfig --noEmit --strict --target es2022 --module nodenext --skipLibCheck --types node".split(" ");
        const args = [path.join(path.dirname(compiler), "bin/tsc"), ...options, "recorded.ts"];
        const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
        expect(stdout).toBe("");
        expect(status).toBe(0);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );

  it.each(Object.entries(samples))("are a program that cargo compiles as the example %s", (name, part) => {
    const sample = fileURLToPath(new URL(`../../crates/engine/examples/${name}.rs`, import.meta.url));
    const source = rust.file(part, about);
    if (process.env["UIPILOT_WRITE_SAMPLE"] === "1") writeFileSync(sample, source);
    // The committed one is formatted.
    const bare = (text: string): string => text.replace(/\s+/g, "").replace(/,([)\]}])/g, "$1");
    expect(bare(readFileSync(sample, "utf8"))).toBe(bare(source));
  });
});

describe("what is expected of something new", () => {
  const heading = (name: string, more: Partial<Target> = {}): Target =>
    target({ role: "heading", tag: "h1", name, text: name, steps: [{ by: "role", value: "heading", name }], ...more });
  const byPath = { steps: [{ by: "css", value: "#h" }] };

  it("is the element where its locator has the text, and else its text", () => {
    const seen = (one: Target): unknown[] => tellingOf(one).map((expected) => ({ ...expected, target: undefined }));
    expect(seen(heading("Done"))).toEqual([{ see: "element" }]);
    expect(seen(heading("Done", byPath))).toEqual([{ see: "textIn", text: "Done" }]);
    // Its name is not what it says.
    expect(seen(heading("Total", { text: "Paid" }))).toEqual([{ see: "textIn", text: "Paid" }]);
    expect(seen(heading("Done", { nth: 1 }))).toEqual([{ see: "textIn", text: "Done" }]);
    expect(seen(target({ role: "status", text: "Saved" }))).toEqual([{ see: "textIn", text: "Saved" }]);
    expect(seen(target({ role: "dialog", name: "Rename", text: "Rename Cancel OK", ...byPath }))).toEqual([
      { see: "element" },
    ]);
  });

  it("is nothing where the text is another one the next time", () => {
    for (const text of ["Saved at 12:03", "Order 481516", "Loading…", "Loading...", "x".repeat(121)])
      expect(tellingOf(target({ role: "status", text })), text).toEqual([]);
    expect(tellingOf(heading("Done", { closed: true }))).toEqual([]);
  });
});

describe("helpers", () => {
  /** The names of functions that are called and not defined. */
  const missing = (source: string, names: readonly string[], defined: (name: string) => RegExp): string[] =>
    names.filter(
      (name) => new RegExp(`(?<![\\w.])(?<!fn |function )${name}\\(`).test(source) && !defined(name).test(source),
    );

  it("are there for each step by itself", () => {
    for (const step of steps) {
      const only = [{ ...step, expected: [] }];
      const rusts = ["answer", "uid", "numbers", "opened", "env"];
      expect(
        missing(rust.file(only, about), rusts, (name) => new RegExp(`fn ${name}\\(`)),
        step.action.do,
      ).toEqual([]);
      for (const language of [playwright, selenium]) {
        const source = language.file(only, about);
        const names = ["answered", "env", "find", "ready", "over", "place", "turn", "wheel", "transfer", "opened"];
        expect(
          missing(source, names, (name) => new RegExp(`function ${name}\\(|const ${name} =`)),
          source,
        ).toEqual([]);
      }
    }
  });
});
