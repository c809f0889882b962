/** The names of controls as a whole, for who decides by them: what a walk cuts off may be what matters. */

import { localName } from "../dom/dom.js";
import { Styles } from "../dom/style.js";
import { isCut, NAME_LENGTH } from "../dom/text.js";
import type { Called } from "../protocol.js";
import { Pseudos } from "../semantics/generated-text.js";
import { Names } from "../semantics/name.js";
import { Roles } from "../semantics/role.js";
import type { Part } from "./secret-protocol.js";

/** The longest name. */
const LENGTH = 4_000;

/** The name of an element for which a walk shows `shown`. */
export function wholeName(el: Element, { role, name: shown }: Pick<Called, "role" | "name">): Omit<Part, "role"> {
  const wasCut = isCut(shown, NAME_LENGTH);
  const { name, ended } = compute(el, role, false);
  const bare = compute(el, role, true);
  const part: Omit<Part, "role"> = { name: shown };
  if (wasCut && name.startsWith(shown.slice(0, NAME_LENGTH - 1)) && name.length < LENGTH) part.name = name;
  else if (wasCut) part.cut = true;
  if (ended) part.cut = true;
  if (bare.name !== name) part.bare = bare.name;
  return part;
}

/** The text that an element shows, which a label of it, or `aria-label`, takes the place of as its name; empty if it shows none. */
export function shownText(el: Element): string {
  return make(false).content(el, localName(el));
}

function compute(el: Element, role: string, bare: boolean): { name: string; ended: boolean } {
  const names = make(bare);
  const { name } = names.of(el, localName(el), role);
  return { name, ended: names.ended };
}

function make(bare: boolean): Names {
  const names = new Names(new Styles(), new Pseudos(), true, LENGTH);
  names.bare = bare;
  names.roles = new Roles(
    (of) => names.hasName(of),
    (of) => names.authored(of),
    true,
  );
  return names;
}
