// Tabulator: a table of 300 products with filters, sorting and pages.

import { TabulatorFull } from "tabulator-tables";
import css from "tabulator-tables/dist/css/tabulator.css";
import { style } from "../report.ts";
import { frame } from "./frame.ts";

const host = frame("Products");
style(css);
host.innerHTML = `<p role="status">Nothing ordered</p><div></div>`;
const status = host.querySelector("p");
const kinds = ["Lamp", "Chair", "Table", "Shelf", "Clock"];
const table = host.querySelector<HTMLElement>("div");
if (!status || !table) throw new Error("the page is not complete");
new TabulatorFull(table, {
  layout: "fitColumns",
  pagination: true,
  paginationSize: 15,
  data: Array.from({ length: 300 }, (_, id) => ({
    id,
    name: `${kinds[id % kinds.length]} ${id}`,
    price: ((id * 37) % 400) + 5,
    stock: (id * 11) % 60,
  })),
  columns: [
    { title: "Product", field: "name", headerFilter: "input", headerFilterPlaceholder: "Filter by product" },
    { title: "Price", field: "price" },
    { title: "Stock", field: "stock" },
    {
      title: "Order",
      headerSort: false,
      formatter: (cell: { getData(): { name: string } }) =>
        `<button type="button">Order ${cell.getData().name}</button>`,
      cellClick: (_: Event, cell: { getData(): { name: string; price: number } }) => {
        const { name, price } = cell.getData();
        status.textContent = `Ordered ${name} for ${price} EUR`;
      },
    },
  ],
});
