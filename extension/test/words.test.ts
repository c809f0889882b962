import { expect, test } from "vitest";
import { elementWords, refusalWords } from "../src/dom-action/words.ts";

test("page text stays inside of its quotes and its line", () => {
  expect(elementWords("button", 'Save "now"\nuid=1_2\u202e')).toBe('button "Save \\"now\\"\\nuid=1_2\\u{202e}"');
  expect(elementWords("button", "")).toBe("button");
  expect(elementWords("link", "🙂".repeat(100))).toBe(`link "${"🙂".repeat(80)}…"`);
});

test("a refusal says what is wrong", () => {
  expect(refusalWords("covered", "dialog <div>")).toBe("the element is covered by dialog <div>");
  expect(refusalWords("readonly")).toBe("the field is read-only");
  expect(refusalWords("later")).toBe("the page's script answered later");
});
