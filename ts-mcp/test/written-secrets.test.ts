import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { playwright } from "../src/record/written/playwright.ts";
import { rust } from "../src/record/written/rust.ts";
import { selenium } from "../src/record/written/selenium.ts";
import type { Step } from "../src/record/written/step.ts";
import { typed } from "../src/record/written/typed.ts";
import { Withheld } from "../src/record/written/withheld.ts";
import { masker } from "../src/secrets/mask.ts";
import { about, steps, target } from "./written-steps.ts";

// With what template literals, formats and expressions have words for.
// biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become code
const SECRET = "tok`{v}${w}+4815";
const languages = [playwright, selenium, rust];
const end = masker.add([
  { name: "TOK", value: SECRET },
  { name: "PIN", value: "qzwxvk" },
]);
afterAll(end);

/** Fields that are words of ours, and no texts of pages or calls. */
const WORDS = new Set(
  "do see by using button gesture unit caret direction action kind method reason state colorScheme reducedMotion contrast forcedColors media key modifiers sameSite role tag type env device uid removeHeaders".split(
    " ",
  ),
);

/** A value with a secret in every text. */
function withSecret(value: unknown, name = "", secret = ` ${SECRET}`): unknown {
  if (typeof value === "string") return WORDS.has(name) ? value : `${value}${secret}`;
  if (Array.isArray(value)) return value.map((one) => withSecret(one, name, secret));
  if (typeof value !== "object" || value === null) return value;
  // A role is a word of ours, too.
  const isRole = "by" in value && value.by === "role";
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isText = typeof inner === "string" || Array.isArray(inner);
      return [
        key === "x-a" ? `${key}${SECRET}` : key,
        (WORDS.has(key) && isText) || (isRole && key === "value") ? inner : withSecret(inner, key, secret),
      ];
    }),
  );
}

/** All steps with it, as they are written. */
function prepared(secret?: string): Step[] {
  const all = structuredClone(steps).map((step) => withSecret(step, "", secret) as Step);
  new Withheld().leaveOut(all, languages);
  return all;
}

describe("a secret in any text of any step", () => {
  it("is read from the environment, or left out, and its mark stands nowhere", () => {
    const all = prepared();
    for (const step of all) {
      for (const { code, file, name } of languages) {
        const written = code(step);
        expect(masker.text(written), `${name} ${step.action.do}`).toBe(written);
        expect(file([step], about)).not.toContain("[secret");
      }
    }
    for (const { file } of languages) expect(masker.text(file(all, about))).toBe(file(all, about));
    // What has the value as it is has it again.
    const done = all.map(({ action }) => action.do);
    expect(done.filter((what) => what === "note")).toHaveLength(1);
    const counted = { see: "count", of: { by: "role", value: "row" }, count: 3 };
    expect(all.flatMap(({ expected }) => expected)).toEqual([counted]);
  });

  it("is left out where it is encoded, or spelled by several steps", () => {
    const all = prepared(encodeURIComponent(` ${SECRET}`));
    for (const { file, code } of languages) {
      expect(masker.text(file(all, about))).toBe(file(all, about));
      for (const step of all) expect(masker.text(code(step))).toBe(code(step));
    }
    expect(all.filter(({ action }) => action.do === "goto")).toEqual([]);
    const keys: Step[] = [..."qzwxvk"].map((key) => ({
      action: { do: "press", key },
      page: 1,
      expected: [],
      opens: [],
      notes: [],
    }));
    new Withheld().leaveOut(keys, [playwright]);
    expect(masker.text(playwright.file(keys, about))).toBe(playwright.file(keys, about));
    expect(playwright.file(keys, about)).toContain("// Left out: press, with a secret");
  });

  it("is its value again where the test runs", () => {
    const step = (action: Step["action"]): Step => ({ action, page: 1, expected: [], opens: [], notes: [] });
    const source = playwright.code(step({ do: "goto", url: `http://a/"\\\`\${1}$${SECRET}$\n?` }));
    const [, text] = /^await page\.goto\((.*)\);$/s.exec(source) ?? [];
    expect(new Function("env", `return ${text}`)(() => SECRET)).toBe(`http://a/"\\\`\${1}$${SECRET}$\n?`);
    const url = `http://a/*/${SECRET}`;
    const [, pattern] =
      /new RegExp\((.*)\), \(route\)/.exec(
        playwright.code(step({ do: "route", route: { url, action: "block", headers: {} } })),
      ) ?? [];
    const made = new RegExp(new Function("env", `return ${pattern}`)(() => SECRET) as string);
    expect(made.test(`http://a/x/${SECRET}`)).toBe(true);
    expect(made.test("http://a/x/other")).toBe(false);
    expect(rust.code(step({ do: "goto", url: `{x}${SECRET}` }))).toContain('format!("{{x}}{}", env("TOK")?).as_str()');
  });

  it("is typed with the text around it, except into password fields", () => {
    expect(typed(SECRET, false, target())).toEqual({ env: "TOK", whole: true });
    expect(typed(`u-${SECRET}`, false, target())).toEqual({ text: `u-${SECRET}` });
    expect(typed(`u-${SECRET}`, true, target({ name: "Pass" }))).toEqual({ env: "TEST_PASS" });
    expect(typed(encodeURIComponent(SECRET), false, target({ name: "Code" }))).toEqual({ env: "TEST_CODE" });
  });

  it.each([playwright, selenium])(
    "has the right types as a test of $name",
    ({ file }) => {
      // Inside of the repository, so that its packages are found.
      const folder = mkdtempSync(fileURLToPath(new URL("../.types-", import.meta.url)));
      try {
        writeFileSync(path.join(folder, "package.json"), '{"type":"module"}\n');
        writeFileSync(path.join(folder, "recorded.ts"), file(prepared(), about));
        const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
        const options =
          "--ignoreConfig --noEmit --strict --target es2022 --module nodenext --skipLibCheck --types node".split(" ");
        const args = [path.join(path.dirname(compiler), "bin/tsc"), ...options, "recorded.ts"];
        const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
        expect(stdout).toBe("");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    60_000,
  );

  it("is in a program that cargo compiles as the example recorded_secrets", () => {
    const sample = fileURLToPath(new URL("../../crates/engine/examples/recorded_secrets.rs", import.meta.url));
    // One of each kind, but those of several parts: what a text is written as does not depend on how often.
    const kinds = new Set<string>();
    const some = prepared().filter(({ action, dialogs }) => {
      const isKnown = kinds.has(action.do) && dialogs === undefined && !["route", "select"].includes(action.do);
      kinds.add(action.do);
      return !isKnown && !/^(?:key|press|wheel|hover|focus|history|network|touch)/.test(action.do);
    });
    const source = rust.file(some, { ...about, browser: "firefox" }, { leftOut: ["Something."], isCut: true });
    if (process.env["UIPILOT_WRITE_SAMPLE"] === "1") writeFileSync(sample, source);
    // The committed one is formatted.
    const bare = (text: string): string => text.replace(/\s+/g, "").replace(/,([)\]}])/g, "$1");
    expect(bare(readFileSync(sample, "utf8"))).toBe(bare(source));
  });
});
