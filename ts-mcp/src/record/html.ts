// Writes HTML. Strings are text, whatever is in them; only what this module made is markup.

/** Markup that this module made. */
export class Html {
  /** Only for markup that holds nothing from outside. */
  constructor(readonly markup: string) {}
}

/** Characters that turn text around, or are invisible, and control characters: shown by their numbers. */
const DECEPTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Elements without content. */
const VOID: ReadonlySet<string> = new Set(["meta", "link", "input"]);

/** An attribute's value. `true` writes the name alone; what is undefined or false is not written. */
type Value = string | number | boolean | undefined;

/** Text as HTML, for the content of elements and for quoted attributes. */
export function asText(text: string): string {
  return text
    .replace(DECEPTIVE, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`)
    .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
}

/** An element. Its name and the names of its attributes are this program's own. */
export function el(name: string, attributes: Record<string, Value>, ...content: (string | Html)[]): Html {
  const written = Object.entries(attributes).map(([key, value]) => attribute(key, value));
  const open = `<${name}${written.join("")}>`;
  return new Html(VOID.has(name) ? open : `${open}${join(content)}</${name}>`);
}

/** Only the opening tag, for an element that is closed later. */
export function opening(name: string): Html {
  return new Html(`<${name}>`);
}

/** Texts and markup, one after the other. */
export function join(content: readonly (string | Html)[]): string {
  return content.map((part) => (part instanceof Html ? part.markup : asText(part))).join("");
}

function attribute(name: string, value: Value): string {
  if (value === undefined || value === false) return "";
  return value === true ? ` ${name}` : ` ${name}='${asText(String(value))}'`;
}
