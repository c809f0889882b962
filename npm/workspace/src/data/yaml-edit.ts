// Plans for YAML as replacements of text.

import { type FlowFormat, flowSplices, indentOf, runs, settled, substitutes, withComments } from "./flow-edit.js";
import { shifted } from "./json-edit.js";
import { lineBreak, lineEnd, lineStart, nextLine, type Splice, startsLine } from "./lines.js";
import { type Collection, type DataNode, type Entry, isCollection } from "./node.js";
import type { CollectionEdit, NewEntry, NewValue, Plan } from "./plan.js";
import { renderBlock, renderFlow, renderYamlKey, type YamlStyle } from "./render-yaml.js";

const COMMENT = /#[^\n]*/;

/** How new values are written. */
export interface YamlManner {
  /** Whether moved values keep their text. */
  carries: boolean;
  /** Whether new collections and texts take several lines. */
  isBlock: boolean;
}

/** An entry of a collection, or the root. */
type Place = { collection: Collection; entry: Entry } | undefined;

/** Makes replacements for plans of one document. */
export class YamlEdit {
  readonly #style: YamlStyle;
  readonly #flow: FlowFormat;
  readonly #places = new Map<DataNode, Place>();
  /** Collections of which no entry stays: they are still the same, with anchor and tag. */
  readonly #emptied = new Set<DataNode>();

  constructor(
    readonly text: string,
    readonly root: DataNode,
    version: "1.1" | "1.2",
    readonly manner: YamlManner,
  ) {
    this.#style = { eol: lineBreak(text), version, ...layoutOf(text, root) };
    this.#flow = {
      text,
      eol: this.#style.eol,
      comma: ", ",
      comment: COMMENT,
      unit: undefined,
      renderKey: (name) => renderYamlKey(name, this.#style, true),
      renderEntry: ({ name, value }) => {
        const written = this.#flowValue(value);
        return name === undefined ? written : `${renderYamlKey(name, this.#style, true)}: ${written}`;
      },
    };
  }

  splices(plan: Plan): Splice[] {
    this.#findPlaces(plan);
    const splices: Splice[] = [];
    for (const [node, value] of plan.replaced) splices.push(this.#replace(node, value, this.#places.get(node)));
    for (const [collection, edit] of plan.collections) splices.push(...this.#editCollection(collection, edit));
    return splices;
  }

  #findPlaces(plan: Plan): void {
    const open: DataNode[] = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (!isCollection(node)) continue;
      for (const entry of node.entries) {
        const { value } = entry;
        if (plan.replaced.has(value) || plan.collections.has(value as Collection)) {
          this.#places.set(value, { collection: node, entry });
        }
        open.push(value);
      }
    }
  }

  #editCollection(collection: Collection, edit: CollectionEdit): Splice[] {
    const isEmptied = edit.removed.size === collection.entries.length && collection.entries.length > 0;
    if (collection.isFlow) return this.#flowEdit(collection, edit);
    if (!isEmptied) return this.#blockEdit(collection, edit);
    const added = [...edit.inserted.values()].flat();
    const node: Collection = {
      ...collection,
      anchor: undefined,
      tag: undefined,
      entries: added.map(({ name, value }) => ({
        start: 0,
        end: 0,
        valueFrom: 0,
        key: name === undefined ? undefined : { name, identity: "", start: 0, end: 0, isComplex: false },
        value: value.node,
      })),
    };
    this.#emptied.add(collection);
    return [this.#replace(collection, { node }, this.#places.get(collection))];
  }

  /** An empty collection in brackets gets its first entries in block style, if it is in a block. */
  #flowEdit(collection: Collection, edit: CollectionEdit): Splice[] {
    const place = this.#places.get(collection);
    const isInBlock = place ? !place.collection.isFlow : true;
    const hasComment = COMMENT.test(this.text.slice(collection.start, collection.end));
    if (collection.entries.length > 0 || !isInBlock || hasComment || !this.manner.isBlock) {
      return flowSplices(collection, edit, this.#flow);
    }
    const asBlock = { ...collection, isFlow: false, entries: [{ ...EMPTY_ENTRY }] };
    const all: CollectionEdit = { ...edit, removed: new Set([0]) };
    this.#places.set(asBlock, place);
    return this.#editCollection(asBlock, all);
  }

  // Blocks

