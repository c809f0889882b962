// How many sheets a PDF has, and how large they are: a page's own style can say another size than the one that it was printed with.

import { inflateSync } from "node:zlib";

/** Width and height in millimetres. */
export type PaperSize = readonly [width: number, height: number];

export interface PaperFacts {
  /** The size of all sheets; undefined if they differ, or if it cannot be told. */
  size: PaperSize | undefined;
  /** How many there are; undefined if that cannot be told. */
  sheets: number | undefined;
  /** Whether it has text or a picture, as an empty sheet of Firefox does not. */
  written: boolean;
}

/** A sheet at the beginning of a line, where no text of the page can stand. */
const SHEET = /^<<\s*\/Type\s*\/Page\b/gm;
/** The same for a font or a picture. */
const CONTENT = /^(?:<<)?\s*\/(?:Type\s*\/FontDescriptor|Subtype\s*\/Image)\b/m;
const MEDIA_BOX = /\/MediaBox\s*\[\s*([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s*\]/g;
/** More packed objects than that are not looked at, nor larger ones. */
const MOST_PACKED = 2_000;
const MOST_BYTES = 16 << 20;
/** Sizes that differ by less are the same: they are rounded to points. */
const SAME = 0.5;

export function paperFacts(pdf: Uint8Array): PaperFacts {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const text = bytes.toString("latin1");
  const sizes: PaperSize[] = [];
  let sheets = 0;
  let written = false;
  for (const part of [text, ...packed(bytes, text)]) {
    if (part === undefined) return { size: undefined, sheets: undefined, written };
    written ||= CONTENT.test(part);
    sheets += part.match(SHEET)?.length ?? 0;
    for (const [, left, bottom, right, top] of part.matchAll(MEDIA_BOX))
      sizes.push([millimetres(Number(right) - Number(left)), millimetres(Number(top) - Number(bottom))]);
  }
  const [size] = sizes;
  return {
    size: size !== undefined && sizes.every((other) => isSame(size, other)) ? size : undefined,
    sheets: sheets === 0 ? undefined : sheets,
    written,
  };
}

/** Ranges as in 1-3,5,8-, each with its first and its last sheet; undefined if they are none, which the engine says. */
function rangesOf(pages: string): (readonly [from: number, to: number])[] | undefined {
  const ranges = pages.split(",").map((part) => {
    const [, from = "", dash, to = ""] = /^\s*(\d*)\s*(-?)\s*(\d*)\s*$/.exec(part) ?? [];
    const isRange = dash === "-" && (from !== "" || to !== "") && (to === "" || Number(from) <= Number(to));
    if (isRange) return [Number(from || 1), to === "" ? Number.POSITIVE_INFINITY : Number(to)] as const;
    return dash === "" && from !== "" && to === "" ? ([Number(from), Number(from)] as const) : undefined;
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

/** The first sheet of ranges as in 1-3,5,8-; undefined if they are none, which the engine says. */
export function firstOf(pages: string): number | undefined {
  const firsts = rangesOf(pages)?.map(([from]) => from) ?? [];
  const first = Math.min(...firsts);
  return first >= 1 && Number.isFinite(first) ? first : undefined;
}

/** Whether a sheet that the ranges name is missing on a paper of which `printed` sheets were printed. */
export function lacksSheets(pages: string, printed: number): boolean {
  const ranges = [...(rangesOf(pages) ?? [])].sort(([one], [other]) => one - other);
  // Where the first range without an end begins. All of the paper that is behind it was printed.
  const open = Math.min(...ranges.filter(([, to]) => to === Number.POSITIVE_INFINITY).map(([from]) => from));
  let before = 0;
  let last = 0;
  for (const [from, to] of ranges) {
    const end = Math.min(to, open - 1);
    before += Math.max(0, end - Math.max(from - 1, last));
    last = Math.max(last, end);
  }
  const further = printed - before;
  if (open === Number.POSITIVE_INFINITY) return further < 0;
  const sheets = open - 1 + further;
  return further <= 0 || ranges.some(([from, to]) => (to === Number.POSITIVE_INFINITY ? from : to) > sheets);
}

/** Whether two sizes are the same but for rounding. */
export const isSame = (one: PaperSize, other: PaperSize): boolean =>
  Math.abs(one[0] - other[0]) < SAME && Math.abs(one[1] - other[1]) < SAME;

const millimetres = (points: number): number => Math.round((points / 72) * 25.4 * 10) / 10;

/** The objects that are packed together, as Firefox writes pages; undefined for those that cannot be read. */
function* packed(bytes: Buffer, text: string): Generator<string | undefined> {
  let count = 0;
  for (let at = text.indexOf("/ObjStm"); at >= 0; at = text.indexOf("/ObjStm", at)) {
    const word = text.indexOf("stream", at);
    const end = text.indexOf("endstream", word + 6);
    if (word < 0 || end < 0 || ++count > MOST_PACKED) {
      yield undefined;
      return;
    }
    const from = word + (text.startsWith("stream\r\n", word) ? 8 : 7);
    try {
      yield inflateSync(bytes.subarray(from, end), { maxOutputLength: MOST_BYTES }).toString("latin1");
    } catch {
      yield undefined;
    }
    at = end;
  }
}
