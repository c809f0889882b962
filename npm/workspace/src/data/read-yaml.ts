// YAML as trees with positions, one for each document of the text.

import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  type Tags,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { quoted } from "../files/quote.js";
import { DataFault } from "./fault.js";
import { Lines } from "./lines.js";
import {
  type Collection,
  type DataDocument,
  type DataNode,
  type Entry,
  type Key,
  keyIdentity,
  MAX_DEPTH,
  type Scalar,
} from "./node.js";
import { tooDeep } from "./read-json.js";

/** A number as it is written. The library would round it. */
export class NumberText {
  constructor(readonly text: string) {}
}

/** The library's schema, with numbers that keep how they are written. */
export const exactNumbers = (tags: Tags): Tags =>
  tags.map((tag) => {
    if (typeof tag === "string" || tag.collection || !/:(int|float)$/.test(tag.tag)) return tag;
    return {
      ...tag,
      identify: (value: unknown) => value instanceof NumberText,
      resolve: (text: string) => new NumberText(text),
      stringify: ({ value }: { value: unknown }) => (value instanceof NumberText ? value.text : String(value)),
    };
  });

/** A document of a YAML text. */
export interface YamlDocument extends DataDocument {
  /** `1.1` if the document says so. */
  version: "1.1" | "1.2";
  /** Whether it has anchors or aliases. */
  hasReferences: boolean;
}

/**
 * Reads all documents of a YAML text in one go.
 *
 * @throws {DataFault} if it is not YAML, or a map has a key twice
 */
export function readYamlWhole(text: string): YamlDocument[] {
  const documents: YamlDocument[] = [];
  for (const document of compose(text, text, 0)) {
    const [error] = document.errors;
    if (error) throw syntax(text, error.pos[0], error.message);
    documents.push(readDocument(new YamlReader(text), document));
  }
  return documents;
}

/** A piece of a text that was read by itself. */
export interface YamlPiece {
  document: YamlDocument;
  /** How deep its collections nest, in the parser's count. */
  depth: number;
}

/**
 * Reads a part of a text as a document of its own. Its offsets are those of the whole text.
 *
 * @returns undefined if the part is not one document without errors, or has an anchor or an alias
 */
export function readYamlPiece(text: string, start: number, end: number): YamlPiece | undefined {
  const nesting = { depth: 0 };
  try {
    let document: YamlDocument | undefined;
    for (const composed of compose(text, text.slice(start, end), start, nesting)) {
      if (document || composed.errors.length > 0) return undefined;
      const reader = new YamlReader(text);
      document = readDocument(reader, composed);
      if (reader.hasReferences) return undefined;
    }
    return document && { document, depth: nesting.depth };
  } catch (error) {
    // What is wrong is told when the text is read as a whole.
    if (error instanceof DataFault) return undefined;
    throw error;
  }
}

function compose(text: string, part: string, offset: number, nesting?: { depth: number }): Iterable<Document.Parsed> {
  // The library's own search for duplicates takes time by the square of a map's size.
  const options = { keepSourceTokens: true, uniqueKeys: false, prettyErrors: false, customTags: exactNumbers } as const;
  const composer = new Composer({ ...options, resolveKnownTags: false, logLevel: "error" });
  return composer.compose(tokens(text, part, offset, nesting), true, offset + part.length);
}

function* tokens(text: string, part: string, offset: number, nesting?: { depth: number }): Generator<CST.Token> {
  const parser = new Parser();
  parser.offset = offset;
  let at = offset;
  let deepest = 0;
  for (const lexeme of new Lexer().lex(part)) {
    yield* parser.next(lexeme);
    const depth = parser.stack.length;
    if (depth > MAX_DEPTH) throw tooDeep(text, Math.min(at, text.length));
    if (depth > deepest) deepest = depth;
    at = parser.offset;
  }
  if (nesting) nesting.depth = deepest;
  yield* parser.end();
}

function readDocument(reader: YamlReader, document: Document.Parsed): YamlDocument {
  const version = document.directives.yaml.version === "1.1" ? "1.1" : "1.2";
  const contents = document.contents as Node | null;
  const position = document.range[0];
  const root: DataNode = contents ? reader.node(contents, []) : nothing(position);
  const isEmpty = root.kind === "scalar" && root.text === "" && root.type === "null";
  return { root, isEmpty, version, hasReferences: reader.hasReferences };
}

/** The value that is not written. */
function nothing(at: number): Scalar {
  return placedScalar("null", "", "plain", { start: at, end: at, propsStart: at, anchor: undefined, tag: undefined });
}

