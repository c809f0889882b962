/** Cells of grids, which may give what is typed to the cell that they have selected, wherever the focus is. */

import { nearest, queryScope } from "../dom/dom.js";
import { flatContains } from "../dom/shadow.js";

const GRID = "[role=grid],[role=treegrid],table";

/** Whether the grid of an element has something else selected. */
export function isBesideSelection(el: Element): boolean {
  const grid = nearest(el, GRID);
  if (!grid) return false;
  const selected = Array.from(queryScope(grid, "[aria-selected=true]"));
  return selected.length > 0 && !selected.some((one) => flatContains(one, el) || flatContains(el, one));
}
