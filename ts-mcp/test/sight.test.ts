import { expect, it } from "vitest";
import { isCoded } from "../src/error.ts";
import { type Picture, Sight } from "../src/sight.ts";

const view = {
  page: 1,
  document: "d",
  picture: 7,
  viewport: false,
  left: 30,
  top: -200,
  scrollX: 0,
  scrollY: 500,
  width: 800,
  height: 600,
};
const picture: Picture = { data: Buffer.of(), mimeType: "image/png", width: 400, height: 300, scale: 0.5, view };

it("turns pixels of a scaled picture of an element into points of the viewport", () => {
  const sight = new Sight();
  sight.saw(picture);
  expect(sight.at({ x: 0, y: 0 })).toEqual({ at: { x: 30, y: -200 }, seen: view });
  expect(sight.at({ x: 100, y: 50 }).at).toEqual({ x: 230, y: -100 });
  // The far edge belongs to the last pixel.
  expect(sight.at({ x: 200, y: 150 }).at).toEqual({ x: 428, y: 98 });
});

it("turns pixels of a dense display's picture into points of the viewport", () => {
  const sight = new Sight();
  sight.saw({ ...picture, scale: 2, view: { ...view, left: 0, top: 0 } });
  expect(sight.at({ x: 101, y: 50 }).at).toEqual({ x: 50.5, y: 25 });
});

it("refuses pixels without a picture, and beside it", () => {
  const code = (act: () => unknown): string => {
    try {
      act();
    } catch (error) {
      if (isCoded(error)) return `${error.code} ${error.message}`;
    }
    return "no error";
  };
  const sight = new Sight();
  expect(code(() => sight.at({ x: 1, y: 1 }))).toContain("INVALID_INPUT no screenshot");
  sight.saw(picture);
  for (const pixel of [
    { x: 201, y: 0 },
    { x: 0, y: 151 },
    { x: -1, y: 0 },
    { x: Number.NaN, y: 0 },
  ])
    expect(code(() => sight.at(pixel))).toContain("200×150");
});
