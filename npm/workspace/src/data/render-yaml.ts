// New values as YAML. The library writes them; how they are placed is ours.

import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { DataNode } from "./node.js";
import { exactNumbers, NumberText } from "./read-yaml.js";

/** The manner of a document. */
export interface YamlStyle {
  eol: string;
  /** Columns of one level of indentation. */
  unit: number;
  /** Whether the items of a list that is a key's value are indented. */
  indentsSeq: boolean;
  version: "1.1" | "1.2";
}

/** What would begin or end a document at the beginning of a line. The library does not know where its text is put. */
const MARKER = /^(?:---|\.\.\.)(?:\s|$)/;

/** How a value is written. */
export interface Writing {
  /** On one line. */
  isFlow: boolean;
  /** The quotation marks of a string, if it has had some. */
  quotes?: "single" | "double" | undefined;
}

/**
 * Writes the entry of a block collection: what comes after the key or the dash, with the space or line break before it. Further
 * lines are indented by one level.
 */
export function renderBlock(node: DataNode, kind: "map" | "seq", style: YamlStyle, writing: Writing): string {
  const value = libraryNode(node, writing);
  const text = print(kind === "map" ? mapOf("k", value) : seqOf(value), style, writing);
  return text.slice(1 + (kind === "map" ? 1 : 0));
}

/** Writes a value on one line, for a collection in brackets or as a document of its own. */
export function renderFlow(node: DataNode, style: YamlStyle, quotes?: Writing["quotes"]): string {
  const sequence = seqOf(libraryNode(node, { isFlow: true, quotes }));
  sequence.flow = true;
  return print(sequence, style, { isFlow: true }).slice(1, -1).trim();
}

/** Writes a key. In a collection in brackets, other characters need quotation marks. */
export function renderYamlKey(name: string, style: YamlStyle, inFlow: boolean): string {
  const map = mapOf(name, new Scalar("v"));
  map.flow = inFlow;
  const text = print(map, style, { isFlow: inFlow });
  const end = text.lastIndexOf(": v");
  const key = text.slice(inFlow ? 1 : 0, end).trim();
  // An explicit key of several lines, or one that begins with a question mark.
  return key.startsWith("? ") || key.includes("\n") ? JSON.stringify(name) : key;
}

function mapOf(key: string, value: YAMLMap | YAMLSeq | Scalar): YAMLMap {
  const map = new YAMLMap();
  map.items.push(new Pair(keyScalar(key), value));
  return map;
}

function seqOf(value: YAMLMap | YAMLSeq | Scalar): YAMLSeq {
  const seq = new YAMLSeq();
  seq.items.push(value);
  return seq;
}

function print(
  contents: YAMLMap | YAMLSeq,
  { eol, unit, indentsSeq, version }: YamlStyle,
  { isFlow }: Writing,
): string {
  const document = new Document(undefined, { version, customTags: exactNumbers });
  document.contents = contents as unknown as typeof document.contents;
  const text = document.toString({
    indent: unit,
    indentSeq: indentsSeq,
    lineWidth: 0,
    blockQuote: isFlow ? false : "literal",
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    directives: false,
    flowCollectionPadding: false,
  });
  const trimmed = text.endsWith("\n") ? text.slice(0, -1) : text;
  return eol === "\n" ? trimmed : trimmed.replaceAll("\n", eol);
}

function libraryNode(node: DataNode, writing: Writing): YAMLMap | YAMLSeq | Scalar {
  if (node.kind === "scalar") return scalar(node.type, node.text, writing);
  if (node.kind === "alias") return new Scalar(null);
  const made = node.kind === "map" ? new YAMLMap() : new YAMLSeq();
  if (writing.isFlow) made.flow = true;
  const inner = { isFlow: writing.isFlow };
  for (const { key, value } of node.entries) {
    const child = libraryNode(value, inner);
    if (made instanceof YAMLMap) made.items.push(new Pair(keyScalar(key?.name ?? ""), child));
    else made.items.push(child);
  }
  return made;
}

function keyScalar(name: string): Scalar {
  const key = new Scalar(name);
  if (name.includes("\n") || MARKER.test(name)) key.type = "QUOTE_DOUBLE";
  return key;
}

function scalar(type: string, text: string, { quotes, isFlow }: Writing): Scalar {
  if (type === "null") return new Scalar(null);
  if (type === "boolean") return new Scalar(/^(true|yes|on|y)$/i.test(text));
  if (type === "number") return new Scalar(new NumberText(text));
  const made = new Scalar(text);
  const isSeveralLines = text.includes("\n");
  // Line breaks at the end would join with blank lines that follow.
  if (/[\r\u0085\u2028\u2029]|\n\n$|^\s*\n|^[ \t]/.test(text) || (isFlow && isSeveralLines)) made.type = "QUOTE_DOUBLE";
  else if (!isSeveralLines && quotes === "single") made.type = "QUOTE_SINGLE";
  else if (!isSeveralLines && (quotes === "double" || MARKER.test(text))) made.type = "QUOTE_DOUBLE";
  return made;
}
