/** `describe`: one element as assistive technology gets it, according to the specifications. */

import { documentElement, documentTitle, localName, token } from "../dom/dom.js";
import { focusedElement } from "../dom/focus.js";
import { flatParent } from "../dom/shadow.js";
import { HIDDEN, NONE, SKIPPED, Styles } from "../dom/style.js";
import { label } from "../dom/text.js";
import type { DescribeArgs, Described, Refusal } from "../protocol.js";
import { statesOf } from "../semantics/aria-states.js";
import { description } from "../semantics/description.js";
import { isInert } from "../semantics/element-states.js";
import { Pseudos } from "../semantics/generated-text.js";
import { Names } from "../semantics/name.js";
import { Roles } from "../semantics/role.js";
import { rootFor } from "./root.js";
import { refused } from "./target.js";

/** Longest name and description: longer than in a walk, since only these are asked for. */
const LENGTH = 4000;

/** Role, name, description and states of an element. */
export function describe(args: DescribeArgs): Described | Refusal {
  const root = documentElement(document);
  const el = rootFor(args) ?? root;
  if (!el) return { state: "gone" };
  if (refused(el)) return el;
  const styles = new Styles();
  const names = new Names(styles, new Pseudos(), true, LENGTH);
  const roles = new Roles(
    (of) => names.hasName(of),
    (of) => names.authored(of),
    true,
  );
  names.roles = roles;
  const tag = localName(el);
  const role = roles.of(el, tag);
  const states = statesOf(el, tag, role, roles, el === focusedElement());
  // An element that is hidden from assistive technology has a role and states, but no name.
  if (hiddenFromAria(styles, el))
    return { state: "described", role, name: "", description: "", states: { ...states, hidden: true } };
  const named = names.of(el, tag, role);
  return {
    state: "described",
    role,
    name: named.name === "" && el === root ? label(documentTitle(document), LENGTH) : named.name,
    description: description(names, el, named, LENGTH).text,
    states,
  };
}

/** Whether the element is not rendered, `aria-hidden` or inert, by itself or by an ancestor. */
export function hiddenFromAria(styles: Styles, el: Element): boolean {
  if (styles.of(el) & HIDDEN) return true;
  for (let up: Element | null = el; up; up = flatParent(up)) {
    const style = styles.of(up);
    if (style & NONE || (style & SKIPPED && up !== el)) return true;
    if (token(up, "aria-hidden") === "true") return true;
  }
  return isInert(el);
}
