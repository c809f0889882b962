// Reads tables of Markdown: the figures of the charts stand in the measurements' own pages, and nowhere else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";

const cells = (line) =>
  line
    .replace(/^\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/** The tables of a page of docs/, each as its head and its rows. */
export function tablesOf(page) {
  const lines = readFileSync(join(root, "docs", page), "utf8").split("\n");
  const tables = [];
  for (const [index, line] of lines.entries()) {
    if (!/^\|[\s:|-]+\|$/.test(line)) continue;
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((row) => !row.startsWith("|"));
    tables.push({ head: cells(lines[index - 1]), rows: rest.slice(0, end < 0 ? undefined : end).map(cells) });
  }
  return tables;
}

/**
 * The text of one cell. `table` is the first cell of the table's head; where that is empty, any cell of the head.
 *
 * @param {string} page @param {{ table: string, row: string, column: string }} place
 */
export function cellAt(page, { table, row, column }) {
  const found = tablesOf(page).find(({ head, rows }) => head.includes(table) && rows.some(([first]) => first === row));
  const index = found?.head.indexOf(column) ?? -1;
  const cell = found?.rows.find(([first]) => first === row)?.[index];
  if (index < 0 || cell === undefined) {
    throw new Failure(
      `docs/${page} has no cell "${row}" × "${column}" in a table with "${table}"`,
      "correct scripts/charts/charts.mjs, or the page",
    );
  }
  return cell;
}

/** The first number of a cell; `undefined` where the cell begins with a dash. */
export function numberIn(cell) {
  if (/^[–-]/.test(cell)) return undefined;
  const number = /\d[\d,]*(?:\.\d+)?/.exec(cell)?.[0];
  if (number === undefined) throw new Failure(`"${cell}" has no number`, "correct scripts/charts/charts.mjs");
  return Number(number.replaceAll(",", ""));
}
