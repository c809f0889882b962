// Plain text, Markdown and JSON. Their text is given as it is, apart from line ends.

import type { Nodes, Root } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { parse as parseYaml } from "yaml";
import type { Job, Parsed } from "./job.js";
import { compact, type Heading, headings, value } from "./metadata.js";

/** Text without structure. */
export function parseText({ content }: Job): Parsed {
  return { text: withPlainEnds(content as string), metadata: {} };
}

/** Markdown: its headings and front matter are metadata; its title is that of the front matter, or the first heading. */
export function parseMarkdown({ content }: Job): Parsed {
  const text = withPlainEnds(content as string);
  const tree = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter).parse(text);
  const found = headings(headingsOf(tree));
  const front = frontMatter(tree);
  const title = value(front["title"]) ?? found.find(({ level }) => level === 1)?.text ?? found[0]?.text;
  const metadata = compact({
    author: value(front["author"]),
    published: value(front["date"]),
    language: value(front["lang"]),
    description: value(front["description"]),
    headings: found,
  });
  return { ...(title === undefined ? {} : { title }), text, metadata };
}

/** JSON: the text stays as it was written, so that no number and no order changes. */
export function parseJson({ content, truncated }: Job): Parsed {
  const text = (content as string).trim();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    const missing = truncated ? {} : { missing: "it is not valid JSON and is given as plain text" };
    return { text, metadata: {}, ...missing };
  }
  const title = isObject(data) ? value(data["title"]) : undefined;
  return { ...(title === undefined ? {} : { title }), text, metadata: {} };
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function withPlainEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/^\n+|\s+$/g, "");
}

function* headingsOf(node: Nodes): Iterable<Heading> {
  if (node.type === "heading") yield { level: node.depth, text: plainText(node) };
  else if ("children" in node) for (const child of node.children) yield* headingsOf(child);
}

function frontMatter(tree: Root): Record<string, unknown> {
  const [first] = tree.children;
  if (first?.type !== "yaml") return {};
  try {
    // Dates stay text. Aliases are bounded by the parser itself.
    const data: unknown = parseYaml(first.value, { schema: "failsafe" });
    return isObject(data) ? data : {};
  } catch {
    return {};
  }
}
