// New values as JSON or JSON5, in the manner of the document.

import type { DataNode, Scalar } from "./node.js";

/** The manner of a document. */
export interface JsonStyle {
  /** One level of indentation. Without it values are on one line. */
  unit: string | undefined;
  eol: string;
  /** The colon, and the space after it. */
  colon: string;
  /** What is after a comma on one line. */
  afterComma: string;
  /** The quotation mark of strings, and that of keys, or none. */
  quote: '"' | "'";
  keyQuote: '"' | "'" | "";
}

/** Writes a value. Lines after the first one begin with `indent`. */
export function renderJson(node: DataNode, style: JsonStyle, indent: string): string {
  if (node.kind === "scalar") return node.type === "string" ? renderString(node.text, style.quote) : number(node);
  if (node.kind === "alias") return "null";
  const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
  if (node.entries.length === 0) return open + close;
  const inner = style.unit === undefined ? "" : indent + style.unit;
  const parts = node.entries.map(({ key, value }) => {
    const text = renderJson(value, style, inner);
    return key ? renderKey(key.name, style) + style.colon + text : text;
  });
  if (style.unit === undefined) return open + parts.join(`,${style.afterComma}`) + close;
  return `${open}${style.eol}${inner}${parts.join(`,${style.eol}${inner}`)}${style.eol}${indent}${close}`;
}

/** Writes a key with its colon left out. */
export function renderKey(name: string, { keyQuote, quote }: JsonStyle): string {
  if (keyQuote === "" && /^[$_A-Za-z][$\w]*$/.test(name)) return name;
  return renderString(name, keyQuote === "" ? quote : keyQuote);
}

function renderString(text: string, quote: '"' | "'"): string {
  // JSON5 warns of these two; in JSON they may be escaped.
  const json = JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  if (quote === '"') return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A number, true, false or null. YAML's own spellings do not come here. */
function number({ text, type }: Scalar): string {
  return type === "null" ? "null" : text;
}
