// JSON5 as a tree with positions. The package `json5` decides what is JSON5; this reader finds where the values are.

import JSON5 from "json5";
import { quoted } from "../files/quote.js";
import { DataFault } from "./fault.js";
import { Lines } from "./lines.js";
import type { DataDocument } from "./node.js";
import { TreeBuilder } from "./read-json.js";

const SPACE = /(?:[\s\uFEFF]|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/)+/y;
const STRING = /"(?:[^"\\\n\r]|\\(?:\r\n|[\s\S]))*"|'(?:[^'\\\n\r]|\\(?:\r\n|[\s\S]))*'/y;
const NUMBER = /[+-]?(?:Infinity|NaN|0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const NAME = /(?:[$_\p{ID_Start}]|\\u[\da-fA-F]{4})(?:[$_\p{ID_Continue}]|\u200C|\u200D|\\u[\da-fA-F]{4})*/uy;

/**
 * Reads JSON5.
 *
 * @throws {DataFault}
 */
export function readJson5(text: string): DataDocument {
  try {
    JSON5.parse(text);
  } catch (error) {
    throw syntax(text, error);
  }
  const reader = new Reader(text);
  reader.read();
  const root = reader.builder.root();
  if (!root) throw new DataFault("SYNTAX", "The text has no JSON5 value");
  return { root, isEmpty: false };
}

/** Goes through a text that is JSON5. */
class Reader {
  readonly builder: TreeBuilder;
  #at = 0;

  constructor(readonly text: string) {
    this.builder = new TreeBuilder(text);
  }

  read(): void {
    const open: ("map" | "seq")[] = [];
    let expectsKey = false;
    for (;;) {
      this.#match(SPACE);
      const start = this.#at;
      const character = this.text[start];
      if (character === undefined) return;
      if (character === "{" || character === "[") {
        const kind = character === "{" ? "map" : "seq";
        this.builder.begin(kind, start);
        open.push(kind);
        this.#at += 1;
        expectsKey = kind === "map";
      } else if (character === "}" || character === "]") {
        open.pop();
        this.#at += 1;
        this.builder.end(this.#at);
        expectsKey = false;
      } else if (character === ",") {
        this.#at += 1;
        this.builder.comma(this.#at);
        expectsKey = open.at(-1) === "map";
      } else if (character === ":") {
        this.#at += 1;
        this.builder.colon(this.#at);
      } else if (expectsKey) {
        this.#key(start);
        expectsKey = false;
      } else {
        this.#scalar(start);
      }
    }
  }

  #key(start: number): void {
    const string = this.#match(STRING);
    if (string !== undefined) this.builder.key(JSON5.parse(string), start, this.#at);
    else {
      const name = this.#match(NAME) ?? this.#lost(start);
      const decoded = name.replace(/\\u([\da-fA-F]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      this.builder.key(decoded, start, this.#at);
    }
  }

  #scalar(start: number): void {
    const string = this.#match(STRING);
    const number = string === undefined ? this.#match(NUMBER) : undefined;
    if (string !== undefined) this.builder.scalar("string", JSON5.parse(string), start, this.#at);
    else if (number !== undefined) this.builder.scalar("number", number, start, this.#at);
    else {
      const word = this.#match(NAME) ?? this.#lost(start);
      this.builder.scalar(word === "null" ? "null" : "boolean", word, start, this.#at);
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #lost(offset: number): never {
    const { line, column } = new Lines(this.text).at(offset);
    throw new DataFault("SYNTAX", `The text is not JSON5 at line ${line}, column ${column}`);
  }
}

function syntax(text: string, error: unknown): DataFault {
  const place = error as { lineNumber?: unknown; columnNumber?: unknown };
  const { lineNumber: line, columnNumber: column } = place;
  const where = typeof line === "number" && typeof column === "number" ? ` at line ${line}, column ${column}` : "";
  const detail = error instanceof Error ? `: ${quoted(error.message, 120)}` : "";
  return new DataFault(
    "SYNTAX",
    text.trim() === "" ? "The text has no JSON5 value" : `The text is not JSON5${where}${detail}`,
  );
}
