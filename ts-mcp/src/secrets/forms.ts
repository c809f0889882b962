// The forms that a secret takes in texts, as regular expressions: plain, and as addresses, JSON, HTML, Markdown, CSS and base64
// write it, also twice over. They are for texts as they are compared (`normal.ts`). Every repetition is bounded, so that no text takes long.

import { namesOf } from "./entities.ts";
import { LINK_END, LINK_END_BEFORE_PARENTHESIS } from "./markup.ts";
import { plainForm } from "./normal.ts";

/** A character that is not drawn, where JSON writes it as its number, and HTML. */
const UNSEEN_ESCAPED =
  "\\\\{1,8}u\\{?(?:(?:00)?ad|034f|061c|115f|1160|17b[45]|180[b-f]|200[b-f]|202[a-e]|206[\\da-f]|3164|fe0[\\da-f]|feff|ffa0|fff[0-8]|e0[\\da-f]{3}|db4[0-3]\\\\{1,8}ud[c-f][\\da-f]{2})\\}?" +
  "|&(?:amp;){0,3}(?:shy|zwj|zwnj|lrm|rlm|zerowidthspace|nobreak|#173|#xad|#820[3-7]|#x200[b-f]|#8288|#x2060);";

/** Marks of Markdown and HTML around a part of a text, with the characters that they are made of. */
const MARKUP: readonly (readonly [string, string])[] = [
  ["*", "\\*"],
  ["`", "`"],
  ["~", "~~"],
  ["^", "\\^"],
  ["“”", "[“”]"],
  ["<>", "</?[a-z][^<>]{0,100}>"],
];

/** A break of a line, with what the next line is indented by. */
const BREAK = "[\\r\\n][ \\t]{0,16}";
/** A break of a line where it can be a blank, as in snapshots: the whole of what is blank, so that it is read in one way. */
const GAP = "\\s{1,128}(?!\\s)";
/** A shorter secret with a gap in it stands in any text. */
const SHORTEST_WITH_GAP = 6;

/**
 * What can stand between two characters without being seen. Marks that could be one of the characters are left out: a text would be
 * read in too many ways.
 */
function between(before: string, after: string, gap: boolean): string {
  const links = ["[]", `\\[|${after === "(" ? LINK_END_BEFORE_PARENTHESIS : LINK_END}`] as const;
  const marks = [...MARKUP, links]
    .filter(([own]) => !own.includes(before) && !own.includes(after))
    .map(([, source]) => source);
  return `(?:${gap ? GAP : BREAK}|\\\\{1,8}[rn]|${UNSEEN_ESCAPED}|=\\r?\\n|${marks.join("|")}){0,8}`;
}

/** A blank, or several: HTML draws them as one. */
const BLANKS =
  "(?:[\\s\\u00a0]|\\\\{1,8}[nrtf]|\\\\{1,8}u\\{?(?:00)?(?:20|a0|09|0a|0d|9|a|d)\\}?|%(?:25){0,3}(?:20|09|0a|0d|c2%(?:25){0,3}a0)|\\+|&nbsp;|&#(?:x20|xa0|32|160|10|9);){1,8}";

const hex = (value: number, digits = 2): string => value.toString(16).padStart(digits, "0");

const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** The forms of one character, without case: composed and taken apart, and as the letter that it is a variant of. */
function formsOf(character: string, gap: boolean): string {
  const own = new Set([character, plainForm(character), character.normalize("NFD")]);
  own.delete("");
  const forms = [...own].map((one) => Array.from(one, (each) => writtenForms(each, gap)).join(""));
  const all = forms.length === 1 ? (forms[0] ?? "") : `(?:${forms.join("|")})`;
  // What is not drawn may be left out.
  return plainForm(character) === "" ? `${all}?` : all;
}

/** @param gap - whether a blank after it is none of it */
function writtenForms(character: string, gap: boolean): string {
  const point = character.codePointAt(0) ?? 0;
  const bytes = [...Buffer.from(character)];
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const plain =
    character === "\\"
      ? "\\\\{1,16}"
      : character === "&"
        ? "\\\\{0,8}&(?:amp;){0,4}"
        : `${/[A-Za-z\d\u0080-\u{10ffff}]/u.test(character) ? "" : "\\\\{0,8}"}${literal(character)}`;
  const names = namesOf(character).filter((name) => name !== "amp");
  const forms = [
    // Longer forms come first: the plain form of a backslash is the beginning of others.
    units.map((unit) => `\\\\{1,8}u${hex(unit, 4)}`).join(""),
    `\\\\{1,8}u\\{0{0,4}${point.toString(16)}\\}`,
    // CSS ends a number with a blank.
    `\\\\{1,8}(?:x|0{0,4})${hex(point)}${gap ? "" : " ?"}`,
    ...(bytes.length === 1 ? [] : [bytes.map((byte) => `\\\\{1,8}x${hex(byte)}`).join("")]),
    bytes.map((byte) => `%(?:25){0,3}${hex(byte)}`).join(""),
    `&(?:amp;){0,3}#(?:0{0,5}${point}|x0{0,5}${point.toString(16)});?`,
    ...(names.length === 0 ? [] : [`&(?:amp;){0,3}(?:${names.join("|")});?`]),
    plain,
  ];
  return `(?:${forms.join("|")})`;
}

/** A secret in parts, each with the expression of its forms, after what may stand before it. */
export function tokensOf(secret: string): string[] {
  const parts = partsOf(secret);
  return parts.map(({ text, gap }, at) => {
    const before = parts[at - 1];
    const forms = isBlank(text) ? BLANKS : formsOf(text, parts[at + 1]?.gap === true);
    return before === undefined ? forms : between(before.text, text, gap) + forms;
  });
}

/** A part that is a letter or a digit of ASCII. */
export interface Letter {
  /** In lower case. */
  readonly letter: string;
  /** Whether a blank may stand before it that is none of the secret's. */
  readonly gap: boolean;
}

/** The same parts, where they are such letters. */
export const lettersOf = (secret: string): (Letter | undefined)[] =>
  partsOf(secret).map(({ text, gap }) => (/^[a-z\d]$/i.test(text) ? { letter: text.toLowerCase(), gap } : undefined));

/** The characters of a secret, with its blanks together, and whether a gap may stand before each. */
function partsOf(secret: string): { text: string; gap: boolean }[] {
  const parts: string[] = secret.normalize("NFC").match(/\s+|[^\s]/gu) ?? [];
  const isLong = parts.filter((part) => !isBlank(part)).length >= SHORTEST_WITH_GAP;
  // A blank of the secret's own takes all the blanks there are.
  return parts.map((text, at) => {
    const before = parts[at - 1];
    return { text, gap: isLong && before !== undefined && !isBlank(before) && !isBlank(text) };
  });
}

const isBlank = (part: string): boolean => part.trim() === "";

/** Base64 breaks its lines, in texts and in JSON. */
const FOLD = `(?:\\\\{1,8}[rn]|${GAP}){0,4}`;

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
export const hexOf = (secret: string): string =>
  [...Buffer.from(secret)].map((byte) => hex(byte)).join(`(?:${GAP}|\\\\{1,8}[rn]|[:-]){0,2}`);
