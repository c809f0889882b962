// Bytes to text: finds out in which encoding a document is.

import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";

/** How the encoding was found. */
export type CharsetSource = "bom" | "header" | "document" | "content" | "default";

/** A decoded text. */
export interface Decoded {
  text: string;
  /** The encoding's name. */
  charset: string;
  source: CharsetSource;
}

/** Names that mean something else on the web than in other tables (Encoding standard). */
const WEB_NAMES: Readonly<Record<string, string>> = {
  "iso-8859-1": "windows-1252",
  iso88591: "windows-1252",
  "iso8859-1": "windows-1252",
  latin1: "windows-1252",
  l1: "windows-1252",
  ascii: "windows-1252",
  "us-ascii": "windows-1252",
  "iso-8859-9": "windows-1254",
  latin5: "windows-1254",
  "tis-620": "windows-874",
  gb2312: "gb18030",
  gbk: "gb18030",
  "x-gbk": "gb18030",
  "x-sjis": "shift_jis",
  "windows-31j": "shift_jis",
  "ks_c_5601-1987": "euc-kr",
  "unicode-1-1-utf-8": "utf-8",
  utf8: "utf-8",
  unicode: "utf-16le",
  "utf-16": "utf-16le",
};

/** How far a document is searched for a declaration, in bytes. */
const DECLARED_WITHIN = 4_096;

/**
 * Decodes a document.
 *
 * A byte order mark decides, then the header, then what the document declares. A declaration that does not fit the bytes is
 * passed over: what is called UTF-8 must be it, and what is called Latin-1 by the header alone and is UTF-8 throughout, is UTF-8.
 *
 * @param truncated - whether the bytes may end in the middle of a character
 */
export function decode(bytes: Buffer, contentType: string | undefined, markup: boolean, truncated: boolean): Decoded {
  const whole = truncated ? withoutPartialUtf8(bytes) : bytes;
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) return decoded(bytes, mark, "bom", truncated);
  const header = known(/charset\s*=\s*["']?([\w.:+-]+)/i.exec(contentType ?? "")?.[1]);
  const inside = markup ? declared(bytes) : undefined;
  const utf8 = isUtf8(whole);
  const plain = utf8 && !bytes.some((byte) => byte > 0x7f);
  const fits = (charset: string) => {
    if (charset === "utf-8") return utf8;
    // Bytes that are UTF-8 by chance are rare, servers that say Latin-1 to everything are not.
    return charset !== "windows-1252" || !utf8 || plain;
  };
  if (header !== undefined && fits(header)) return decoded(whole, header, "header", truncated);
  if (inside !== undefined && fits(inside)) return decoded(whole, inside, "document", truncated);
  const wide = withoutMark(bytes);
  if (wide !== undefined) return decoded(bytes, wide, "content", truncated);
  if (utf8) return decoded(whole, "utf-8", "content", truncated);
  const fallback = [header, inside].find((name) => name !== undefined && name !== "utf-8");
  if (fallback !== undefined) return decoded(bytes, fallback, fallback === header ? "header" : "document", truncated);
  // Damaged UTF-8 that was announced as such keeps its other characters.
  if (header === "utf-8" || inside === "utf-8") return decoded(whole, "utf-8", "default", truncated);
  return decoded(bytes, "windows-1252", "default", truncated);
}

function decoded(bytes: Buffer, charset: string, source: CharsetSource, truncated: boolean): Decoded {
  const text = iconv.decode(bytes, charset);
  // A cut character at the end decodes to a replacement character.
  return { text: truncated ? text.replace(/\ufffd+$/, "") : text, charset, source };
}

function byteOrderMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : undefined;
}

/** UTF-16 that begins with two ASCII characters, of which every other byte is zero. */
function withoutMark(bytes: Buffer): string | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return "utf-16le";
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? "utf-16be" : undefined;
}

/** What the XML declaration or a `meta` element says. A document that could be read for it is no UTF-16. */
function declared(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, DECLARED_WITHIN).toString("latin1");
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:+-]+)/i.exec(head)?.[1];
  const meta = /<meta\s[^>]*charset\s*=\s*["']?\s*([\w.:+-]+)/i.exec(head)?.[1];
  const name = known(xml ?? meta);
  return name?.startsWith("utf-16") === true ? "utf-8" : name;
}

function known(label: string | undefined): string | undefined {
  const lower = label?.toLowerCase();
  if (lower === undefined) return undefined;
  const name = WEB_NAMES[lower] ?? lower;
  // UTF-7 lets markup hide; browsers do not know it either.
  if (name.replaceAll("-", "").startsWith("utf7") || /^(base64|hex|binary|ucs2)$/.test(name)) return undefined;
  return iconv.encodingExists(name) ? name : undefined;
}

function withoutPartialUtf8(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
}

/** Cuts a text to at most `max` bytes of UTF-8. */
export function cutBytes(text: string, max: number): { text: string; cut: boolean } {
  if (Buffer.byteLength(text) <= max) return { text, cut: false };
  return { text: withoutPartialUtf8(Buffer.from(text).subarray(0, max)).toString("utf8"), cut: true };
}
