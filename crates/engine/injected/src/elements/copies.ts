/** What a frame draws again beside its texts: shadows, reflections, instances in drawings, and pictures that hold texts as text. */

import {
  attribute,
  box,
  byId,
  computedStyle,
  findAll,
  has,
  imageSource,
  isElement,
  localName,
  rootOf,
  styleValue,
  textContent,
} from "../dom/dom.js";
import { around, type Rect } from "../dom/geometry.js";
import { flatParent } from "../dom/shadow.js";
import { drawnLinear, type Linear } from "./linear.js";

/** What becomes of the box of a text with all copies of it. */
export type Reach = (rect: Rect) => Rect;

/** Drawings in addresses are searched so deep, and not beyond so many characters. */
const DEEPEST = 3;
const MOST = 1_000_000;
/** A blurred shadow is seen so far, as a multiple of its radius. */
const BLUR = 1.5;

const rectOf = ({ left, top, right, bottom }: DOMRect): Rect => [left, top, right, bottom];

/** Offsets and radius of shadows, in CSS pixels. A colour has no pixels. */
const SHADOW = /(-?[\d.e-]+)px (-?[\d.e-]+)px(?: ([\d.e-]+)px)?/g;

/** The copies of a text that its shadows are. `style`: that of its element, or of what is generated there. */
export function shadowed(el: Element, style: CSSStyleDeclaration, outer: Reach): Reach {
  const shadows = shadowsIn(styleValue(style, "text-shadow"));
  if (shadows.length === 0) return outer;
  return (rect) => outer(around([rect, ...shadows.map((shadow) => moved(rect, shadow, drawnLinear(el)))]));
}

/** The copies that filters and reflections of an element make of all that is in it. */
export function filtered(el: Element, style: CSSStyleDeclaration, outer: Reach): Reach {
  const filter = styleValue(style, "filter");
  const shadows = filter.includes("drop-shadow(") ? shadowsIn(filter) : [];
  const reflection = styleValue(style, "-webkit-box-reflect");
  const reflects = /\d/.test(reflection);
  if (shadows.length === 0 && !reflects) return outer;
  return (rect) => {
    const linear = drawnLinear(el);
    // Each shadow is one of those before it, too.
    const shades = shadows.reduce((at, shadow) => around([at, moved(at, shadow, linear)]), rect);
    return outer(reflects ? reflected(el, reflection, linear, shades) : shades);
  };
}

/** The copies of all that is in an element, by itself and what is around it. */
export function reachOf(el: Element): Reach {
  let reach: Reach = (rect) => rect;
  const around: Element[] = [];
  for (let up: Element | null = el; up; up = flatParent(up)) around.push(up);
  for (const one of around.reverse()) reach = filtered(one, computedStyle(one), reach);
  return reach;
}

type Shadow = readonly [x: number, y: number, radius: number];

const shadowsIn = (value: string): Shadow[] =>
  value === "none"
    ? []
    : Array.from(value.matchAll(SHADOW), ([, x, y, radius]) => [Number(x), Number(y), Number(radius ?? 0)]);

function moved([left, top, right, bottom]: Rect, [x, y, radius]: Shadow, { a, b, c, d }: Linear): Rect {
  const [across, down] = [a * x + c * y, b * x + d * y];
  const [wide, high] = [(Math.abs(a) + Math.abs(c)) * radius * BLUR, (Math.abs(b) + Math.abs(d)) * radius * BLUR];
  return [left + across - wide, top + down - high, right + across + wide, bottom + down + high];
}

