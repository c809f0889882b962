// Data in Markdown: YAML and JSON blocks, front matter, tables, and lists of "**Key:** value".

import JSON5 from "json5";
import type { Root, Table } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { parseAllDocuments } from "yaml";
import { utf8 } from "./names.js";
import type { Range } from "./scan.js";

/** A block that is no valid YAML or JSON. */
export class BlockError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The values in a block: one for each document of YAML.
 *
 * @param line the number of the block's first line in its file
 * @throws BlockError
 */
export function parseBlock(text: string, language: string, line: number): unknown[] {
  if (language === "json5" || language === "jsonc") return [byJson5(text, line)];
  const documents = parseAllDocuments(text, { intAsBigInt: true, logLevel: "silent" });
  if (!Array.isArray(documents)) return [];
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error !== undefined) {
    // Blocks marked as JSON often have comments.
    if (language === "json") return [byJson5(text, line)];
    const at = line + (error.linePos?.[0].line ?? 1) - 1;
    throw new BlockError(at, error.message.split("\n")[0]?.replace(/ at line \d+.*$/, "") ?? error.code);
  }
  return documents.map((document) => {
    try {
      return plain(document.toJS());
    } catch (error) {
      throw new BlockError(line, error instanceof Error ? error.message : String(error));
    }
  });
}

function byJson5(text: string, line: number): unknown {
  try {
    return JSON5.parse(text);
  } catch (error) {
    const at = (error as { lineNumber?: number }).lineNumber ?? 1;
    throw new BlockError(line + at - 1, error instanceof Error ? error.message : String(error));
  }
}

/** A value of YAML as JSON has it. A whole number that JavaScript cannot hold exactly becomes its digits. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** Whether a value is a mapping. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A table's header and rows, as plain text. */
export interface TableData {
  header: string[];
  rows: string[][];
}

const processor = unified().use(remarkParse).use(remarkGfm);

const parse = (markdown: string): Root => processor.parse(markdown);

/** The tables in a part of a file. A table in a list item is indented, which is not part of it. */
export function tableAt(bytes: Buffer, range: Range): TableData | undefined {
  const lines = utf8(bytes, range).split("\n");
  const tree = parse(lines.map((line) => line.trimStart()).join("\n"));
  const table = tree.children.find((node): node is Table => node.type === "table");
  if (table === undefined) return undefined;
  const [header = [], ...rows] = table.children.map((row) => row.children.map((cell) => plainText(cell).trim()));
  return { header, rows };
}

/** A row as an object by the table's header. */
export function rowObject({ header }: TableData, row: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    header.map((title, column) => [title === "" ? `column ${column + 1}` : title, row[column] ?? ""]),
  );
}

/** A "Key: value" of a list item. */
export interface Field {
  key: string;
  value: string;
}

/** The list items of a text that begin with a key and a colon, in their order. */
export function listFields(markdown: string): Field[] {
  const fields: Field[] = [];
  const look = (nodes: Root["children"]): void => {
    for (const node of nodes) {
      if (node.type === "list") for (const item of node.children) look(item.children as Root["children"]);
      if (node.type !== "paragraph") continue;
      const found = /^([^:\n]{1,100}):(?:\s+([\s\S]*))?$/.exec(plainText(node).trim());
      if (found !== null) fields.push({ key: (found[1] as string).trim(), value: found[2] ?? "" });
    }
  };
  // Only lists: a paragraph with a colon is no field.
  look(parse(markdown).children.filter(({ type }) => type === "list"));
  return fields;
}
