// Large documents, and work that would not end.

import { describe, expect, it } from "vitest";
import { OutOfTime, withinTime } from "../../src/time-limit.ts";
import { edit as editMarkdown } from "../markdown/edit.ts";
import { edit } from "./edit.ts";

const SLOW = 120_000;
const SIZE = 5_000_000;

/** Repeats a part until it has the size. */
function grown(part: (index: number) => string): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < SIZE; index += 1) {
    const piece = part(index);
    parts.push(piece);
    length += piece.length;
  }
  return parts.join("");
}

describe("a document of 5 MB", () => {
  it(
    "is edited as JSON",
    async () => {
      const text = `{${grown((index) => `\n  "key${index}": {"name": "some name", "list": [1, 2, ${index}]},`)}\n  "last": 1\n}\n`;
      const answer = await edit("json", text, "set", { keyPath: "key10.list[2]", newValue: "new" });
      expect(answer.status).toBe("SUCCESS");
      expect(answer.modifiedTextContent === text.replace("[1, 2, 10]", '[1, 2, "new"]')).toBe(true);
    },
    SLOW,
  );

  it(
    "is edited as Markdown, a section of 30,000",
    async () => {
      const text = grown(
        (index) =>
          `## Section ${index % 20 === 0 ? `*${index}*` : index}\n\nSome text with \`code\`.\n\n- one\n- two\n\n\`\`\`sh\n# comment\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`,
      );
      const answer = await editMarkdown(text, "setTableCell", {
        sectionHeader: "Section 20000",
        rowIndex: 0,
        column: "b",
        newCellContent: "3",
      });
      expect(answer.status).toBe("SUCCESS");
      const start = text.indexOf("## Section *20000*");
      expect(
        answer.modifiedMarkdownContent === text.slice(0, start) + text.slice(start).replace("| 1 | 2 |", "| 1 | 3 |"),
      ).toBe(true);
    },
    SLOW,
  );
});

describe("time", () => {
  it(
    "grows no faster than a YAML map",
    async () => {
      const text = (size: number) =>
        Array.from({ length: size }, (_, index) => `key${index}: {a: ${index}}\n`).join("");
      const took = async (size: number) => {
        const start = process.cpuUsage();
        const answer = await edit("yaml", text(size), "set", { keyPath: `key${size - 1}.a`, newValue: "x" });
        expect(answer.status).toBe("SUCCESS");
        return process.cpuUsage(start).user;
      };
      await took(1000);
      const [small, large] = [await took(1000), await took(8000)];
      // Eight times the size; by the square it would be 64 times.
      expect(large).toBeLessThan(small * 24);
    },
    SLOW,
  );

  it("is limited, inside of a pattern too", () => {
    const hopeless = () => /^(a+)+$/.test(`${"a".repeat(60)}b`);
    const start = performance.now();
    expect(() => withinTime(300, hopeless)).toThrow(OutOfTime);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(withinTime(300, () => 1)).toBe(1);
    expect(() =>
      withinTime(300, () => {
        throw new RangeError("own");
      }),
    ).toThrow(RangeError);
  });

  it("is not spent on a text that is too large", async () => {
    expect(await edit("json", " ".repeat(10_000_001), "get", { keyPath: "" })).toMatchObject({
      errorCode: "TOO_LARGE",
    });
    const markdown = await editMarkdown(" ".repeat(10_000_001), "listSections");
    expect(markdown).toMatchObject({ status: "ERROR_PARSING", errorCode: "TOO_LARGE" });
  });
});
