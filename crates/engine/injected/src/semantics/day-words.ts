/** Labels of the days of a calendar, which say the whole date where the day shows its number. */
import { attribute } from "../dom/dom.js";
import { nearestAround } from "../dom/shadow.js";
import { wordsIn } from "./shown-words.js";

const Format = Intl.DateTimeFormat;
const NUMBER = /^\p{Nd}{1,2}$/u;
/** A number, as it may be counted: 10th, 1er. */
const COUNTED = /^(\p{Nd}+)\p{L}{0,2}$/u;
/** In this year, the first seven days of the months fall on all days of the week. */
const YEAR = 2024;

const known = new Map<string, ReadonlySet<string>>();

/** The words of dates in a language: months, days of the week, and what stands between them. */
function dateWords(language: string): ReadonlySet<string> {
  let words = known.get(language);
  if (words === undefined) {
    const texts: string[] = [];
    try {
      for (const style of ["long", "short"] as const) {
        const format = new Format(language, { weekday: style, year: "numeric", month: style, day: "numeric" });
        for (let month = 0; month < 12; month++) texts.push(format.format(new Date(YEAR, month, 1 + (month % 7))));
        for (let day = 1; day <= 7; day++) texts.push(format.format(new Date(YEAR, 0, day)));
      }
    } catch {
      // No browser knows such a language.
    }
    words = wordsIn(texts.join(" "));
    known.set(language, words);
  }
  return words;
}

const stripped = (digits: string): string => digits.replace(/^0+(?=.)/, "");

/**
 * Of the words of a label that are not shown, those that say no date, where the number of its day is shown. A person sees that date, and it
 * tells a reader to do nothing.
 */
export function wordsBeyondDay(el: Element, shown: string, name: string, added: string): string {
  if (!NUMBER.test(shown)) return added;
  const isShown = (word: string): boolean => stripped(COUNTED.exec(word)?.[1] ?? "") === stripped(shown);
  if (!(name.match(/[\p{L}\p{N}]+/gu) ?? []).some(isShown)) return added;
  const page = attribute(nearestAround(el, "[lang]") ?? el, "lang") || "en";
  const dates = [page, navigator.language, "en"].map(dateWords);
  const kept = added.split(" ").filter((word) => !COUNTED.test(word) && !dates.some((words) => words.has(word)));
  return kept.join(" ");
}