/** All scalars have the same fields in the same order, which makes reading and comparing them several times as fast. */
function placedScalar(
  type: Scalar["type"],
  text: string,
  style: Scalar["style"],
  { start, end, propsStart, anchor, tag }: Omit<Scalar, "kind" | "type" | "text" | "style">,
): Scalar {
  return { kind: "scalar", type, text, style, start, end, propsStart, anchor, tag };
}

/** Makes nodes of the library's nodes. */
class YamlReader {
  readonly #anchors = new Map<string, DataNode>();
  /** Whether there is an anchor or an alias. */
  hasReferences = false;

  constructor(readonly text: string) {}

  /** @param before the tokens before the value, which have its anchor and tag */
  node(node: Node, before: readonly CST.SourceToken[]): DataNode {
    const start = node.range?.[0] ?? 0;
    const anchor = isAlias(node) ? undefined : node.anchor;
    const props = before.find(({ type }) => type === "anchor" || type === "tag");
    const propsStart = props?.offset ?? this.#propsBefore(start, node);
    const tagToken = before.find(({ type }) => type === "tag")?.source;
    const tag = tagToken ?? (isAlias(node) ? undefined : this.#writtenTag(propsStart, start));
    const made = this.#make(node, { start, propsStart, anchor, tag });
    if (anchor !== undefined) {
      this.#anchors.set(anchor, made);
      this.hasReferences = true;
    }
    return made;
  }

  #make(
    node: Node,
    placed: { start: number; propsStart: number; anchor: string | undefined; tag: string | undefined },
  ): DataNode {
    const { start } = placed;
    if (isAlias(node)) {
      this.hasReferences = true;
      const target = this.#anchors.get(node.source);
      if (!target)
        throw syntax(this.text, start, `no anchor before the alias has its name: ${node.source.slice(0, 100)}`);
      return { ...placed, kind: "alias", name: node.source, target, end: node.range?.[1] ?? start };
    }
    if (isScalar(node)) return this.#scalar(node, placed);
    const kind = isMap(node) ? "map" : "seq";
    const made: Collection = {
      ...placed,
      kind,
      isFlow: node.flow === true,
      entries: [],
      end: node.range?.[1] ?? start,
    };
    // An alias inside of its own anchor.
    if (placed.anchor !== undefined) this.#anchors.set(placed.anchor, made);
    if (isMap(node)) made.entries = this.#pairs(node, made.isFlow);
    else if (isSeq(node)) made.entries = this.#items(node, made.isFlow);
    if (kind === "map") this.#checkKeys(made);
    const last = made.entries.at(-1);
    if (!made.isFlow) made.end = last?.end ?? start;
    return made;
  }

