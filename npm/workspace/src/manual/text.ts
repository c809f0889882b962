// Looks for a text in the files of the manual.

import type { Library, ReadFile } from "./library.js";

/** Files that are read side by side. */
const SIDE_BY_SIDE = 16;

/** A place where a text stands. */
export interface TextHit {
  file: ReadFile;
  offset: number;
}

/**
 * Looks for a text as a word of its own, letter by letter, in all files.
 *
 * @returns the hits, one a section, and whether all files were looked at
 */
export async function findText(
  library: Library,
  text: string,
  most: number,
  signal: AbortSignal,
): Promise<{ hits: TextHit[]; complete: boolean }> {
  const needle = Buffer.from(text);
  const hits: TextHit[] = [];
  if (needle.length === 0) return { hits, complete: true };
  const look = async (path: string): Promise<TextHit[]> => {
    const bytes = await library.bytes(path).catch(() => undefined);
    if (bytes === undefined || !bytes.includes(needle)) return [];
    const file = await library.file(path).catch(() => undefined);
    return file === undefined ? [] : hitsIn(file, needle);
  };
  const paths = library.pathsWith(needle);
  let at = 0;
  for (; at < paths.length && hits.length < most; at += SIDE_BY_SIDE) {
    signal.throwIfAborted();
    const found = await Promise.all(paths.slice(at, at + SIDE_BY_SIDE).map(look));
    hits.push(...found.flat());
  }
  signal.throwIfAborted();
  return { hits: hits.slice(0, most), complete: at >= paths.length && hits.length <= most };
}

function hitsIn(file: ReadFile, needle: Buffer): TextHit[] {
  const hits: TextHit[] = [];
  let section = -1;
  for (let at = file.bytes.indexOf(needle); at >= 0; at = file.bytes.indexOf(needle, at + needle.length)) {
    if (isWordByte(file.bytes[at - 1]) || isWordByte(file.bytes[at + needle.length])) continue;
    const own = file.headings.findLastIndex(({ start }) => start <= at);
    if (hits.length === 0 || own !== section) hits.push({ file, offset: at });
    section = own;
  }
  return hits;
}

/** Letters, digits, and what stands inside ids; also every byte of a character beyond ASCII. */
function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x80 || /[\w-]/.test(String.fromCharCode(byte)));
}
