/** noUiSlider. */

import type { What } from "./hand.ts";
import type { Library } from "./scene.ts";

const lowest: What = ["slider", "Lowest"];
const highest: What = ["slider", "Highest"];
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1.5;
const pair = ([low, high]: number[] = [], ...[from, to]: [number, number]): boolean =>
  near(low ?? -1, from) && near(high ?? -1, to);

export const range: Library = {
  name: "noUiSlider",
  file: "range.ts",
  scenes: [
    {
      does: "the lower handle of a pair is dragged",
      act: (hand) => hand.drag(lowest, 80, 0),
      shows: ({ price }) => pair(price, 40, 80),
    },
    {
      does: "the upper handle of a pair is dragged, and stops at the lower",
      act: (hand) => hand.drag(highest, -300, 0),
      shows: ({ price }) => pair(price, 40, 40),
    },
    {
      does: "a handle that lies under the other is dragged by keys",
      act: (hand) => hand.key("End", highest),
      shows: ({ price }) => pair(price, 40, 100),
    },
    {
      does: "the bar between the handles moves both",
      act: (hand) => hand.drag(".noUi-connect", -80, 0),
      shows: ({ price }) => pair(price, 20, 80),
    },
    {
      does: "a click at a point moves the nearer handle there",
      act: (hand) => hand.click(".noUi-connects", { at: { x: 0.95, y: 0.5, share: true } }),
      shows: ({ price }) => pair(price, 20, 95),
    },
    {
      does: "an upright slider is dragged up in its steps",
      act: (hand) => hand.drag(["slider", "Volume"], 0, -53),
      shows: ({ volume }) => volume[0] === 75,
    },
  ],
};
