// The formats: how each is read, and what a result has to be.

import JSON5 from "json5";
import { DataFault } from "./fault.js";
import type { Collection, DataDocument, DataNode, Key } from "./node.js";
import { readJson } from "./read-json.js";
import { readJson5 } from "./read-json5.js";
import { duplicate, readYaml } from "./read-yaml.js";

export type Format = "yaml" | "json" | "json5";

/** The largest text that is edited, in UTF-16 units. */
export const MAX_TEXT = 10_000_000;

/**
 * Reads all documents of a text. JSON and JSON5 have one.
 *
 * @throws {DataFault}
 */
export function readDocuments(text: string, format: Format): (DataDocument & { version?: "1.1" | "1.2" })[] {
  if (text.length > MAX_TEXT) {
    throw new DataFault("TOO_LARGE", `The text has ${text.length} characters; at most ${MAX_TEXT} are edited`);
  }
  if (format === "yaml") return readYaml(text);
  const document = format === "json" ? readJson(text) : readJson5(text);
  checkKeys(text, document.root);
  return [document];
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
  const seen = new Map<string, Key>();
  for (const { key } of map.entries) {
    if (!key) continue;
    const first = seen.get(key.name);
    if (first) throw duplicate(text, first, key);
    seen.set(key.name, key);
  }
}
