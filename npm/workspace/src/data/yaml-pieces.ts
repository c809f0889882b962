// Large YAML texts, read piece by piece: what the parser needs for a piece is garbage before the next one is read.
//
// A piece begins with a line that begins an entry. It is accepted if it reads without an error as a block collection by itself,
// and if the text before it ends inside of the last entry of a collection of the same kind in the same column. Whatever is
// open there then has deeper lines only, and ends. So the whole text reads as the pieces do, one after the other. What is not
// accepted is read as a whole, and so are texts with anchors, which reach over pieces.

import { lineStart } from "./lines.js";
import { type Collection, type DataNode, isCollection, MAX_DEPTH } from "./node.js";
import { readYamlPiece, readYamlWhole, repeatedKey, type YamlDocument } from "./read-yaml.js";
import { type Cut, cutText } from "./yaml-cuts.js";

/** How long pieces are about, in UTF-16 units. */
const PIECE = 16_000;

/** A block collection whose last entry may go on, with the column of its entries. */
interface Level {
  node: Collection;
  column: number;
}

/** A piece that was read by itself. */
interface Piece extends Cut {
  document: YamlDocument;
  /** How deep its collections nest. */
  depth: number;
  /** Its collection, the one in the last entry of it, and so on. */
  spine: Level[];
}

/** A text that was read. */
export interface YamlReading {
  documents: YamlDocument[];
  /** Undefined if it was read as a whole. */
  pieces?: readonly Piece[];
}

/** Counts how much text is parsed, for tests. */
export const parsed = { characters: 0 };

/**
 * Reads all documents of a YAML text.
 *
 * @throws {DataFault} if it is not YAML, or a map has a key twice
 */
export function readYaml(text: string, size = PIECE): YamlReading {
  const byPieces = text.length > size ? readPieces(text, size) : undefined;
  if (byPieces) return byPieces;
  parsed.characters += text.length;
  return { documents: readYamlWhole(text) };
}

function readPieces(text: string, size: number): YamlReading | undefined {
  const all: Cut = { start: 0, end: text.length, isDocument: true, column: 0, kind: "map" };
  const cuts = cutText(text, all, size);
  if (!cuts || cuts.length < 2) return undefined;
  const tree = new Tree();
  const pieces = addAll(tree, text, cuts, size);
  return pieces && tree.isSound() ? { documents: tree.documents, pieces } : undefined;
}

/** Reads pieces and adds them. One that is not complete is read again with what follows. */
function addAll(tree: Tree, text: string, cuts: readonly Cut[], size: number): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (let index = 0; index < cuts.length; index += 1) {
    let cut = cuts[index] as Cut;
    let piece = readPiece(text, cut);
    for (let length = 2 * size; !piece && length <= 16 * size && index + 1 < cuts.length; length *= 2) {
      const { start } = cut;
      while (index + 1 < cuts.length && cut.end - start < length) {
        index += 1;
        const next = cuts[index] as Cut;
        if (next.isDocument) return undefined;
        cut = { ...cut, end: next.end };
      }
      piece = readPiece(text, cut);
    }
    if (!piece || !tree.add(piece)) return undefined;
    pieces.push(piece);
  }
  return pieces;
}

function readPiece(text: string, cut: Cut): Piece | undefined {
  parsed.characters += cut.end - cut.start;
  const read = readYamlPiece(text, cut.start, cut.end);
  if (!read) return undefined;
  const { document, depth } = read;
  const spine = spineOf(text, document.root);
  if (!cut.isDocument) {
    const top = spine[0];
    if (!top || top.column !== cut.column || top.node.kind !== cut.kind || top.node.start < cut.start) return undefined;
    if (top.node.anchor !== undefined || top.node.tag !== undefined || document.version !== "1.2") return undefined;
  }
  return { ...cut, document, depth, spine };
}

function spineOf(text: string, root: DataNode): Level[] {
  const spine: Level[] = [];
  for (let node: DataNode | undefined = root; node && isCollection(node) && !node.isFlow; ) {
    const [first] = node.entries;
    if (!first) break;
    const line = lineStart(text, first.start);
    const mark = text[line] === "\uFEFF" ? 1 : 0;
    spine.push({ node, column: first.start - line - mark });
    node = node.entries.at(-1)?.value;
  }
  return spine;
}

/** Puts pieces together. Nodes of the pieces are not changed, but copied where they go on. */
class Tree {
  readonly documents: YamlDocument[] = [];
  #spine: Level[] = [];
  /** Copies, which may change. */
  readonly #own = new Set<Collection>();

  /** @returns false if the piece does not continue what is there */
  add(piece: Piece): boolean {
    const { document, spine } = piece;
    if (piece.isDocument) {
      this.documents.push({ ...document });
      this.#spine = spine.map((level) => ({ ...level }));
      return document.version === "1.2";
    }
    const root = spine[0]?.node;
    const at = this.#levelOf(piece);
    if (!root || at < 0 || piece.depth + at > MAX_DEPTH) return false;
    this.#copy(at);
    const target = (this.#spine[at] as Level).node;
    for (const entry of root.entries) target.entries.push(entry);
    this.#spine.length = at + 1;
    for (const level of spine.slice(1)) this.#spine.push({ ...level });
    this.#setEnds(at);
    return true;
  }

  /** Whether no map has a key twice. */
  isSound(): boolean {
    return [...this.#own].every((node) => node.kind !== "map" || !repeatedKey(node));
  }

  /** The collection that has further entries of the kind in the column. An item in the column of a key would be inside of it. */
  #levelOf({ column, kind }: Cut): number {
    const deepest = this.#spine.findLastIndex((level) => level.column === column);
    if (kind === "seq") return this.#spine[deepest]?.node.kind === "seq" ? deepest : -1;
    return this.#spine.findLastIndex((level) => level.column === column && level.node.kind === "map");
  }

  #copy(to: number): void {
    for (const [depth, level] of this.#spine.slice(0, to + 1).entries()) {
      if (this.#own.has(level.node)) continue;
      const copy: Collection = { ...level.node, entries: [...level.node.entries] };
      this.#own.add(copy);
      level.node = copy;
      const parent = this.#spine[depth - 1]?.node.entries;
      const last = parent?.at(-1);
      if (parent && last) parent[parent.length - 1] = { ...last, value: copy };
      else (this.documents.at(-1) as YamlDocument).root = copy;
    }
  }

  #setEnds(from: number): void {
    for (let depth = from; depth >= 0; depth -= 1) {
      const { node } = this.#spine[depth] as Level;
      node.end = node.entries.at(-1)?.end ?? node.end;
      const around = this.#spine[depth - 1]?.node.entries.at(-1);
      if (around) around.end = Math.max(around.end, node.end);
    }
  }
}
