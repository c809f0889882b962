// Texts of pages and calls in source code: as literals, and in comments. Nothing of them leaves its quotes or its line. Where the value of a
// secret stands in one, it is read from the environment variable of its name.

import { brief, jsonText, quote } from "../../quote.ts";
import { markOf, masker } from "../../secrets/mask.ts";

/** A lone surrogate, which is no character. */
const LONE = /\p{Surrogate}/gu;

/**
 * The parts of a text. One that holds a secret in another form stays as it is here: `Withheld` leaves out the step, and no file is saved
 * with it.
 */
export const partsOf = (text: string): Part[] => masker.parts(text) ?? [text];

/** A part of a text: itself, or the name of the secret that it is. */
type Part = string | { secret: string };

/** A string of TypeScript. In double quotes, `${` and back quotes are text. */
export const tsString = (text: string): string => tsJoined(partsOf(text));

/** The same of its parts. `value` makes what is written of the value of a secret. */
export function tsJoined(parts: readonly Part[], value = (env: string): string => env): string {
  const code = (name: string): string => value(`env(${jsonText(name)})`);
  const [only = ""] = parts;
  if (parts.length < 2) return typeof only === "string" ? jsonText(only) : code(only.secret);
  const inTemplate = (part: string): string =>
    jsonText(part)
      .slice(1, -1)
      .replace(/`|\$\{/g, "\\$&");
  return `\`${parts.map((part) => (typeof part === "string" ? inTemplate(part) : `\${${code(part.secret)}}`)).join("")}\``;
}

/** A name of a property in TypeScript. */
export function tsKey(name: string): string {
  const text = tsString(name);
  return text.startsWith('"') ? text : `[${text}]`;
}

/** A list of strings in TypeScript. */
export const tsList = (texts: readonly string[]): string => `[${texts.map(tsString).join(", ")}]`;

/** A text of Rust, borrowed. */
export function rustString(text: string): string {
  const parts = partsOf(text);
  const code = ({ secret }: Exclude<Part, string>): string => `env(${rustLiteral(secret)})?`;
  const [only = ""] = parts;
  if (parts.length < 2) return typeof only === "string" ? rustLiteral(only) : `${code(only)}.as_str()`;
  const format = parts.map((part) => (typeof part === "string" ? part.replace(/[{}]/g, "$&$&") : "{}")).join("");
  const values = parts.flatMap((part) => (typeof part === "string" ? [] : [code(part)]));
  return `format!(${[rustLiteral(format), ...values].join(", ")}).as_str()`;
}

/** A string of Rust. Its escapes are those of `quote`. */
const rustLiteral = (text: string): string => quote(text.replace(LONE, "\ufffd"));

/** Whether code reads an environment variable. In a string, the quotes are escaped. */
export const readsEnv = (code: string): boolean => /(?<![\w.])env\("/.test(code);

/** A text for a comment: secrets are said by their names. */
export const withNames = (text: string): string =>
  masker.text(text).replace(MARK, (_, name: string) => `the secret ${name}`);

const MARK = new RegExp(markOf("NAME").replace(/[[\]]/g, "\\$&").replace("NAME", "([^\\]]*)"), "g");

/** A text in a comment, quoted and cut. */
export const inComment = (text: string): string => brief(withNames(text), 200);

/** What the names of variables begin with that are not named after a secret. Shells have others, such as `HOME` and `USER`. */
const OWN = "TEST_";

/** A name for an environment variable: that of a field, as far as it can be one. */
export function envName(name: string): string {
  const word = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40);
  return `${OWN}${word || "PASSWORD"}`;
}

/** The variable of a text that is typed where no field is known. */
export const TYPED_TEXT = envName("typed text");
