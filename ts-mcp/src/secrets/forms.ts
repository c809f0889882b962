// The forms that a secret takes in texts, as regular expressions: plain, and as addresses, JSON, HTML, Markdown, CSS and base64
// write it, also twice over. Every repetition is bounded, so that no text takes long.

/** What can stand between two characters without being seen: a line break, and characters without width. */
const BREAK =
  "(?:[\\r\\n][ \\t]{0,16}|\\\\{1,8}[rn]|[\\u00ad\\u200b-\\u200f\\u2060\\ufeff]|\\\\{1,8}u\\{?(?:200b|feff|00ad|ad)\\}?|=\\r?\\n){0,2}";

/** A blank, or several: HTML draws them as one. */
const BLANKS =
  "(?:[\\s\\u00a0]|\\\\{1,8}[nrtf]|\\\\{1,8}u\\{?(?:00)?(?:20|a0|09|0a|0d|9|a|d)\\}?|%(?:25){0,3}(?:20|09|0a|0d|c2%(?:25){0,3}a0)|\\+|&nbsp;|&#(?:x20|xa0|32|160|10|9);){1,8}";

const NAMED: Readonly<Record<string, string>> = { "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

const hex = (value: number, digits = 2): string => value.toString(16).padStart(digits, "0");

const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** The forms of one character, without case. */
function formsOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const bytes = [...Buffer.from(character)];
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const plain =
    character === "\\"
      ? "\\\\{1,16}"
      : character === "&"
        ? "\\\\{0,8}&(?:amp;){0,4}"
        : `${/[A-Za-z\d\u0080-\u{10ffff}]/u.test(character) ? "" : "\\\\{0,8}"}${literal(character)}`;
  const forms = [
    // Longer forms come first: the plain form of a backslash is the beginning of others.
    units.map((unit) => `\\\\{1,8}u${hex(unit, 4)}`).join(""),
    `\\\\{1,8}u\\{0{0,4}${point.toString(16)}\\}`,
    `\\\\{1,8}(?:x|0{0,4})${hex(point)} ?`,
    bytes.map((byte) => `%(?:25){0,3}${hex(byte)}`).join(""),
    `&(?:amp;){0,3}#(?:0{0,5}${point}|x0{0,5}${point.toString(16)});?`,
    ...(NAMED[character] === undefined ? [] : [`&(?:amp;){0,3}${NAMED[character]};?`]),
    plain,
  ];
  return `(?:${forms.join("|")})`;
}

/** A secret in parts, each with the expression of its forms. */
export function tokensOf(secret: string): string[] {
  return [...secret.matchAll(/\s+|[^\s]/gu)].map(([part]) => (part.trim() === "" ? BLANKS : formsOf(part)));
}

/** The expression of consecutive parts. */
export const joined = (tokens: readonly string[]): string => tokens.join(BREAK);

/** The expression of a part that follows another one. */
export const following = (token: string): string => `${BREAK}${token}`;

/** Base64 breaks its lines, in texts and in JSON. */
const FOLD = "(?:\\\\{1,8}[rn]|[\\r\\n]){0,4}";

const IN_BASE64: Readonly<Record<string, string>> = {
  "+": "(?:[+-]|%(?:25){0,3}2[bBdD]|\\\\{1,8}u002[bB])",
  "/": "(?:\\\\{0,8}[/_]|%(?:25){0,3}(?:2[fF]|5[fF]))",
};

/** The expressions of a secret in base64, after any bytes. The characters beside them hold bits of it, too. */
export function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const first = Math.ceil((shift * 8) / 6);
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const core = [...text.slice(first, last)].map((one) => IN_BASE64[one] ?? one).join(FOLD);
    return `[A-Za-z0-9+/_-]?${core}(?:[A-Za-z0-9+/_-]={0,2})?`;
  });
}

/** The expression of a secret as hexadecimal bytes, with separators or without. */
export const hexOf = (secret: string): string => [...Buffer.from(secret)].map((byte) => hex(byte)).join("[\\s:-]?");
