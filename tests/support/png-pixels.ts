/** Reads the pixels of a PNG picture, as the server writes it: 8 bits, RGB or RGBA, not interlaced. */

import { inflateSync } from "node:zlib";

/** A picture. */
export interface PngPixels {
  width: number;
  height: number;
  /** The colour of a pixel. */
  at(x: number, y: number): [number, number, number];
}

/** Decodes a picture (PNG specification, sections 9 to 12). */
export function pngPixels(data: Buffer): PngPixels {
  const width = data.readUInt32BE(16);
  const height = data.readUInt32BE(20);
  const depth = { 2: 3, 6: 4 }[data[25] ?? 0];
  if (data[24] !== 8 || depth === undefined || data[28] !== 0) throw new Error("a PNG of another form");
  const parts: Buffer[] = [];
  for (let at = 8; at < data.length; ) {
    const length = data.readUInt32BE(at);
    if (data.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(data.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const packed = inflateSync(Buffer.concat(parts));
  const row = width * depth;
  const pixels = Buffer.alloc(row * height);
  const get = (at: number, within: boolean): number => (within ? (pixels[at] ?? 0) : 0);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const a = get(at - depth, x >= depth);
      const b = get(at - row, y > 0);
      const c = get(at - row - depth, y > 0 && x >= depth);
      const paeth = (): number => {
        const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
        return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      };
      const guess = filter === 1 ? a : filter === 2 ? b : filter === 3 ? (a + b) >> 1 : filter === 4 ? paeth() : 0;
      pixels[at] = ((packed[y * (row + 1) + 1 + x] ?? 0) + guess) & 0xff;
    }
  }
  return {
    width,
    height,
    at: (x, y) => {
      const start = y * row + x * depth;
      return [pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0];
    },
  };
}
