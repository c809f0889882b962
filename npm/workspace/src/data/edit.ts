// Edits of a text: read, plan, replace, and read again to see that the result is what was planned.

import { DataFault } from "./fault.js";
import { type AnyDocument, type Format, isJson5, isStrictJson, type Reading, readText } from "./formats.js";
import { jsonSplices } from "./json-edit.js";
import { applySplices, Lines, type Splice } from "./lines.js";
import type { DataNode } from "./node.js";
import { find, planAppend, planDelete, planMerge, planMove, planSet } from "./operations.js";
import { parsePath } from "./path.js";
import type { Plan } from "./plan.js";
import { readJson } from "./read-json.js";
import { reread } from "./reread.js";
import { compileSchema, type SchemaError } from "./validate.js";
import { plainValue } from "./value.js";
import { YamlEdit } from "./yaml-edit.js";

export type DataAction = "get" | "set" | "modifyKeyValue" | "append" | "delete" | "merge" | "move" | "validate";

/** What is asked for. */
export interface DataRequest {
  text: string;
  format: Format;
  action: DataAction;
  keyPath: string;
  /** As JSON has it. */
  newValue?: unknown;
  /** In place of `newValue`: text in the document's format. */
  newValueText?: string | undefined;
  toPath?: string | undefined;
  createMissing?: boolean | undefined;
  overwrite?: boolean | undefined;
  documentIndex?: number | undefined;
  schema?: unknown;
}

/** What comes of it. */
export interface DataResult {
  /** Undefined for actions that only read. */
  text?: string;
  value?: unknown;
  valueText?: string;
  numbersAsText?: string[];
  errors?: SchemaError[];
  notes: string[];
}

type Documents = readonly AnyDocument[];

/**
 * Does what is asked for.
 *
 * @throws {DataFault}
 */
export function editData(request: DataRequest): DataResult {
  const { text, format, action, schema } = request;
  const reading = readText(text, format);
  const { documents } = reading;
  if (action === "validate") return { errors: validate(text, documents, request), notes: [] };
  const { index, document } = choose(documents, request.documentIndex);
  const path = parsePath(request.keyPath);
  if (action === "get") return get(text, find(document.root, path).node);
  const plan = planOf(document.root, path, request);
  const result = plan.isEmpty ? { text, documents } : apply(request, reading, index, plan);
  const notes = plan.isEmpty
    ? ["The value was already as asked for: nothing is changed"]
    : document.hasReferences
      ? aliasNotes(plan, document.root)
      : [];
  if (schema === undefined) return { text: result.text, notes };
  const errors = validate(result.text, result.documents, { ...request, documentIndex: index, keyPath: "" });
  if (errors.length === 0) return { text: result.text, errors, notes };
  const [first] = errors;
  throw new SchemaViolation(
    errors,
    `The result would not fit the schema: ${errors.length} errors, the first at line ${first?.line}, column ${first?.column} of the ` +
      `result: ${first?.message}. Nothing is changed`,
  );
}

/** A result that does not fit its schema. */
export class SchemaViolation extends DataFault {
  constructor(
    readonly errors: SchemaError[],
    message: string,
  ) {
    super("SCHEMA_VIOLATION", message);
  }
}

function choose(documents: Documents, asked: number | undefined) {
  if (asked === undefined && documents.length > 1) {
    throw new DataFault(
      "DOCUMENT_INDEX_REQUIRED",
      `The text has ${documents.length} documents. Say which one is meant with documentIndex, from 0`,
    );
  }
  const index = asked ?? 0;
  const document = documents[index];
  if (document) return { index, document };
  throw new DataFault(
    "KEY_NOT_FOUND",
    `There is no document ${index}: the text has ${documents.length}, counted from 0`,
  );
}

function get(text: string, node: DataNode): DataResult {
  const { value, numbersAsText } = plainValue(node);
  const valueText = text.slice(node.propsStart, node.end);
  return { value, valueText, ...(numbersAsText.length > 0 && { numbersAsText }), notes: [] };
}

function planOf(root: DataNode, path: readonly string[], request: DataRequest): Plan {
  const { action, createMissing = action === "set", toPath = "", overwrite = false } = request;
  if (action === "delete") return planDelete(root, path);
  if (action === "move") return planMove(root, path, toPath, overwrite);
  const value = newNode(request);
  if (action === "append") return planAppend(root, path, value);
  if (action === "merge") return planMerge(root, path, value);
  return planSet(root, path, value, createMissing);
}

