// Edits of list items and task boxes.

import type { List, ListItem, Nodes } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import { lineStart } from "../data/lines.js";
import { quoted } from "../files/quote.js";
import { MarkdownDocument, type MarkdownNode, parse, range } from "./document.js";
import { MarkdownFault } from "./fault.js";
import { applied } from "./section-edit.js";
import type { SectionFinder } from "./sections.js";
import { blocksAround, type Replacement } from "./verify.js";

/** A part of the document, in which blocks are looked for. */
export interface Scope {
  start: number;
  end: number;
}

/** Which item is meant. */
export interface ItemAddress {
  listIndex?: number | undefined;
  itemIndex?: number | undefined;
  itemText?: string | undefined;
}

/** Finds and edits the items of one document. */
export class ListEdit {
  constructor(
    readonly document: MarkdownDocument,
    readonly finder: SectionFinder,
    readonly scope: Scope,
  ) {}

  /** Adds an item at the end of a list, with the list's marker. */
  append(address: ItemAddress, content: string): string {
    const list = this.#list(address.listIndex);
    const last = list.children.at(-1);
    if (!last) throw new MarkdownFault("LIST_NOT_FOUND", "The list has no items");
    const { text, eol } = this.document;
    const mark = this.#mark(last);
    const isTasks = list.children.every(({ checked }) => typeof checked === "boolean");
    const body = isTasks && !/^\[[ xX]\][ \t]/.test(content) ? `[ ] ${content}` : content;
    const previous = list.children.at(-2);
    const isLoose = previous ? /\n[ \t]*\r?\n/.test(text.slice(trimmedEnd(text, previous), range(last).start)) : false;
    const item = indented(nextMark(mark.text, list, previous && this.#mark(previous).text), body, mark.indent, eol);
    const end = trimmedEnd(text, last);
    const edit = { start: end, end, text: eol + (isLoose ? eol : "") + mark.indent + item };
    return this.#applied(edit, list, 1, { index: list.children.length, content: body });
  }

  /** Replaces what an item has, its inner lists included. Its marker stays, and its box if the content has none. */
  replace(address: ItemAddress, content: string): string {
    const { list, item, index } = this.#item(address);
    const { text, eol } = this.document;
    const mark = this.#mark(item);
    const { start } = range(item);
    const box = typeof item.checked === "boolean" ? /^\[[ xX]\][ \t]/.exec(text.slice(start + mark.text.length)) : null;
    const body = box && !/^\[[ xX]\][ \t]/.test(content) ? box[0] + content : content;
    const edit = { start, end: trimmedEnd(text, item), text: indented(mark.text, body, mark.indent, eol) };
    return this.#applied(edit, list, 0, { index, content: body });
  }

  /** Removes an item. A list that begins with it keeps its first number. */
  delete(address: ItemAddress): string {
    const { list, item, index } = this.#item(address);
    const { text } = this.document;
    const next = list.children[index + 1];
    const { start } = range(item);
    if (next) {
      const number = /^\d{1,9}/.exec(this.#mark(item).text)?.[0];
      const end = range(next).start;
      const left = this.#applied({ start, end, text: "" }, list, -1);
      return index === 0 && number !== undefined ? numbered(left, start, number) : left;
    }
    const previous = list.children[index - 1];
    const itemEnd = trimmedEnd(text, item);
    if (previous) return this.#applied({ start: trimmedEnd(text, previous), end: itemEnd, text: "" }, list, -1);
    const from = lineStart(text, start);
    if (text.slice(from, start).trim() !== "") {
      throw new MarkdownFault(
        "BREAKS_STRUCTURE",
        "The only item of a list inside of another block is not removed: replace the item around it",
      );
    }
    const above = text.slice(0, from).trimEnd().length;
    const blank = above > 0 ? "" : (/^(?:[ \t]*\r?\n)*/.exec(text.slice(itemEnd))?.[0] ?? "");
    return applied(this.document, { start: above, end: itemEnd + blank.length, text: "" });
  }

  /** Sets the box of a task. */
  check(address: ItemAddress, isChecked: boolean): string {
    const { item } = this.#item(address);
    const { text } = this.document;
    const { start, end } = range(item);
    const box = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ \txX])\]|^(?:[-*+]|\d{1,9}[.)])[ \t]*\r?\n[ \t]*\[([ \txX])\]/.exec(
      text.slice(start, end),
    );
    if (typeof item.checked !== "boolean" || !box) {
      throw new MarkdownFault(
        "NO_TASK",
        `The item ${quoted(itemText(item), 100)} at line ${this.finder.line(start)} has no box. Replace it with "[ ] …" to add one`,
      );
    }
    if (item.checked === isChecked) return text;
    const at = start + box[0].length - 2;
    const edit = { start: at, end: at + 1, text: isChecked ? "x" : " " };
    return applied(this.document, edit);
  }

  /** The lists of the scope, also those in lists if `deep`. */
  #lists(deep: boolean): List[] {
    const { start, end } = this.scope;
    const found: List[] = [];
    const look = (nodes: readonly MarkdownNode[]) => {
      for (const node of nodes) {
        const place = range(node);
        if (place.end <= start || place.start >= end) continue;
        if (node.type === "list") {
          if (place.start >= start) found.push(node);
          if (!deep) continue;
        }
        if ("children" in node) look(node.children as MarkdownNode[]);
      }
    };
    look(this.document.blocksAround(start, end));
    return found;
  }

  #list(index: number | undefined): List {
    const lists = this.#lists(false);
    const list = lists[index ?? 0];
    if (!list) {
      throw new MarkdownFault(
        "LIST_NOT_FOUND",
        lists.length === 0
          ? "There is no list in this part of the document"
          : `There are ${lists.length} lists, counted from 0`,
      );
    }
    if (index !== undefined || lists.length === 1) return list;
    const places = lists.slice(0, 20).map((each, at) => `${at} (line ${this.finder.line(range(each).start)})`);
    throw new MarkdownFault(
      "AMBIGUOUS_LIST",
      `There are ${lists.length} lists. Say which one with listIndex: ${places.join(", ")}`,
    );
  }

  #item({ listIndex, itemIndex, itemText: wanted }: ItemAddress): { list: List; item: ListItem; index: number } {
    if (itemIndex !== undefined) {
      const list = this.#list(listIndex);
      const item = list.children[itemIndex];
      if (item) return { list, item, index: itemIndex };
      throw new MarkdownFault("ITEM_NOT_FOUND", `The list has ${list.children.length} items, counted from 0`);
    }
    const lists = listIndex === undefined ? this.#lists(true) : [this.#list(listIndex)];
    const all = lists.flatMap((list) => list.children.map((item, index) => ({ list, item, index })));
    const found = all.filter(({ item }) => this.#isCalled(item, wanted ?? ""));
    const [first] = found;
    if (!first) {
      const some = all.slice(0, 20).map(({ item }) => quoted(itemText(item), 80));
      throw new MarkdownFault(
        "ITEM_NOT_FOUND",
        `No item has the text ${quoted(wanted ?? "")}. There are: ${some.join(", ") || "none"}`,
      );
    }
    if (found.length === 1) return first;
    const places = found.slice(0, 20).map(({ item }) => `line ${this.finder.line(range(item).start)}`);
    throw new MarkdownFault(
      "AMBIGUOUS_ITEM",
      `${found.length} items have the text ${quoted(wanted ?? "")}: ${places.join(", ")}. Give listIndex and itemIndex, or a section`,
    );
  }

  #isCalled(item: ListItem, wanted: string): boolean {
    const first = item.children[0];
    if (!first) return wanted.trim() === "";
    const { start, end } = range(first);
    return itemText(item) === wanted.trim() || this.document.text.slice(start, end).trim() === wanted.trim();
  }

  /** An item's marker with the space after it, and what is before it on its line. */
  #mark(item: ListItem): { text: string; indent: string } {
    const { text } = this.document;
    const { start, end } = range(item);
    const written = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,4}(?=\S)|[ \t])?/.exec(text.slice(start, end))?.[0] ?? "- ";
    const before = text.slice(lineStart(text, start), start);
    return {
      text: /[ \t]$/.test(written) ? written : `${written} `,
      indent: /^[ \t>]*$/.test(before) ? before : before.replace(/[^\t>]/g, " "),
    };
  }

  /** Applies an edit, and looks whether the list has the items that it should have. */
  #applied(edit: Replacement, list: List, more: number, made?: { index: number; content: string }): string {
    const text = applied(this.document, edit, range(list));
    const after = new MarkdownDocument(text);
    const { start } = range(list);
    const now = findList(blocksAround(this.document, after, edit).new, start);
    const item = made && now?.children[made.index];
    const isItem =
      !made ||
      (item !== undefined && shape(item) === shape(parse(`- ${made.content.replaceAll("\n", "\n  ")}`).children[0]));
    if (now?.children.length === list.children.length + more && isItem) return text;
    throw new MarkdownFault(
      "BREAKS_STRUCTURE",
      "The content would not be one item of the list. Give the text of the item without its marker; inner blocks need no indentation. " +
        "Nothing is changed",
    );
  }
}

