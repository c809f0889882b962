// What holds for every document: parts have the blocks of the whole, and what is not touched stays byte for byte.

import commonmark from "commonmark-spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MarkdownDocument, type MarkdownNode, parse, parseInside, range } from "../../src/markdown/document.ts";
import { edit } from "./edit.ts";

const SLOW = 120_000;

/** Each of so many examples is taken, with another one beside it. */
const EACH = 5;
const examples = commonmark.tests.map(({ markdown }) => markdown.replaceAll("→", "\t"));

/** Blocks with their places, without what is inside of paragraphs. */
function shape(text: string, nodes: readonly MarkdownNode[]): unknown[] {
  return nodes.map((node) => {
    const { start, end } = range(node);
    const isBlock = "children" in node && !["paragraph", "heading", "tableCell"].includes(node.type);
    // Code that is not closed may count the blank lines behind it.
    const trimmed = start + text.slice(start, end).trimEnd().length;
    return [node.type, start, trimmed, isBlock ? shape(text, node.children as MarkdownNode[]) : 0];
  });
}

/** Lines that begin, go on with, and end all that can hide a heading. */
const lines = fc.constantFrom(
  "",
  "",
  "",
  "# One",
  "## Two",
  "text",
  "Set",
  "===",
  "---",
  "```",
  "```js",
  "~~~~",
  "  ```",
  "- item",
  "  more",
  "- ```",
  "    code",
  "1. one",
  "> quote",
  "> # in",
  "<!--",
  "-->",
  "<!-- x -->",
  "<div>",
  "</div>",
  "<pre>",
  "</pre>",
  "<?php",
  "?>",
  "<br>",
  ":::note",
  ":::",
  "::::tip",
  "::::",
  "| a | b |",
  "|---|---|",
  "| 1 | 2 |",
  "[a]: /x",
  '"title',
  '# end"',
  "[^1]: note",
  "+++",
  "- # in item",
  "   # three",
  "\t# tab",
  "#nothing",
  "- [ ] task",
  "***",
  "   <!--",
  "* * *",
  "`a",
  "b`",
  "<a",
  "x>",
  "  - deep",
  "    ```",
  "<script>",
  "</script>",
  "--",
);
const documents = fc
  .tuple(fc.array(lines, { maxLength: 24 }), fc.constantFrom("\n", "\n", "\r\n"), fc.boolean())
  .map(([all, eol, ends]) => all.join(eol) + (ends ? eol : ""));

function expectSameParts(text: string): void {
  const document = new MarkdownDocument(text);
  const whole = parse(text);
  expect(shape(text, document.blocks(0, text.length + 1))).toEqual(shape(text, whole.children));
  const headings = (nodes: readonly MarkdownNode[]): number[] =>
    nodes.flatMap((node) => {
      if (node.type === "heading") return [range(node).start];
      return "children" in node ? headings(node.children as MarkdownNode[]) : [];
    });
  expect(document.headings().map(({ start }) => start)).toEqual(headings(whole.children));
}

describe("a document in parts", () => {
  it("has the lists of the whole behind a fence of front matter that nothing closes", () => {
    for (const fence of ["+++", "---", "--- ", "++"]) {
      const text = `${fence}\n\n- [ ] task\n===\n\n> quoted\n===\n`;
      expect(parse(text).children.map(({ type }) => type)).toEqual([
        fence.startsWith("-") ? "thematicBreak" : "paragraph",
        "list",
        "blockquote",
      ]);
      expectSameParts(text);
    }
    expect(parse("---\na: 1\n---\n").children[0]?.type).toBe("yaml");
    expect(parse("---\r\n---").children[0]?.type).toBe("yaml");
  });

  it(
    "has the blocks of the whole, for pairs of examples of CommonMark",
    () => {
      expect(examples.length).toBeGreaterThan(640);
      let cuts = 0;
      for (const [index, example] of examples.entries()) {
        if (index % EACH > 0) continue;
        const text = `${example}\n# One\n\n${examples[(index + 37) % examples.length]}\n\n# Two\n`;
        cuts += new MarkdownDocument(text).cuts.length - 1;
        expectSameParts(text);
      }
      expect(cuts).toBeGreaterThan(800 / EACH);
    },
    SLOW,
  );

  it(
    "has the blocks of the whole, whatever hides headings",
    () => {
      fc.assert(fc.property(documents, expectSameParts), { numRuns: 300 });
    },
    SLOW,
  );
});

