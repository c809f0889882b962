// Edits of table rows and cells.

import type { Table, TableRow } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import { lineEnd, lineStart, nextLine } from "../data/lines.js";
import { quoted } from "../files/quote.js";
import { MarkdownDocument, type MarkdownNode, range } from "./document.js";
import { MarkdownFault } from "./fault.js";
import type { Scope } from "./list-edit.js";
import { applied } from "./section-edit.js";
import type { SectionFinder } from "./sections.js";
import { blocksAround, type Replacement } from "./verify.js";

/** Which row is meant. */
export interface RowAddress {
  tableIndex?: number | undefined;
  /** From 0, the header not counted. */
  rowIndex?: number | undefined;
  /** The text of the row's first cell. */
  rowText?: string | undefined;
}

/** Finds and edits the tables of one document. */
export class TableEdit {
  constructor(
    readonly document: MarkdownDocument,
    readonly finder: SectionFinder,
    readonly scope: Scope,
  ) {}

  /** Sets a cell, by its column's header or number from 0. Columns stay aligned if there is room. */
  setCell(address: RowAddress, column: string | number, content: string): string {
    const { table, row, index } = this.#row(address);
    const at = this.#column(table, column);
    const { text } = this.document;
    const cells = this.#cells(row);
    const cell = cells[at];
    const value = escaped(content);
    const wanted = this.#cells(row).map(({ value: old }) => old);
    while (wanted.length <= at) wanted.push("");
    wanted[at] = value;
    if (!cell) return this.#replaceRow(table, index, wanted);
    const width = cell.end - cell.start;
    const padded =
      width > 0 && /^ .* $|^ +$/.test(text.slice(cell.start, cell.end)) ? ` ${value} `.padEnd(width) : value;
    return this.#applied({ start: cell.start, end: cell.end, text: padded }, table, 0, { index, cells: wanted });
  }

  /** Adds a row at the end. */
  appendRow(tableIndex: number | undefined, cells: readonly string[]): string {
    const table = this.#table(tableIndex);
    const { text, eol } = this.document;
    const last = table.children.at(-1);
    if (!last) throw new MarkdownFault("TABLE_NOT_FOUND", "The table has no rows");
    // The delimiter row is no node: it is the line after the header.
    const end = table.children.length === 1 ? lineEnd(text, nextLine(text, range(last).end)) : range(last).end;
    const header = range(last).start;
    const indent = text.slice(lineStart(text, header), header);
    const values = this.#full(table, cells);
    const edit = { start: end, end, text: eol + indent + this.#written(table, values) };
    return this.#applied(edit, table, 1, { index: table.children.length - 1, cells: values });
  }

  /** Replaces all cells of a row. */
  replaceRow(address: RowAddress, cells: readonly string[]): string {
    const { table, index } = this.#row(address);
    return this.#replaceRow(table, index, this.#full(table, cells));
  }

  /** Removes a row. */
  deleteRow(address: RowAddress): string {
    const { table, row } = this.#row(address);
    const { text } = this.document;
    // With the line break before it: a last row has none after it.
    const start = lineStart(text, range(row).start);
    const before = lineEnd(text, lineStart(text, start - 1));
    return this.#applied({ start: before, end: range(row).end, text: "" }, table, -1);
  }

  #replaceRow(table: Table, index: number, cells: readonly string[]): string {
    const row = table.children[index + 1];
    if (!row) throw new MarkdownFault("CELL_NOT_FOUND", "The row is gone");
    const { start, end } = range(row);
    return this.#applied({ start, end, text: this.#written(table, cells) }, table, 0, { index, cells });
  }

