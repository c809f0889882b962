// Looks into a ZIP archive, to know what it expands to before a library expands it.

import { constants, inflateRawSync } from "node:zlib";
import { ParseError } from "./job.js";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** The longest comment that an archive may end with, and the record before it. */
const END_WITHIN = 65_535 + 22;
const MOST_ENTRIES = 10_000;

/** A file of an archive. */
interface Entry {
  name: string;
  method: number;
  packed: Buffer;
}

/**
 * Expands an archive file by file, and drops all but the wanted one.
 *
 * @param max - the most bytes that all files may expand to; what the archive says about their sizes is not believed
 * @returns the wanted file's text, if it is there
 * @throws {@link ParseError} `bomb` or `damaged`
 */
export function checkArchive(bytes: Buffer, max: number, wanted: string): string | undefined {
  let left = max;
  let found: string | undefined;
  for (const { name, method, packed } of entries(bytes)) {
    const content = method === 0 ? packed : expand(packed, left);
    left -= content.length;
    if (left < 0) throw bomb();
    if (name === wanted) found = content.toString("utf8");
  }
  return found;
}

function expand(packed: Buffer, max: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, max), finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw bomb();
    throw damaged();
  }
}

function* entries(bytes: Buffer): Iterable<Entry> {
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - END_WITHIN && bytes.readUInt32LE(end) !== END) end--;
  if (end < 0 || bytes.readUInt32LE(end) !== END) throw damaged();
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw bomb();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw damaged();
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    if (local + 30 > bytes.length || (method !== 0 && method !== 8)) throw damaged();
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (begin + size > bytes.length) throw damaged();
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    yield { name, method, packed: bytes.subarray(begin, begin + size) };
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

function bomb(): ParseError {
  return new ParseError("bomb", "it expands to more than a document of its size can need");
}

function damaged(): ParseError {
  return new ParseError("damaged", "it is damaged: it cannot be opened as an archive");
}
