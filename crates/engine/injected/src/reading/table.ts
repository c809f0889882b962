/** Tables of data as Markdown tables. A table that only places things is read cell by cell. */
import {
  attribute,
  findAll,
  firstElementChild,
  has,
  isElement,
  localName,
  nextElement,
  parentElement,
  token,
} from "../dom/dom.js";
import { eachChild, shadowOf } from "../dom/shadow.js";
import { HIDDEN, NONE, type Styles } from "../dom/style.js";
import type { Reading } from "./pass.js";

/** What a cell of data does not hold. */
const PLACED = "h1,h2,h3,h4,h5,h6,article,section,form,pre,blockquote,hr";
/** A cell that spans more is not repeated in each of its rows. */
const REPEATED = 60;
/** How deep rows and cells are looked for. */
const DEEPEST = 20;
const MOST_COLUMNS = 200;
const MOST_SPAN = 1_000;

/** The rows of a table, without those of tables inside of it. */
function rowsOf(table: Element): Element[] {
  const rows: Element[] = [];
  for (let child = firstElementChild(table); child; child = nextElement(child)) {
    const tag = localName(child);
    if (tag === "tr") rows.push(child);
    else if (tag === "thead" || tag === "tbody" || tag === "tfoot")
      for (let row = firstElementChild(child); row; row = nextElement(row)) if (localName(row) === "tr") rows.push(row);
  }
  return rows;
}

const cellsOf = (row: Element): Element[] => {
  const cells: Element[] = [];
  for (let cell = firstElementChild(row); cell; cell = nextElement(cell))
    if (localName(cell) === "td" || localName(cell) === "th") cells.push(cell);
  return cells;
};

/** Whether a table holds data in rows and columns. */
export function isTable(el: Element, styles: Styles): boolean {
  const role = token(el, "role");
  if (role === "presentation" || role === "none") return false;
  const rows = rowsOf(el).filter((row) => !(styles.of(row) & NONE));
  const first = rows[0];
  if (first === undefined) return false;
  const columns = Math.max(...rows.slice(0, 50).map((row) => cellsOf(row).length));
  if (columns < 2 && rows.length < 2) return false;
  if (findAll(el, PLACED).length > 0) return false;
  const inner = findAll(el, "table").length;
  if (role !== "" || findAll(el, "th,caption,thead").length > 0) return inner === 0 || columns > 1;
  return inner === 0 && columns > 1 && rows.length > 1;
}

/** A table that is being put together. */
interface Rows {
  rows: string[][];
  heads: number;
  /** Cells of rows above that reach into further rows, by column. */
  spans: Map<number, { left: number; text: string }>;
}

function addRow(reading: Reading, all: Rows, cells: readonly Element[], isHead: boolean): void {
  const out: string[] = [];
  const { spans } = all;
  const carry = (): void => {
    for (let span = spans.get(out.length); span; span = spans.get(out.length)) {
      if (--span.left === 0) spans.delete(out.length);
      out.push(span.text);
    }
  };
  for (const cell of cells) {
    if (reading.styles.of(cell) & NONE) continue;
    carry();
    if (out.length >= MOST_COLUMNS) break;
    const { plain } = reading.writer;
    const read = reading.writer.captured(plain ? " " : "<br>", () => reading.inCell(cell));
    const text = plain ? read : read.replace(/\|/g, "\\|");
    const across = span(cell, "colspan");
    const down = span(cell, "rowspan");
    for (let i = 0; i < across && out.length < MOST_COLUMNS; i++) {
      if (down > 1) spans.set(out.length, { left: down - 1, text: i > 0 ? "" : text.length > REPEATED ? "″" : text });
      out.push(i === 0 ? text : "");
    }
  }
  carry();
  if (out.every((text) => text === "")) return;
  if (isHead && all.rows.length === all.heads) all.heads++;
  all.rows.push(out);
}

function span(cell: Element, name: string): number {
  const number = Number.parseInt(attribute(cell, name) ?? attribute(cell, `aria-${name}`) ?? "", 10);
  return number > 1 ? Math.min(number, MOST_SPAN) : 1;
}

