// Texts of pages and calls in source code: as literals, and in comments. Nothing of them leaves its quotes or its line.

import { brief, jsonText, quote } from "../../quote.ts";

/** A lone surrogate, which is no character. */
const LONE = /\p{Surrogate}/gu;

/** A string of TypeScript. In double quotes, `${` and back quotes are text. */
export const tsString = (text: string): string => jsonText(text);

/** A string of Rust. Its escapes are those of `quote`. */
export const rustString = (text: string): string => quote(text.replace(LONE, "\ufffd"));

/** A text in a comment, quoted and cut. */
export const inComment = (text: string): string => brief(text, 200);

/** A name for an environment variable: that of a field, as far as it can be one. */
export function envName(name: string): string {
  const word = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40);
  return /^[A-Z]/.test(word) ? word : "PASSWORD";
}
