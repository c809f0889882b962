// TOML. No library changes a part of it and keeps the rest, so that a table is added at the end, or its lines are taken out; what
// comes of it is read again by the caller.

import { parse, stringify, TomlError } from "smol-toml";
import { EditRefused } from "./refused.ts";

export async function readToml(text: string): Promise<unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new EditRefused(`it is not TOML: there is an error at line ${error.line}, column ${error.column}`);
  }
}

export async function editToml(text: string, path: readonly string[], value: unknown, found: unknown): Promise<string> {
  const rest = found === undefined ? text : withoutTable(text, path);
  if (value === undefined) return rest;
  const eol = /\r\n/.test(text) ? "\r\n" : "\n";
  const table = [`[${path.join(".")}]`, ...stringify(value).trim().split("\n")].join(eol);
  // A table at the end of the file belongs to no other.
  const isApart = rest === "" || rest.endsWith(eol + eol);
  const gap = isApart ? "" : rest.endsWith("\n") ? eol : eol + eol;
  return `${rest}${gap}${table}${eol}`;
}

/** The text without the lines of a table and of the tables in it. Comments above the next table are that table's. */
function withoutTable(text: string, path: readonly string[]): string {
  const kept: string[] = [];
  let above: string[] = [];
  let isInside = false;
  for (const line of text.split(/(?<=\n)/)) {
    const header = /^[ \t]*\[([^[\]]+)\][ \t]*(?:#.*)?\r?\n?$/.exec(line)?.[1];
    const wasInside = isInside;
    if (header !== undefined) isInside = isWithin(header, path);
    else if (/^[ \t]*\[\[/.test(line)) isInside = false;
    if (!isInside) {
      kept.push(...(wasInside ? above : []), line);
      above = [];
    } else if (header === undefined && /^\s*(?:#.*)?\s*$/.test(line)) above.push(line);
    else above = [];
  }
  return [...kept, ...(above.some((line) => line.includes("#")) ? above : [])].join("");
}

/** Whether the header of a table is that of a path, or of something in it. */
function isWithin(header: string, path: readonly string[]): boolean {
  let content: unknown;
  try {
    content = parse(`[${header}]`);
  } catch {
    return false;
  }
  for (const key of path) {
    if (typeof content !== "object" || content === null || !Object.hasOwn(content, key)) return false;
    content = (content as Record<string, unknown>)[key];
  }
  return true;
}
