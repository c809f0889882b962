/** `testid`, `placeholder`, `name`, `alt`, `title`: elements by the value of an attribute. */
import { attribute, queryScope } from "../dom/dom.js";
import { each, type View } from "./view.js";
import { Best, MISS, type Wanted } from "./words.js";

/** Elements with a matching attribute. The names of attributes come from here or from the server's settings. */
export function byAttribute(view: View, names: readonly string[], wanted: Wanted, tags = ""): Best {
  const best = new Best(view.only);
  const selector = names.map((name) => `${tags}[${CSS.escape(name)}]`).join(",");
  for (const scope of view.scopes) {
    each(queryScope(scope, selector), (el) => {
      const rank = names.reduce((least, name) => Math.min(least, wanted.fits(attribute(el, name) ?? "")), MISS);
      if (rank < MISS && view.counts(el)) best.add(el, rank);
    });
  }
  return best;
}
