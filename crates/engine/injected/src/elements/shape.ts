/** Points at which an element of any shape may really be, for those that do not fill the middle of their boxes. */

import { findAll } from "../dom/dom.js";
import type { Rect } from "../dom/geometry.js";

type Point = [number, number];

const shapes = SVGGeometryElement.prototype;
const { getTotalLength, getPointAtLength } = shapes;
const { getScreenCTM } = SVGGraphicsElement.prototype;
const transformed = DOMPoint.prototype.matrixTransform;

/** Shares of an outline to try, the middle first. */
const ALONG = [0.5, 0.25, 0.75, 0.1, 0.9, 0.4, 0.6, 0];

/** The most shapes of a group that are tried. */
const MOST_SHAPES = 12;

/** The points of a box, in lines and columns. */
const GRID = 9;

const isShape = (el: Element): el is SVGGeometryElement => el instanceof SVGGeometryElement;

/** Points on the outline of an SVG shape, or on those of a group, in the viewport. */
function onOutline(el: Element): Point[] {
  const all = isShape(el) ? [el] : el instanceof SVGElement ? Array.from(findAll(el, "*")).filter(isShape) : [];
  return all.slice(0, MOST_SHAPES).flatMap((shape) => {
    const matrix = getScreenCTM.call(shape);
    if (!matrix) return [];
    try {
      const length = getTotalLength.call(shape);
      return ALONG.map((share): Point => {
        const { x, y } = getPointAtLength.call(shape, length * share);
        const point = transformed.call(new DOMPoint(x, y), matrix);
        return [point.x, point.y];
      });
    } catch {
      return []; // a path without a length
    }
  });
}

/** Points all over some boxes, from the middle of each cell. */
function inGrid(rects: Rect[]): Point[] {
  return rects.slice(0, 4).flatMap(([left, top, right, bottom]) =>
    Array.from({ length: GRID * GRID }, (_, index): Point => {
      const across = ((index % GRID) + 0.5) / GRID;
      const down = (Math.floor(index / GRID) + 0.5) / GRID;
      return [left + (right - left) * across, top + (bottom - top) * down];
    }),
  );
}

/** Points to try where the usual ones do not hit the element: on the outline of a shape, and all over the boxes. */
export const shapePoints = (el: Element, rects: Rect[]): Point[] => [...onOutline(el), ...inGrid(rects)];
