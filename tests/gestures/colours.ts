/** vanilla-colorful. */

import type { What } from "./hand.ts";
import type { Library } from "./scene.ts";

const field: What = ["slider", "Color"];
const hue: What = ["slider", "Hue"];
const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

export const colours: Library = {
  name: "vanilla-colorful",
  file: "colour.ts",
  scenes: [
    {
      does: "a click at a corner chooses the full colour",
      act: (hand) => hand.click(field, { at: { x: 0.98, y: 0.02, share: true } }),
      shows: ({ hex }) => (channels(hex)[0] ?? 0) > 240 && (channels(hex)[1] ?? 255) < 20,
    },
    {
      does: "a click at a third of the bar turns it green",
      act: (hand) => hand.click(hue, { at: { x: 1 / 3, y: 0.5, share: true } }),
      shows: ({ hex }) => (channels(hex)[1] ?? 0) > 230 && (channels(hex)[0] ?? 255) < 40,
    },
    {
      does: "a drag over the field makes it pale",
      act: (hand) => hand.drag(field, -120, 0, { at: { x: 150, y: 10 } }),
      shows: ({ hex }, before) => Math.min(...channels(hex)) > Math.min(...channels(before.hex)) + 80,
    },
    {
      does: "keys move it by steps",
      act: (hand) => hand.key("ArrowRight", hue),
      shows: ({ hex }, before) => hex !== before.hex,
    },
    {
      does: "a drag over the last bar makes it see-through",
      act: (hand) => hand.drag(["slider", "Alpha"], -100, 0, { at: { x: 0.98, y: 0.5, share: true } }),
      shows: ({ "hex-alpha": colour }) => /^#[0-9a-f]{8}$/.test(colour) && Number.parseInt(colour.slice(7), 16) < 160,
    },
  ],
};
