/** What a form control holds, short enough to be kept and compared: it changes without a change of the document. */

import { areaValue, chosenIndex, inputFiles, inputType, inputValue, selectOptions } from "./dom.js";
import { secret } from "./secret.js";

/** So much of a text decides about what is shown of it. */
const MOST = 5000;

/** Notes what a field holds; what is secret only as far as there is anything. */
export function noteValue(values: Map<Element, string>, el: Element, tag: string): void {
  if (tag !== "input" && tag !== "select" && tag !== "textarea") return;
  const held = heldBy(el, tag);
  if (held !== undefined) values.set(el, held);
}

export function heldBy(el: Element, tag: string): string | undefined {
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

const brief = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}${text.length}` : text);
