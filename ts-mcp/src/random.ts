// Random bytes without `node:crypto`, which would be loaded at the start of every server for this alone.

/** Bytes that cannot be guessed. */
export function randomBytes(count: number): Buffer {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(count)));
}
