// Arguments are checked before they cross into the engine: a wrong type would throw there without
// a code, and a lone surrogate would arrive as another character.

import { raise } from "./error.js";

/** What an argument may be. `count` and `integer`: whole numbers that fit into 32 bits, the first not negative. */
type Basic = "string" | "boolean" | "ms" | "pixels" | "count" | "integer" | "strings" | "json" | "signal";

/** A kind, with `?` where the argument may be absent, or the shape of a nested object. */
export type Rule = Basic | `${Basic}?` | { optional: Shape };

/** The arguments of a call, or the fields of an object, by name. */
export interface Shape {
  readonly [name: string]: Rule;
}

const EXPECTED: Record<Basic, string> = {
  string: "a string",
  boolean: "a boolean",
  ms: "a number of milliseconds, 0 or more",
  pixels: "a number of CSS pixels, 0 or more",
  count: "a whole number, 0 or more",
  integer: "a whole number",
  strings: "an array of strings",
  json: "an object",
  signal: "an AbortSignal",
};

const MAX_COUNT = 0xffff_ffff;
const MAX_INTEGER = 0x7fff_ffff;

/**
 * Checks the arguments of a call against their shape and raises `INVALID_INPUT` with every problem
 * there is, unknown names included.
 */
export function check(call: string, given: Record<string, unknown>, shape: Shape): void {
  const problems = fields("", given, shape);
  if (problems.length > 0) {
    raise({
      code: "INVALID_INPUT",
      message: `${call}: ${problems.join("; ")}`,
      nextStep: "correct the argument and call again",
    });
  }
}

/** Checks each entry of an array argument in the same way. */
export function checkEach(call: string, name: string, given: unknown, shape: Shape): void {
  if (!Array.isArray(given)) {
    raise({
      code: "INVALID_INPUT",
      message: `${call}: ${name} must be an array, got ${kindOf(given)}`,
      nextStep: "correct the argument and call again",
    });
  }
  for (const [index, entry] of given.entries()) {
    check(call, { [`${name}[${index}]`]: entry }, { [`${name}[${index}]`]: "json" });
    check(`${call}, ${name}[${index}]`, entry, shape);
  }
}

function fields(path: string, given: Record<string, unknown>, shape: Shape): string[] {
  const problems = Object.entries(shape).flatMap(([name, rule]) => field(path + name, given[name], rule));
  for (const name of Object.keys(given)) {
    if (!(name in shape)) problems.push(`${JSON.stringify(path + name)} is not an argument`);
  }
  return problems;
}

function field(path: string, value: unknown, rule: Rule): string[] {
  if (typeof rule === "object") {
    if (value === undefined) return [];
    return isRecord(value)
      ? fields(`${path}.`, value, rule.optional)
      : [`${path} must be an object, got ${kindOf(value)}`];
  }
  const optional = rule.endsWith("?");
  if (optional && value === undefined) return [];
  const basic = (optional ? rule.slice(0, -1) : rule) as Basic;
  if (!matches(value, basic)) return [`${path} must be ${EXPECTED[basic]}, got ${kindOf(value)}`];
  return wellFormed(value) ? [] : [`${path} holds a lone surrogate, which is not a character`];
}

function matches(value: unknown, basic: Basic): boolean {
  switch (basic) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "ms":
    case "pixels":
      return typeof value === "number" && Number.isFinite(value) && value >= 0;
    case "count":
      return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_COUNT;
    case "integer":
      return Number.isInteger(value) && Math.abs(value as number) <= MAX_INTEGER;
    case "strings":
      return Array.isArray(value) && value.every((entry) => typeof entry === "string");
    case "json":
      return isRecord(value);
    case "signal":
      return value instanceof AbortSignal;
  }
}

function wellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return !Array.isArray(value) || value.every(wellFormed);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return String(value);
  return typeof value;
}