/** Gives the list at an offset its first number. */
function numbered(text: string, start: number, number: string): string {
  const old = /^\d{1,9}/.exec(text.slice(start, start + 9))?.[0];
  if (old === undefined || old === number) return text;
  const document = new MarkdownDocument(text);
  return applied(document, { start, end: start + old.length, text: number });
}

/** The kinds of blocks in an item, or of a list's first item. */
function shape(node: MarkdownNode | undefined): string {
  const item = node?.type === "list" ? node.children[0] : node;
  if (item?.type !== "listItem") return "";
  return JSON.stringify([item.checked ?? null, item.children.map((child) => [child.type, textOf(child)])]);
}

function findList(nodes: readonly MarkdownNode[], start: number): List | undefined {
  for (const node of nodes) {
    if (node.type === "list" && range(node).start === start) return node;
    const inner = "children" in node ? findList(node.children as MarkdownNode[], start) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** The text of an item's first paragraph. */
function itemText(item: ListItem): string {
  const first = item.children[0] as Nodes | undefined;
  return first ? textOf(first).trim() : "";
}

function trimmedEnd(text: string, node: MarkdownNode): number {
  const { start, end } = range(node);
  return start + text.slice(start, end).trimEnd().length;
}

/** An item's text after its marker: its further lines are indented to the marker's width. */
function indented(mark: string, content: string, indent: string, eol: string): string {
  const lines = content.replace(/\r\n?/g, "\n").trimEnd().split("\n");
  const space = indent + " ".repeat(mark.length);
  return (
    mark +
    lines.map((line, index) => (index === 0 ? line : line.trim() === "" ? indent.trimEnd() : space + line)).join(eol)
  );
}

/** The marker after the last one: the next number, unless all numbers are the same. */
function nextMark(mark: string, list: List, previous: string | undefined): string {
  const [, digits, rest = ""] = /^(\d+)(.*)$/s.exec(mark) ?? [];
  if (!list.ordered || digits === undefined) return mark;
  if (previous !== undefined && Number.parseInt(previous, 10) === Number(digits)) return mark;
  return `${Number(digits) + 1}${rest}`;
}
