// What each action changes, as a plan.

import { DataFault } from "./fault.js";
import { type Collection, type DataNode, isCollection, isSameValue, keyIdentity } from "./node.js";
import { type DataPath, type Found, notFound, parsePath, shown, stepOf, walk } from "./path.js";
import { type NewEntry, type NewValue, Plan } from "./plan.js";

/** A node of a collection that comes into a document. */
function made(kind: Collection["kind"], entries: Collection["entries"]): Collection {
  return { kind, isFlow: false, entries, start: 0, end: 0, propsStart: 0 };
}

/** A map with one entry. */
function wrapped(name: string, value: DataNode): DataNode {
  const key = { name, identity: keyIdentity("string", name), start: 0, end: 0, isComplex: false };
  return made("map", [{ start: 0, end: 0, valueFrom: 0, key, value }]);
}

/**
 * Finds the value of a path.
 *
 * @throws {DataFault} if it does not exist
 */
export function find(root: DataNode, path: DataPath): Found {
  const way = walk(root, path);
  if (way.missing.length > 0) throw notFound(path, way);
  return way.found;
}

/** Sets a value. With `creates`, missing keys and maps on the way are made. */
export function planSet(root: DataNode, path: DataPath, value: DataNode, creates: boolean): Plan {
  const plan = new Plan();
  const way = walk(root, path);
  if (way.missing.length === 0) assign(plan, way.found.node, value);
  else if (!creates) throw notFound(path, way);
  else create(plan, path, way, { node: value });
  return plan;
}

function create(plan: Plan, path: DataPath, { found, missing }: ReturnType<typeof walk>, value: NewValue): void {
  const [first = "", ...rest] = missing;
  const inner = rest.reduceRight<DataNode>((node, step) => wrapped(step, node), value.node);
  const carried = rest.length === 0 ? value.carried : undefined;
  const { node } = found;
  if (node.kind === "map") {
    plan.insert(node, node.entries.length, { name: first, value: { node: inner, carried } });
  } else if (node.kind === "seq") {
    if (first !== "-" && Number(first) !== node.entries.length) throw notFound(path, { found, missing });
    plan.insert(node, node.entries.length, { value: { node: inner, carried } });
  } else {
    plan.replace(node, { node: wrapped(first, inner) });
  }
}

/** Makes a node equal to a value with the smallest changes, so that comments and the order of keys stay. */
function assign(plan: Plan, node: DataNode, value: DataNode): void {
  if (isSameValue(node, value)) return;
  if (!isCollection(node) || !isCollection(value) || node.kind !== value.kind || isOdd(node)) {
    plan.replace(node, { node: value });
  } else if (node.kind === "map") {
    if (node.entries.length === 0 || value.entries.length === 0) plan.replace(node, { node: value });
    else assignMap(plan, node, value);
  } else if (node.entries.length === value.entries.length) {
    for (const [index, entry] of node.entries.entries()) {
      const twin = value.entries[index];
      if (twin) assign(plan, entry.value, twin.value);
    }
  } else {
    plan.replace(node, { node: value });
  }
}

function isOdd(node: Collection): boolean {
  return node.entries.some(({ isOdd: odd, key }) => odd || key?.isComplex);
}

function assignMap(plan: Plan, node: Collection, value: Collection): void {
  const wanted = new Map(value.entries.map((entry) => [entry.key?.identity, entry]));
  for (const [index, entry] of node.entries.entries()) {
    const twin = wanted.get(entry.key?.identity);
    wanted.delete(entry.key?.identity);
    if (twin) assign(plan, entry.value, twin.value);
    else plan.remove(node, index);
  }
  for (const { key, value: added } of wanted.values()) {
    plan.insert(node, node.entries.length, { name: key?.name, value: { node: added } });
  }
}

/** Adds an item to the end of a list. */
export function planAppend(root: DataNode, path: DataPath, value: DataNode): Plan {
  const plan = new Plan();
  const { node } = find(root, path);
  if (node.kind === "seq") plan.insert(node, node.entries.length, { value: { node: value } });
  else if (node.kind === "scalar" && node.type === "null") {
    plan.replace(node, { node: made("seq", [{ start: 0, end: 0, valueFrom: 0, value }]) });
  } else {
    throw new DataFault(
      "WRONG_TYPE",
      `${shown(path)} is a ${node.kind === "scalar" ? node.type : node.kind} and no list. Use set for a key of a map`,
    );
  }
  return plan;
}

/** Removes a key or an item. */
export function planDelete(root: DataNode, path: DataPath): Plan {
  const plan = new Plan();
  const { parent } = find(root, path);
  if (!parent) throw new DataFault("INVALID_PATH", "The root of a document cannot be deleted. Set it to null instead");
  plan.remove(parent.collection, parent.index);
  return plan;
}

