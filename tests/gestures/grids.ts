/** Tabulator. */

import type { Library } from "./scene.ts";

const handle = (field: string): string => `.tabulator-col[tabulator-field=${field}] + .tabulator-col-resize-handle`;

export const grid: Library = {
  name: "Tabulator",
  file: "grid.ts",
  scenes: [
    {
      does: "a column is made wider by its edge",
      act: (hand) => hand.drag(handle("name"), 60, 0),
      shows: ({ widths }) => Math.abs(widths.name - 210) <= 2,
    },
    {
      does: "a column is made narrower by its edge",
      act: (hand) => hand.drag(handle("town"), -50, 0),
      shows: ({ widths }) => Math.abs(widths.town - 100) <= 2,
    },
    {
      does: "a column is moved by its head",
      act: (hand) => hand.drag(".tabulator-col[tabulator-field=id] .tabulator-col-title", -330, 0, { durationMs: 400 }),
      shows: ({ columns }) => columns[0] === "id",
    },
    {
      does: "a click on a head sorts",
      act: (hand) => hand.click(".tabulator-col[tabulator-field=town] .tabulator-col-title"),
      shows: ({ sorted }) => sorted === "town asc",
    },
    {
      does: "a click with Shift chooses the rows between",
      act: async (hand) => {
        await hand.click(".tabulator-row:nth-child(2) .tabulator-cell");
        await hand.click(".tabulator-row:nth-child(5) .tabulator-cell", { modifiers: ["Shift"] });
      },
      shows: ({ chosen }) => chosen.length === 4,
    },
    {
      does: "a double click edits a cell",
      act: async (hand) => {
        await hand.click(".tabulator-row:nth-child(3) [tabulator-field=town]", { clickCount: 2 });
        await hand.key("Control+A");
        await hand.call("type_text", { text: "Rome", submitKey: "Enter", includeSnapshot: "none" });
      },
      shows: ({ edited }) => edited?.[1] === "Rome",
    },
  ],
};
