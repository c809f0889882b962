// Files are left out of a look for a text only if they do not have it.

import fc from "fast-check";
import { expect, test } from "vitest";
import { mayHold, trigramsOf } from "../../src/manual/trigrams.ts";

const bytes = fc.uint8Array({ maxLength: 400 });

test("a file may hold each part of it", () => {
  fc.assert(
    fc.property(bytes, fc.nat(400), fc.nat(40), (file, from, length) => {
      expect(mayHold(file.subarray(from, from + length))(trigramsOf(file))).toBe(true);
    }),
  );
});

test("most files do not hold what is not in them", () => {
  const words = Array.from({ length: 1_500 }, (_, index) => `word${(index * 7919) % 10_007}`);
  const file = trigramsOf(Buffer.from(words.join(" ")));
  const others = Array.from({ length: 1_000 }, (_, index) => `ID-${index}-missing`);
  expect(others.filter((text) => mayHold(Buffer.from(text))(file))).toEqual([]);
  expect(mayHold(Buffer.from("xy"))(file)).toBe(true);
});
