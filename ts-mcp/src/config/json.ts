// JSON with the place of each value, so that an error can name it. A key that is given twice is an error: JSON.parse would
// drop the first one in silence.

import { quote } from "../quote.ts";

/** A value and where it begins. */
export interface Node {
  value: unknown;
  /** Offset of its first character. */
  at: number;
  /** The values of an object, with the offset of each key. */
  fields?: Map<string, { keyAt: number; node: Node }>;
  items?: Node[];
}

/** What keeps a text from being JSON, and where. */
export class JsonFault extends Error {
  /**
   * @param what - the fault, with nothing of the text
   * @param found - what stands in the text instead
   */
  constructor(
    readonly what: string,
    readonly at: number,
    found?: string,
  ) {
    super(found === undefined ? what : `${what}, and there is ${found}`);
  }
}

/** Deeper nesting is none of a configuration's, and could exhaust the stack. */
const DEEPEST = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a string
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** Reads JSON. @throws {@link JsonFault} */
export function readJson(text: string): Node {
  let at = 0;

  const skip = (): void => {
    while (/[ \t\r\n]/.test(text[at] ?? "")) at++;
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const fault = (wanted: string): JsonFault => {
    const found = at >= text.length ? "the end" : quote(text.slice(at, at + 1));
    return new JsonFault(`${wanted} is expected`, at, found);
  };
  /** Reads `one` between commas up to the closing character. */
  const list = (end: string, one: () => void): void => {
    at++;
    skip();
    if (text[at] === end) {
      at++;
      return;
    }
    for (;;) {
      one();
      skip();
      const next = text[at];
      if (next !== "," && next !== end) throw fault(`a comma or ${end}`);
      at++;
      if (next === end) return;
      skip();
    }
  };

  function value(depth: number): Node {
    if (depth > DEEPEST) throw new JsonFault("the nesting is too deep", at);
    const begin = at;
    if (text[at] === "{") return object(depth, begin);
    if (text[at] === "[") {
      const items: Node[] = [];
      list("]", () => items.push(value(depth + 1)));
      return { value: items.map((item) => item.value), at: begin, items };
    }
    const found = take(STRING) ?? take(NUMBER) ?? take(WORD);
    if (found === undefined) throw fault("a value");
    return { value: JSON.parse(found), at: begin };
  }

  function object(depth: number, begin: number): Node {
    const fields = new Map<string, { keyAt: number; node: Node }>();
    list("}", () => {
      const keyAt = at;
      const found = take(STRING);
      if (found === undefined) throw fault("a key in double quotes");
      const key = JSON.parse(found) as string;
      if (fields.has(key)) throw new JsonFault("a key is given twice", keyAt);
      skip();
      if (text[at] !== ":") throw fault("a colon");
      at++;
      skip();
      fields.set(key, { keyAt, node: value(depth + 1) });
    });
    const entries = [...fields].map(([key, { node }]) => [key, node.value] as const);
    return { value: Object.fromEntries(entries), at: begin, fields };
  }

  skip();
  const whole = value(0);
  skip();
  if (at < text.length) throw fault("the end");
  return whole;
}

/** The offset of what a path names; of what is nearest to it, if there is no such value. */
export function placeOf(root: Node, path: readonly PropertyKey[]): number {
  let node = root;
  let at = root.at;
  for (const key of path) {
    const field = node.fields?.get(String(key));
    const next = field?.node ?? (typeof key === "number" ? node.items?.[key] : undefined);
    if (next === undefined) return at;
    at = field?.keyAt ?? next.at;
    node = next;
  }
  return at;
}

/** An offset as people count: `line 3, column 5`. */
export function lineAndColumn(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}
