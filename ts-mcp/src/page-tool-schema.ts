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
  const kept: Schema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (REFERENCES.has(keyword)) return undefined;
    if (EXPRESSIONS.has(keyword)) continue;
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
  let faults: { instanceLocation: string; error: string }[];
  try {
    const schema = harmless(JSON.parse(json));
    if (schema === undefined) return false;
    faults = new Validator(schema as Schema, "2020-12", false).validate(input).errors;
  } catch {
    // The page gave no schema that can be understood.
    return false;
  }
  if (faults.length === 0) return true;
  // The last faults are the innermost ones.
  const told = faults
    .slice(-MOST_TOLD)
    .map(({ instanceLocation, error }) => `${brief(instanceLocation, 100)}: ${brief(error, 200)}`);
  throw new ToolError(
    "INVALID_INPUT",
    `The input does not fit the page's schema; the tool was not called. ${told.join("; ")}`,
    "list_page_tools with the tool's name shows the schema",
  );
}
