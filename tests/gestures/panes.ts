/** Split.js and Panzoom. */

import type { Library } from "./scene.ts";

export const panes: Library = {
  name: "Split.js and Panzoom",
  file: "panes.ts",
  scenes: [
    {
      does: "the gutter between panes is dragged",
      act: (hand) => hand.drag(".gutter", 125, 0),
      shows: ({ sizes }) => sizes[0] > 65 && sizes[0] < 85,
    },
    {
      does: "the picture is dragged",
      act: (hand) => hand.drag("#plan", 70, 30),
      shows: ({ pan }) => Math.abs(pan.x - 70) <= 1 && Math.abs(pan.y - 30) <= 1,
    },
    {
      does: "the wheel zooms it at a point",
      act: (hand) => hand.wheel("#plan", -120, { at: { x: 20, y: 20 } }),
      shows: ({ scale }) => scale > 1,
    },
  ],
};
