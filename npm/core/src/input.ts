// Checks arguments before they cross into the engine. JSON cannot represent NaN, functions or lone
// surrogates, so the engine would not see them. An error names all problems at once.

import { raise } from "./error.js";

/** The kind of a value. `count` and `integer` are whole numbers; a count is not negative. */
type Kind =
  | "string"
  | "boolean"
  | "ms"
  | "number"
  | "finite"
  | "count"
  | "integer"
  | "word"
  | "bytes"
  | "object"
  | "signal"
  | "any";

/** The rule for one argument, or for one field of an object. */
export interface Rule {
  readonly is: Kind;
  /** Whether it may be absent. */
  readonly optional?: true;
  /** Whether it is a list of such values. */
  readonly list?: true;
  /** The least value of a number. */
  readonly min?: number;
  /** The greatest value of a number. */
  readonly max?: number;
  /** The allowed words. */
  readonly words?: readonly string[];
  /** The fields of an object. */
  readonly fields?: Shape;
}

/** The arguments of a call, or the fields of an object, by name. */
export interface Shape {
  readonly [name: string]: Rule;
}

/** The greatest count that the engine accepts. */
const MAX_COUNT = 0xffff_ffff;
const MAX_INTEGER = 0x7fff_ffff;
/** How deep the engine reads JSON. */
const DEEPEST = 100;
/** The longest time, a day. */
const MAX_MS = 86_400_000;

/**
 * Checks the arguments of a call against their shape.
 *
 * @throws UipilotError `INVALID_INPUT` with all problems, including unknown names
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

function fields(path: string, given: Record<string, unknown>, shape: Shape): string[] {
  const problems = Object.entries(shape).flatMap(([name, rule]) => field(path + name, given[name], rule));
  for (const name of Object.keys(given)) {
    if (!(name in shape)) problems.push(`${JSON.stringify(path + name)} is not an argument`);
  }
  return problems;
}

function field(path: string, value: unknown, rule: Rule): string[] {
  if (rule.optional && value === undefined) return [];
  if (!rule.list) return one(path, value, rule);
  if (!Array.isArray(value)) return [`${path} must be an array, got ${kindOf(value)}`];
  return value.flatMap((entry, index) => one(`${path}[${index}]`, entry, rule));
}

function one(path: string, value: unknown, rule: Rule): string[] {
  if (!matches(value, rule)) return [`${path} must be ${expected(rule)}, got ${kindOf(value)}`];
  if (typeof value === "string" && !value.isWellFormed()) {
    return [`${path} holds a lone surrogate, which is not a character`];
  }
  if (rule.is === "object" && rule.fields !== undefined) {
    return fields(`${path}.`, value as Record<string, unknown>, rule.fields);
  }
  return rule.is === "object" || rule.is === "any" ? inside(path, value) : [];
}

/** The parts that JSON cannot represent, in a value whose form only the engine knows. `around` are the objects that it is in. */
function inside(path: string, value: unknown, around: readonly object[] = []): string[] {
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? [] : [`${path} holds a lone surrogate, which is not a character`];
    case "number":
      return Number.isFinite(value) ? [] : [`${path} must be a finite number, got ${value}`];
    case "bigint":
    case "function":
    case "symbol":
      return [`${path} must be plain data, got ${typeof value}`];
    case "object":
      if (value === null) return [];
      if (around.includes(value)) return [`${path} contains itself, which JSON cannot represent`];
      if (around.length >= DEEPEST)
        return [`${around.length} objects are nested in each other, more than the engine reads`];
      return Object.entries(value).flatMap(([key, entry]) => inside(`${path}.${key}`, entry, [...around, value]));
    default:
      return [];
  }
}

function matches(value: unknown, { is, words, min = 0, max }: Rule): boolean {
  switch (is) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "ms":
      return typeof value === "number" && value >= 0 && value <= MAX_MS;
    case "number":
      return typeof value === "number" && Number.isFinite(value) && value >= min && value <= (max ?? value);
    case "finite":
      return typeof value === "number" && Number.isFinite(value);
    case "count":
      return Number.isInteger(value) && (value as number) >= min && (value as number) <= (max ?? MAX_COUNT);
    case "integer":
      return Number.isInteger(value) && Math.abs(value as number) <= MAX_INTEGER;
    case "word":
      return typeof value === "string" && (words ?? []).includes(value);
    case "bytes":
      return value instanceof Uint8Array;
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "signal":
      return value instanceof AbortSignal;
    case "any":
      return true;
  }
}

function expected({ is, words, min = 0, max }: Rule): string {
  switch (is) {
    case "string":
      return "a string";
    case "boolean":
      return "a boolean";
    case "ms":
      return `a number of milliseconds, 0 to ${MAX_MS}`;
    case "number":
      return max === undefined ? `a number, ${min} or more` : `a number, ${min} to ${max}`;
    case "finite":
      return "a finite number";
    case "count":
      return `a whole number, ${min} to ${max ?? MAX_COUNT}`;
    case "integer":
      return `a whole number, ${-MAX_INTEGER} to ${MAX_INTEGER}`;
    case "word":
      return `one of ${(words ?? []).map((word) => JSON.stringify(word)).join(", ")}`;
    case "bytes":
      return "a Uint8Array";
    case "object":
      return "an object";
    case "signal":
      return "an AbortSignal";
    case "any":
      return "a value";
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return String(value);
  // A short string may be a misspelt word, so the error shows it.
  if (typeof value === "string" && value.length <= 40) return JSON.stringify(value);
  return typeof value;
}
