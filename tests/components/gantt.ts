// Frappe Gantt: bars of SVG whose days and progress are set by the pointer.

import Gantt from "frappe-gantt";
import css from "../../node_modules/frappe-gantt/dist/frappe-gantt.css";
import { report, root, style } from "./report.ts";

style(css);
const state: Record<string, unknown> = {};
const day = (date: Date): string => `${date.getMonth() + 1}/${date.getDate()}`;
new Gantt(
  root,
  [
    { id: "design", name: "Design", start: "2027-03-02", end: "2027-03-05", progress: 40 },
    { id: "build", name: "Build", start: "2027-03-08", end: "2027-03-11", progress: 0 },
  ],
  {
    view_mode: "Day",
    column_width: 40,
    scroll_to: "start",
    popup: false,
    on_click: ({ id }: { id: string }) => {
      state.clicked = id;
      report(state);
    },
    on_date_change: ({ id }: { id: string }, start: Date, end: Date) => {
      state[id] = `${day(start)} ${day(end)}`;
      report(state);
    },
    on_progress_change: ({ id }: { id: string }, progress: number) => {
      state[`${id} progress`] = progress;
      report(state);
    },
  },
);
report(state);
