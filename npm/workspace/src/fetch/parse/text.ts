// Elements to text: paragraphs, headings, lists, tables and code, each on lines of their own.

import type { DomNode } from "./dom.js";

const SKIPPED = new Set(
  "SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH IFRAME OBJECT EMBED CANVAS AUDIO VIDEO HEAD TITLE SELECT DATALIST INPUT TEXTAREA".split(
    " ",
  ),
);
const BLOCKS = new Set(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER HR HTML LEGEND LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL".split(
    " ",
  ),
);
/** Below this depth only the plain text is taken, so that hostile nesting does not exhaust the stack. */
const DEEPEST = 400;

/** The attribute with a heading's level, if that is not the one of its name. */
export const LEVEL = "data-heading-level";

/** The text of an element, in the style of Markdown. */
export function textOf(root: DomNode): string {
  const writer = new Writer();
  writer.children(root, 0);
  return writer.finish();
}

/** Single blanks, no blanks at line ends, and no more than one empty line in a row. */
export function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\s+$/g, "");
}

class Writer {
  readonly #parts: string[] = [];
  #line = "";
  /** What the next line begins with, such as a list mark. */
  #mark = "";
  #indent = "";

  children(node: DomNode, depth: number): void {
    for (let i = 0; i < node.childNodes.length; i++) {
      const child = node.childNodes[i];
      if (child !== undefined) this.#node(child, depth + 1);
    }
  }

  finish(): string {
    this.#end();
    return tidy(this.#parts.join("\n"));
  }

  #node(node: DomNode, depth: number): void {
    if (node.nodeType === 3) {
      this.#line += (node.textContent ?? "").replace(/\s+/g, " ");
      return;
    }
    if (node.nodeType !== 1 || isHidden(node)) return;
    const name = node.nodeName.toUpperCase();
    if (depth > DEEPEST) this.#line += (node.textContent ?? "").replace(/\s+/g, " ");
    else if (name === "BR") this.#end();
    else if (name === "PRE") this.#code(node);
    else if (/^H[1-6]$/.test(name)) this.#heading(node, levelOf(node, name), depth);
    else if (name === "UL" || name === "OL") this.#list(node, name === "OL", depth);
    else if (name === "TR") this.#row(node);
    else if (BLOCKS.has(name)) this.#block(node, depth, name !== "LI" && name !== "DT" && name !== "DD");
    else if (!SKIPPED.has(name)) this.children(node, depth);
  }

  #block(node: DomNode, depth: number, apart: boolean): void {
    this.#end(apart);
    this.children(node, depth);
    this.#end(apart);
  }

  #heading(node: DomNode, level: number, depth: number): void {
    this.#end(true);
    this.children(node, depth);
    const text = this.#line.trim();
    this.#line = text === "" ? "" : `${"#".repeat(level)} ${text}`;
    this.#end(true);
  }

  #list(node: DomNode, ordered: boolean, depth: number): void {
    const nested = this.#indent;
    this.#end(nested === "" && this.#mark === "");
    let number = 0;
    for (let i = 0; i < node.childNodes.length; i++) {
      const item = node.childNodes[i];
      if (item === undefined || item.nodeType !== 1 || isHidden(item)) continue;
      this.#end();
      this.#mark = ordered ? `${++number}. ` : "- ";
      this.#indent = `${nested}  `;
      this.children(item, depth + 1);
      this.#end();
      this.#mark = "";
      this.#indent = nested;
    }
    if (nested === "") this.#end(true);
  }

  #row(node: DomNode): void {
    this.#end();
    const cells: string[] = [];
    for (let i = 0; i < node.childNodes.length; i++) {
      const cell = node.childNodes[i];
      if (cell?.nodeType === 1 && !isHidden(cell)) cells.push(textOf(cell).replace(/\s+/g, " ").trim());
    }
    this.#line = cells.join(" | ");
    this.#end();
  }

  #code(node: DomNode): void {
    this.#end(true);
    const code = (node.textContent ?? "").replace(/^\n|\s+$/g, "");
    if (code === "") return;
    // A fence longer than any in the code.
    const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
    const fence = "`".repeat(longest + 1);
    this.#parts.push(fence, code, fence, "");
  }

  #end(apart = false): void {
    const text = this.#line.replace(/ {2,}/g, " ").trim();
    this.#line = "";
    if (text !== "") {
      const indent = this.#mark === "" ? this.#indent : this.#indent.slice(2);
      this.#parts.push(`${indent}${this.#mark}${text}`);
      this.#mark = "";
    }
    if (apart && this.#mark === "") this.#parts.push("");
  }
}

function levelOf(node: DomNode, name: string): number {
  const given = node.getAttribute?.(LEVEL) ?? "";
  return Number(/^[1-6]$/.test(given) ? given : name[1]);
}

function isHidden(node: DomNode): boolean {
  const hidden = node.getAttribute?.("hidden");
  if (hidden !== null && hidden !== undefined && hidden !== "until-found") return true;
  return /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(node.getAttribute?.("style") ?? "");
}
