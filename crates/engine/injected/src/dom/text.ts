/** Cleans page text for the lines of a walk. */

/** Longest accessible name, in UTF-16 units. */
export const NAME_LENGTH = 300;
/** Longest run of text, in UTF-16 units. */
export const TEXT_LENGTH = 1000;

// Whitespace, line and paragraph separators and the C0 and C1 control characters, as one run.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const BLANK = /[\s\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g;
// The same without the no-break space.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const BREAKING = /[\u0000-\u0020\u007f-\u009f\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/g;
const PLAIN = /^[\u0021-\u007e\u00a1-\u1fff\u2070-\ud7ff]+(?: [\u0021-\u007e\u00a1-\u1fff\u2070-\ud7ff]+)*$/;
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

// The control characters among them that are no blanks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]+/g;

// Any other character that is drawn, or may be.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the exceptions
const WORD = /[^\s\u0000-\u0020\u007f-\u00a0\u200b\u2028\u2029\u2060]/;

// What stands for a place where a line may or may not break, and has no width. Components write it to keep a line open.
const WIDTHLESS = /[\u200b\u2060\ufeff]/;

// Three or more characters in a row that no font draws: tags, variation selectors, zero-width characters. Nothing that is
// read needs them, except for the tags after a black flag, which make the flag of a region.
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each stands for itself
  /(\ud83c\udff4(?:\udb40[\udc20-\udc7f]){1,7}(?!\udb40))|(?:[\u034f\u115f\u1160\u180b-\u180f\u200b\u2060-\u2064\u3164\ufe00-\ufe0f\ufeff\uffa0]|\udb40[\udc00-\uddef]){3,}/g;

/** Whether {@link clean} leaves nothing. It leaves a sign of what is hidden in a long run without a width. */
export const blank = (text: string): boolean =>
  text === "" || (!WORD.test(text) && (!WIDTHLESS.test(text) || clean(text) === ""));

/** The text without control characters, of which browsers draw nothing. */
export const drawn = (text: string): string => text.replace(CONTROLS, "");

/** Whether there are control characters that {@link clean} takes for blanks, and other programs do not. */
export const holdsControls = (text: string): boolean => text.search(CONTROLS) >= 0;

/** One line: whitespace collapsed, no control characters, no half of a surrogate pair, nothing without a width at its ends. */
export function clean(text: string): string {
  if (text === "" || PLAIN.test(text)) return text;
  return trimmed(shown(text.replace(BLANK, " ")), " ");
}

/** What stands for a line break and for a tab in a field of a walk, which can hold neither. {@link clean} leaves none of them. */
const BREAK = "\u2028";
const TAB = "\u000b";

/** A text of several lines: {@link clean} for each, with the blanks that it begins with. Empty lines at the ends are left out. */
export function cleanLines(text: string): string {
  if (!text.includes("\n")) return clean(text);
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((each) => {
      const words = clean(each);
      return words === "" ? "" : (/^[ \t]*/.exec(each) as RegExpExecArray)[0].replaceAll("\t", TAB) + words;
    })
    .join(BREAK)
    .replace(/^\u2028+|\u2028+$/g, "");
}

/** The text without these blanks, and without characters that have no width, at its ends. */
function trimmed(text: string, blanks: string): string {
  const isEdge = (at: number): boolean => blanks.includes(text.charAt(at)) || WIDTHLESS.test(text.charAt(at));
  let start = 0;
  let end = text.length;
  while (start < end && isEdge(start)) start++;
  while (start < end && isEdge(end - 1)) end--;
  return text.slice(start, end);
}

/** What every run of hidden characters, and every half of a pair, has one of. Searching for one is quicker than for three. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: each stands for itself
const ODD = /[\u034f\u115f\u1160\u180b-\u180f\u200b\u2060-\u2064\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0]/;

/** Characters that hide in the text are replaced by one that is seen, and so are halves of a pair. */
export const shown = (text: string): string =>
  ODD.test(text)
    ? text.replace(HIDDEN, (_run, flag: string | undefined) => flag ?? "\ufffd").replace(LONE, "\ufffd")
    : text;

/** Cuts to `length` UTF-16 units and adds `…`. Never splits a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}…`;
}

/** Whether {@link cut} has cut a text: many end with an ellipsis of their own. */
export const isCut = (text: string, length: number): boolean => text.length >= length && text.endsWith("…");

/** {@link clean}, then {@link cut}. Reads only the beginning of a huge text. */
export function line(text: string, length: number): string {
  return cut(clean(text.length > length * 20 ? text.slice(0, length * 20) : text), length);
}

/**
 * Cleans an accessible name. No-break spaces between words are kept; those around it only if
 * `keepOuter`, for a name from an attribute.
 */
export function label(text: string, length: number, keepOuter = false): string {
  if (!text.includes("\u00a0")) return line(text, length);
  const spaced = shown(text.slice(0, length * 20).replace(BREAKING, " "));
  const words = trimmed(spaced, " \u00a0");
  return cut(keepOuter && words !== "" ? trimmed(spaced, " ") : words, length);
}
