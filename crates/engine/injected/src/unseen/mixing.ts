/** How shadows and blending change the ground of a text, or the text. */
import { box, styleValue } from "../dom/dom.js";
import { type Colour, colour, over } from "./colour.js";

/** The colour of an inner shadow that covers a box, which is drawn over its background; null if there is none. */
export function coveringShadow(el: Element, style: CSSStyleDeclaration): Colour | null {
  const shadows = styleValue(style, "box-shadow");
  if (!shadows.includes("inset")) return null;
  const { width, height } = box(el);
  for (const shadow of shadows.split(/,(?![^(]*\))/)) {
    if (!/\binset\b/.test(shadow)) continue;
    const lengths = /(?:-?[\d.]+(?:e-?\d+)?px ?){4}/.exec(shadow)?.[0]?.trim().split(" ").map(Number.parseFloat);
    const [x = 0, y = 0, blur = 0, spread = 0] = lengths ?? [];
    // What the shadow leaves free is the box, smaller by the spread and moved. A blurred edge covers half.
    const edge = spread - blur;
    const covers = (size: number, by: number): boolean => 2 * edge >= size || Math.abs(by) + edge >= size;
    if (!covers(width, x) && !covers(height, y)) continue;
    const of = colour(shadow.replace(/\binset\b|-?[\d.]+(?:e-?\d+)?px/g, "").trim());
    if (of !== null && of[3] > 0.97) return of;
  }
  return null;
}

/** The ground of generated text, which can have one of its own. */
export function partGround(style: CSSStyleDeclaration, below: Colour | null): Colour | null {
  const own = colour(styleValue(style, "background-color"));
  if (own === null || styleValue(style, "background-image") !== "none") return null;
  if (own[3] > 0.97) return own;
  return below === null || own[3] === 0 ? below : over(own, below);
}

/** `mix-blend-mode` by channel, from 0 to 1: of what is drawn, and of what lies under it. */
const MODES: Record<string, (top: number, under: number) => number> = {
  multiply: (top, under) => top * under,
  screen: (top, under) => top + under - top * under,
  darken: Math.min,
  lighten: Math.max,
  difference: (top, under) => Math.abs(top - under),
  exclusion: (top, under) => top + under - 2 * top * under,
  "plus-lighter": (top, under) => Math.min(1, top + under),
  "color-dodge": (top, under) => (under === 0 ? 0 : top === 1 ? 1 : Math.min(1, under / (1 - top))),
  "color-burn": (top, under) => (under === 1 ? 1 : top === 0 ? 0 : 1 - Math.min(1, (1 - under) / top)),
  overlay: (top, under) => hardLight(under, top),
  "hard-light": (top, under) => hardLight(top, under),
};

const hardLight = (top: number, under: number): number =>
  top <= 0.5 ? 2 * top * under : 1 - 2 * (1 - top) * (1 - under);

/** What becomes of an ink over its ground. */
export function blended(mode: string, ink: Colour, ground: Colour): Colour {
  const mix = MODES[mode];
  if (mix === undefined) return ink;
  const channel = (at: 0 | 1 | 2): number => 255 * mix(ink[at] / 255, ground[at] / 255);
  return [channel(0), channel(1), channel(2), ink[3]];
}
