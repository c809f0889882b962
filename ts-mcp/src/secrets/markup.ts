// Marks of Markdown that stand in a secret, where a page shows a part of it bold. They stay, so that the text around it keeps its form.

const MARKS = /\*{1,3}|`{1,3}|~~|\]\[\d{1,6}\]|\[/g;

/** Whether a text has such marks itself. */
export const hasMarks = (text: string): boolean => text.search(MARKS) >= 0;

/**
 * What stands in the place of a secret, with the marks that began before it or end after it.
 *
 * @param found - the secret with marks in it
 * @param after - what follows it
 */
export function aroundMark(mark: string, found: string, after: string): string {
  const open: string[] = [];
  for (const [one] of found.matchAll(MARKS)) {
    // One that is opened and closed in it is gone with it.
    const begin = open.lastIndexOf(one.startsWith("]") ? "[" : one);
    if (begin >= 0) open.splice(begin, 1);
    else open.push(one);
  }
  const begins = (one: string): boolean => one === "[" || (after !== "" && after.startsWith(one));
  const before = open.filter(begins).join("");
  return `${before}${mark}${open.filter((one) => !begins(one)).join("")}`;
}
