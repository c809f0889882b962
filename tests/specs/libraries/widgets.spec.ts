/** Gestures on libraries of controls: sliders, boards, plans, tables, editors. */

import { kanban, sortable } from "../../gestures/boards.ts";
import { colours } from "../../gestures/colours.ts";
import { quill, table } from "../../gestures/editors.ts";
import { grid } from "../../gestures/grids.ts";
import { reorder } from "../../gestures/orders.ts";
import { panes } from "../../gestures/panes.ts";
import { gantt, scheduler } from "../../gestures/plans.ts";
import { play } from "../../gestures/scene.ts";
import { range } from "../../gestures/sliders.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser(
  "gestures",
  (t) => {
    for (const library of [range, colours, sortable, kanban, gantt, scheduler, grid, quill, table, panes, reorder])
      play(t, library);
  },
  { args: ["--tools", "web,more"] },
);
