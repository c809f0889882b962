/** `css` and `xpath`. Neither is ever run as script. */
import { queryScope } from "../dom/dom.js";
import { each, type View } from "./view.js";
import { Best } from "./words.js";

/** Said of a selector that the browser cannot read. */
export class Malformed extends Error {}

/** Matches of a CSS selector in every tree. @throws {@link Malformed} */
export function byCss(view: View, selector: string): Best {
  const best = new Best();
  for (const scope of view.scopes) {
    let found: NodeListOf<Element>;
    try {
      found = queryScope(scope, selector);
    } catch {
      throw new Malformed("not a valid CSS selector");
    }
    each(found, (el) => {
      if (view.counts(el)) best.add(el, 0);
    });
  }
  return best;
}

const evaluate = Document.prototype.evaluate;

/** Elements that an XPath expression gives; it sees the document without its shadow trees. @throws {@link Malformed} */
export function byXPath(view: View, expression: string): Best {
  const best = new Best();
  let found: XPathResult;
  try {
    found = evaluate.call(document, expression, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  } catch {
    throw new Malformed("not an XPath expression that gives elements");
  }
  for (let i = 0; i < found.snapshotLength; i++) {
    const node = found.snapshotItem(i);
    if (node instanceof Element && view.counts(node)) best.add(node, 0);
  }
  return best;
}
