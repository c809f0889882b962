/** Parsing of CSS selectors. */

/** The complex selectors of a selector list. */
export function selectorsOf(selector: string): string[] {
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  for (let i = 0; i <= selector.length; i++) {
    const c = selector[i];
    if (c === "\\") i++;
    else if (c === '"' || c === "'") i = closing(selector, i, c);
    else if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (c === undefined || (c === "," && depth === 0)) {
      found.push(selector.slice(from, i).trim());
      from = i + 1;
    }
  }
  return found;
}

/** The index of the quote that closes the one at `from`. */
export function closing(text: string, from: number, quote: string): number {
  let i = from + 1;
  while (i < text.length && text[i] !== quote) i += text[i] === "\\" ? 2 : 1;
  return i;
}
