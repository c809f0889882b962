/** Tables of data as Markdown tables. A table that only places things is read cell by cell. */
import { attribute, computedStyle, findAll, has, holds, isElement, localName, styleValue, token } from "../dom/dom.js";
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

/** What an element without a tag of tables is in one, by its `display`. */
const SHOWN_AS: Record<string, string> = {
  contents: "contents",
  "table-row": "tr",
  "table-cell": "td",
  "table-row-group": "tbody",
  "table-header-group": "thead",
  "table-footer-group": "tfoot",
};
const ROWS: ReadonlySet<string> = new Set("thead tbody tfoot contents".split(" "));
const CELLS: ReadonlySet<string> = new Set(["contents"]);

/** The tag of an element of a table, or the one whose part it plays: custom elements and slots stand between and for them. */
function partOf(el: Element): string {
  const tag = localName(el);
  if (tag === "slot" || tag.includes("-")) return SHOWN_AS[styleValue(computedStyle(el), "display")] ?? tag;
  return tag;
}

/** Calls `found` with the elements of the flat tree that play this part, and whether they are in the head of the table. */
function eachPart(
  of: Element,
  around: ReadonlySet<string>,
  enters: (group: Element) => boolean,
  found: (el: Element, part: string, isHead: boolean) => void,
  isHead = false,
  level = 0,
): void {
  eachChild(of, localName(of), (child) => {
    if (!isElement(child) || level > DEEPEST) return;
    const part = partOf(child);
    if (!around.has(part)) found(child, part, isHead);
    else if (enters(child)) eachPart(child, around, enters, found, isHead || part === "thead", level + 1);
  });
}

interface Row {
  el: Element;
  cells: Element[];
  isHead: boolean;
}

/** The rows of a table, without those of tables inside of it. `enters`: whether a group of rows or cells is looked at. */
function rowsOf(table: Element, enters: (group: Element) => boolean): Row[] {
  const rows: Row[] = [];
  eachPart(table, ROWS, enters, (el, part, isHead) => {
    if (part === "tr") rows.push({ el, cells: cellsOf(el, enters), isHead });
  });
  return rows;
}

function cellsOf(row: Element, enters: (group: Element) => boolean): Element[] {
  const cells: Element[] = [];
  eachPart(row, CELLS, enters, (el, part) => {
    if (part === "td" || part === "th") cells.push(el);
  });
  return cells;
}

/** Whether a table holds data in rows and columns. */
export function isTable(el: Element, styles: Styles): boolean {
  const role = token(el, "role");
  if (role === "presentation" || role === "none") return false;
  const isDrawn = (part: Element): boolean => !(styles.of(part) & NONE);
  const rows = rowsOf(el, isDrawn).filter((row) => isDrawn(row.el));
  const first = rows[0];
  if (first === undefined) return false;
  const columns = Math.max(...rows.slice(0, 50).map((row) => row.cells.length));
  if (columns < 2 && rows.length < 2) return false;
  const parts = [el, ...rows.map((row) => row.el).filter((row) => !holds(el, row))];
  const hasAny = (selector: string): boolean => parts.some((part) => findAll(part, selector).length > 0);
  if (hasAny(PLACED)) return false;
  const isFlat = !hasAny("table");
  if (role !== "" || hasAny("th,caption,thead")) return isFlat || columns > 1;
  return isFlat && columns > 1 && rows.length > 1;
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
  eachChild(el, localName(el), (child) => {
    if (isElement(child) && localName(child) === "caption") reading.visit(child);
  });
  writer.flush();
  const all: Rows = { rows: [], heads: 0, spans: new Map() };
  for (const { el: row, cells, isHead } of rowsOf(el, entersGroup(reading))) {
    if (styles.of(row) & (NONE | HIDDEN)) continue;
    const heads = isHead || cells.every((cell) => localName(cell) === "th");
    if (reading.sight.enters(row)) addRow(reading, all, cells, heads);
  }
  write(reading, all);
}

/** A table in a line: its cells, one row after the other. */
function flattened(reading: Reading, el: Element): void {
  const { writer, styles } = reading;
  for (const { el: row, cells } of rowsOf(el, entersGroup(reading))) {
    if (styles.of(row) & NONE) continue;
    if (!reading.sight.enters(row)) continue;
    writer.edge();
    cells.forEach((cell, index) => {
      if (index > 0) writer.mark(", ");
      reading.inCell(cell);
    });
  }
  writer.edge();
}

/** Whether the rows or cells of a group are read, which may not be drawn, or of which a person may see nothing. */
const entersGroup =
  ({ sight, styles }: Reading) =>
  (group: Element): boolean =>
    !(styles.of(group) & NONE) && sight.enters(group);

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
