// The part of the DOM that parsers use. The compiler's own library of it would make the whole package look like a browser.

import { parseHTML } from "linkedom";
import { ParseError } from "./job.js";

/** A node. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<DomNode> & Iterable<DomNode>;
  readonly parentElement: DomElement | null;
  getAttribute?(name: string): string | null;
}

/** An element. */
export interface DomElement extends DomNode {
  readonly tagName: string;
  readonly children: ArrayLike<DomElement> & Iterable<DomElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  closest(selector: string): DomElement | null;
  contains(node: DomNode): boolean;
  replaceWith(...nodes: DomNode[]): void;
  remove(): void;
}

/** A document. */
export interface DomDocument {
  readonly documentElement: DomElement | null;
  readonly body: DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}

/**
 * Parses markup into a document. It loads nothing and runs nothing.
 *
 * @throws {@link ParseError}
 */
export function parseDocument(markup: string): DomDocument {
  // A fragment has no document element, which Readability needs.
  const whole = /<html[\s>]/i.test(markup) ? markup : `<!doctype html><html><head></head><body>${markup}</body></html>`;
  let document: DomDocument;
  try {
    document = parseHTML(whole).document as unknown as DomDocument;
  } catch {
    throw new ParseError("damaged", "its markup cannot be parsed");
  }
  // Web components, as `getHTML` of a browser writes them.
  for (const template of [...document.querySelectorAll("template[shadowrootmode]")]) {
    const { content } = template as unknown as { content?: DomNode };
    template.replaceWith(...(content?.childNodes ?? []));
  }
  return document;
}
