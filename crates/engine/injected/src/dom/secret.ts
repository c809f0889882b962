/** Password fields. A field stays secret when the page changes its type later. */
import { inputType, localName, token } from "./dom.js";

const seen = new WeakSet<Element>();

/** Whether the value of the element must not leave the page. */
export function secret(el: Element): boolean {
  if (localName(el) !== "input") return false;
  if (seen.has(el)) return true;
  if (
    inputType(el as HTMLInputElement) !== "password" &&
    !/(?:^|\s)(?:current|new)-password(?:\s|$)/.test(token(el, "autocomplete"))
  )
    return false;
  seen.add(el);
  return true;
}