/** The only root heading `Target` of a text, as the parser sees the whole. */
function target(text: string): { start: number; end: number; limit: number } | undefined {
  const { children } = parse(text);
  const at = children.findIndex(
    (node) => node.type === "heading" && text.slice(range(node).start, range(node).end) === "# Target",
  );
  const node = children[at];
  if (!node) return undefined;
  const next = children.slice(at + 1).find((other) => other.type === "heading" && other.depth === 1);
  return { ...range(node), limit: next ? text.lastIndexOf("\n", range(next).start) + 1 : text.length };
}

async function expectOnlySection(text: string, content: string): Promise<boolean> {
  const place = target(text);
  const answer = await edit(text, "replaceSection", { sectionHeader: "# Target", newSectionContent: content });
  if (!place) {
    expect(answer).toMatchObject({ status: "ERROR_SECTION_NOT_FOUND", modifiedMarkdownContent: null });
    return false;
  }
  expect([text, answer.errorDetails]).toEqual([text, null]);
  const result = answer.modifiedMarkdownContent ?? "";
  const tail = text.slice(place.limit);
  expect([text, result.startsWith(text.slice(0, place.end)), result.endsWith(tail)]).toEqual([text, true, true]);
  expect(result.slice(place.end, result.length - tail.length).trim()).toBe(content);
  const after = parse(result).children.filter((node) => range(node).start >= result.length - tail.length);
  const before = parse(text).children.filter((node) => range(node).start >= place.limit);
  const shift = result.length - text.length;
  expect(after.map((node) => [node.type, range(node).start - shift])).toEqual(
    before.map((node) => [node.type, range(node).start]),
  );
  return true;
}

describe("replacing a section", () => {
  it(
    "leaves everything else as it is, with each example of CommonMark before, in and after it",
    async () => {
      let replaced = 0;
      for (const [index, example] of examples.entries()) {
        if (index % EACH > 0) continue;
        const other = examples[(index + 101) % examples.length] ?? "";
        const text = `${example}\n# Target\n\n${other}\n# Last\n\n${example}`;
        if (await expectOnlySection(text, "- item\n\nNew *text*.")) replaced += 1;
      }
      expect(replaced).toBeGreaterThan(580 / EACH);
    },
    SLOW,
  );

  it(
    "leaves everything else as it is, in generated documents",
    async () => {
      await fc.assert(
        fc.asyncProperty(documents, documents, documents, fc.boolean(), async (before, inside, after, bom) => {
          const text = `${before}\n\n# Target\n\n${inside}\n\n# Last\n\n${after}`;
          // A section inside of a directive is found too, but not by the oracle.
          fc.pre(!/^# Target|:::/m.test(before + inside + after));
          if (!bom) await expectOnlySection(text, "New.");
          else {
            const plain = await edit(text, "replaceSection", { sectionHeader: "# Target", newSectionContent: "New." });
            const marked = await edit(`\uFEFF${text}`, "replaceSection", {
              sectionHeader: "# Target",
              newSectionContent: "New.",
            });
            expect(marked.modifiedMarkdownContent).toBe(
              plain.modifiedMarkdownContent === null ? null : `\uFEFF${plain.modifiedMarkdownContent}`,
            );
          }
        }),
        { numRuns: 60 },
      );
    },
    SLOW,
  );

  it(
    "puts in each example of CommonMark as it is, or refuses it",
    async () => {
      let put = 0;
      for (const [index, example] of examples.entries()) {
        if (index % EACH > 0) continue;
        const text = "# A\n\none\n\n# Target\n\nold\n\n# B\n\n- two\n";
        const content = example.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
        const answer = await edit(text, "replaceSection", { sectionHeader: "Target", newSectionContent: example });
        if (answer.status === "SUCCESS") {
          put += 1;
          const alone = parseInside(content).children.map(({ type }) => type);
          const [first] = parseInside(content).children;
          const isWhole = first?.type === "heading" && first.depth === 1;
          const blocks = parse(answer.modifiedMarkdownContent ?? "").children.map(({ type }) => type);
          expect([example, blocks]).toEqual([
            example,
            ["heading", "paragraph", ...(isWhole ? [] : ["heading"]), ...alone, "heading", "list"],
          ]);
        } else {
          expect(answer).toMatchObject({ status: "ERROR_SERIALIZING", errorCode: "BREAKS_STRUCTURE" });
        }
      }
      expect(put).toBeGreaterThan(550 / EACH);
    },
    SLOW,
  );
});
