// Marks of Markdown that stand in a secret, where a page shows a part of it bold. They stay, so that the text around it keeps its form.

/**
 * The address of a link, as `read_page` writes it (`push_destination` in crates/engine/src/reading/piece.rs): without blanks, with
 * parentheses in pairs that are in no others, and all of it ASCII. It has at most 1000 letters, behind the address of a frame, and
 * each can be written with nine characters.
 */
const ADDRESS = "\\((?:[^()\\s]|\\([^()\\s]{0,12000}\\)){0,12000}\\)";
const NUMBER = "\\[\\d{1,6}\\]";

/** The end of a link: with the number of its address, with the address, or with neither. */
export const LINK_END = `\\](?:${NUMBER}|${ADDRESS}|(?!${NUMBER}|\\())`;
/** The same before a parenthesis, which is then none of an address. */
export const LINK_END_BEFORE_PARENTHESIS = `\\](?:${NUMBER}|${ADDRESS}|(?!${NUMBER}))`;

const MARKS = new RegExp(`\\*{1,3}|\`{1,3}|~~|${LINK_END}|\\[|[“”]`, "g");

/** What opens a mark that is closed in another way than it is opened. */
const openerOf = (one: string): string => (one.startsWith("]") ? "[" : one === "”" ? "“" : one);

/** Whether a text has such marks itself, or can be taken for a part of one: its parentheses for those of an address. */
export const hasMarks = (text: string): boolean => text.includes("(") || text.search(MARKS) >= 0;

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
    const begin = open.lastIndexOf(openerOf(one));
    if (begin >= 0) open.splice(begin, 1);
    else open.push(one);
  }
  const begins = (one: string): boolean => one === "[" || one === "“" || (after !== "" && after.startsWith(one));
  const before = open.filter(begins).join("");
  return `${before}${mark}${open.filter((one) => !begins(one)).join("")}`;
}
