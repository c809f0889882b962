// Bytes of files: their reading within a limit, their hash, and what they are as text.

import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { FileFault } from "./fault.js";
import { quoted } from "./quote.js";

const CHUNK = 1 << 20;

/** SHA-256 in hexadecimal. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Reads an open file to its end.
 *
 * @throws {FileFault} if it is larger than `maxBytes`, also if it grows meanwhile
 */
export async function readAll(
  handle: FileHandle,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const { size } = await handle.stat();
  if (size > maxBytes) throw tooLarge(path, size, maxBytes);
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    // One byte more than the file has: the end is then found with the first read.
    const chunk = Buffer.allocUnsafe(total === 0 ? Math.min(size + 1, CHUNK) : CHUNK);
    const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, total);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    total += bytesRead;
    if (total > maxBytes) throw tooLarge(path, total, maxBytes);
    chunks.push(chunk.subarray(0, bytesRead));
  }
}

export function tooLarge(path: string, size: number, maxBytes: number): FileFault {
  return new FileFault(
    "ERROR_READ_FAILED",
    `${quoted(path)} has ${size} bytes or more; at most ${maxBytes} are read (\`filesystem.maxBytes\`)`,
  );
}

/**
 * Decodes UTF-8 exactly: a byte order mark stays.
 *
 * @throws {FileFault} `ERROR_READ_FAILED` if it is not valid
 */
export function decodeText(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileFault(
      "ERROR_READ_FAILED",
      `${quoted(path)} is not valid UTF-8. Read it with encoding "base64" to get its bytes`,
    );
  }
}

/** @throws {FileFault} `ERROR_WRITE_FAILED` if the text has half a surrogate pair, which no UTF-8 can say */
export function encodeText(text: string, path: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, "utf8");
  throw new FileFault(
    "ERROR_WRITE_FAILED",
    `The content for ${quoted(path)} is not valid Unicode: it has half a surrogate pair. Nothing was changed. Correct the text, ` +
      'or give the bytes with encoding "base64"',
  );
}

/** @throws {FileFault} `ERROR_WRITE_FAILED` if it is not base64 in its one exact form */
export function decodeBase64(content: string, path: string): Buffer {
  const bytes = Buffer.from(content, "base64");
  if (bytes.toString("base64") === content) return bytes;
  throw new FileFault(
    "ERROR_WRITE_FAILED",
    `The content for ${quoted(path)} is not valid base64: it needs the alphabet with + and /, padding with = to whole groups ` +
      "of four, and no spaces or line breaks. Nothing was changed",
  );
}
