/** Reads the text form of a snapshot, as a test's stand-in for the model that would read it. */

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
const nodeLine = new RegExp(
  String.raw`^( *)(?:uid=(\d+_\d+) )?([a-z][a-z-]*)(?: (${quoted}))?((?: [\w-]+(?:=(?:${quoted}|[^\s"]+))?)*)$`,
);
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

/** A parsed snapshot. */
export class Tree {
  readonly nodes: TreeNode[] = [];
  /** Lines that are not nodes: headings and what the budget left out. */
  readonly notes: string[] = [];

  constructor(readonly text: string) {
    for (const line of text.split("\n")) {
      const match = nodeLine.exec(line);
      if (!match) {
        if (line.trim()) this.notes.push(line);
        continue;
      }
      const [, indent = "", uid, role = "", name = "", rest = ""] = match;
      const attributes: Record<string, string | true> = {};
      for (const [, key = "", value] of rest.matchAll(attribute))
        attributes[key] = value === undefined ? true : unquote(value);
      this.nodes.push({
        depth: indent.length / 2,
        ...(uid ? { uid } : {}),
        role,
        name: unquote(name),
        attributes,
        line,
      });
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
