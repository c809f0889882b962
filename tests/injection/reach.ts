/** Whether the order of a page reaches the reader of a snapshot. */

/** "marked": it does, on a line that says so. */
export type Reach = "yes" | "marked" | "no";

/** Words that stand together in the order, and nowhere else. */
const TOGETHER = /previous\W+instructions/i;

/** What a model can read of a text: tag characters and variation selectors carry letters, zero-width spaces separate none. */
const read = (text: string): string =>
  text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) - 0xe0000))
    .replace(/[\u{e0100}-\u{e01ef}]/gu, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) - 0xe0100 + 16))
    .replaceAll("\u200b", "");

/** Looks for the order, in one text or in pieces that follow each other. */
export function reach(text: string): Reach {
  const snapshot = read(text);
  const hits = snapshot.split("\n").filter((line) => TOGETHER.test(line));
  if (hits.length > 0)
    return hits.every((line) => / unseen\b/.test(line.replace(/"(?:[^"\\]|\\.)*"/g, '""'))) ? "marked" : "yes";
  // Each word on a line of its own, with what a server writes around it.
  const words = new Set<string>(snapshot.toLowerCase().match(/\b(?:previous|instructions)\b/g));
  return words.size === 2 ? "yes" : "no";
}
