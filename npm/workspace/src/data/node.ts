// A document as a tree with positions. It is the same for YAML, JSON and JSON5; edits are planned on it.

/** How deep collections may nest. */
export const MAX_DEPTH = 400;

/** What every node has. Offsets are in UTF-16 units of the whole text. */
interface Placed {
  /** Where the value begins: after its anchor and tag, if it has them. */
  start: number;
  /** Where the value ends. For a block of YAML: the end of its last line with content, before comment and line break. */
  end: number;
  /** Where its anchor or tag begins, or else `start`. */
  propsStart: number;
  anchor?: string | undefined;
  /** A tag that is written, or undefined. */
  tag?: string | undefined;
}

/** A value without parts. */
export interface Scalar extends Placed {
  kind: "scalar";
  type: "string" | "number" | "boolean" | "null";
  /** A string's value, or how any other scalar is written: numbers lose nothing. */
  text: string;
  style?: "plain" | "single" | "double" | "block" | undefined;
}

/** A reference to an anchored node of YAML. */
export interface Alias extends Placed {
  kind: "alias";
  name: string;
  target: DataNode | undefined;
}

/** The key of a map's entry. */
export interface Key {
  /** As paths name it. */
  name: string;
  /** Tells keys apart that paths name alike, such as `1` and `"1"` in YAML. */
  identity: string;
  start: number;
  end: number;
  /** A collection as key, which no path can name. */
  isComplex: boolean;
  /** The anchor that the key refers to, if it is an alias. */
  alias?: string | undefined;
}

/** An item of a sequence, or a key with its value. */
export interface Entry {
  /** Where the key or the item begins; for an item of a block sequence, its `-`. */
  start: number;
  end: number;
  /** After the `:` or the `-`, or where the value begins. */
  valueFrom: number;
  /** After the comma that follows, in a flow collection that has one there. */
  commaEnd?: number | undefined;
  key?: Key | undefined;
  value: DataNode;
  /** An entry that cannot be edited by itself, such as `? key` without a value. */
  isOdd?: boolean | undefined;
}

/** A map or a sequence. */
export interface Collection extends Placed {
  kind: "map" | "seq";
  /** Written with brackets. */
  isFlow: boolean;
  entries: Entry[];
}

export type DataNode = Scalar | Alias | Collection;

/** One document of a text. */
export interface DataDocument {
  root: DataNode;
  /** Whether there is no value at all, which YAML reads as null. */
  isEmpty: boolean;
}

/** Whether a node has parts. */
export function isCollection(node: DataNode): node is Collection {
  return node.kind === "map" || node.kind === "seq";
}

/** Whether two nodes have the same value. Numbers are compared as they are written. */
export function isSameValue(one: DataNode, other: DataNode): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === "alias") return one.name === (other as Alias).name;
  if (one.kind === "scalar") return one.type === (other as Scalar).type && one.text === (other as Scalar).text;
  const entries = (other as Collection).entries;
  return (
    one.entries.length === entries.length &&
    one.entries.every((entry, index) => {
      const twin = entries[index];
      return twin !== undefined && entry.key?.identity === twin.key?.identity && isSameValue(entry.value, twin.value);
    })
  );
}

/** How a key is told apart from others. */
export function keyIdentity(type: Scalar["type"], text: string): string {
  return `${type}:${text}`;
}
