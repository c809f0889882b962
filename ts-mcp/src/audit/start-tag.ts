// The start tag of an element, for lines about it. What is in the element may be text that nobody can see, and so may long
// values of attributes: snapshots leave such text out, and say so.

import { shorten } from "../quote.ts";

const TAG = /^<[^\s>]+(?:\s+[^\s"'>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*\/?>?/;
const VALUE = /=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Words that may be an order: at least so many characters and words. */
const LONG = 30;
const WORDS = 5;
/** No more of the markup is read. */
const MOST = 2_000;
/** What is left of such a value. */
const KEPT = 20;

/** The start tag of markup that may be cut, with long texts in it shortened. Empty if there is none. */
export function startTag(html: string): string {
  const tag = TAG.exec(html.slice(0, MOST))?.[0] ?? "";
  return tag.replace(VALUE, (whole: string, double: string | undefined, single: string | undefined) => {
    const value = double ?? single ?? "";
    if (value.length < LONG || value.trim().split(/\s+/).length < WORDS) return whole;
    return whole.replace(value, () => shorten(value, KEPT));
  });
}
