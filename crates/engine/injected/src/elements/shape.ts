/** Points at which an element of any shape may really be, for those that do not fill the middle of their boxes. */

import { elementsAt, findAll, readyState, rootOf } from "../dom/dom.js";
import { type Rect, unclipped, visibleRects } from "../dom/geometry.js";
import { areaAt } from "../dom/image-map.js";
import { serves } from "./hit.js";

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

const allInTree = (ShadowRoot.prototype as unknown as DocumentOrShadowRoot).elementsFromPoint;

/** Whether an element is at a point, whatever is in front of it there. */
function isAt(el: Element, [x, y]: Point, accepted: ReadonlySet<Element>): boolean {
  const root = rootOf(el);
  const inTree = root instanceof ShadowRoot && allInTree ? allInTree.call(root, x, y) : [];
  return [...elementsAt(x, y), ...inTree].some((hit) => serves(areaAt(hit, x, y) ?? hit, accepted) > 0);
}

/**
 * Whether a point of an element's box is beside its shape: it is turned, rounded or clipped, or goes over several lines. Where it
 * is at no point at all, it takes no pointer for another reason, as beside a modal dialog. What is clipped by something around it, and
 * the style of a document that loads, may be about to change.
 */
export function isBeside(el: Element, point: Point, accepted: ReadonlySet<Element>): boolean {
  if (readyState(document) !== "complete" || isAt(el, point, accepted)) return false;
  const [left, top, right, bottom] = unclipped(el);
  if (point[0] < left || point[1] < top || point[0] >= right || point[1] >= bottom) return false;
  return shapePoints(el, visibleRects(el)).some((other) => isAt(el, other, accepted));
}
