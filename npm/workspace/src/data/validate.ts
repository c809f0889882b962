// Validation against a JSON Schema, with the line and column of each error.

import { Ajv, type AnySchema, type ErrorObject, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { quoted } from "../files/quote.js";
import { DataFault } from "./fault.js";
import type { Lines } from "./lines.js";
import { type DataNode, isCollection } from "./node.js";
import { plainValue } from "./value.js";

/** How many errors an answer has. */
const MAX_ERRORS = 100;

/** An error of the data, and where it is. */
export interface SchemaError {
  /** JSON Pointer of the value. */
  path: string;
  line: number;
  column: number;
  message: string;
  /** The keyword of the schema that is not met. */
  keyword: string;
  /** Where the keyword is in the schema. */
  schemaPath: string;
  /** Which document of a YAML text, from 0. */
  documentIndex: number;
}

/** Checks values. */
export type Validator = (root: DataNode, lines: Lines, documentIndex: number) => SchemaError[];

const OPTIONS: Options = { allErrors: true, strict: false, logger: false, messages: true, validateFormats: true };

/**
 * Compiles a schema: draft 2020-12, 2019-09 or 7, as its `$schema` says. No other document is fetched for a `$ref`.
 *
 * @throws {DataFault} `INVALID_SCHEMA`
 */
export function compileSchema(schema: unknown): Validator {
  const dialect = typeof schema === "object" && schema !== null && "$schema" in schema ? schema.$schema : undefined;
  const ajv = ajvOf(dialect);
  formats.default(ajv);
  let check: ReturnType<typeof ajv.compile>;
  try {
    check = ajv.compile(schema as AnySchema);
  } catch (error) {
    const detail = error instanceof Error ? quoted(error.message, 300) : "unknown error";
    throw new DataFault("INVALID_SCHEMA", `The schema cannot be used: ${detail}`);
  }
  return (root, lines, documentIndex) => {
    // Numbers beyond 2^53 are compared as the nearest number: JSON Schema's validators have no others.
    if (check(plainValue(root, false).value)) return [];
    return (check.errors ?? []).slice(0, MAX_ERRORS).map((error) => placed(error, root, lines, documentIndex));
  };
}

function ajvOf(dialect: unknown): Ajv {
  const name = typeof dialect === "string" ? dialect.replace(/#$/, "").replace(/^http:/, "https:") : dialect;
  if (name === undefined || name === "https://json-schema.org/draft/2020-12/schema") return new Ajv2020(OPTIONS);
  if (name === "https://json-schema.org/draft/2019-09/schema") return new Ajv2019(OPTIONS);
  if (name === "https://json-schema.org/draft-07/schema") return new Ajv(OPTIONS);
  throw new DataFault(
    "INVALID_SCHEMA",
    `The schema's $schema is ${typeof dialect === "string" ? quoted(dialect) : "no string"}. Drafts 2020-12, 2019-09 and 7 are known`,
  );
}

function placed(error: ErrorObject, root: DataNode, lines: Lines, documentIndex: number): SchemaError {
  const steps = error.instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const params = error.params as {
    additionalProperty?: unknown;
    unevaluatedProperty?: unknown;
    propertyName?: unknown;
    allowedValues?: unknown;
  };
  const named = params.additionalProperty ?? params.unevaluatedProperty ?? error.propertyName ?? params.propertyName;
  const offset = place(root, steps, typeof named === "string" ? named : undefined);
  const allowed = Array.isArray(params.allowedValues) ? `: ${quoted(JSON.stringify(params.allowedValues), 200)}` : "";
  const key = typeof named === "string" ? ` (${quoted(named, 100)})` : "";
  return {
    path: error.instancePath,
    ...lines.at(offset),
    message: `${error.message ?? error.keyword}${key}${allowed}`,
    keyword: error.keyword,
    schemaPath: error.schemaPath,
    documentIndex,
  };
}

/** The offset of a value, or of a key of it. */
function place(root: DataNode, steps: readonly string[], key: string | undefined): number {
  let node: DataNode = root;
  for (const step of steps) {
    if (node.kind === "alias" && node.target) node = node.target;
    if (!isCollection(node)) break;
    const { kind, entries }: { kind: string; entries: typeof node.entries } = node;
    const entry = kind === "seq" ? entries[Number(step)] : entries.find((each) => each.key?.name === step);
    if (!entry) break;
    node = entry.value;
  }
  const inside = node.kind === "alias" && node.target ? node.target : node;
  if (key !== undefined && isCollection(inside)) {
    const entry = inside.entries.find((each) => each.key?.name === key);
    if (entry?.key) return entry.key.start;
  }
  return node.start;
}