/** Merges a map into a map as JSON Merge Patch (RFC 7396) does: maps are merged, null removes, all else replaces. */
export function planMerge(root: DataNode, path: DataPath, patch: DataNode): Plan {
  const plan = new Plan();
  const { node } = find(root, path);
  if (patch.kind !== "map") throw new DataFault("INVALID_NEW_VALUE", "A merge takes a map (an object) as newValue");
  mergeInto(plan, node, patch);
  return plan;
}

function mergeInto(plan: Plan, node: DataNode, patch: DataNode): void {
  if (patch.kind !== "map") {
    assign(plan, node, patch);
    return;
  }
  if (node.kind !== "map") {
    plan.replace(node, { node: withoutNulls(patch) });
    return;
  }
  const added: NewEntry[] = [];
  const indexes = new Map(node.entries.map(({ key }, index) => [key?.identity, index]));
  for (const { key, value } of patch.entries) {
    const index = indexes.get(key?.identity);
    const entry = index === undefined ? undefined : node.entries[index];
    const isNull = value.kind === "scalar" && value.type === "null";
    if (entry && index !== undefined) {
      if (isNull) plan.remove(node, index);
      else mergeInto(plan, entry.value, value);
    } else if (!isNull) {
      added.push({ name: key?.name, value: { node: value.kind === "map" ? withoutNulls(value) : value } });
    }
  }
  for (const entry of added) plan.insert(node, node.entries.length, entry);
}

function withoutNulls(patch: Collection): Collection {
  const entries = patch.entries.flatMap((entry) => {
    const { value } = entry;
    if (value.kind === "scalar" && value.type === "null") return [];
    return [value.kind === "map" ? { ...entry, value: withoutNulls(value) } : entry];
  });
  return { ...patch, entries };
}

/**
 * Moves a value to another path, or renames a key. An index in a list is the one after the value was taken out, as JSON Patch
 * (RFC 6902) has it.
 */
export function planMove(root: DataNode, path: DataPath, toPath: string, overwrites: boolean): Plan {
  const plan = new Plan();
  const to = parsePath(toPath);
  const { node, parent } = find(root, path);
  if (!parent || to.length === 0) throw new DataFault("INVALID_PATH", "The root of a document cannot be moved");
  const isInside = path.every((step, index) => to[index] === step);
  if (isInside && to.length > path.length) {
    throw new DataFault("INVALID_PATH", `${shown(path)} cannot be moved into itself, to ${shown(to)}`);
  }
  if (isInside) return plan;
  const entry = parent.collection.entries[parent.index];
  const value: NewValue = { node, carried: entry && { collection: parent.collection, entry } };
  const name = to.at(-1) ?? "";
  const into = find(root, to.slice(0, -1)).node;
  if (into.kind === "seq") {
    insertItem(plan, into, name, { parent, value, to });
  } else if (into.kind === "map") {
    moveKey(plan, into, name, { parent, value, to, overwrites });
  } else {
    throw new DataFault(
      "WRONG_TYPE",
      `${shown(to.slice(0, -1))} is neither a map nor a list: nothing can be moved into it`,
    );
  }
  return plan;
}

interface Move {
  parent: NonNullable<Found["parent"]>;
  value: NewValue;
  to: DataPath;
}

function insertItem(plan: Plan, into: Collection, step: string, { parent, value, to }: Move): void {
  const isSame = into === parent.collection;
  const most = into.entries.length - (isSame ? 1 : 0);
  const index = step === "-" ? most : Number(step);
  if (!Number.isInteger(index) || index < 0 || index > most) {
    throw new DataFault(
      "KEY_NOT_FOUND",
      `${shown(to)} is no place in a list: its indexes go from 0 to ${most}, or \`-\``,
    );
  }
  plan.remove(parent.collection, parent.index);
  plan.insert(into, isSame && index >= parent.index ? index + 1 : index, { value });
}

function moveKey(plan: Plan, into: Collection, name: string, move: Move & { overwrites: boolean }): void {
  const { parent, value, to, overwrites } = move;
  const there = into.entries.findIndex(({ key }) => key && !key.isComplex && key.name === name);
  if (there >= 0 && !overwrites) {
    throw new DataFault("TARGET_EXISTS", `${shown(to)} exists already. Choose another path, or give overwrite: true`);
  }
  const target = into.entries[there];
  if (target) {
    // The value may come from inside of what it replaces.
    plan.replace(target.value, value);
    if (!contains(target.value, parent.collection)) plan.remove(parent.collection, parent.index);
  } else if (into === parent.collection) {
    plan.rename(into, parent.index, name);
  } else {
    plan.remove(parent.collection, parent.index);
    plan.insert(into, into.entries.length, { name, value });
  }
}

function contains(node: DataNode, inner: DataNode): boolean {
  return node === inner || (isCollection(node) && node.entries.some(({ value }) => contains(value, inner)));
}

/** All values with their paths, for messages about places. */
export function* places(root: DataNode, path: DataPath = []): Generator<{ path: DataPath; node: DataNode }> {
  yield { path, node: root };
  if (!isCollection(root)) return;
  for (const [index, entry] of root.entries.entries()) yield* places(entry.value, [...path, stepOf(entry, index)]);
}
