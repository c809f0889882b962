// Text that came from a caller or a disk, inside a line of ours.

/** What could end a line, hide in it or turn its direction. */
const UNSEEN = /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text in quotation marks, on one line, and cut after `most` characters. */
export function quoted(text: string, most = 300): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return JSON.stringify(shown).replace(UNSEEN, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
