// HTML pages: the article if there is one, otherwise all that the page shows.

import { Readability } from "@mozilla/readability";
import { type DomDocument, type DomNode, parseDocument } from "./dom.js";
import type { Job, Parsed } from "./job.js";
import { pageMetadata } from "./metadata.js";
import { LEVEL, textOf, tidy } from "./text.js";

/** A page with less visible text than this, in characters, may be one that its scripts write. */
const NEXT_TO_NOTHING = 200;
/** An article with less than this part of the page's text is not the whole story, unless it is long. */
const LEAST_PART = 0.25;
const LONG_ARTICLE = 2_000;

/** Parses a page. */
export function parseHtml({ content, url }: Job): Parsed {
  const document = parseDocument(content as string);
  const { title, metadata } = pageMetadata(document, url);
  const hasScripts =
    document.querySelector("script:not([type]), script[src], script[type*=javascript], script[type=module]") !== null;
  const body = document.body ?? document.documentElement;
  const page = body === null ? "" : textOf(body);
  const article = readArticle(document);
  const isArticle = article.length >= LONG_ARTICLE || (article !== "" && article.length >= LEAST_PART * page.length);
  const text = isArticle ? article : page;
  return {
    ...(title === undefined ? {} : { title }),
    text,
    metadata: { ...metadata, extracted: isArticle ? "article" : "page" },
    needsScript: hasScripts && page.length < NEXT_TO_NOTHING,
  };
}

function readArticle(document: DomDocument): string {
  // Readability turns all `h1` into `h2`, with their attributes.
  for (const heading of document.querySelectorAll("h1, h2")) heading.setAttribute(LEVEL, heading.nodeName.slice(1));
  try {
    const found = new Readability<DomNode>(document as never, {
      serializer: (node) => node as unknown as DomNode,
      maxElemsToParse: 50_000,
    }).parse();
    return found?.content ? tidy(textOf(found.content)) : "";
  } catch {
    // It gives up on pages with too many elements, and on some that are oddly nested. The page's own text is left.
    return "";
  }
}
