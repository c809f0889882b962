// d3-brush: a range of a chart that is chosen, moved and resized by the pointer.

import { type BrushSelection, brush } from "d3-brush";
import { select } from "d3-selection";
import { report, root } from "./report.ts";

const drawing = select(root)
  .append("svg")
  .attr("width", 500)
  .attr("height", 300)
  .attr("role", "group")
  .attr("aria-label", "Chart");
drawing
  .selectAll("circle")
  .data([50, 150, 250, 350, 450])
  .join("circle")
  .attr("cx", (x) => x)
  .attr("cy", (x) => 300 - x / 2)
  .attr("r", 6);
const tell = ({ selection }: { selection: BrushSelection | null }): void => report({ selection });
drawing.append("g").call(
  brush<unknown>()
    .extent([
      [0, 0],
      [500, 300],
    ])
    .on("end", tell),
);
report({ selection: null });
