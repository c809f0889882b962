// uPlot: a chart whose layer for the pointer lies over its canvas.

import uPlot from "uplot";
import css from "uplot/dist/uPlot.min.css";
import { report, root, style } from "./report.ts";

style(css);
const times = Array.from({ length: 101 }, (_, index) => index);
const state: Record<string, unknown> = {};
const tell = (part: Record<string, unknown>): void => {
  Object.assign(state, part);
  report(state);
};
new uPlot(
  {
    width: 600,
    height: 300,
    scales: { x: { time: false } },
    series: [{ label: "Time" }, { label: "Load", stroke: "navy" }],
    cursor: { drag: { x: true, y: false } },
    hooks: {
      setScale: [
        ({ scales }, key) => {
          if (key === "x") tell({ min: scales.x?.min, max: scales.x?.max });
        },
      ],
      setCursor: [({ cursor }) => tell({ index: cursor.idx ?? null })],
      setSeries: [(chart, index) => index !== null && tell({ shown: chart.series[1]?.show })],
    },
  },
  [times, times.map((time) => Math.sin(time / 8))],
  root,
);
