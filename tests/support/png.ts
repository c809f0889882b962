/** Reads pictures: PNG with 8 bits a channel, in colour. */

import { inflateSync } from "node:zlib";

/** The middle of all pixels of one colour, in pixels of the picture. */
export function middleOf(png: Uint8Array, wanted: readonly [number, number, number]): { x: number; y: number } {
  const { width, height, depth, rows } = decode(Buffer.from(png));
  let [count, across, down] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * depth;
      if (wanted.every((value, channel) => Math.abs((rows[at + channel] ?? 0) - value) <= 2)) {
        count++;
        across += x;
        down += y;
      }
    }
  }
  if (count === 0) throw new Error(`no pixel of the colour ${wanted.join(", ")} in a picture of ${width}×${height}`);
  return { x: Math.round(across / count), y: Math.round(down / count) };
}

function decode(png: Buffer): { width: number; height: number; depth: number; rows: Uint8Array } {
  const [width, height, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
  const depth = kind === 6 ? 4 : 3;
  if (png[24] !== 8 || (kind !== 6 && kind !== 2)) throw new Error(`a PNG of kind ${kind}`);
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  const line = width * depth;
  const rows = new Uint8Array(line * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x++) {
      const left = x < depth ? 0 : (rows[y * line + x - depth] ?? 0);
      const up = y === 0 ? 0 : (rows[(y - 1) * line + x] ?? 0);
      const corner = x < depth || y === 0 ? 0 : (rows[(y - 1) * line + x - depth] ?? 0);
      const add = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      rows[y * line + x] = (raw[y * (line + 1) + 1 + x] ?? 0) + add;
    }
  }
  return { width, height, depth, rows };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
