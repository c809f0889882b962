// Files that are made to take long. Time grows with the size, not with its square.

import { expect, test } from "vitest";
import { namesOf, scanFile, withHeadings } from "../../src/manual/names.ts";

const SIZE = 200_000;
const many = (part: string): string => part.repeat(Math.ceil(SIZE / part.length));
const fenced = (part: string): string => `\`\`\`yaml\n${part}\n\`\`\`\n`;

test.each<[string, string]>([
  ["list markers", many("- ")],
  ["nested list items", Array.from({ length: 800 }, (_, depth) => `${" ".repeat(depth)}- x\n`).join("")],
  ["quotations", many("> ")],
  ["brackets", `${many("[")}\n---\n`],
  ["definitions below which stands a line", `${many("[a]: b\n")}x\n---\n`],
  ["definitions with spaces", `${many("[a]:  \t ")}\n---\n`],
  ["a rule", `${many("- ")}x`],
  ["rules of underscores", `${many("_ \t")}x`],
  ["pipes", `${many("|a")}\n${many("|-")}\n`],
  ["a delimiter row", `a|b\n${many("-")}|${many("-")}x\n`],
  ["back quotes", many("`")],
  ["back quotes in a heading", `# ${many("`a")}\n`],
  ["underscores in a heading", `# ${many("_")}\n`],
  ["links in a heading", `# ${many("[a](")}\n`],
  ["images in a heading", `# ${many("![")}\n`],
  ["tags in a heading", `# ${many("<a ")}\n`],
  ["ids in a heading", `# ${many("A-")}\n`],
  ["braces in a heading", `# ${many("{#")}\n`],
  ["closing marks in a heading", `# x ${many("#")}y\n`],
  ["tags", many("<a b='c' ")],
  ["a comment", `<!--${many("-")}`],
  ["front matter that does not end", `---\n${many("- a\n")}`],
  ["colons", fenced(many(":"))],
  ["keys", fenced(many("a: b\n"))],
  ["a long line", fenced(many("word "))],
  ["open quotation marks", fenced(`{${many('"')}`)],
  ["escapes", fenced(`{"${many("\\\\")}`)],
  ["braces", fenced(many("{,"))],
  ["spaces after a key", fenced(`a${many(" ")}b`)],
  ["list marks in a block", fenced(`${many("- ")}a`)],
  ["items with a key", many("- **a\n")],
])("%s", { timeout: 30_000 }, (_, text) => {
  const cpu = process.cpuUsage();
  const file = scanFile(Buffer.from(text));
  namesOf(file, (name) => name);
  withHeadings(file);
  const { user, system } = process.cpuUsage(cpu);
  expect((user + system) / 1_000).toBeLessThan(1_500);
});
