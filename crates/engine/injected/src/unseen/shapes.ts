/** Shapes of `clip-path`, masks and filters that let nothing of an element be seen. */
import {
  byId,
  firstElementChild,
  localName,
  offsetHeight,
  offsetWidth,
  scrollHeight,
  scrollWidth,
} from "../dom/dom.js";
import { scopeOf } from "../dom/shadow.js";
import { colour } from "./colour.js";

/** A shape of so many pixels in a direction, or fewer, shows nothing. */
const NARROW = 2;
/** A mask that lets less through than this shows nothing. */
const FAINT = 0.06;

type Point = readonly [x: number, y: number];
/** What the lengths of a shape refer to: its own box, and how far its content reaches. */
interface Frame {
  width: number;
  height: number;
  right: number;
  bottom: number;
}

/** Whether a computed `clip-path` has no area, or none over the element. What cannot be read counts as seen. */
export function emptyShape(path: string, el: Element, rect: DOMRect): boolean {
  if (path === "none" || path === "") return false;
  if (path.startsWith("url(")) return emptyReference(path, el);
  const [, kind = "", inside = ""] = /^([a-z]+)\((.*)\)(?: [a-z-]+)?$/s.exec(path) ?? [];
  // Lengths are those before a transform.
  const [width, height] = [
    offsetWidth(el as HTMLElement) || rect.width,
    offsetHeight(el as HTMLElement) || rect.height,
  ];
  const frame = { width, height, right: Math.max(width, scrollWidth(el)), bottom: Math.max(height, scrollHeight(el)) };
  switch (kind) {
    case "inset":
    case "rect":
    case "xywh":
      return emptyBox(kind, words(inside.replace(/ ?round .*/s, "")), frame);
    case "circle":
    case "ellipse":
      return emptyRound(kind, inside, frame);
    case "polygon":
      return emptyPolygon(inside, frame);
    case "path":
      return emptyPath(inside, frame);
    default:
      return false;
  }
}

/** The parts between spaces; functions stay whole. */
const words = (text: string): string[] => text.match(/(?:[^\s()]|\([^()]*\))+/g) ?? [];

/** A computed length in pixels; NaN if it cannot be read. */
function length(text: string, of: number): number {
  let sum = 0;
  const terms = (/^calc\((.*)\)$/.exec(text)?.[1] ?? text).replace(/ \+ /g, " ").replace(/ - /g, " -");
  for (const term of terms.split(" ")) {
    const [, value, unit] = /^(-?[\d.]+(?:e-?\d+)?)(px|%)?$/.exec(term) ?? [];
    sum += value === undefined ? Number.NaN : unit === "%" ? (Number(value) * of) / 100 : Number(value);
  }
  return sum;
}

/** `inset()`, `rect()` or `xywh()`. */
function emptyBox(kind: string, sides: string[], { width, height }: Frame): boolean {
  const [first = "", second = first, third = first, fourth = second] = sides;
  const narrow = (size: number, of: number): boolean => size <= (of > NARROW ? NARROW : 0);
  if (kind === "xywh") return narrow(length(third, width), width) || narrow(length(fourth, height), height);
  const [top, right, bottom, left] = [
    length(first, height),
    length(second, width),
    length(third, height),
    length(fourth, width),
  ];
  if (kind === "rect") return narrow(bottom - top, height) || narrow(right - left, width);
  // A box without size tells nothing of lengths, but a percentage does.
  const whole = (one: string, other: string): boolean =>
    one.endsWith("%") && other.endsWith("%") && Number.parseFloat(one) + Number.parseFloat(other) >= 99;
  if (whole(first, third) || whole(second, fourth)) return true;
  return (width > NARROW && width - left - right <= NARROW) || (height > NARROW && height - top - bottom <= NARROW);
}

function emptyRound(kind: string, inside: string, frame: Frame): boolean {
  const [sizes = "", place = "50% 50%"] = inside.split(/(?:^| )at /);
  const [one = "", two = one] = words(sizes);
  const { width, height } = frame;
  const across = kind === "circle" ? Math.hypot(width, height) / Math.SQRT2 : width;
  const [rx, ry] = [length(one, across), length(two, kind === "circle" ? across : height)];
  if (rx === 0 || ry === 0) return true;
  const [left = "50%", top = "50%"] = words(place);
  const [x, y] = [length(left, width), length(top, height)];
  return (
    isBeside([x - rx, y - ry], [x + rx, y + ry], frame) || (width > NARROW && height > NARROW && Math.max(rx, ry) < 1)
  );
}

