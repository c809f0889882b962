// The scanner beside remark: both must see the same headings, fenced blocks and tables.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import type { Root, RootContent } from "mdast";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, test } from "vitest";
import { scan } from "../../src/manual/scan.ts";

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter, ["yaml"]);

interface Seen {
  headings: string[];
  fences: number[];
  tables: number[];
}

/** Offsets of remark are those of a string, and of the scanner those of bytes: both are given Latin-1. */
function byRemark(text: string): Seen {
  const tree = processor.parse(text) as Root;
  const seen: Seen = { headings: [], fences: [], tables: [] };
  const look = (nodes: readonly RootContent[], top: boolean): void => {
    for (const node of nodes) {
      const start = node.position?.start.offset ?? -1;
      const line = text.lastIndexOf("\n", start - 1) + 1;
      if (node.type === "heading" && top) seen.headings.push(`${node.depth}@${line}`);
      if (node.type === "code" && /^(`{3}|~{3})/.test(text.slice(start))) seen.fences.push(line);
      if (node.type === "table") seen.tables.push(line);
      if (node.type === "list" || node.type === "listItem") look(node.children, false);
    }
  };
  look(tree.children, true);
  return seen;
}

function byScan(text: string): Seen {
  const { headings, fences, tables } = scan(text);
  return {
    headings: headings.map(({ level, start }) => `${level}@${start}`),
    fences: fences.map(({ from }) => from),
    tables: tables.map(({ start }) => start),
  };
}

const { tests } = createRequire(import.meta.url)("commonmark-spec") as {
  tests: { markdown: string; section: string; number: number }[];
};

describe("CommonMark's own examples", { timeout: 60_000 }, () => {
  test("give the same headings", () => {
    expect(tests.length).toBeGreaterThan(600);
    const wrong = tests
      .map(({ markdown, section, number }) => ({ section, number, markdown: markdown.replaceAll("→", "\t") }))
      .filter(
        ({ markdown }) => JSON.stringify(byScan(markdown).headings) !== JSON.stringify(byRemark(markdown).headings),
      )
      .map(
        ({ section, number, markdown }) =>
          `${number} ${section} ${JSON.stringify(markdown)} ${JSON.stringify([byScan(markdown).headings, byRemark(markdown).headings])}`,
      );
    expect(wrong).toEqual([]);
  });

  test("give the same headings one after another", () => {
    // What an example leaves open must not swallow the headings of the next one.
    const text = tests.map(({ markdown }, index) => `${markdown.replaceAll("→", "\t")}\n\n# Heading ${index}\n\n`);
    const wrong = text.filter(
      (part) => JSON.stringify(byScan(part).headings) !== JSON.stringify(byRemark(part).headings),
    );
    expect(wrong).toEqual([]);
  });
});

test("the specification of CommonMark has the same headings, fences and tables", { timeout: 60_000 }, () => {
  const path = createRequire(import.meta.url)
    .resolve("commonmark-spec/package.json")
    .replace("package.json", "spec.txt");
  // Its front matter ends with "...", which remark does not know.
  const text = readFileSync(path, "latin1").split("\n...\n").slice(1).join("\n...\n");
  expect(byRemark(text).headings.length).toBeGreaterThan(20);
  expect(byScan(text)).toEqual(byRemark(text));
});

test("documents of mixed lines have the same headings, fences and tables", { timeout: 60_000 }, () => {
  const lines = [
    "# One",
    "## Two ##",
    "   ### Three",
    "    # code",
    "#none",
    "text",
    "more text",
    "===",
    "---",
    "- item",
    "- # in item",
    "  continued",
    "1. first",
    "  ",
    "",
    "",
    "",
    "```",
    "```yaml",
    "~~~",
    "  ```",
    "> quoted",
    "> # in quote",
    "| a | b |",
    "|---|---|",
    "| 1 | 2 |",
    "a | b",
    "--- | ---",
    "<div>",
    "</div>",
    "<!-- open",
    "-->",
    '<a id="x"></a>',
    "***",
    "    indented",
    "\tTab",
    "* star",
    "[ref]: /url",
    "\\# no",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 14 }), (chosen) => {
      const text = `${chosen.join("\n")}\n`;
      expect(byScan(text)).toEqual(byRemark(text));
    }),
    { numRuns: 1_500, seed: 7 },
  );
});
