// Checks the input of a page's tool against the schema that the page gives. The schema is hostile data: what could make the check
// run for long is left out of it.

import { ToolError } from "./error.ts";
import { brief } from "./quote.ts";

type Schema = Record<string, unknown>;

/** Keywords whose values are schemas by name. */
const MAPS = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);
/** Keywords whose values are data. */
const DATA = new Set(["enum", "const", "default", "examples", "required", "dependentRequired"]);
/** Regular expressions of the page, which could run without end. */
const EXPRESSIONS = new Set(["pattern", "patternProperties", "format"]);
/** Keywords for the properties that no other keyword is about. */
const REST = new Set(["additionalProperties", "unevaluatedProperties"]);
/** References, with which a short schema can describe a check of any length. */
const REFERENCES = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

/** How many faults are told. */
const MOST_TOLD = 3;

/** A schema without its regular expressions. Undefined if it has references. */
function harmless(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    const parts = schema.map(harmless);
    return parts.includes(undefined) ? undefined : parts;
  }
  if (typeof schema !== "object" || schema === null) return schema;
  const kept: Schema = Object.create(null);
  for (const [keyword, value] of Object.entries(schema)) {
    if (REFERENCES.has(keyword)) return undefined;
    if (EXPRESSIONS.has(keyword)) continue;
    // What is left over is not known without the expressions that take their share.
    if (REST.has(keyword) && "patternProperties" in schema) continue;
    const clean = DATA.has(keyword) ? value : MAPS.has(keyword) ? named(value) : harmless(value);
    if (clean === undefined) return undefined;
    kept[keyword] = clean;
  }
  return kept;
}

function named(schemas: unknown): unknown {
  if (typeof schemas !== "object" || schemas === null) return schemas;
  const kept = Object.entries(schemas).map(([name, schema]) => [name, harmless(schema)] as const);
  return kept.some(([, schema]) => schema === undefined) ? undefined : Object.fromEntries(kept);
}

/**
 * Checks an input.
 *
 * @param json the schema as the page gives it; undefined if it gives none
 * @returns whether the input was checked: not against a schema that cannot be read, or has references
 * @throws {@link ToolError} `INVALID_INPUT`, naming what does not fit
 */
export async function checkInput(json: string | undefined, input: Record<string, unknown>): Promise<boolean> {
  if (json === undefined) return false;
  const { Validator } = await import("@cfworker/json-schema");
  let faults: Fault[];
  try {
    const schema = harmless(JSON.parse(json));
    if (schema === undefined) return false;
    faults = told(new Validator(schema as Schema, "2020-12", false).validate(bare(input)).errors);
  } catch {
    // The page gave no schema that can be understood.
    return false;
  }
  if (faults.length === 0) return true;
  // The last faults are the innermost ones.
  const words = faults
    .slice(-MOST_TOLD)
    .map(({ instanceLocation, error }) => `${brief(instanceLocation, 100)}: ${brief(error, 200)}`);
  throw new ToolError(
    "INVALID_INPUT",
    `The input does not fit the page's schema; the tool was not called. ${words.join("; ")}`,
    "list_page_tools with the tool's name shows the schema",
  );
}

interface Fault {
  instanceLocation: string;
  keyword: string;
  keywordLocation: string;
  error: string;
}

/** A value whose objects have no prototype: the check takes what an object inherits for properties of its own. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const own: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) own[key] = bare(inner);
  return own;
}

/**
 * The faults that are so. A property with a wrong value counts for the check as one that the schema does not name, and is told
 * a second time as one too many.
 */
function told(faults: readonly Fault[]): Fault[] {
  const kept: Fault[] = [];
  const wrong = new Set<string>();
  let skipped: string | undefined;
  for (const [index, fault] of faults.entries()) {
    const { keyword, keywordLocation, instanceLocation } = fault;
    if (skipped !== undefined && `${instanceLocation}/`.startsWith(`${skipped}/`)) continue;
    skipped = undefined;
    // The fault of a property follows the one of the object that it is in.
    const property = faults[index + 1]?.instanceLocation ?? "";
    const known = `${keywordLocation.replace(/\/[^/]+$/, "")} ${property}`;
    if (keyword === "properties") wrong.add(known);
    if (REST.has(keyword) && wrong.has(known)) skipped = property;
    else kept.push(fault);
  }
  return kept;
}