/** Whether a part of the plane is not over the element. Comparisons with NaN are false. */
const isBeside = ([left, top]: Point, [right, bottom]: Point, frame: Frame): boolean =>
  frame.width > NARROW &&
  frame.height > NARROW &&
  (right <= 0 || bottom <= 0 || left >= frame.right || top >= frame.bottom);

function emptyPolygon(inside: string, frame: Frame): boolean {
  const points: Point[] = [];
  for (const pair of inside.replace(/^(?:evenodd|nonzero), ?/, "").split(",")) {
    const [x = "", y = ""] = words(pair);
    points.push([length(x, frame.width), length(y, frame.height)]);
  }
  return isFlat(points) || isBeside(corner(points, Math.min), corner(points, Math.max), frame);
}

const corner = (points: readonly Point[], pick: (...numbers: number[]) => number): Point => [
  pick(...points.map(([x]) => x)),
  pick(...points.map(([, y]) => y)),
];

/** Whether points lie on one line. */
function isFlat(points: readonly Point[]): boolean {
  const [x0, y0] = points[0] ?? [0, 0];
  let [dx, dy, far] = [0, 0, 0];
  for (const [x, y] of points) {
    const away = Math.hypot(x - x0, y - y0);
    if (Number.isNaN(away)) return false;
    if (away > far) [dx, dy, far] = [x - x0, y - y0, away];
  }
  return far < 1 || points.every(([x, y]) => Math.abs((x - x0) * dy - (y - y0) * dx) / far < 0.5);
}

/** How many numbers a command of a path takes. */
const TAKES: Record<string, number> = { m: 2, l: 2, t: 2, h: 1, v: 1, c: 6, s: 4, q: 4, z: 0 };

/** `path()`: a curve stays within its control points. One with an arc counts as seen. */
function emptyPath(inside: string, frame: Frame): boolean {
  const data = /["']([^"']*)["']/.exec(inside)?.[1];
  if (data === undefined) return false;
  const points: Point[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const [, command = "", rest = ""] of data.matchAll(/([a-z])([^a-df-z]*)/gi)) {
    const kind = command.toLowerCase();
    const takes = TAKES[kind];
    // A curve that mirrors the point before it can leave its own.
    if (takes === undefined || kind === "t" || kind === "s") return false;
    const relative = kind === command;
    if (kind === "z") [x, y] = [startX, startY];
    const numbers = (rest.match(/-?(?:\d*\.)?\d+(?:e-?\d+)?/gi) ?? []).map(Number);
    for (let at = 0; takes > 0 && at + takes <= numbers.length; at += takes) {
      const [baseX, baseY] = relative ? [x, y] : [0, 0];
      // Where a line begins belongs to it.
      if (!(kind === "m" && at === 0)) points.push([x, y]);
      if (kind === "h") x = baseX + (numbers[at] as number);
      else if (kind === "v") y = baseY + (numbers[at] as number);
      else
        for (let pair = at; pair < at + takes; pair += 2) {
          [x, y] = [baseX + (numbers[pair] as number), baseY + (numbers[pair + 1] as number)];
          if (kind !== "m" || at > 0) points.push([x, y]);
        }
      if (kind === "h" || kind === "v") points.push([x, y]);
      if (kind === "m" && at === 0) [startX, startY] = [x, y];
    }
  }
  return isFlat(points) || isBeside(corner(points, Math.min), corner(points, Math.max), frame);
}

/** Whether a value refers to a clip, mask or filter that holds nothing, which draws nothing. One that is missing hides nothing. */
export function emptyReference(value: string, el: Element): boolean {
  const id = /url\(["']?#([^"')]+)["']?\)/.exec(value)?.[1];
  const target = id === undefined ? null : byId(scopeOf(el), id);
  return target !== null && /^(?:clipPath|mask|filter)$/.test(localName(target)) && firstElementChild(target) === null;
}

/** Whether a computed `mask-image` lets nothing through: only transparent gradients, or an empty element. */
export function maskedAway(mask: string, el: Element): boolean {
  if (mask === "none" || mask === "") return false;
  if (/^url\(["']?#[^,]*$/.test(mask)) return emptyReference(mask, el);
  // What a picture shows is not known, and neither is a colour by another name.
  if (/url\(|image|element\(|cross-fade|paint\(|current/i.test(mask)) return false;
  const colours = mask.match(/(?:rgba?|hsla?|hwb|color|lab|lch|oklab|oklch)\([^()]*\)|transparent/g);
  return colours?.every((one) => (colour(one)?.[3] ?? 1) < FAINT) === true;
}
