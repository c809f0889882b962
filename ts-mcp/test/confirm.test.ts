import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { fits } from "../src/confirm/glob.ts";
import { mayChange, presses } from "../src/confirm/keys.ts";
import { readPolicy } from "../src/confirm/policy.ts";
import { ROLES } from "../src/confirm/possible.ts";

const folder = mkdtempSync(path.join(tmpdir(), "uipilot-policy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "policy.json");

function policy(...rules: object[]) {
  writeFileSync(file, JSON.stringify({ rules }));
  return readPolicy(file);
}

it.each([
  ["pay*", "Pay now", true],
  ["pay*", "Repay", false],
  ["*pay*", "Re\u200bpay \n now", true],
  ["pay now", "ＰＡＹ\u00a0 now", true],
  ["p?y", "pay", true],
  ["p?y", "py", false],
  ["https://*.shop.example", "https://www.shop.example", true],
  ["https://*.shop.example", "https://shop.example", false],
  ["*", "", true],
  ["a*b*c", "a-b-b-c", true],
  ["a.c", "abc", false],
])("the pattern %j and %j", (pattern, text, expected) => {
  expect(fits(pattern, text)).toBe(expected);
});

it("compares in bounded time", () => {
  const began = performance.now();
  expect(fits(`${"*a".repeat(200)}b`, "a".repeat(100_000))).toBe(false);
  expect(performance.now() - began).toBeLessThan(5_000);
});

it("asks where every given field fits", () => {
  const rules = policy({ role: "button", name: ["pay*", "delete*"], origin: "https://shop.example" });
  const pay = { role: "button", name: "Pay now" };
  const origin = "https://shop.example";
  expect(rules.matches({ origin, parts: [pay] })).toBe(true);
  expect(rules.matches({ origin, parts: [{ role: "text", name: "x" }, pay] })).toBe(true);
  expect(rules.matches({ origin: "https://other.example", parts: [pay] })).toBe(false);
  expect(rules.matches({ origin, parts: [{ role: "link", name: "Pay now" }] })).toBe(false);
  // A name that is cut may be the one that is meant, and what is not seen in it does not count.
  expect(rules.matches({ origin, parts: [{ role: "button", name: "x", cut: true }] })).toBe(true);
  expect(rules.matches({ origin, parts: [{ role: "link", name: "x", cut: true }] })).toBe(false);
  expect(rules.matches({ origin, parts: [{ role: "button", name: "P ay", bare: "Pay" }] })).toBe(true);
  expect(rules.matches({ origin })).toBe(false);
  expect(rules.matches({ origin, unknown: true })).toBe(true);
  expect(rules.matches({ origin: "https://other.example", unknown: true })).toBe(false);
  expect(rules.matches({ anyOrigin: true, unknown: true })).toBe(true);
  expect(rules.for("click_by_uid", false).isEmpty).toBe(false);
  expect(rules.for("take_snapshot", true).isEmpty).toBe(true);
  const tools = policy({ tool: "evaluate_*" }, { tool: "take_snapshot", origin: "*" });
  expect(tools.for("evaluate_script", false).always).toBe(true);
  expect(tools.for("take_snapshot", true).always).toBe(false);
  expect(tools.for("take_snapshot", true).isEmpty).toBe(false);
  expect(tools.for("click_by_uid", false).isEmpty).toBe(true);
});

it.each([
  ["\r", 'presses "Enter"'],
  ["\r\n", 'presses "Enter"'],
  ["Control+\n", 'presses "Control+Enter"'],
  ["Control+ Enter", 'presses "Control+ Enter"'],
  ["Enter\u0085", 'presses "Enter\\u{85}"'],
  ["Shift+ ", 'presses "Shift+ "'],
  [" ", 'presses " "'],
  ["Alt+Shift+p", 'presses "Alt+Shift+p", which may be an access key,'],
  ["opt++", 'presses "opt++", which may be an access key,'],
  ["Alt+ArrowLeft", undefined],
  ["Control+A", undefined],
  ["+", undefined],
  ["Control++", undefined],
  ["\t", undefined],
  ["Alt", undefined],
  ["Backspace", undefined],
])("knows what the key %j presses", (key, expected) => {
  expect(presses("press_key", { key })).toBe(expected);
});

it("knows which keys may change a value or choose", () => {
  const changes = ["ArrowDown", "up", "Shift+ArrowLeft", "Home", "PageDown", "pgdn", "PgUp", "p", "+"];
  changes.push("Control+V", "Backspace", "del", "ForwardDelete", "Shift+Insert", "Control+Ins");
  for (const key of changes) expect(mayChange("press_key", { key }), key).toBe(true);
  for (const key of ["Enter", "Escape", "Tab", "F5", "Shift"]) expect(mayChange("press_key", { key }), key).toBe(false);
  expect(mayChange("type_text", { text: "p" })).toBe(true);
  expect(presses("type_text", { text: "a\tb" })).toBe("types where a tab moves the focus");
  expect(presses("type_text", { text: "ab\t" })).toBeUndefined();
  expect(presses("paste_by_uid", { uid: "1", text: "a\tb" })).toBeUndefined();
  expect(presses("key_down", { key: "Alt" })).toContain("access keys");
});

it.each([
  ["{", "no JSON at line 1, column 2"],
  ["[]", 'it must be {"rules": […]}'],
  ['{ "rules": [] }', "it must have 1 to 200 rules"],
  ['{ "rule": [] }', 'line 1, column 3: there is no key "rule"'],
  ['{ "rules": [{}] }', "line 1, column 13: a rule is an object with one or more of tool, origin, role, name"],
  ['{ "rules": [{ "nam": "x" }] }', 'line 1, column 15: a rule has no "nam"; did you mean name?'],
  ['{ "rules": [{ "name": [] }] }', "name must be a pattern or an array of patterns"],
  ['{ "rules": [{ "name": " " }] }', "name must be a pattern"],
  ['{ "rules": [{ "tool": "click_by_id" }] }', "did you mean click_by_uid?"],
  ['{ "rules": [{ "tool": "click_*_id" }] }', 'no tool fits "click_*_id"'],
  ['{ "rules": [{ "role": "buton" }] }', 'line 1, column 15: no role fits "buton"; did you mean button?'],
  ['{ "rules": [{ "role": "image" }] }', "did you mean img?"],
  ['{ "rules": [{ "role": ["button", "lnk*"] }] }', 'no role fits "lnk*"'],
])("refuses %s", (content, said) => {
  writeFileSync(file, content);
  expect(() => readPolicy(file)).toThrow(said);
});

it.each<[string, string?]>([
  ["http://127.0.0.1:80/", "http://127.0.0.1"],
  ["https://shop.example/p", "https://shop.example"],
  ["https://shop.example:443", "https://shop.example"],
  ["https://m\u00fcnchen.example", "https://xn--mnchen-3ya.example"],
  ["127.0.0.1:8080"],
  ["shop.example"],
  ["*.shop.example/"],
  ["shop.example*"],
  ["localhost:*"],
  ["https://*.shop.example/*"],
  ["https://*.shop.example:443"],
  ["*/cart/*"],
  ["file:///*"],
  ["https://u@shop.example"],
])("refuses the origin %j, which no page has", (origin, meant) => {
  const read = () => policy({ name: "x" }, { origin });
  expect(read).toThrow(/line 1, column \d+: no page has an origin that fits/);
  if (meant !== undefined) expect(read).toThrow(`; did you mean ${JSON.stringify(meant)}?`);
});

it.each([
  "https://shop.example",
  "HTTPS://Shop.example",
  "http://127.0.0.1:8080",
  "http://[::1]:*",
  "https://*.shop.example",
  "http*://*",
  "http*",
  "*",
  "*.shop.example",
  "*//shop.example",
  "*127.0.0.1*",
  "https://shop.example?*",
  "null",
  "n*",
  "chrome-extension://abcdefgh",
  "app://*",
])("takes the origin %j", (origin) => {
  expect(policy({ origin }).rules).toHaveLength(1);
});

it("knows the roles of snapshots", () => {
  const source = readFileSync(new URL("../../crates/engine/injected/src/semantics/role.ts", import.meta.url), "utf8");
  const words = (/const ROLES = list\(\s*"([^"]+)"/.exec(source)?.[1] ?? "").split(" ");
  const others = ["directory", "image", "presentation"];
  expect([...ROLES, ...others].sort()).toEqual(words.sort());
});
