// Splits a line into words as a shell does: quotes, backslashes and comments, and nothing that expands.

import { WrongUsage } from "./usage.ts";

/** The words of a line. @throws {@link WrongUsage} for a quote without its end */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (character === "#" && word === undefined) break;
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) throw new WrongUsage("a quotation mark ' has no end on its line");
      word = `${word ?? ""}${line.slice(at + 1, end)}`;
      at = end;
    } else if (character === '"') {
      const { text, end } = doubleQuoted(line, at + 1);
      word = `${word ?? ""}${text}`;
      at = end;
    } else if (character === "\\") {
      at++;
      word = `${word ?? ""}${line[at] ?? "\\"}`;
    } else {
      word = `${word ?? ""}${character}`;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** The text up to a closing quotation mark. Inside, a backslash escapes the mark and itself only. */
function doubleQuoted(line: string, from: number): { text: string; end: number } {
  let text = "";
  for (let at = from; at < line.length; at++) {
    const character = line[at] ?? "";
    if (character === '"') return { text, end: at };
    const next = line[at + 1];
    if (character === "\\" && (next === '"' || next === "\\")) {
      text += next;
      at++;
    } else {
      text += character;
    }
  }
  throw new WrongUsage('a quotation mark " has no end on its line');
}