/** `below 20px` and the like, which only some browsers know. */
function reflected(el: Element, value: string, { a, b, c, d }: Linear, rect: Rect): Rect {
  const side = /\b(above|below|left|right)\b/.exec(value)?.[1];
  if (side === undefined) return rect;
  const [left, top, right, bottom] = rectOf(box(el));
  const [, length = "0", unit] = /(-?[\d.]+)(px|%)/.exec(value) ?? [];
  const size = side === "above" || side === "below" ? bottom - top : right - left;
  const scale = side === "above" || side === "below" ? Math.hypot(c, d) : Math.hypot(a, b);
  const gap = unit === "%" ? (Number(length) / 100) * size : Number(length) * scale;
  if (Math.abs(b) > 1e-4 || Math.abs(c) > 1e-4 || a < 0 || d < 0) {
    const far = Math.abs(gap) + Math.max(right - left, bottom - top);
    return around([rect, [left - far, top - far, right + far, bottom + far]]);
  }
  const [x, y] = [
    side === "left" ? 2 * left - gap : 2 * right + gap,
    side === "above" ? 2 * top - gap : 2 * bottom + gap,
  ];
  const copy: Rect =
    side === "above" || side === "below"
      ? [rect[0], y - rect[3], rect[2], y - rect[1]]
      : [x - rect[2], rect[1], x - rect[0], rect[3]];
  return around([rect, copy]);
}

/** Words that an element draws though it does not contain them: of the part of a drawing that it repeats, and of pictures. */
export function borrowed(el: Element, tag: string, style: CSSStyleDeclaration): string {
  let words = tag === "use" ? instanceWords(el) : "";
  for (const address of [
    tag === "img" ? imageSource(el as HTMLImageElement) : "",
    tag === "image" || tag === "feImage" ? (attribute(el, "href") ?? attribute(el, "xlink:href") ?? "") : "",
    tag === "input" && has(el, "src") ? (attribute(el, "src") ?? "") : "",
  ])
    words += addressWords(address);
  return words + pictureWords(el, style);
}

/** The words of the pictures of a style. */
export function pictureWords(el: Element, style: CSSStyleDeclaration): string {
  let words = "";
  for (const name of PICTURES) {
    const value = styleValue(style, name);
    if (!value.includes("(")) continue;
    for (const [, address = ""] of value.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g))
      words += addressWords(address.replace(/\\(.)/g, "$1"));
    // Firefox paints with other elements.
    for (const [, id = ""] of value.matchAll(/element\(#([^)]+)\)/g)) {
      const source = byId(rootOf(el), id.replace(/\\(.)/g, "$1"));
      if (source) words += textContent(source) ?? "";
    }
  }
  return words;
}

const PICTURES = ["background-image", "border-image-source", "list-style-image", "mask-image", "content"];

/** The texts of the part of the document that a `use` repeats, and of the parts that this repeats. */
function instanceWords(use: Element, depth = 0): string {
  const address = attribute(use, "href") ?? attribute(use, "xlink:href") ?? "";
  const source = address.startsWith("#") ? byId(rootOf(use), decoded(address.slice(1))) : null;
  if (!source || depth > DEEPEST) return "";
  let words = textContent(source) ?? "";
  const inner = [...(localName(source) === "use" ? [source] : []), ...findAll(source, "use")];
  for (const one of inner) if (isElement(one)) words += instanceWords(one, depth + 1);
  return words;
}

const DRAWING = /^\s*data:image\/svg\+xml/i;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** Pages have the same pictures many times. */
const known = new Map<string, string>();

/** The words of a drawing that an address holds. */
function addressWords(address: string, depth = 0): string {
  if (!DRAWING.test(address) || address.length > MOST || depth > DEEPEST) return "";
  let words = known.get(address);
  if (words !== undefined) return words;
  const [head = "", ...rest] = address.split(",");
  const body = rest.join(",").replace(/#[^<>]*$/, "");
  const markup = /;\s*base64\s*$/i.test(head) ? fromBase64(decoded(body)) : decoded(body);
  words = markup
    .replace(/<!\[CDATA\[|\]\]>/g, "")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    });
  for (const [inner] of markup.matchAll(/data:image\/svg\+xml[^"'<>\s]*/gi)) words += addressWords(inner, depth + 1);
  if (known.size < 500) known.set(address, words);
  return words;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
  } catch {
    return "";
  }
}
