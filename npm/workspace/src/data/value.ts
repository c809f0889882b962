// Values as plain data: for answers, and for validators.

import JSON5 from "json5";
import { DataFault } from "./fault.js";
import type { DataNode, Scalar } from "./node.js";
import { type DataPath, pointerOf, shown, stepOf } from "./path.js";

/** How many values an answer may have, after aliases are followed. */
const MAX_VALUES = 200_000;

/** A value as JSON has it. */
export interface PlainValue {
  value: unknown;
  /** JSON Pointers, from the value, of numbers that JSON's readers would change, and which are given as text. */
  numbersAsText: string[];
}

/**
 * Converts a node.
 *
 * @param isExact whether numbers that do not fit become text; otherwise they become the nearest number
 * @throws {DataFault} if there are too many values, or an alias is inside of its own anchor
 */
export function plainValue(node: DataNode, isExact = true): PlainValue {
  const numbersAsText: string[] = [];
  let values = 0;
  const following = new Set<DataNode>();
  const convert = (node: DataNode, path: DataPath): unknown => {
    values += 1;
    if (values > MAX_VALUES) {
      throw new DataFault(
        "TOO_LARGE",
        `There are more than ${MAX_VALUES} values, after aliases are followed. Get a part of it`,
      );
    }
    if (node.kind === "alias") {
      const { target } = node;
      if (!target || following.has(target)) {
        throw new DataFault("WRONG_TYPE", `${shown(path)} is an alias of a value that it is in: it has no plain value`);
      }
      return convert(target, path);
    }
    if (node.kind === "scalar") {
      if (node.type !== "number") return scalarValue(node);
      const number = numberOf(node.text);
      if (number !== undefined && (!isExact || isSame(node.text, number))) return number;
      numbersAsText.push(pointerOf(path));
      return node.text;
    }
    following.add(node);
    const inner = node.entries.map((entry, index) => {
      const step = stepOf(entry, index);
      return [step, convert(entry.value, [...path, step])] as const;
    });
    following.delete(node);
    if (node.kind === "seq") return inner.map(([, value]) => value);
    const made: Record<string, unknown> = {};
    for (const [name, value] of inner) {
      // A plain assignment would set the prototype for one name.
      Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return made;
  };
  return { value: convert(node, []), numbersAsText };
}

function scalarValue({ type, text }: Scalar): string | boolean | null {
  if (type === "null") return null;
  return type === "boolean" ? /^(true|yes|on|y)$/i.test(text) : text;
}

/** The number that a text means in YAML, JSON or JSON5, if it is one that JSON can have. */
function numberOf(text: string): number | undefined {
  const octal = /^0o([0-7]+)$/.exec(text)?.[1];
  const plain = text.replaceAll("_", "").replace(/^\+/, "");
  const number =
    octal === undefined ? Number(/^-?0x/i.test(plain) ? JSON5.parse(plain) : plain) : Number.parseInt(octal, 8);
  return Number.isFinite(number) ? number : undefined;
}

/** Whether a number is exactly what its text says. */
function isSame(text: string, number: number): boolean {
  if (/^[-+]?0(x|o)/i.test(text)) return Number.isSafeInteger(number);
  const digits = (written: string) => {
    const [, whole = "", fraction = "", exponent = "0"] =
      /^[-+]?(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(written.replaceAll("_", "")) ?? [];
    const significant = (whole + fraction).replace(/^0+/, "");
    const trimmed = significant.replace(/0+$/, "");
    return trimmed === ""
      ? "0"
      : `${trimmed}e${Number(exponent) - fraction.length + significant.length - trimmed.length}`;
  };
  return digits(text) === digits(String(number));
}
