// How large the sheets of a PDF are: a page's own style can say another size than the one that it was printed with.

import { inflateSync } from "node:zlib";

/** Width and height in millimetres. */
export type PaperSize = readonly [width: number, height: number];

const MEDIA_BOX = /\/MediaBox\s*\[\s*([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s+([-\d.]+)\s*\]/g;
/** More packed objects than that are not looked at, nor larger ones. */
const MOST_PACKED = 2_000;
const MOST_BYTES = 16 << 20;
/** Sizes that differ by less are the same: they are rounded to points. */
const SAME = 0.5;

/** The size of all sheets; undefined if they differ, or if it cannot be told. */
export function paperSize(pdf: Uint8Array): PaperSize | undefined {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const text = bytes.toString("latin1");
  let size: PaperSize | undefined;
  for (const part of [text, ...packed(bytes, text)]) {
    if (part === undefined) return undefined;
    for (const [, left, bottom, right, top] of part.matchAll(MEDIA_BOX)) {
      const found: PaperSize = [millimetres(Number(right) - Number(left)), millimetres(Number(top) - Number(bottom))];
      if (size !== undefined && !isSame(size, found)) return undefined;
      size ??= found;
    }
  }
  return size;
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
