/** The words that an element shows, compared with those of its name. */
import { inputType, inputValue } from "../dom/dom.js";

/** Longest text that is shown beside a label that says something else. */
export const SHOWS_LENGTH = 40;

/** The words of a text: letters and digits, two at least, in lower case. */
export const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);

/** Whether two texts have a word in common. */
export function sharesWord(one: string, other: string): boolean {
  const words = wordsIn(other);
  for (const word of wordsIn(one)) if (words.has(word)) return true;
  return false;
}

/** The words of a text that are not among those that are shown. */
export function wordsBeyond(shown: string, text: string): string {
  const seen = wordsIn(shown);
  let added = "";
  for (const word of wordsIn(text)) if (!seen.has(word)) added += `${word} `;
  return added;
}

/** Whether a name has each letter and digit that is shown, in the same words. */
export function isWithin(shown: string, name: string): boolean {
  const parts = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = new Set(parts(name));
  return parts(shown).every((part) => known.has(part));
}

/** The words on a button that is a native field; empty for other fields. */
export const captionOf = (input: HTMLInputElement): string =>
  /^(?:button|submit|reset)$/.test(inputType(input)) ? inputValue(input) : "";
