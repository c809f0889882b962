/** Colours as the browser computes them, and their contrast (WCAG 2.2). */

/** Red, green, blue from 0 to 255, and alpha from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const RGB = /^rgba?\((\d+(?:\.\d+)?), (\d+(?:\.\d+)?), (\d+(?:\.\d+)?)(?:, (\d+(?:\.\d+)?(?:e-\d+)?))?\)$/;
const parsed = new Map<string, Colour | null>();
/** A page has few colours. One that makes more costs no more memory than this. */
const MOST = 2_000;

let pen: OffscreenCanvasRenderingContext2D | null | undefined;

/** Reads a computed colour; null if it cannot be read. */
export function colour(text: string): Colour | null {
  let found = parsed.get(text);
  if (found === undefined) {
    if (parsed.size >= MOST) parsed.clear();
    found = read(text);
    parsed.set(text, found);
  }
  return found;
}

/** Reads a declared colour; null if it depends on something, or is none. */
export const declared = (text: string): Colour | null => {
  if (/var\(|calc\(|^\?$|^$|light-dark\(|color-mix\(|from /.test(text)) return null;
  return text === "initial" ? [0, 0, 0, 1] : colour(text);
};

/** The names that most pages use. */
const NAMED: Record<string, Colour> = {
  white: [255, 255, 255, 1],
  black: [0, 0, 0, 1],
  red: [255, 0, 0, 1],
  green: [0, 128, 0, 1],
  blue: [0, 0, 255, 1],
  gray: [128, 128, 128, 1],
  grey: [128, 128, 128, 1],
  yellow: [255, 255, 0, 1],
  silver: [192, 192, 192, 1],
  orange: [255, 165, 0, 1],
  transparent: [0, 0, 0, 0],
};

function hexadecimal(text: string): Colour | null {
  const short = text.length < 6;
  if (!/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text)) return null;
  const at = (index: number): number =>
    short
      ? Number.parseInt(text.charAt(1 + index), 16) * 17
      : Number.parseInt(text.slice(1 + 2 * index, 3 + 2 * index), 16);
  const alpha = text.length === 5 || text.length === 9 ? at(3) / 255 : 1;
  return [at(0), at(1), at(2), alpha];
}

function read(text: string): Colour | null {
  if (text.charCodeAt(0) === 35) {
    const hex = hexadecimal(text);
    if (hex !== null) return hex;
  }
  const plain = NAMED[text];
  if (plain !== undefined) return plain;
  const match = RGB.exec(text);
  if (match) return [Number(match[1]), Number(match[2]), Number(match[3]), Number(match[4] ?? 1)];
  return drawn(text);
}

/** The colour of another colour space, by drawing it. */
function drawn(text: string): Colour | null {
  if (!CSS.supports("color", text)) return null;
  try {
    pen ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!pen) return null;
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  } catch {
    pen = null;
    return null;
  }
}

/** A colour over an opaque one. */
export function over(top: Colour, ground: Colour): Colour {
  const alpha = top[3];
  const mix = (at: 0 | 1 | 2): number => top[at] * alpha + ground[at] * (1 - alpha);
  return [mix(0), mix(1), mix(2), 1];
}

const channel = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);

/** The contrast of two opaque colours, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return a > b ? a / b : b / a;
}

/** How far apart two colours are at most, in one channel. Two hues can be equally bright, and be told apart. */
export const distance = (one: Colour, other: Colour): number =>
  Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(one[2] - other[2]));
