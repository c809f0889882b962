/**
 * The days of a month in a table. Date pickers listen at the table and give its days the cursor of what is pressed only under the pointer
 * (bootstrap-datepicker, Tempus Dominus), so that nothing about a day says that it is pressed.
 */

import { find, findAll, textContent } from "../dom/dom.js";
import { POINTER, type Styles } from "../dom/style.js";
import { CONTROLS } from "./vocabulary.js";

/** The cells of four weeks, and of six with their numbers and a row of buttons. */
const FEWEST = 28;
const MOST = 56;
const SHORTEST_MONTH = 28;
const DAY = /^\s*\d{1,2}\s*$/;

/** Whether an element shows a number of a day or week alone. */
export const isDay = (cell: Element): boolean => DAY.test(textContent(cell) ?? "");

/** Whether a table holds the days of a month, none of which says how it is pressed, under headers that are pressed. */
export function isMonth(table: Element, styles: Styles): boolean {
  const cells = findAll(table, "td");
  if (cells.length < FEWEST || cells.length > MOST) return false;
  let next = 1;
  for (const cell of cells) {
    const text = textContent(cell) ?? "";
    if (!isDay(cell) && text.trim() !== "") return false;
    if (Number.parseInt(text, 10) === next) next++;
  }
  if (next <= SHORTEST_MONTH || find(table, `td :is(${CONTROLS})`)) return false;
  return [...findAll(table, "th")].some((header) => (styles.of(header) & POINTER) !== 0);
}
