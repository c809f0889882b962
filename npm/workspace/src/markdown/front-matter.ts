// Keys of the front matter, through the YAML editor.

import { editData } from "../data/edit.js";
import { DataFault } from "../data/fault.js";
import type { MarkdownDocument } from "./document.js";
import { range } from "./document.js";
import { MarkdownFault } from "./fault.js";
import { applied } from "./section-edit.js";

/** An edit of front matter. */
export interface FrontMatterEdit {
  action: "set" | "delete";
  keyPath: string;
  newValue?: unknown;
  newValueText?: string | undefined;
}

/** Edits a key of the front matter. Setting creates it, and the front matter too, if it is missing. */
export function editFrontMatter(document: MarkdownDocument, edit: FrontMatterEdit): string {
  const { text, eol } = document;
  const first = document.blocks(0, document.cuts[1] ?? text.length)[0];
  if ((first?.type as string | undefined) === "toml") {
    throw new MarkdownFault("FRONT_MATTER", "The front matter is TOML (+++); only YAML (---) is edited");
  }
  if (first?.type !== "yaml") {
    if (edit.action === "delete") throw new MarkdownFault("KEY_NOT_FOUND", "The document has no front matter");
    const made = yamlOf("", edit).replace(/\s+$/, "").replaceAll("\n", eol);
    const gap = text === "" || /^\r?\n/.test(text) ? "" : eol;
    return applied(document, { start: 0, end: 0, text: `---${eol}${made}${eol}---${eol}${gap}` });
  }
  const { start, end } = range(first);
  const open = text.indexOf("\n", start) + 1;
  const close = text.lastIndexOf("\n", end - 1) + 1;
  const source = text.slice(open, close);
  const result = yamlOf(source, edit);
  const tail = result === "" || result.endsWith("\n") ? "" : eol;
  return applied(document, { start: open, end: close, text: result + tail });
}

function yamlOf(text: string, { action, keyPath, newValue, newValueText }: FrontMatterEdit): string {
  try {
    return editData({ text, format: "yaml", action, keyPath, newValue, newValueText }).text ?? text;
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    const code = error.status === "ERROR_KEY_NOT_FOUND" ? "KEY_NOT_FOUND" : "FRONT_MATTER";
    throw new MarkdownFault(code, `Front matter: ${error.message}`);
  }
}
