// Page text is data: how it is quoted before it enters a line of ours. The rules are those of
// `text.rs` in the engine, and one more for what only JavaScript has: lone surrogates. The extension imports this file too.

const DECEPTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu;

const SHORT: Record<string, string> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Quotes a text so that it stays inside one line and inside its quotes. */
export function quote(text: string): string {
  return `"${text.replace(DECEPTIVE, (c) => SHORT[c] ?? `\\u{${c.codePointAt(0)?.toString(16)}}`)}"`;
}

/** Cuts a text to at most `max` characters, with `…` where it was cut. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}

/** A quoted text of a length that fits into a line. */
export function brief(text: string, max = 300): string {
  return quote(shorten(text, max));
}

/**
 * A CSS selector as it is, except for characters that deceive or would end its back quotes: those
 * are written as CSS escapes, which changes nothing for whoever uses the selector.
 */
export function cssSafe(selector: string): string {
  return selector.replace(/`/g, "\\60 ").replace(DECEPTIVE, (c) => {
    if (c === '"' || c === "\\") return c;
    return `\\${c.codePointAt(0)?.toString(16)} `;
  });
}

/** JSON of a page in one line: blanks between its parts are gone, and characters that deceive are escaped. */
export function jsonLine(json: string): string {
  return jsonText(JSON.parse(json));
}

/** A value as JSON in which characters that deceive are escaped; a line break in it comes from `indent` only. */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(DECEPTIVE, (c) =>
    c === '"' || c === "\\" || c === "\n"
      ? c
      : Array.from({ length: c.length }, (_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );
}
