// What a file cannot have in it: a text with three bytes in a row that are nowhere in the file. A look for a text reads only
// files that may have it.

/** Bits of a file's set. With 32,768 of them, most files of 20 kB leave three of four free. */
const BITS = 1 << 15;

/** A set of the triples of bytes of a file, by their hashes. It can have triples too many, and lacks none. */
export type Trigrams = Uint32Array;

const bitOf = (triple: number): number => Math.imul(triple, 0x9e3779b1) >>> 17;

/** The bits of each triple of a text, one after the other. */
function eachBit(bytes: Uint8Array, take: (bit: number) => void): void {
  let triple = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  for (let at = 2; at < bytes.length; at += 1) {
    triple = ((triple << 8) | (bytes[at] as number)) & 0xffffff;
    take(bitOf(triple));
  }
}

/** The triples of a file. */
export function trigramsOf(bytes: Uint8Array): Trigrams {
  const set = new Uint32Array(BITS / 32);
  eachBit(bytes, (bit) => {
    set[bit >>> 5] = (set[bit >>> 5] as number) | (1 << (bit & 31));
  });
  return set;
}

/** A test whether a file may have a text in it. Shorter texts than a triple may be anywhere. */
export function mayHold(text: Uint8Array): (set: Trigrams) => boolean {
  const bits: number[] = [];
  eachBit(text, (bit) => bits.push(bit));
  return (set) => bits.every((bit) => ((set[bit >>> 5] as number) & (1 << (bit & 31))) !== 0);
}