function newNode({ newValue, newValueText, format }: DataRequest): DataNode {
  try {
    if (newValueText === undefined) return readJson(JSON.stringify(newValue)).root;
    const { documents } = readText(newValueText, format);
    const [first] = documents;
    if (documents.length !== 1 || !first) throw new DataFault("SYNTAX", `It has ${documents.length} documents`);
    checkParts(first.root);
    return first.root;
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    throw new DataFault("INVALID_NEW_VALUE", `The new value cannot be read. ${error.message}`);
  }
}

/** Refuses what would not come into the document as it is written. */
function checkParts(node: DataNode): void {
  if (node.kind === "alias" || node.anchor !== undefined || node.tag !== undefined) {
    throw new DataFault("SYNTAX", "It has an anchor, an alias or a tag. Give plain data");
  }
  if (node.kind === "scalar") return;
  for (const { key, value } of node.entries) {
    if (key && !key.identity.startsWith("string:")) {
      throw new DataFault("SYNTAX", "It has a key that is no string. Put such keys in quotation marks");
    }
    checkParts(value);
  }
}

function apply(
  { text, format, schema }: DataRequest,
  reading: Reading,
  index: number,
  plan: Plan,
): { text: string; documents: Documents } {
  const { documents } = reading;
  const document = documents[index];
  if (!document) throw new DataFault("RESULT_DIFFERS", "The document is gone");
  const tried = new Set<string>();
  let reason = "";
  for (const splices of attempts(text, format, document, plan)) {
    const result = applySplices(text, splices);
    if (result === undefined || tried.has(result)) continue;
    tried.add(result);
    // Errors of a schema are told with their places in the result: then it is read as a whole.
    const near = schema === undefined ? reread({ text, format }, reading, result, splices) : undefined;
    if (near && isAsPlanned(documents, near, plan)) return { text: result, documents: near };
    const after = readAgain(text, result, format);
    if (after instanceof DataFault) reason = ` The result would be refused: ${after.message}.`;
    else if (after && isAsPlanned(documents, after, plan)) return { text: result, documents: after };
  }
  throw new DataFault(
    "RESULT_DIFFERS",
    "The edit cannot be written so that the text reads as intended and all else stays. Nothing is changed." +
      `${reason} Edit a value nearer to the root as a whole, or a part of it`,
  );
}

function* attempts(
  text: string,
  format: Format,
  { root, version = "1.2" }: Documents[number],
  plan: Plan,
): Generator<Splice[]> {
  if (format !== "yaml") {
    for (const carries of [true, false]) yield jsonSplices(text, root, plan, { isJson5: format === "json5", carries });
    return;
  }
  for (const [carries, isBlock] of [
    [true, true],
    [false, true],
    [false, false],
  ] as const) {
    yield new YamlEdit(text, root, version, { carries, isBlock }).splices(plan);
  }
}

function readAgain(before: string, result: string, format: Format): Documents | DataFault | undefined {
  try {
    if (format === "json" && isStrictJson(before) && !isStrictJson(result)) return undefined;
    if (format === "json5" && !isJson5(result)) return undefined;
    return readText(result, format).documents;
  } catch (error) {
    if (error instanceof DataFault && error.code !== "TOO_LARGE") return error;
    throw error;
  }
}

function isAsPlanned(before: Documents, after: Documents, plan: Plan): boolean {
  return (
    before.length === after.length &&
    before.every(({ root }, at) => {
      const twin = after[at];
      // The plan has nodes of one document: the others have to be as they were.
      return twin !== undefined && plan.isDone(root, twin.root);
    })
  );
}

/** Anchors whose values change, themselves or inside, and which aliases refer to. */
function aliasNotes(plan: Plan, root: DataNode): string[] {
  const used = new Set<string>();
  const open: DataNode[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === "alias") used.add(node.name);
    else if (node.kind !== "scalar") {
      for (const { key, value } of node.entries) {
        if (key?.alias !== undefined) used.add(key.alias);
        open.push(value);
      }
    }
  }
  const changed: string[] = [];
  const isChanged = (node: DataNode): boolean => {
    let is = plan.replaced.has(node);
    if (node.kind === "map" || node.kind === "seq") {
      is ||= plan.collections.has(node);
      for (const { value } of node.entries) is = isChanged(value) || is;
    }
    if (is && node.anchor !== undefined && used.has(node.anchor)) changed.push(node.anchor);
    return is;
  };
  isChanged(root);
  return changed.map((anchor) => `The value of the anchor &${anchor} changes: so do its aliases`);
}

function validate(text: string, documents: Documents, { schema, documentIndex, keyPath }: DataRequest): SchemaError[] {
  const check = compileSchema(schema);
  const lines = new Lines(text);
  return documents.flatMap(({ root }, index) => {
    if (documentIndex !== undefined && documentIndex !== index) return [];
    return check(find(root, parsePath(keyPath)).node, lines, index);
  });
}
