/** `css` and `xpath`. Neither is run as script. */
import { queryScope } from "../dom/dom.js";
import { each, type View } from "./view.js";
import { Best } from "./words.js";

/** A selector that the browser cannot parse. */
export class Malformed extends Error {}

/** The matches of a CSS selector in all tree scopes. @throws {@link Malformed} */
export function byCss(view: View, selector: string): Best {
  const best = new Best(view.only);
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

/** The elements that an XPath expression selects. Shadow trees are not searched. @throws {@link Malformed} */
export function byXPath(view: View, expression: string): Best {
  const best = new Best(view.only);
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
