/** Whether a field that holds something else than it was given holds the same in another form, and which form it takes. */

import { attribute, findAll, inputType, localName, parentElement, token } from "../dom/dom.js";
import { clean, cut } from "../dom/text.js";
import type { Filled } from "./fill-protocol.js";
import { widgetOf } from "./listbox.js";

/** Longest value in an answer. */
const MAX_VALUE = 200;
/** Longest placeholder or pattern in an answer. */
const MAX_FORM = 80;
/** How many elements around a field are looked at for its parts. */
const AROUND = 4;

const bare = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** A number with its marks, and a currency or unit before or after it. */
const AMOUNT = /^([-+]?)\s*[\p{Sc}\p{L}]{0,3}\.?\s*([-+]?\d[\d\s.,'’_]*?)\s*[\p{Sc}\p{L}%]{0,3}\.?$/u;

/** The numbers that a text may write. One comma or point before three digits can be for thousands or for decimals. */
function numbers(text: string): number[] {
  const [, sign = "", digits] = AMOUNT.exec(text.normalize("NFKC").replace(/−/g, "-").trim()) ?? [];
  if (digits === undefined) return [];
  const marked = sign + digits.replace(/[\s'’_]/g, "");
  const last = Math.max(marked.lastIndexOf("."), marked.lastIndexOf(","));
  const whole = marked.replace(/[.,]/g, "");
  if (last < 0) return [Number(whole)];
  const decimals = marked.length - last - 1;
  const decimal = Number(`${marked.slice(0, last).replace(/[.,]/g, "")}.${marked.slice(last + 1)}`);
  const marks = marked.replace(/[^.,]/g, "");
  if (marks.length > 1 && new Set(marks).size === 1) return [Number(whole)];
  return marks.length === 1 && decimals === 3 ? [decimal, Number(whole)] : [decimal];
}

/** Whether two texts write the same number; undefined where that does not tell them apart, as neither has decimals. */
function sameNumber(one: string, other: string): boolean | undefined {
  const [first, second] = [numbers(one), numbers(other)];
  if (first.some((value) => second.includes(value))) return true;
  const isExact = [...first, ...second].every(Number.isInteger);
  return first.length === 0 || second.length === 0 || isExact ? undefined : false;
}

/** The shortest text whose end says something, and the longest that may stand before it, in characters that are letters or digits. */
const TAIL = 4;
const LEAD = 5;

/**
 * Whether one text ends with another, but for marks and case, and has little before it, such as the code of a country or "https".
 * Of numbers that differ, the digits do not tell.
 */
function endsWith(whole: string, end: string): boolean {
  if (sameNumber(whole, end) === false) return false;
  const [long, short] = [bare(whole), bare(end)];
  return short.length >= TAIL && long.length - short.length <= LEAD && long.endsWith(short);
}

/** The numbers of a date or a time, in the order of their size: a page may write the year last. */
const parts = (text: string): string =>
  (text.match(/\d+/g) ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .join(" ");

/** Whether one text is another in another form: with other marks or case, as the same number, or with the parts of a date in another order. */
function sameInForm(one: string, other: string): boolean {
  const byNumber = sameNumber(one, other);
  if (byNumber !== undefined) return byNumber;
  const [first, second] = [bare(one), bare(other)];
  if (first === second) return first !== "" || one.trim() === other.trim();
  const hasLetters = /\p{L}/u.test(first.replace(/[tz]/g, "")) || /\p{L}/u.test(second.replace(/[tz]/g, ""));
  return !hasLetters && /\d\D+\d/.test(one) && /\d\D+\d/.test(other) && parts(one) === parts(other);
}

/**
 * Whether spin buttons around a field are for the parts of its value, as in a date of segments. A number field is one itself, and others
 * may stand beside it; parts are no inputs, and more than one, and around them is no other field.
 */
function hasParts(field: Element): boolean {
  if (
    token(field, "role") === "spinbutton" ||
    (localName(field) === "input" && inputType(field as HTMLInputElement) === "number")
  )
    return false;
  let up = parentElement(field);
  for (let level = 0; up && level < AROUND; up = parentElement(up), level++)
    if ([...findAll(up, "[role=spinbutton]")].filter((part) => localName(part) !== "input").length > 1)
      return findAll(up, "input:not([type=hidden]),select,textarea").length === 1;
  return false;
}

/** Adds to an answer what the field holds, which is not what it was given, and what it says of the form of its values. */
export function notAsGiven(answer: Filled, field: Element, wanted: string, now: string): void {
  answer.now = cut(clean(now), MAX_VALUE);
  // A page may write more before it, such as the code of a country.
  if (sameInForm(wanted, now) || endsWith(now, wanted)) return;
  answer.lost = true;
  if (endsWith(wanted, now)) {
    answer.tail = true;
    return;
  }
  if (localName(field) === "input" && inputType(field as HTMLInputElement) === "range") {
    const { min, max, step } = field as HTMLInputElement;
    answer.range = [min || "0", max || "100", step || "1"];
    return;
  }
  if (widgetOf(field)) answer.list = true;
  const placeholder = cut(clean(attribute(field, "placeholder") ?? "").trim(), MAX_FORM);
  const pattern = cut(clean(attribute(field, "pattern") ?? "").trim(), MAX_FORM);
  if (placeholder !== "") answer.placeholder = placeholder;
  else if (pattern !== "") answer.pattern = pattern;
  if (hasParts(field)) answer.parts = true;
}
