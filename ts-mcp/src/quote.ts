// Page text is data. It is quoted before it enters a line of an answer. The rules are those of `text.rs` in
// the engine, with one more for lone surrogates, which only JavaScript has. The extension imports this file
// too.

const DECEPTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each stands for itself
  /["\\\u0000-\u001f\u007f-\u009f\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\p{Surrogate}]/gu;

const SHORT: Record<string, string> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Quotes a text so that it stays inside one line and inside its quotes. */
export function quote(text: string): string {
  return `"${text.replace(DECEPTIVE, (c) => SHORT[c] ?? `\\u{${c.codePointAt(0)?.toString(16)}}`)}"`;
}

/** Lines of a page as they are, with deceptive characters escaped. They are for a place that says whose lines they are. */
export function pageLines(text: string): string {
  return text.replace(DECEPTIVE, (c) =>
    c === '"' || c === "\\" || c === "\n" || c === "\t" ? c : `\\u{${c.codePointAt(0)?.toString(16)}}`,
  );
}

/** Cuts a text to at most `max` characters, with `…` where it was cut. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}

/** A quoted text, cut so that it fits into a line. */
export function brief(text: string, max = 300): string {
  return quote(shorten(text, max));
}

/** A quoted text, cut so that it takes at most so many bytes. */
export function briefBytes(text: string, most: number): string {
  const encoder = new TextEncoder();
  const bytes = (one: string): number => encoder.encode(one).length;
  // One character takes at least one byte.
  const whole = text.length <= most ? quote(text) : undefined;
  if (whole !== undefined && bytes(whole) <= most) return whole;
  let room = most - bytes('"…"');
  let end = 0;
  for (const character of text) {
    room -= bytes(quote(character)) - 2;
    if (room < 0) break;
    end += character.length;
  }
  return quote(`${text.slice(0, end)}…`);
}

/**
 * A CSS selector in which deceptive characters and back quotes are CSS escapes. The selector keeps its
 * meaning.
 */
export function cssSafe(selector: string): string {
  return selector.replace(/`/g, "\\60 ").replace(DECEPTIVE, (c) => {
    if (c === '"' || c === "\\") return c;
    return `\\${c.codePointAt(0)?.toString(16)} `;
  });
}

/** JSON of a page in one line, without blanks between its parts and with deceptive characters escaped. */
export function jsonLine(json: string): string {
  return jsonText(JSON.parse(json));
}

/** A value as JSON with deceptive characters escaped. Only `indent` causes line breaks. */
export function jsonText(value: unknown, indent = 0): string {
  return escapedJson(JSON.stringify(value, null, indent));
}

/** JSON with deceptive characters in its texts escaped. It is not read, so that its numbers stay as they are written. */
export function escapedJson(json: string): string {
  return json.replace(DECEPTIVE, (c) =>
    c === '"' || c === "\\" || c === "\n"
      ? c
      : Array.from({ length: c.length }, (_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );
}
