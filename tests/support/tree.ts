/** Parses the text form of a snapshot. */

/** A line of a snapshot that stands for a node. */
export interface TreeNode {
  /** Levels below the outermost line. */
  depth: number;
  /** Absent for plain text. */
  uid?: string;
  role: string;
  /** The name, unquoted. */
  name: string;
  /** What follows the name: `key=value`, or `true` for a key alone. Values are unquoted. */
  attributes: Record<string, string | true>;
  /** The line as it came. */
  line: string;
}

const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const property = String.raw`[a-z][\w-]*(?:=(?:${quoted}|[^\s"]+))?`;
/** A node: with a UID, with a role and a name, or text alone; then its properties. */
const piece = new RegExp(
  String.raw`(?:uid=(\d+_\d+) ([a-z][a-z-]*)(?: (${quoted}))?|([a-z][a-z-]*) (${quoted})|(${quoted}))((?: (?!uid=|[a-z-]+ ")${property})*)`,
  "gy",
);
/** The beginning of a line without a UID. */
const opening = new RegExp(`([a-z][a-z-]*)(?: (${quoted}))?((?: (?!uid=|[a-z-]+ ")${property})*)`, "y");
const attribute = new RegExp(String.raw` ([\w-]+)(?:=(${quoted}|[^\s"]+))?`, "g");

/** Undoes the quoting of page text. */
export function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  return text
    .slice(1, -1)
    .replace(/\\(?:u\{([0-9a-f]+)\}|(.))/g, (_, code: string | undefined, plain: string) =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : ({ n: "\n", r: "\r", t: "\t" }[plain] ?? plain),
    );
}

/** The nodes of a line, each after the first a level deeper; undefined for a line that is not of nodes. */
function read(line: string): TreeNode[] | undefined {
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  const nodes: TreeNode[] = [];
  const add = (uid: string | undefined, role: string, name = "", rest = ""): void => {
    const attributes: Record<string, string | true> = {};
    for (const [, key = "", value] of rest.matchAll(attribute))
      attributes[key] = value === undefined ? true : unquote(value);
    const depth = indent / 2 + (nodes.length > 0 ? 1 : 0);
    nodes.push({ depth, ...(uid ? { uid } : {}), role, name: unquote(name), attributes, line });
  };
  let at = indent;
  if (!line.startsWith("uid=", at)) {
    opening.lastIndex = at;
    const [whole, role = "", name, rest] = opening.exec(line) ?? [];
    if (whole === undefined) return undefined;
    add(undefined, role, name, rest);
    at = opening.lastIndex;
  }
  for (;;) {
    while (line.startsWith(" ", at) || line.startsWith("|", at)) at += 1;
    if (at >= line.length) return nodes;
    piece.lastIndex = at;
    const match = piece.exec(line);
    if (!match) return /^(… \d+ below|[a-z]+=\d+)/.test(line.slice(at)) ? nodes : undefined;
    const [, uid, role, name, plainRole, plainName, text, rest] = match;
    add(uid, role ?? plainRole ?? "text", name ?? plainName ?? text, rest);
    at = piece.lastIndex;
  }
}

/** A parsed snapshot. */
export class Tree {
  readonly nodes: TreeNode[] = [];
  /** Lines that are not nodes: headings and what the budget left out. */
  readonly notes: string[] = [];

  constructor(readonly text: string) {
    for (const line of text.split("\n")) {
      const pieces = read(line);
      if (pieces) this.nodes.push(...pieces);
      else if (line.trim()) this.notes.push(line);
    }
  }

  /** All nodes of a role, and of a name if one is given. */
  all(role: string, name?: string | RegExp): TreeNode[] {
    return this.nodes.filter(
      (node) =>
        node.role === role &&
        (name === undefined || (typeof name === "string" ? node.name === name : name.test(node.name))),
    );
  }

  /** The first such node. @throws with the whole snapshot when there is none. */
  node(role: string, name?: string | RegExp): TreeNode {
    const found = this.all(role, name)[0];
    if (!found) throw new Error(`no ${role} ${name ?? ""} in the snapshot:\n${this.text}`);
    return found;
  }

  /** Whether there is such a node. */
  has(role: string, name?: string | RegExp): boolean {
    return this.all(role, name).length > 0;
  }

  /** The UID of the first such node. */
  uid(role: string, name?: string | RegExp): string {
    const { uid, line } = this.node(role, name);
    if (!uid) throw new Error(`no uid on the line: ${line}`);
    return uid;
  }

  /** All UIDs, in order. */
  get uids(): string[] {
    return this.nodes.flatMap(({ uid }) => uid ?? []);
  }

  /** The nodes below a node. */
  below(node: TreeNode): TreeNode[] {
    const start = this.nodes.indexOf(node) + 1;
    const end = this.nodes.findIndex((other, index) => index >= start && other.depth <= node.depth);
    return this.nodes.slice(start, end < 0 ? undefined : end);
  }
}
