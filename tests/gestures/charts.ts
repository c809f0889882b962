/** d3-brush and uPlot. */

import type { What } from "./hand.ts";
import type { Library } from "./scene.ts";

const drawing: What = ["group", "Chart"];
const near = (a: number | undefined, b: number): boolean => a !== undefined && Math.abs(a - b) <= 2;
const box = (selection: number[][] | null): number[] => selection?.flat() ?? [];
const fits = (selection: number[][] | null, wanted: number[]): boolean =>
  wanted.every((side, index) => near(box(selection)[index], side));

export const d3: Library = {
  name: "d3-brush",
  file: "brush.ts",
  scenes: [
    {
      does: "a drag chooses a range",
      act: (hand) => hand.drag(drawing, 200, 100, { at: { x: 100, y: 80 } }),
      shows: ({ selection }) => fits(selection, [100, 80, 300, 180]),
    },
    {
      does: "a drag in the range moves it",
      act: (hand) => hand.drag(drawing, 50, 20, { at: { x: 200, y: 130 } }),
      shows: ({ selection }) => fits(selection, [150, 100, 350, 200]),
    },
    {
      does: "a drag of an edge resizes it",
      act: (hand) => hand.drag(drawing, 60, 0, { at: { x: 350, y: 150 } }),
      shows: ({ selection }) => fits(selection, [150, 100, 410, 200]),
    },
    {
      does: "a drag of an edge with Alt resizes both sides",
      act: (hand) => hand.drag(drawing, -40, 0, { at: { x: 410, y: 150 }, modifiers: ["Alt"] }),
      shows: ({ selection }) => fits(selection, [190, 100, 370, 200]),
    },
    {
      does: "a drag along a path follows it to its end",
      act: (hand) =>
        hand.on(drawing, "drag_by_uid", {
          at: { x: 280, y: 150 },
          path: [{ dx: 90 }, { dx: 90, dy: 80 }, { dx: -70, dy: 80 }],
        }),
      shows: ({ selection }) => fits(selection, [120, 180, 300, 280]),
    },
    {
      does: "a click beside the range ends it",
      act: (hand) => hand.click(drawing, { at: { x: 20, y: 20 } }),
      shows: ({ selection }) => selection === null,
    },
  ],
};

const chart: What = ["canvas"];

export const uplot: Library = {
  name: "uPlot",
  file: "chart.ts",
  scenes: [
    {
      does: "the pointer over the chart chooses the value there",
      act: (hand) => hand.hover(chart, { x: 0.8, y: 0.5, share: true }),
      shows: ({ index }) => index > 70 && index < 90,
    },
    {
      does: "a drag zooms to a range of the axis",
      act: (hand) => hand.drag(chart, 200, 0, { at: { x: 250, y: 120 } }),
      shows: ({ min, max }) => min > 20 && max < 80,
    },
    {
      does: "a double click shows the whole axis again",
      act: (hand) => hand.click(chart, { clickCount: 2 }),
      shows: ({ min, max }) => min <= 0 && max >= 100,
    },
  ],
};
