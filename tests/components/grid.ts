// Tabulator: a table of ten thousand rows, of which only those in view are in the document.

import { type Cell, TabulatorFull } from "tabulator-tables";
import css from "tabulator-tables/dist/css/tabulator.css";
import { report, root, style } from "./report.ts";

style(css);
const state: Record<string, unknown> = {};
const table = new TabulatorFull(root, {
  height: 300,
  width: 600,
  movableColumns: true,
  selectableRows: true,
  selectableRowsRangeMode: "click",
  data: Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Name ${id}`, town: `Town ${(id * 7) % 100}` })),
  columns: [
    { title: "Name", field: "name", width: 150 },
    { title: "Town", field: "town", width: 150, editor: "input", editTriggerEvent: "dblclick" },
    { title: "Number", field: "id", width: 100 },
  ],
});
const tell = (): void =>
  report({
    ...state,
    columns: table.getColumns().map((column) => column.getField()),
    widths: Object.fromEntries(table.getColumns().map((column) => [column.getField(), column.getWidth()])),
    chosen: table.getSelectedData().map(({ id }) => id),
  });
for (const event of ["tableBuilt", "columnResized", "columnMoved", "rowSelectionChanged", "dataSorted"])
  table.on(event, tell);
table.on("dataSorted", (sorters: { field: string; dir: string }[]) => {
  state.sorted = sorters.map(({ field, dir }) => `${field} ${dir}`).join();
  tell();
});
table.on("cellEdited", (cell: Cell) => {
  state.edited = [cell.getData().id, cell.getValue()];
  tell();
});