/** Reads a table of data. */
export function table(reading: Reading, el: Element): void {
  const { writer, styles } = reading;
  if (writer.isInline) {
    flattened(reading, el);
    return;
  }
  writer.flush();
  for (let child = firstElementChild(el); child; child = nextElement(child))
    if (localName(child) === "caption") reading.visit(child);
  writer.flush();
  const all: Rows = { rows: [], heads: 0, spans: new Map() };
  for (const row of rowsOf(el)) {
    if (styles.of(row) & (NONE | HIDDEN)) continue;
    const group = parentElement(row);
    if (group && styles.of(group) & NONE) continue;
    const cells = cellsOf(row);
    const isHead = (group !== null && localName(group) === "thead") || cells.every((cell) => localName(cell) === "th");
    if (entersRow(reading, row, el)) addRow(reading, all, cells, isHead);
  }
  write(reading, all);
}

/** A table in a line: its cells, one row after the other. */
function flattened(reading: Reading, el: Element): void {
  const { writer, styles } = reading;
  for (const row of rowsOf(el)) {
    if (styles.of(row) & NONE) continue;
    if (!entersRow(reading, row, el)) continue;
    writer.edge();
    cellsOf(row).forEach((cell, index) => {
      if (index > 0) writer.mark(", ");
      reading.inCell(cell);
    });
  }
  writer.edge();
}

/** Whether a row is read, of whose group or of which a person may see nothing. */
function entersRow({ sight }: Reading, row: Element, table: Element): boolean {
  const group = parentElement(row);
  if (group !== null && group !== table && !sight.enters(group)) return false;
  return sight.enters(row);
}

/** Reads an element that is a table or grid by its role. */
export function aria(reading: Reading, el: Element): boolean {
  const role = token(el, "role");
  if (role !== "table" && role !== "grid" && role !== "treegrid") return false;
  if (reading.writer.isInline || localName(el) === "table") return false;
  const all: Rows = { rows: [], heads: 0, spans: new Map() };
  const other: Element[] = [];
  const collect = (of: Element, level: number): void => {
    eachChild(of, localName(of), (inner) => {
      if (!isElement(inner) || level > DEEPEST) return;
      if (reading.styles.of(inner) & (NONE | HIDDEN) || !reading.sight.enters(inner)) return;
      if (token(inner, "role") !== "row") {
        if (has(inner, "role") && token(inner, "role") !== "rowgroup" && token(inner, "role") !== "presentation")
          other.push(inner);
        else collect(inner, level + 1);
        return;
      }
      const cells: Element[] = [];
      const gather = (row: Element, deep: number): void =>
        eachChild(row, localName(row), (cell) => {
          if (!isElement(cell) || deep > DEEPEST || !reading.sight.enters(cell)) return;
          if (/^(?:cell|gridcell|columnheader|rowheader)$/.test(token(cell, "role"))) cells.push(cell);
          else gather(cell, deep + 1);
        });
      gather(inner, 0);
      addRow(reading, all, cells, cells.length > 0 && cells.every((cell) => token(cell, "role") === "columnheader"));
    });
  };
  reading.writer.flush();
  collect(el, 0);
  if (all.rows.length === 0 || shadowOf(el)) return false;
  write(reading, all);
  for (const inner of other) reading.visit(inner);
  return true;
}

function write({ writer }: Reading, { rows, heads }: Rows): void {
  if (rows.length === 0) return;
  const columns = Math.max(...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string => {
    const filled = [...cells, ...new Array<string>(columns - cells.length).fill("")];
    return writer.plain ? filled.join("\t").trimEnd() : `| ${filled.join(" | ")} |`;
  };
  if (writer.plain) {
    writer.block(rows.map(line));
    return;
  }
  const rule = `|${"---|".repeat(columns)}`;
  const head = heads > 0 ? (rows[0] as string[]) : [];
  writer.block([line(head), rule, ...rows.slice(heads > 0 ? 1 : 0).map(line)]);
}
