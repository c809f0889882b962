// How texts of servers and pages stand in sentences of ours: in quotes, in one line, and short.

/** Quotes, control characters, line breaks, and characters that change how the text around them is read. */
const DECEPTIVE =
  /["\\\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** A text in quotes, cut to `max` characters. */
export function quoted(text: string, max = 200): string {
  const safe = shorten(text, max).replace(DECEPTIVE, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`);
  return `"${safe}"`;
}

/** Cuts a text to at most `max` UTF-16 code units, with `…` where it was cut. Splits no surrogate pair. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A text in one line, with single blanks between its words. */
export function oneLine(text: string, max: number): string {
  return shorten(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim(), max);
}

/** An address as logs and errors show it: without login, query and fragment, which may hold secrets. */
export function shownUrl(url: URL | string): string {
  const parsed = typeof url === "string" ? parseUrl(url) : url;
  if (parsed === undefined) return quoted(String(url));
  return quoted(`${parsed.protocol}//${parsed.host}${parsed.pathname}${parsed.search === "" ? "" : "?…"}`);
}

/** The URL that a text is, if it is one. */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