  #table(index: number | undefined): Table {
    const { start, end } = this.scope;
    const tables: Table[] = [];
    const look = (nodes: readonly MarkdownNode[]) => {
      for (const node of nodes) {
        const place = range(node);
        if (place.end <= start || place.start >= end) continue;
        if (node.type === "table") tables.push(node);
        else if ("children" in node) look(node.children as MarkdownNode[]);
      }
    };
    look(this.document.blocksAround(start, end));
    const table = tables[index ?? 0];
    if (!table) {
      const count = tables.length === 0 ? "There is no table" : `There are ${tables.length} tables, counted from 0,`;
      throw new MarkdownFault("TABLE_NOT_FOUND", `${count} in this part of the document`);
    }
    if (index !== undefined || tables.length === 1) return table;
    const places = tables.slice(0, 20).map((each, at) => `${at} (line ${this.finder.line(range(each).start)})`);
    throw new MarkdownFault(
      "AMBIGUOUS_TABLE",
      `There are ${tables.length} tables. Say which one with tableIndex: ${places.join(", ")}`,
    );
  }

  #row({ tableIndex, rowIndex, rowText }: RowAddress): { table: Table; row: TableRow; index: number } {
    const table = this.#table(tableIndex);
    const rows = table.children.slice(1);
    if (rowIndex !== undefined) {
      const row = rows[rowIndex];
      if (row) return { table, row, index: rowIndex };
      throw new MarkdownFault("CELL_NOT_FOUND", `The table has ${rows.length} rows, counted from 0 after the header`);
    }
    const wanted = (rowText ?? "").trim();
    const found = rows.flatMap((row, index) => {
      const first = row.children[0];
      const isRow = first && (textOf(first).trim() === wanted || this.#cells(row)[0]?.value === wanted);
      return isRow ? [{ table, row, index }] : [];
    });
    const [first] = found;
    if (first && found.length === 1) return first;
    if (first) {
      const indexes = found.map(({ index }) => index).join(", ");
      throw new MarkdownFault(
        "AMBIGUOUS_ITEM",
        `${found.length} rows begin with ${quoted(wanted)}. Give rowIndex, one of ${indexes}`,
      );
    }
    const some = rows.slice(0, 20).map((row) => quoted(this.#cells(row)[0]?.value ?? "", 60));
    throw new MarkdownFault(
      "CELL_NOT_FOUND",
      `No row begins with ${quoted(wanted)}. Rows begin with ${some.join(", ") || "nothing"}`,
    );
  }

  #column(table: Table, column: string | number): number {
    const headers = (table.children[0]?.children ?? []).map((cell) => textOf(cell).trim());
    const names = headers.map((name) => quoted(name, 60)).join(", ");
    if (typeof column === "number") {
      if (column < headers.length) return column;
      throw new MarkdownFault("CELL_NOT_FOUND", `The table has ${headers.length} columns, counted from 0: ${names}`);
    }
    const found = headers.flatMap((name, index) => (name === column.trim() ? [index] : []));
    const [first] = found;
    if (first !== undefined && found.length === 1) return first;
    const problem = found.length > 1 ? `${found.length} columns are called` : "No column is called";
    throw new MarkdownFault(
      "CELL_NOT_FOUND",
      `${problem} ${quoted(column)}. Columns: ${names}. Give its number from 0`,
    );
  }

  /** The cells of a row: what is between its bars, and the text of it. */
  #cells(row: TableRow): { start: number; end: number; value: string }[] {
    const { text } = this.document;
    const rowEnd = range(row).end;
    return row.children.map((cell) => {
      const place = range(cell);
      const start = text[place.start] === "|" ? place.start + 1 : place.start;
      // The last cell's node has the bar at the end of the row.
      const hasBar =
        place.end === rowEnd && place.end > start && text[place.end - 1] === "|" && text[place.end - 2] !== "\\";
      const end = hasBar ? place.end - 1 : place.end;
      return { start, end, value: text.slice(start, end).trim() };
    });
  }

  #full(table: Table, cells: readonly string[]): string[] {
    const columns = table.children[0]?.children.length ?? 0;
    if (cells.length > columns) {
      throw new MarkdownFault("INVALID_CONTENT", `The table has ${columns} columns; ${cells.length} cells were given`);
    }
    return Array.from({ length: columns }, (_, index) => escaped(cells[index] ?? ""));
  }

  /** A row in the manner of the header: with its bars and widths. */
  #written(table: Table, cells: readonly string[]): string {
    const header = table.children[0];
    if (!header) return `| ${cells.join(" | ")} |`;
    const { text } = this.document;
    const { start, end } = range(header);
    const widths = this.#cells(header).map((cell) => cell.end - cell.start);
    const first = text[start] === "|" ? "|" : "";
    const last = text[end - 1] === "|" || cells.length === 1 ? "|" : "";
    const parts = cells.map((cell, index) => {
      const isOpen = index === 0 && first === "";
      return (isOpen ? `${cell} ` : ` ${cell} `).padEnd(widths[index] ?? 0);
    });
    // Without a bar at its start, a row whose first cell is empty would be none.
    const lead = first === "" && cells[0] === "" ? "|" : first;
    return (lead + parts.join("|") + last).trimEnd();
  }

  #applied(edit: Replacement, table: Table, more: number, made?: { index: number; cells: readonly string[] }): string {
    const text = applied(this.document, edit, range(table));
    const after = new MarkdownDocument(text);
    const now = findTable(blocksAround(this.document, after, edit).new, range(table).start);
    const row = made && now?.children[made.index + 1];
    const written = row ? new TableEdit(after, this.finder, this.scope).#cells(row).map(({ value }) => value) : [];
    const isRow = !made || made.cells.every((cell, index) => (written[index] ?? "") === cell);
    if (now?.children.length === table.children.length + more && isRow) return text;
    throw new MarkdownFault(
      "BREAKS_STRUCTURE",
      "The table would not have the cells that were given. Nothing is changed",
    );
  }
}

function findTable(nodes: readonly MarkdownNode[], start: number): Table | undefined {
  for (const node of nodes) {
    if (node.type === "table" && range(node).start === start) return node;
    const inner = "children" in node ? findTable(node.children as MarkdownNode[], start) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** The text of a cell: bars are escaped. */
function escaped(content: string): string {
  const text = content.trim();
  if (/[\r\n]/.test(text)) {
    throw new MarkdownFault(
      "INVALID_CONTENT",
      "A cell has no line breaks: write <br>, or use a list in place of the table",
    );
  }
  return text.replace(/(\\*)\|/g, (bar, slashes: string) => (slashes.length % 2 === 0 ? `${slashes}\\|` : bar));
}
