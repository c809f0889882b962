/** How answers call an element. */

import { has, hostOf, nodeType } from "../dom/dom.js";
import { scopeOf } from "../dom/shadow.js";
import type { Called } from "../protocol.js";
import { isLong, lastUnseen, Unseen } from "../unseen/unseen.js";
import { Walk } from "../walk/walk.js";

/** Role and name of an element as a walk shows them, and whether it is marked there. */
export function called(el: Element): Called {
  const said = new Walk(el).describe(el);
  // What a person cannot see is known from the last walk. Most names are too short to matter, unless they contradict.
  if (lastUnseen() !== null || !(isLong(said.name) || has(el, "aria-label"))) return said;
  const unseen = new Unseen(true);
  for (const scope of scopesAround(el)) unseen.enter(scope);
  const walk = new Walk(el);
  walk.respect(unseen);
  return walk.describe(el).unseen === true ? { ...said, unseen: true } : said;
}

/** The document and the shadow trees around an element, outermost first. */
function scopesAround(el: Element): Node[] {
  const scope = scopeOf(el);
  return nodeType(scope) === 11 ? [...scopesAround(hostOf(scope as ShadowRoot)), scope] : [scope];
}