  #scalar(
    node: Node & { value?: unknown; type?: string },
    placed: { start: number; propsStart: number; anchor: string | undefined; tag: string | undefined },
  ): DataNode {
    const { value } = node;
    const { start, propsStart, anchor, tag } = placed;
    const written = node.range?.[1] ?? start;
    const style = styleOf(node.type);
    const end = style === "block" ? this.#blockEnd(start, written) : written;
    const at = { start, end, propsStart, anchor, tag };
    if (typeof value === "string") return placedScalar("string", value, style, at);
    if (value instanceof NumberText) return placedScalar("number", value.text, style, at);
    const source = this.text.slice(start, written);
    if (value === null) return placedScalar("null", source, style, at);
    return typeof value === "boolean"
      ? placedScalar("boolean", source, style, at)
      : placedScalar("string", String(value), style, at);
  }

  /** The end of a block scalar: its last line with content, or with `+` its last line break. */
  #blockEnd(start: number, end: number): number {
    const header = /^[|>][-+\d]*/.exec(this.text.slice(start, start + 8))?.[0] ?? "";
    const source = this.text.slice(start, end);
    if (header.includes("+")) return source.endsWith("\n") ? end - (source.endsWith("\r\n") ? 2 : 1) : end;
    return start + source.trimEnd().length;
  }

  #pairs(node: YAMLMap, isFlow: boolean): Entry[] {
    const entries: Entry[] = [];
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const token = pair.srcToken;
      const separator = token?.sep ?? [];
      const key = this.#key(pair.key, token?.start ?? []);
      const colon = separator.find(({ type }) => type === "map-value-ind");
      const value: DataNode = pair.value ? this.node(pair.value, separator) : nothing(key.end);
      const explicit = token?.start.find(({ type }) => type === "explicit-key-ind");
      if (isFlow) markComma(entries.at(-1), token?.start);
      entries.push({
        start: explicit?.offset ?? key.start,
        end: Math.max(value.end, colon ? colon.offset + 1 : 0, key.end),
        valueFrom: colon ? colon.offset + 1 : key.end,
        key,
        value,
        isOdd: !colon || explicit !== undefined || !token,
      });
    }
    if (isFlow) markComma(entries.at(-1), lastStart(node));
    return entries;
  }

  #key(node: Node | null, before: readonly CST.SourceToken[]): Key {
    const at = node?.range?.[0] ?? before.at(-1)?.offset ?? 0;
    if (node === null || !isScalar(node)) {
      // Anchors and aliases may be in it.
      if (node !== null) this.node(node, before);
      const name = node === null ? "" : this.text.slice(at, node.range?.[1] ?? at);
      return {
        name,
        identity: `complex:${name}`,
        start: at,
        end: node?.range?.[1] ?? at,
        isComplex: true,
        alias: isAlias(node) ? node.source : undefined,
      };
    }
    const made = this.node(node, before);
    if (made.kind !== "scalar") return { name: "", identity: "", start: at, end: at, isComplex: true };
    const identity = keyIdentity(made.type, made.text);
    return { name: made.text, identity, start: made.propsStart, end: made.end, isComplex: false };
  }

  #items(node: YAMLSeq, isFlow: boolean): Entry[] {
    const source = (node.srcToken as CST.BlockSequence | CST.FlowCollection | undefined)?.items ?? [];
    const used = source.filter(({ start, key, sep, value }: CST.CollectionItem) => {
      const hasMark = start.some(({ type }) => type === "seq-item-ind" || type === "explicit-key-ind");
      return hasMark || value || key || sep || start.some(({ type }) => type === "anchor" || type === "tag");
    }) as CST.CollectionItem[];
    const entries: Entry[] = [];
    for (const [index, item] of (node.items as Node[]).entries()) {
      const token = used[index];
      const before = token?.start ?? [];
      const isPair = isFlow && token?.sep !== undefined;
      const value = this.node(item, isPair ? [] : before);
      const dash = before.find(({ type }) => type === "seq-item-ind");
      const start = dash?.offset ?? value.propsStart;
      if (isFlow) markComma(entries.at(-1), before);
      const end = Math.max(value.end, dash ? dash.offset + 1 : 0);
      entries.push({ start, end, valueFrom: dash ? dash.offset + 1 : start, value, isOdd: isPair });
    }
    if (isFlow) markComma(entries.at(-1), source.length > used.length ? source.at(-1)?.start : undefined);
    return entries;
  }

  /** The root's anchor and tag, which are not among the tokens of a parent. */
  #propsBefore(start: number, node: Node): number {
    if (isAlias(node) || (node.anchor === undefined && node.tag === undefined)) return start;
    const before = this.text.slice(Math.max(0, start - 2000), start);
    const props = /(?:(?:&\S+|!\S*)\s+)+$/.exec(before)?.[0];
    return props === undefined ? start : start - props.length;
  }

  #writtenTag(from: number, to: number): string | undefined {
    return from === to ? undefined : /(?:^|\s)(!\S*)/.exec(this.text.slice(from, to))?.[1];
  }

  #checkKeys(map: Collection): void {
    const twice = repeatedKey(map);
    if (twice) throw duplicate(this.text, ...twice);
  }
}

/** The first key that a map has twice, with the key before it. */
export function repeatedKey(map: Collection): [Key, Key] | undefined {
  const seen = new Map<string, Key>();
  for (const { key } of map.entries) {
    if (!key || key.isComplex) continue;
    const first = seen.get(key.identity);
    if (first) return [first, key];
    seen.set(key.identity, key);
  }
  return undefined;
}

function styleOf(type: string | undefined): Scalar["style"] {
  if (type === "QUOTE_SINGLE") return "single";
  if (type === "QUOTE_DOUBLE") return "double";
  return type?.startsWith("BLOCK") ? "block" : "plain";
}

function markComma(entry: Entry | undefined, tokens: readonly CST.SourceToken[] | undefined): void {
  const comma = tokens?.find(({ type }) => type === "comma");
  if (entry && comma) entry.commaEnd = comma.offset + 1;
}

/** The tokens after the last pair of a flow map, if a comma is there. */
function lastStart(node: YAMLMap): readonly CST.SourceToken[] | undefined {
  const item = (node.srcToken as CST.FlowCollection | undefined)?.items.at(-1);
  return item && !item.key && !item.sep && !item.value ? item.start : undefined;
}

/** The error for a key that a map has twice. */
export function duplicate(text: string, first: Key, second: Key): DataFault {
  const lines = new Lines(text);
  return new DataFault(
    "DUPLICATE_KEY",
    `The key ${quoted(second.name)} is in the same map twice, at lines ${lines.at(first.start).line} and ` +
      `${lines.at(second.start).line}. Only one of them can be meant: remove the other one first`,
  );
}

function syntax(text: string, offset: number, message: string): DataFault {
  const { line, column } = new Lines(text).at(offset);
  return new DataFault("SYNTAX", `The text is not YAML at line ${line}, column ${column}: ${quoted(message, 200)}`);
}
