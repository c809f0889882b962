// Checks the arguments of a call, and names all problems at once.

import type * as z from "zod/v4";
import { ToolError } from "./error.ts";
import { brief, shorten } from "./quote.ts";
import { inputSchema, type Tool } from "./tools/define.ts";

/** The part of JSON Schema that the tools use. */
interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  minimum?: number;
  exclusiveMinimum?: number;
  format?: string;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
}

/** The most problems that one answer names. Others are only counted. */
const MAX_PROBLEMS = 6;

/**
 * The arguments, checked.
 *
 * @throws `INVALID_INPUT` with every problem
 */
export function validate(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const result = tool.schema.safeParse(given);
  const surrogates = loneSurrogates(given, "");
  if (result.success && surrogates.length === 0) return result.data;
  const schema = inputSchema(tool) as Schema;
  const problems = [...surrogates, ...(result.error?.issues ?? []).flatMap((issue) => explain(issue, given, schema))];
  const shown = problems.slice(0, MAX_PROBLEMS);
  if (problems.length > shown.length) shown.push(`and ${problems.length - shown.length} more`);
  throw new ToolError("INVALID_INPUT", `${tool.name}: ${shown.join("; ")}`, "correct the arguments and call again");
}

function explain(issue: z.core.$ZodIssue, given: unknown, schema: Schema): string[] {
  const expected = at(schema, issue.path);
  if (issue.code === "unrecognized_keys") {
    const names = choices(expected)
      .flatMap((choice) => Object.keys(choice.properties ?? {}))
      .join(", ");
    const takes = names === "" ? "it takes none" : `it takes ${names}`;
    return issue.keys.map((key) => `${brief(pathText([...issue.path, key]), 60)} is not an argument (${takes})`);
  }
  if (issue.code === "invalid_union") {
    // If the value has the type of one choice, what is wrong is inside of it.
    const [fitting, ...others] = issue.errors.filter((inner) => inner.every(({ path }) => path.length > 0));
    if (fitting !== undefined && others.length === 0)
      return fitting.flatMap((inner) => explain({ ...inner, path: [...issue.path, ...inner.path] }, given, schema));
  }
  const name = pathText(issue.path);
  // The message of a check of the tool's own.
  if (issue.code === "custom") return [shorten(name === "" ? issue.message : `${name}: ${issue.message}`, 300)];
  const value = issue.path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)[key], given);
  const wanted = expected === undefined ? "another value" : words(expected);
  return [value === undefined ? `${name} is missing: give ${wanted}` : `${name} must be ${wanted}, got ${kind(value)}`];
}

/** The schema of an argument. */
function at(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  const inside = (choice: Schema, key: PropertyKey): Schema | undefined =>
    typeof key === "number" ? choice.items : choice.properties?.[String(key)];
  return path.reduce<Schema | undefined>(
    (outer, key) =>
      choices(outer)
        .map((choice) => inside(choice, key))
        .find((found) => found !== undefined),
    schema,
  );
}

/** What a value may be. */
const choices = (schema: Schema | undefined): Schema[] => schema?.anyOf ?? (schema === undefined ? [] : [schema]);

/** The expected value of a schema, in words. */
function words(schema: Schema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (schema.anyOf !== undefined) return schema.anyOf.map(words).join(" or ");
  switch (schema.type) {
    case "string":
      if (schema.format === "uri") return "an address such as https://example.org";
      return `a string${longest(schema)}${schema.minLength === undefined ? "" : " that is not empty"}`;
    case "boolean":
      return "true or false";
    case "integer":
      return `a whole number${range(schema)}`;
    case "number":
      return `a number${bounds(schema)}`;
    case "array":
      return `an array of ${schema.minItems === undefined ? "" : "at least one "}${itemsOf(schema.items)}`;
    default:
      return "an object";
  }
}

const longest = ({ maxLength }: Schema): string =>
  maxLength === undefined ? "" : ` of at most ${maxLength} characters`;

function itemsOf(items: Schema | undefined): string {
  const types = (items?.anyOf ?? [items]).map((one) => one?.type ?? "value");
  return types.join(" or ");
}

/** The bounds of any number. */
function bounds({ minimum, maximum }: Schema): string {
  if (minimum === undefined && maximum === undefined) return "";
  if (maximum === undefined) return `, ${minimum} or more`;
  return minimum === undefined ? `, ${maximum} or less` : ` from ${minimum} to ${maximum}`;
}

/** The bounds of a whole number. Schemas leave out those that every number of the engine has. */
function range({
  exclusiveMinimum,
  minimum = exclusiveMinimum === undefined ? -0x7fff_ffff : exclusiveMinimum + 1,
  maximum = minimum < 0 ? 0x7fff_ffff : 0xffff_ffff,
}: Schema): string {
  return ` from ${minimum} to ${maximum}`;
}

/** A description of the given value. */
function kind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  if (typeof value === "string") return brief(value, 40);
  return typeof value === "object" ? "an object" : String(value);
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key)}`))
    .join("");
}

/** The strings with a lone surrogate, which cannot be passed to pages and files. */
function loneSurrogates(value: unknown, path: string): string[] {
  if (typeof value === "string") {
    return value.isWellFormed() ? [] : [`${shorten(path, 60)} holds a lone surrogate, which is not a character`];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    loneSurrogates(inner, Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`),
  );
}
