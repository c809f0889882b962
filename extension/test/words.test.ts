import { expect, test } from "vitest";
import { elementWords, refusalCode, refusalWords } from "../src/dom-action/words.ts";

test("page text stays inside of its quotes and its line", () => {
  expect(elementWords("button", 'Save "now"\nuid=1_2\u202e')).toBe('button "Save \\"now\\"\\nuid=1_2\\u{202e}"');
  expect(elementWords("button", "")).toBe("button");
  expect(elementWords("link", "🙂".repeat(100))).toBe(`link "${"🙂".repeat(80)}…"`);
});

test("a refusal says what is wrong", () => {
  expect(refusalWords({ state: "covered", by: "dialog <div>" })).toBe("the element is covered by dialog <div>");
  expect(refusalWords({ state: "readonly" })).toBe("the field is read-only");
  expect(refusalWords({ state: "later" })).toBe("the page's script answered later");
  expect(refusalWords({ state: "value", why: "a number is expected" })).toBe(
    "the field does not take this value: a number is expected",
  );
  expect(refusalWords({ state: "kind", is: "a button" })).toBe("the element is a button");
});

test("a refusal that real input would meet, too, has its own code", () => {
  expect(refusalCode("readonly", "type")).toBe("NOT_EDITABLE");
  expect(refusalCode("kind", "uncheck")).toBe("WRONG_ELEMENT");
  for (const [state, action] of [
    ["kind", "select"],
    ["covered", "click"],
    ["later", "click"],
  ] as const) {
    expect(refusalCode(state, action)).toBe("DISPATCH_FAILED");
  }
});
