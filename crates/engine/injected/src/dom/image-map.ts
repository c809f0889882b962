/** The areas of image maps, which are drawn on the images that use the map. */
import {
  attribute,
  box,
  clientLeft,
  clientTop,
  computedStyle,
  localName,
  nearest,
  queryScope,
  rendered,
  rootOf,
  styleValue,
} from "./dom.js";
import type { Rect } from "./geometry.js";
import { scaleOf } from "./scale.js";
import { IS_FIREFOX } from "./scrolling.js";

/** The images on which an area lies. */
export function areaImages(area: Element): Element[] {
  const map = nearest(area, "map");
  const name = map && (attribute(map, "name") || attribute(map, "id"));
  if (!name) return [];
  return Array.from(queryScope(rootOf(area), "img[usemap],object[usemap]")).filter(
    (image) => attribute(image, "usemap")?.replace(/^#/, "") === name,
  );
}

/** Whether the element is an area of a drawn image. Its own style is `display: none` in every browser. */
export const isDrawnArea = (el: Element): boolean => localName(el) === "area" && areaImages(el).some(rendered);

/** The kind of an area, and its coordinates in its image. */
function shapeOf(area: Element): { kind: "all" | "circle" | "polygon" | "box"; numbers: number[] } {
  const shape = (attribute(area, "shape") ?? "rect").toLowerCase();
  const numbers = (attribute(area, "coords") ?? "").split(/[\s,;]+/).map(Number);
  if (shape === "default") return { kind: "all", numbers };
  return { kind: shape.startsWith("circ") ? "circle" : shape.startsWith("poly") ? "polygon" : "box", numbers };
}

/** The bounds of an area on each image that uses its map. */
export function areaRects(area: Element): Rect[] {
  const { kind, numbers } = shapeOf(area);
  const [a = 0, b = 0, c = 0] = numbers;
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2 === 1);
  return areaImages(area).map((image): Rect => {
    const { left, top, right, bottom } = box(image);
    if (kind === "all") return [left, top, right, bottom];
    const [x, y, across, down] = originOf(image);
    const [west, north, east, south] =
      kind === "circle"
        ? [a - c, b - c, a + c, b + c]
        : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    return [x + west * across, y + north * down, x + east * across, y + south * down];
  });
}

/**
 * Where the coordinates of an image's areas begin in the viewport, and how long a pixel of them is. Chromium counts from the border of
 * the image, Firefox from its content, and without regard to `zoom`.
 */
function originOf(image: Element): [x: number, y: number, across: number, down: number] {
  const { left, top } = box(image);
  const [across, down] = scaleOf(image);
  if (!IS_FIREFOX) return [left, top, across, down];
  const style = computedStyle(image);
  const padding = (side: string): number => Number.parseFloat(styleValue(style, `padding-${side}`)) || 0;
  const zoom = (image as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
  return [
    left + (clientLeft(image) + padding("left")) * across,
    top + (clientTop(image) + padding("top")) * down,
    across / zoom,
    down / zoom,
  ];
}

/** Whether an area contains a point of its image. */
function holds(area: Element, x: number, y: number): boolean {
  const { kind, numbers } = shapeOf(area);
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (kind === "all") return true;
  if (kind === "circle") return Math.hypot(x - a, y - b) <= c;
  if (kind === "box") return x >= Math.min(a, c) && x < Math.max(a, c) && y >= Math.min(b, d) && y < Math.max(b, d);
  // Counts the sides that a ray to the right crosses.
  let inside = false;
  for (let i = 0, last = numbers.length - 2; i + 1 < numbers.length; last = i, i += 2) {
    const [x1, y1, x2, y2] = [numbers[last], numbers[last + 1], numbers[i], numbers[i + 1]] as [
      number,
      number,
      number,
      number,
    ];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** The area of an image at a point of the viewport. Chromium hits areas by itself; Firefox hits the image. */
export function areaAt(image: Element, x: number, y: number): Element | undefined {
  const name = attribute(image, "usemap")?.replace(/^#/, "");
  if (!name || localName(image) === "area") return undefined;
  const [left, top, across, down] = originOf(image);
  for (const area of queryScope(rootOf(image), "map area"))
    if (areaImages(area).includes(image) && holds(area, (x - left) / across, (y - top) / down)) return area;
  return undefined;
}
