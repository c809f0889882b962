// A planned edit of a tree, and whether a result is what was planned.

import {
  type Alias,
  type Collection,
  type DataNode,
  type Entry,
  isCollection,
  isSameValue,
  keyIdentity,
  type Scalar,
} from "./node.js";

/** A value that comes into the document. */
export interface NewValue {
  node: DataNode;
  /** The entry that the value is moved from, so that its text is carried over with its comments. */
  carried?: { collection: Collection; entry: Entry } | undefined;
}

/** An entry that comes into a collection. */
export interface NewEntry {
  name?: string | undefined;
  value: NewValue;
}

/** What changes in a collection, by the indexes before the change. */
export interface CollectionEdit {
  removed: Set<number>;
  /** Before which index new entries come. */
  inserted: Map<number, NewEntry[]>;
  renamed: Map<number, string>;
}

/** All changes. Nothing in `replaced` is inside of another replaced or removed node. */
export class Plan {
  readonly replaced = new Map<DataNode, NewValue>();
  readonly collections = new Map<Collection, CollectionEdit>();

  /** Anchored nodes and what they are compared with. An alias may be inside of its own anchor. */
  #targets = new Map<DataNode, DataNode>();

  /** Where changed nodes begin, in order. The plan is complete when it is first asked for. */
  #starts: number[] | undefined;

  get isEmpty(): boolean {
    return this.replaced.size === 0 && this.collections.size === 0;
  }

  replace(node: DataNode, value: NewValue): void {
    this.replaced.set(node, value);
  }

  remove(collection: Collection, index: number): void {
    this.#edit(collection).removed.add(index);
  }

  insert(collection: Collection, index: number, entry: NewEntry): void {
    const { inserted } = this.#edit(collection);
    const there = inserted.get(index);
    if (there) there.push(entry);
    else inserted.set(index, [entry]);
  }

  rename(collection: Collection, index: number, name: string): void {
    this.#edit(collection).renamed.set(index, name);
  }

  #edit(collection: Collection): CollectionEdit {
    let edit = this.collections.get(collection);
    if (!edit) {
      edit = { removed: new Set(), inserted: new Map(), renamed: new Map() };
      this.collections.set(collection, edit);
    }
    return edit;
  }

  /** Whether a tree is what this plan makes of another one. Numbers, tags, anchors and the order of keys count. */
  isDone(before: DataNode, after: DataNode): boolean {
    const value = this.replaced.get(before);
    if (value) return isSameValue(value.node, after);
    if (before.kind !== after.kind || before.anchor !== after.anchor || before.tag !== after.tag) return false;
    if (before.kind === "scalar") {
      return before.type === (after as Scalar).type && before.text === (after as Scalar).text;
    }
    if (before.kind === "alias")
      return before.name === (after as Alias).name && this.#isSameTarget(before, after as Alias);
    return isCollection(after) && this.#isDoneInside(before, after);
  }

  /** Whether something changes inside of an entry. */
  #touches({ start, end }: Entry): boolean {
    this.#starts ??= [...this.replaced.keys(), ...this.collections.keys()]
      .map((node) => node.start)
      .sort((a, b) => a - b);
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) < start) low = middle + 1;
      else high = middle;
    }
    return (this.#starts[low] ?? Number.POSITIVE_INFINITY) <= end;
  }

  /** An anchor may be set twice: without one of them, an alias would mean the other. */
  #isSameTarget({ target: before }: Alias, { target: after }: Alias): boolean {
    if (!before || !after) return before === after;
    if (this.#targets.get(before) === after) return true;
    this.#targets.set(before, after);
    return this.isDone(before, after);
  }

  #isDoneInside(before: Collection, after: Collection): boolean {
    const edit = this.collections.get(before);
    let at = 0;
    const inserted = (index: number) =>
      (edit?.inserted.get(index) ?? []).every(({ name, value }) => {
        const entry = after.entries[at++];
        return entry !== undefined && hasName(entry, name) && isSameValue(value.node, entry.value);
      });
    for (const [index, entry] of before.entries.entries()) {
      if (!inserted(index)) return false;
      if (edit?.removed.has(index)) continue;
      const twin = after.entries[at++];
      if (!twin) return false;
      if (twin === entry && !edit?.renamed.has(index) && !this.#touches(entry)) continue;
      const name = edit?.renamed.get(index);
      const isKey = name === undefined ? hasKeyOf(twin, entry) : hasName(twin, name);
      if (!isKey || !this.isDone(entry.value, twin.value)) return false;
    }
    return inserted(before.entries.length) && at === after.entries.length;
  }
}

function hasName(entry: Entry, name: string | undefined): boolean {
  return name === undefined ? entry.key === undefined : entry.key?.identity === keyIdentity("string", name);
}

function hasKeyOf(twin: Entry, entry: Entry): boolean {
  if (entry.key?.isComplex) return twin.key?.isComplex === true && twin.key.name === entry.key.name;
  return twin.key?.identity === entry.key?.identity;
}
