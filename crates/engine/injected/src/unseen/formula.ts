/** Formulas, which libraries clip for screen readers beside what they draw, and whose source is not drawn. */
import { attribute, find, textContent } from "../dom/dom.js";

/** A formula with so many words is prose, and may be an order. */
const WORDS = 5;
/** Letters that are no command of TeX. */
const WORD = /(?<![\\\p{L}])\p{L}{3,}/gu;
const WITHOUT_SPACES = /[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]{6,}/;

/** Whether a text has more words than formulas have, besides those in `drawn`. */
export function isProse(text: string, drawn = ""): boolean {
  const words = new Set<string>();
  for (const [word] of text.matchAll(WORD)) if (!drawn.includes(word)) words.add(word);
  return words.size >= WORDS || (WITHOUT_SPACES.test(text) && !drawn.includes(text));
}

/** Whether an element holds a formula and nothing else, and no prose. */
export function isFormula(el: Element): boolean {
  const math = find(el, "math");
  if (math === null) return false;
  const content = textContent(el) ?? "";
  const packed = (text: string): string => text.replace(/\s+/g, "");
  return (
    packed(textContent(math) ?? "") === packed(content) && !isProse(`${content} ${attribute(math, "alttext") ?? ""}`)
  );
}
