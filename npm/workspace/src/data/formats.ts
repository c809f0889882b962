// The formats: how each is read, and what a result has to be.

import JSON5 from "json5";
import { DataFault } from "./fault.js";
import type { Collection, DataDocument, DataNode, Key } from "./node.js";
import { readJson } from "./read-json.js";
import { readJson5 } from "./read-json5.js";
import { duplicate, type YamlDocument } from "./read-yaml.js";
import { readYaml, type YamlReading } from "./yaml-pieces.js";

export type Format = "yaml" | "json" | "json5";

/** The largest text that is edited, in UTF-16 units. */
export const MAX_TEXT = 10_000_000;

/** A document of any format. Only those of YAML have a version and references. */
export type AnyDocument = DataDocument & Partial<Pick<YamlDocument, "version" | "hasReferences">>;

/** A text that was read. */
export interface Reading {
  documents: AnyDocument[];
  /** Of a YAML text that was read piece by piece. */
  pieces?: NonNullable<YamlReading["pieces"]>;
}

/**
 * Reads all documents of a text. JSON and JSON5 have one.
 *
 * @throws {DataFault}
 */
export function readText(text: string, format: Format): Reading {
  checkSize(text);
  if (format === "yaml") return readYaml(text);
  const document = format === "json" ? readJson(text) : readJson5(text);
  checkKeys(text, document.root);
  return { documents: [document] };
}

/** @throws {DataFault} if a text is too large */
export function checkSize(text: string): void {
  if (text.length <= MAX_TEXT) return;
  throw new DataFault("TOO_LARGE", `The text has ${text.length} characters; at most ${MAX_TEXT} are edited`);
}

/** Whether a text is JSON by the standard, without comments. */
export function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the package that defines JSON5 reads a text. */
export function isJson5(text: string): boolean {
  try {
    JSON5.parse(text);
    return true;
  } catch {
    return false;
  }
}

function checkKeys(text: string, root: DataNode): void {
  const open: DataNode[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind !== "map" && node.kind !== "seq") continue;
    if (node.kind === "map") checkMap(text, node);
    for (const entry of node.entries) open.push(entry.value);
  }
}

function checkMap(text: string, map: Collection): void {
  const twice = repeatedName(map);
  if (twice) throw duplicate(text, ...twice);
}

/** The first key that a map of JSON has twice, with the key before it. */
export function repeatedName(map: Collection): [Key, Key] | undefined {
  const seen = new Map<string, Key>();
  for (const { key } of map.entries) {
    if (!key) continue;
    const first = seen.get(key.name);
    if (first) return [first, key];
    seen.set(key.name, key);
  }
  return undefined;
}
