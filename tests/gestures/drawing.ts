/** signature_pad. */

import type { What } from "./hand.ts";
import type { Library } from "./scene.ts";

const sheet: What = ["canvas", "Signature"];

export const signature: Library = {
  name: "signature_pad",
  file: "signature.ts",
  scenes: [
    {
      does: "a drag draws a stroke of many points",
      act: (hand) => hand.drag(sheet, 200, 60, { at: { x: 50, y: 50 } }),
      shows: ({ strokes, last, box }) => strokes === 1 && last >= 5 && box[2] - box[0] > 180,
    },
    {
      does: "a path draws its corners",
      act: (hand) =>
        hand.on(sheet, "drag_by_uid", {
          at: { x: 100, y: 20 },
          path: [{ dx: 60, dy: 150 }, { dx: 120 }, { dx: 180, dy: 150 }],
        }),
      shows: ({ strokes, box }) => strokes === 2 && box[3] >= 165 && box[2] >= 275,
    },
    {
      does: "a click makes a dot, pressed as a mouse presses",
      act: (hand) => hand.click(sheet, { at: { x: 380, y: 10 } }),
      shows: ({ strokes, last, box, pressure }) => strokes === 3 && last === 1 && box[2] >= 378 && pressure === 0.5,
    },
    {
      does: "a button clears it",
      act: (hand) => hand.click(["button", "Clear"]),
      shows: ({ strokes }) => strokes === 0,
    },
  ],
};

const plane: What = ["application", "Drawing"];
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 3;

export const konva: Library = {
  name: "Konva",
  file: "canvas.ts",
  scenes: [
    {
      does: "the pointer enters a shape on the canvas",
      act: (hand) => hand.hover(plane, { x: 140, y: 110 }),
      shows: ({ over }) => over === true,
    },
    {
      does: "a shape on the canvas is dragged",
      act: (hand) => hand.drag(plane, 120, 60, { at: { x: 140, y: 110 } }),
      shows: ({ box }) => near(box[0], 220) && near(box[1], 140) && near(box[2], 80),
    },
    {
      does: "a shape is resized by its corner",
      act: (hand) => hand.drag(plane, 60, 30, { at: { x: 300, y: 200 } }),
      shows: ({ box }) => near(box[0], 220) && near(box[2], 140) && near(box[3], 90),
    },
    {
      does: "a shape is double-clicked through the canvas over it",
      act: (hand) => hand.click(["canvas", undefined, 0], { at: { x: 250, y: 180 }, clickCount: 2 }),
      shows: ({ doubled }, before) => doubled === before.doubled + 1,
    },
    {
      does: "a shape is asked for its menu",
      act: (hand) => hand.click(plane, { at: { x: 250, y: 180 }, button: "right" }),
      shows: ({ menu }, before) => menu === before.menu + 1,
    },
    {
      does: "a line is drawn along a path",
      act: (hand) =>
        hand.on(plane, "drag_by_uid", {
          at: { x: 40, y: 20 },
          path: [{ dx: 300 }, { dx: 300, dy: 40 }, { dy: 40 }],
          durationMs: 200,
        }),
      shows: ({ lines, points }) => lines === 1 && points >= 10,
    },
    {
      does: "the wheel zooms",
      act: (hand) => hand.wheel(plane, -120, { at: { x: 250, y: 150 } }),
      shows: ({ scale }, before) => scale > before.scale,
    },
  ],
};

const cropped = (crop: number[], ...wanted: number[]): boolean =>
  wanted.every((side, index) => near(crop[index] ?? -1, side));

export const cropper: Library = {
  name: "Cropper.js",
  file: "crop.ts",
  scenes: [
    {
      does: "the part is moved",
      act: (hand) => hand.drag(".cropper-face", -40, 20),
      shows: ({ crop }, { crop: [x, y, w, h] }) => cropped(crop, x - 40, y + 20, w, h),
    },
    {
      does: "the part is resized by a corner",
      act: (hand) => hand.drag(".cropper-point.point-se", 50, 30),
      shows: ({ crop }, { crop: [x, y, w, h] }) => cropped(crop, x, y, w + 50, h + 30),
    },
    {
      does: "the part is resized by an edge",
      act: (hand) => hand.drag(".cropper-line.line-w", 30, 0),
      shows: ({ crop }, { crop: [x, y, w, h] }) => cropped(crop, x + 30, y, w - 30, h),
    },
    {
      does: "a new part is chosen beside the old one",
      act: (hand) => hand.drag(".cropper-drag-box", 60, 30, { at: { x: 10, y: 10 } }),
      shows: ({ crop }) => crop[2] >= 50 && crop[2] <= 62 && cropped(crop, 10, 10),
    },
    {
      does: "the wheel zooms the picture",
      act: (hand) => hand.wheel(".cropper-drag-box", -100, { at: { x: 300, y: 200 } }),
      shows: ({ wide }, before) => wide > before.wide,
    },
  ],
};
