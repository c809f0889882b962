// Paths to values: dotted, with brackets and quotation marks, or JSON Pointers.

import { quoted } from "../files/quote.js";
import { DataFault } from "./fault.js";
import { type Collection, type DataNode, type Entry, isCollection } from "./node.js";

/** The keys and indexes from the root to a value. */
export type DataPath = readonly string[];

/**
 * Reads a path. `server.ports[0]`, `server.ports.0`, `hosts["a.b"].name`, `hosts.a\.b` and the JSON Pointer `/hosts/a.b` are
 * paths; the empty one is the whole document.
 *
 * @throws {DataFault} `INVALID_PATH`
 */
export function parsePath(path: string): DataPath {
  if (path === "" || path === "$") return [];
  if (path.startsWith("/")) return pointer(path);
  const steps: string[] = [];
  const step = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]|((?:[^.[\\]|\\.)+)/suy;
  let at = 0;
  while (at < path.length) {
    step.lastIndex = at;
    const match = step.exec(path);
    if (!match) throw invalid(path, at);
    const [all, index, double, single, bare] = match;
    steps.push(index ?? unescaped(double ?? single ?? bare ?? ""));
    at += all.length;
    if (path[at] === ".") {
      at += 1;
      if (at === path.length || path[at] === "[") throw invalid(path, at);
    } else if (at < path.length && path[at] !== "[") {
      throw invalid(path, at);
    }
  }
  return steps;
}

function unescaped(step: string): string {
  return step.replace(/\\(.)/gsu, "$1");
}

function pointer(path: string): DataPath {
  const bad = /~(?![01])/.exec(path);
  if (bad) throw invalid(path, bad.index);
  return path
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function invalid(path: string, at: number): DataFault {
  return new DataFault(
    "INVALID_PATH",
    `The path ${quoted(path)} cannot be read at character ${at + 1}. Write \`server.ports[0]\`, \`hosts["a.b"]\`, or a JSON ` +
      "Pointer such as `/hosts/a.b` (in it, `~1` is a slash and `~0` a tilde)",
  );
}

/** Writes a path as a JSON Pointer. */
export function pointerOf(path: DataPath): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** A path for messages, quoted. */
export function shown(path: DataPath): string {
  return path.length === 0 ? "the document's root" : quoted(pointerOf(path));
}

/** An entry and where it is. */
export interface Found {
  node: DataNode;
  /** The collection that has the node, unless it is the root. */
  parent?: { collection: Collection; index: number };
}

/** How far a path leads. */
export interface Walk {
  /** What is at the end of the part that exists. */
  found: Found;
  /** The steps that lead nowhere; none if the path exists. */
  missing: DataPath;
}

/**
 * Follows a path as far as it leads.
 *
 * @throws {DataFault} if the path leads through an alias or a scalar, or two keys fit
 */
export function walk(root: DataNode, path: DataPath): Walk {
  let found: Found = { node: root };
  for (const [depth, step] of path.entries()) {
    const { node } = found;
    if (node.kind === "alias") throw onAlias(path.slice(0, depth), node.name);
    if (!isCollection(node)) {
      if (node.type === "null") return { found, missing: path.slice(depth) };
      throw new DataFault(
        "WRONG_TYPE",
        `${shown(path.slice(0, depth))} is a ${node.type} and has no ${quoted(step)}. Get it to see its value`,
      );
    }
    const index = node.kind === "seq" ? seqIndex(node, step, path.slice(0, depth)) : mapIndex(node, step, path, depth);
    const entry = index === undefined ? undefined : node.entries[index];
    if (!entry || index === undefined) return { found, missing: path.slice(depth) };
    found = { node: entry.value, parent: { collection: node, index } };
  }
  return { found, missing: [] };
}

function seqIndex(node: Collection, step: string, at: DataPath): number | undefined {
  if (step === "-") return node.entries.length;
  if (!/^(0|[1-9]\d{0,8})$/.test(step)) {
    throw new DataFault(
      "WRONG_TYPE",
      `${shown(at)} is a list of ${node.entries.length}: ${quoted(step)} is not an index. Indexes begin with 0`,
    );
  }
  return Number(step);
}

function mapIndex(node: Collection, step: string, path: DataPath, depth: number): number | undefined {
  const fits = node.entries.flatMap(({ key }, index) => (key && !key.isComplex && key.name === step ? [index] : []));
  if (fits.length < 2) return fits[0];
  throw new DataFault(
    "AMBIGUOUS_KEY",
    `${shown(path.slice(0, depth))} has ${fits.length} keys that a path names ${quoted(step)}, of different types`,
  );
}

function onAlias(at: DataPath, name: string): DataFault {
  return new DataFault(
    "ALIAS_ON_PATH",
    `${shown(at)} is an alias of the anchor ${quoted(name)}: what is inside is written elsewhere, and every alias would change. ` +
      "Edit the anchored value, or set this key as a whole",
  );
}

/** The error for a path that does not exist, with the keys that do. */
export function notFound(path: DataPath, { found, missing }: Walk): DataFault {
  const reached = path.slice(0, path.length - missing.length);
  const { node } = found;
  const literal = path.join(".");
  let hint = "";
  if (node.kind === "seq") hint = `It is a list of ${node.entries.length}; indexes begin with 0`;
  else if (node.kind === "map") {
    const names = node.entries.flatMap(({ key }) => (key && !key.isComplex ? [key.name] : []));
    const some = names.slice(0, 20).map((name) => quoted(name, 60));
    hint = names.length === 0 ? "It is empty" : `It has ${some.join(", ")}${names.length > 20 ? ", …" : ""}`;
    if (missing.length > 1 && reached.length === 0 && names.includes(literal)) {
      hint = `There is a key ${quoted(literal)}: write it as [${quoted(literal)}]`;
    } else if (names.includes("<<")) hint += ". It merges an anchored map (`<<`), which may have the key";
  } else hint = "It is null";
  return new DataFault("KEY_NOT_FOUND", `${shown(reached)} has no ${quoted(missing[0] ?? "")}. ${hint}`);
}

/** The name of an entry on a path. */
export function stepOf(entry: Entry, index: number): string {
  return entry.key?.name ?? String(index);
}
