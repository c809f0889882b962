/** What form controls hold, in a form to be kept and compared. A value changes without a mutation of the document. */

import { areaValue, chosenIndex, inputFiles, inputType, inputValue, selectOptions } from "./dom.js";
import { secret } from "./secret.js";

/** A longer value is compared by its beginning and its length. */
const MAX_COMPARED = 5000;

/** Notes what a control holds. */
export function noteValue(values: Map<Element, string>, el: Element, tag: string): void {
  if (tag !== "input" && tag !== "select" && tag !== "textarea") return;
  const held = comparedValue(el, tag);
  if (held !== undefined) values.set(el, held);
}

/** What a control holds; undefined for checkboxes and radio buttons. Of a secret only whether it is empty. */
export function comparedValue(el: Element, tag: string): string | undefined {
  if (tag === "textarea") return brief(areaValue(el as HTMLTextAreaElement));
  if (tag === "select") {
    const select = el as HTMLSelectElement;
    if (!select.multiple) return String(chosenIndex(select));
    const options = selectOptions(select);
    let chosen = "";
    for (let i = 0; i < options.length; i++) if ((options[i] as HTMLOptionElement).selected) chosen += `${i},`;
    return chosen;
  }
  const input = el as HTMLInputElement;
  switch (inputType(input)) {
    case "checkbox":
    case "radio":
      return undefined;
    case "file":
      return Array.from(inputFiles(input) ?? [], (file) => file.name).join("/");
    case "password":
      return String(inputValue(input) !== "");
    default:
      return secret(el) ? String(inputValue(input) !== "") : brief(inputValue(input));
  }
}

const brief = (text: string): string =>
  text.length > MAX_COMPARED ? `${text.slice(0, MAX_COMPARED)}${text.length}` : text;
