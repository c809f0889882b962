// JSON and JSON with comments, as a tree with positions.

import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { DataFault } from "./fault.js";
import { Lines } from "./lines.js";
import { type Collection, type DataDocument, type DataNode, keyIdentity, MAX_DEPTH, type Scalar } from "./node.js";

/** Collects nodes while a reader goes through a text. Used for JSON and JSON5. */
export class TreeBuilder {
  readonly #open: Collection[] = [];
  #root: DataNode | undefined;
  #key: { name: string; start: number; end: number; colon?: number } | undefined;

  constructor(readonly text: string) {}

  key(name: string, start: number, end: number): void {
    this.#key = { name, start, end };
  }

  colon(end: number): void {
    if (this.#key) this.#key.colon = end;
  }

  comma(end: number): void {
    const last = this.#open.at(-1)?.entries.at(-1);
    if (last) last.commaEnd = end;
  }

  begin(kind: Collection["kind"], start: number): void {
    if (this.#open.length >= MAX_DEPTH) throw tooDeep(this.text, start);
    const node: Collection = { kind, isFlow: true, entries: [], start, end: start, propsStart: start };
    this.#add(node);
    this.#open.push(node);
  }

  end(end: number): void {
    const closed = this.#open.pop();
    if (!closed) return;
    closed.end = end;
    const last = this.#open.at(-1)?.entries.at(-1);
    if (last) last.end = end;
  }

  scalar(type: Scalar["type"], text: string, start: number, end: number): void {
    const first = this.text[start];
    const style = type !== "string" ? "plain" : first === "'" ? "single" : "double";
    this.#add({ kind: "scalar", type, text, start, end, propsStart: start, style });
  }

  root(): DataNode | undefined {
    return this.#root;
  }

  #add(value: DataNode): void {
    const parent = this.#open.at(-1);
    const key = this.#key;
    this.#key = undefined;
    if (!parent) {
      this.#root ??= value;
    } else if (parent.kind === "seq") {
      parent.entries.push({ start: value.start, end: value.end, valueFrom: value.start, value });
    } else if (key) {
      parent.entries.push({
        start: key.start,
        end: value.end,
        valueFrom: key.colon ?? key.end,
        key: { ...key, identity: keyIdentity("string", key.name), isComplex: false },
        value,
      });
    }
  }
}

/** The error for a document that nests too deep. */
export function tooDeep(text: string, offset: number): DataFault {
  const { line, column } = new Lines(text).at(offset);
  return new DataFault(
    "TOO_DEEP",
    `The document nests more than ${MAX_DEPTH} levels deep at line ${line}, column ${column}`,
  );
}

/**
 * Reads JSON. Comments and commas at the end of a collection are allowed.
 *
 * @throws {DataFault}
 */
export function readJson(text: string): DataDocument {
  const bom = text.startsWith("\uFEFF") ? 1 : 0;
  // The scanner knows no byte order mark. A space in its place keeps the offsets.
  const source = bom ? ` ${text.slice(1)}` : text;
  const builder = new TreeBuilder(text);
  const visitor: JSONVisitor = {
    onObjectBegin: (offset) => builder.begin("map", offset),
    onObjectProperty: (name, offset, length) => builder.key(name, offset, offset + length),
    onObjectEnd: (offset, length) => builder.end(offset + length),
    onArrayBegin: (offset) => builder.begin("seq", offset),
    onArrayEnd: (offset, length) => builder.end(offset + length),
    onSeparator: (character, offset) => (character === ":" ? builder.colon(offset + 1) : builder.comma(offset + 1)),
    onLiteralValue: (value, offset, length) => {
      const type = value === null ? "null" : (typeof value as "string" | "number" | "boolean");
      const written = text.slice(offset, offset + length);
      builder.scalar(type, type === "string" ? String(value) : written, offset, offset + length);
    },
    onError: (error, offset, _length, line, character) => {
      throw syntax(error, line + 1, character + 1, offset >= text.length);
    },
  };
  visit(source, visitor, { allowTrailingComma: true });
  const root = builder.root();
  if (!root) throw new DataFault("SYNTAX", "The text has no JSON value");
  return { root, isEmpty: false };
}

function syntax(error: ParseErrorCode, line: number, column: number, atEnd: boolean): DataFault {
  const where = atEnd ? "at the end of the text" : `at line ${line}, column ${column}`;
  return new DataFault("SYNTAX", `The text is not JSON ${where}: ${printParseErrorCode(error)}`);
}