  #blockEdit(collection: Collection, edit: CollectionEdit): Splice[] {
    const { text } = this;
    const { entries } = collection;
    const { removed, inserted } = settled(collection, edit);
    const splices: Splice[] = [];
    for (const [index, name] of edit.renamed) {
      const key = entries[index]?.key;
      if (key) splices.push({ start: key.start, end: key.end, text: renderYamlKey(name, this.#style, false) });
    }
    const indent = this.#indent(collection);
    const atEnd = inserted.get(entries.length) ?? [];
    const replaced = substitutes(removed, atEnd, entries.length - 1);
    for (const [index, entry] of replaced) {
      const old = entries[index];
      if (!old) continue;
      // The comments of the old entry go with it.
      const isLine = index > 0 && startsLine(text, old.start);
      const start = isLine ? withComments(text, old.start, COMMENT) : old.start;
      const written = this.#blockEntry(entry, collection, indent);
      splices.push({ start, end: this.#pastComment(old.end), text: (start < old.start ? indent : "") + written });
    }
    for (const [from, to] of runs(removed)) splices.push(...this.#removal(entries, from, to));
    const { eol } = this.#style;
    for (const [index, added] of inserted) {
      const at = entries[index];
      if (!at) continue;
      const parts = added.map((entry) => this.#blockEntry(entry, collection, indent));
      if (startsLine(text, at.start)) {
        const start = index > 0 ? withComments(text, at.start, COMMENT) : lineStart(text, at.start);
        // A byte order mark stays first.
        const place = text[start] === "\uFEFF" ? start + 1 : start;
        splices.push({ start: place, end: place, text: parts.map((part) => indent + part + eol).join("") });
      } else {
        splices.push({ start: at.start, end: at.start, text: parts.map((part) => part + eol + indent).join("") });
      }
    }
    const rest = atEnd.slice(replaced.length);
    const last = entries.at(-1);
    if (last && rest.length > 0) {
      const place = lineEnd(text, last.end);
      const lines = rest.map((entry) => eol + indent + this.#blockEntry(entry, collection, indent));
      splices.push({ start: place, end: place, text: lines.join("") });
    }
    return splices;
  }

  #removal(entries: readonly Entry[], from: number, to: number): Splice[] {
    const { text } = this;
    const first = entries[from];
    const last = entries[to];
    if (!first || !last) return [];
    const end = nextLine(text, last.end);
    if (!startsLine(text, first.start)) {
      // The first entry stands after a dash: the next line comes there.
      const next = end + (/^[ \t]*/.exec(text.slice(end, end + 1000))?.[0].length ?? 0);
      return [{ start: first.start, end: next, text: "" }];
    }
    const line = lineStart(text, first.start);
    const start = from > 0 ? withComments(text, first.start, COMMENT) : text[line] === "\uFEFF" ? line + 1 : line;
    if (end === text.length && !text.endsWith("\n") && start > 0 && !endsInBlock(entries[from - 1]?.value)) {
      // The text goes on to end without a line break. The last one of a block scalar is a part of its value.
      return [{ start: lineEnd(text, lineStart(text, start - 1)), end, text: "" }];
    }
    return [{ start, end, text: "" }];
  }

  #indent(collection: Collection): string {
    const at = collection.entries.at(-1)?.start ?? collection.start;
    if (startsLine(this.text, at)) return indentOf(this.text, at);
    return " ".repeat(at - lineStart(this.text, at));
  }

  #blockEntry({ name, value }: NewEntry, collection: Collection, indent: string): string {
    const mark = name === undefined ? "-" : `${renderYamlKey(name, this.#style, false)}:`;
    return mark + this.#blockValue(value, collection, indent);
  }

  /** What comes after a `:` or a `-`, with its first space. */
  #blockValue(value: NewValue, collection: Collection, indent: string): string {
    const { carried, node } = value;
    if (this.manner.carries && carried && !carried.collection.isFlow && carried.collection.kind === collection.kind) {
      const { entry } = carried;
      const comment = this.#commentAfter(entry.end);
      const source = this.text.slice(entry.valueFrom, entry.end) + comment;
      return shifted(source, this.#indent(carried.collection), indent);
    }
    if (!this.manner.isBlock) return ` ${renderFlow(node, this.#style)}`;
    const written = renderBlock(node, collection.kind, this.#style, { isFlow: false });
    return shifted(written, "", indent);
  }

  /** The comment on the rest of a line, with the space before it. */
  #commentAfter(offset: number): string {
    const rest = this.text.slice(offset, lineEnd(this.text, offset));
    return /^[ \t]+#.*$/.exec(rest)?.[0] ?? "";
  }

  // Values

  #flowValue({ node, carried }: NewValue): string {
    if (this.manner.carries && carried?.collection.isFlow) {
      return this.text.slice(carried.entry.value.propsStart, carried.entry.value.end);
    }
    return renderFlow(node, this.#style);
  }

  #replace(node: DataNode, value: NewValue, place: Place): Splice {
    const quotes =
      node.kind === "scalar" && (node.style === "single" || node.style === "double") ? node.style : undefined;
    const own = this.text.slice(node.propsStart, node.start).trim().replace(/\s+/g, " ");
    const props = this.#emptied.has(node) && own !== "" ? `${own} ` : propsOf(node, value.node);
    const isFlow =
      !this.manner.isBlock || isOneLine(value.node) || (isCollection(node) && node.isFlow && node.entries.length > 0);
    if (!place) return this.#replaceRoot(node, value, { props, isFlow, quotes });
    if (place.collection.isFlow || place.entry.isOdd) {
      const written = place.collection.isFlow ? this.#flowValue(value) : renderFlow(value.node, this.#style, quotes);
      const isPlain = value.node.kind === "scalar" && quotes !== undefined;
      const text = props + (isPlain ? renderFlow(value.node, this.#style, quotes) : written);
      const space = node.propsStart === node.end && this.text[node.propsStart - 1] === ":" ? " " : "";
      return { start: node.propsStart, end: node.end, text: space + text };
    }
    const { entry, collection } = place;
    const indent = this.#indent(collection);
    const isBelow = this.text.slice(entry.valueFrom, node.start).includes("\n") || this.#isBlock(node);
    const comment = isBelow ? this.#commentOnLine(entry, node) : this.#commentAfter(node.end);
    // A comment after the last line of a collection is about that line.
    const isEndCommented = isBelow && isCollection(node) && !node.isFlow;
    const end = isEndCommented || !isBelow ? this.#pastComment(node.end) : node.end;
    if (this.manner.carries && value.carried) {
      const carried = this.#blockValue(value, collection, indent);
      return { start: entry.valueFrom, end: this.#pastComment(end), text: carried };
    }
    if (isFlow) {
      const written = ` ${props}${renderFlow(value.node, this.#style, quotes)}`;
      if (isBelow || node.propsStart === node.end) return { start: entry.valueFrom, end, text: written + comment };
      return { start: node.propsStart, end: node.end, text: written.slice(1) };
    }
    const written = shifted(renderBlock(value.node, collection.kind, this.#style, { isFlow, quotes }), "", indent);
    return { start: entry.valueFrom, end, text: headed(written, props, comment, collection.kind, this.#style, indent) };
  }

  #pastComment(end: number): number {
    return end + this.#commentAfter(end).length;
  }

  #isBlock(node: DataNode): boolean {
    return isCollection(node)
      ? !node.isFlow && this.text.slice(node.propsStart, node.end).includes("\n")
      : node.kind === "scalar" && node.style === "block";
  }

  /** The comment after a `:`, before the value on the next lines, or after the head of a block scalar. */
  #commentOnLine(entry: Entry, node: DataNode): string {
    const line = this.text.slice(entry.valueFrom, lineEnd(this.text, entry.valueFrom));
    if (node.kind === "scalar" && node.style !== "block" && node.start < entry.valueFrom + line.length) return "";
    if (isCollection(node) && node.start < entry.valueFrom + line.length) return "";
    return /^(?:[ \t]+(?:[&!][^ \t]*|[|>][-+\d]*))*([ \t]+#.*)$/.exec(line)?.[1] ?? "";
  }

  #replaceRoot(
    node: DataNode,
    { node: value }: NewValue,
    { props, isFlow, quotes }: { props: string; isFlow: boolean; quotes: "single" | "double" | undefined },
  ): Splice {
    const { eol } = this.#style;
    const isNothing = node.propsStart === node.end;
    // An empty document may have comments: the value comes after them.
    const rest = this.text.slice(node.end);
    if (isNothing && /^(?:[ \t]*(?:#[^\n]*)?(?:\r?\n|$))+$/.test(rest) && rest.includes("#")) {
      const end = this.text.length;
      const lead = this.text.endsWith("\n") ? "" : eol;
      const written = isFlow ? renderFlow(value, this.#style, quotes) : outdented(value, this.#style);
      return { start: end, end, text: lead + props + written + eol };
    }
    const before = this.text[node.propsStart - 1];
    const after = this.text[node.end];
    const isAtLine = node.propsStart === 0 || before === "\n" || before === "\uFEFF";
    const text = isFlow ? renderFlow(value, this.#style, quotes) : outdented(value, this.#style);
    const lead = isAtLine ? "" : isFlow ? " " : eol;
    const tail = isNothing && after !== undefined && after !== "\n" && after !== "\r" ? eol : "";
    const end = isNothing && after === undefined ? eol : "";
    return { start: node.propsStart, end: node.end, text: lead + props + text + (tail || end) };
  }
}

const EMPTY_ENTRY: Entry = {
  start: 0,
  end: 0,
  valueFrom: 0,
  value: { kind: "scalar", type: "null", text: "", start: 0, end: 0, propsStart: 0 },
};

/** A collection as a document of its own: its entries, one after the other. */
function outdented(value: DataNode, style: YamlStyle): string {
  if (!isCollection(value) || value.entries.length === 0) return renderFlow(value, style);
  const parts = value.entries.map(({ key, value: inner }) => {
    const mark = key ? `${renderYamlKey(key.name, style, false)}:` : "-";
    return mark + renderBlock(inner, value.kind, style, { isFlow: false });
  });
  return parts.join(style.eol);
}

/** Whether a value is written on one line in any case. */
function isOneLine(node: DataNode): boolean {
  if (isCollection(node)) return node.entries.length === 0;
  return node.kind !== "scalar" || node.type !== "string" || !node.text.includes("\n");
}

/** Whether the last line of a value is one of a block scalar. */
function endsInBlock(value: DataNode | undefined): boolean {
  let last = value;
  while (last && isCollection(last) && !last.isFlow) last = last.entries.at(-1)?.value;
  return last?.kind === "scalar" && last.style === "block";
}

/** The anchor and the application's tag of a replaced value, which stay. Tags of YAML's own may not fit the new value. */
function propsOf(node: DataNode, value: DataNode): string {
  const anchor = node.anchor === undefined ? "" : `&${node.anchor} `;
  const isOwn = node.tag !== undefined && !node.tag.startsWith("!!") && !node.tag.startsWith("!<tag:yaml.org");
  return anchor + (isOwn && node.kind === value.kind && node.tag !== "!" ? `${node.tag} ` : "");
}

/** A value of several lines, with anchor and comment on its first line. */
function headed(
  written: string,
  props: string,
  comment: string,
  kind: "map" | "seq",
  { eol, unit }: YamlStyle,
  indent: string,
): string {
  const first = /\r?\n/.exec(written)?.index ?? written.length;
  const head = written.slice(0, first);
  const isScalar = /^ [|>]/.test(head);
  if (props === "" && (comment === "" || isScalar || head === "")) return head + comment + written.slice(first);
  if (isScalar || head === "") return ` ${props.trim()}${head}${comment}${written.slice(first)}`;
  // After a dash, the first entry stands on the same line: with an anchor or a comment it goes to the next one.
  const inner = kind === "seq" ? indent + " ".repeat(Math.max(unit, 2)) : indent;
  return `${props === "" ? "" : ` ${props.trim()}`}${comment}${eol}${inner}${head.trimStart()}${written.slice(first)}`;
}

/** How far the document indents. */
function layoutOf(text: string, root: DataNode): { unit: number; indentsSeq: boolean } {
  let unit: number | undefined;
  let indentsSeq: boolean | undefined;
  let looked = 0;
  const column = (offset: number) => offset - lineStart(text, offset);
  const open: DataNode[] = [root];
  for (let node = open.shift(); node && looked < 500; node = open.shift()) {
    looked += 1;
    if (!isCollection(node) || node.isFlow) continue;
    for (const { start, value } of node.entries.slice(0, 50)) {
      open.push(value);
      const inner = isCollection(value) && !value.isFlow ? value.entries[0] : undefined;
      if (!inner || node.kind !== "map" || !startsLine(text, inner.start)) continue;
      const step = column(inner.start) - column(start);
      if (value.kind === "map" || step > 0) unit ??= step;
      if (value.kind === "seq") indentsSeq ??= step > 0;
    }
  }
  return { unit: unit === undefined || unit < 1 || unit > 10 ? 2 : unit, indentsSeq: indentsSeq ?? true };
}
