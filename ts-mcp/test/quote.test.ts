import { expect, it } from "vitest";
import { brief, cssSafe, quote, shorten } from "../src/quote.ts";

it.each([
  ["plain", '"plain"'],
  ['a "b" \\c', '"a \\"b\\" \\\\c"'],
  ["one\nuid=9_9 button\r\t", '"one\\nuid=9_9 button\\r\\t"'],
  ["\u0000\u001b[31m\u009b", '"\\u{0}\\u{1b}[31m\\u{9b}"'],
  ["a\u2028b\u2029c", '"a\\u{2028}b\\u{2029}c"'],
  ["\u202eevil\u2066\u200b\ufeff", '"\\u{202e}evil\\u{2066}\\u{200b}\\u{feff}"'],
  ["\u{e0041}", '"\\u{e0041}"'],
  ["\u{e0101}\u180e\u3164", '"\\u{e0101}\\u{180e}\\u{3164}"'],
  ["half \ud800 a", '"half \\u{d800} a"'],
  ["žluťoučký 🙂 café", '"žluťoučký 🙂 café"'],
])("quotes %j inside one line", (text, quoted) => {
  expect(quote(text)).toBe(quoted);
});

it("cuts by characters, not by halves of them", () => {
  expect(shorten("🙂🙂🙂", 2)).toBe("🙂🙂…");
  expect(shorten("🙂🙂", 2)).toBe("🙂🙂");
  expect(shorten("abc", 3)).toBe("abc");
  expect(brief("x".repeat(1_000_000), 10)).toBe(`"${"x".repeat(10)}…"`);
});

it("keeps a selector usable and inside its back quotes", () => {
  expect(cssSafe('#a\\:b > [title="x"]')).toBe('#a\\:b > [title="x"]');
  expect(cssSafe("#a`b\u202ec\u2028")).toBe("#a\\60 b\\202e c\\2028 ");
});
