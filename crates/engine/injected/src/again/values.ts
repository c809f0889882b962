/** What form controls hold: it changes without a change of the document. */
import {
  areaValue,
  chosenIndex,
  inputFiles,
  inputType,
  inputValue,
  is,
  isConnected,
  localName,
  queryScope,
  selectOptions,
} from "../dom.js";
import { secret } from "../secret.js";

/** So much of a text decides about what is shown of it. */
const MOST = 5000;
/** What a query tells of a control. */
const STATES = [":checked", ":indeterminate", ":user-invalid"];
/** One pass over the document for all of them. */
const IN_A_STATE = "input:checked,input:indeterminate,input:user-invalid,select:user-invalid,textarea:user-invalid";

/** Notes what a field holds; what is secret only as far as there is anything. */
export function noteValue(values: Map<Element, string>, el: Element, tag: string): void {
  if (tag !== "input" && tag !== "select" && tag !== "textarea") return;
  const held = heldBy(el, tag);
  if (held !== undefined) values.set(el, held);
}

function heldBy(el: Element, tag: string): string | undefined {
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

/** The fields that hold something else than was noted; it is noted anew. */
export function changedValues(values: Map<Element, string>): Element[] {
  const changed: Element[] = [];
  for (const [el, was] of values) {
    const now = isConnected(el) ? heldBy(el, localName(el)) : undefined;
    if (now === was) continue;
    changed.push(el);
    if (now === undefined) values.delete(el);
    else values.set(el, now);
  }
  return changed;
}

/** The controls in each state that a query can tell. */
export const statesIn = (scopes: Iterable<Node>): Set<Element>[] => {
  const found = STATES.map(() => new Set<Element>());
  for (const scope of scopes)
    for (const el of queryScope(scope, IN_A_STATE))
      for (let i = 0; i < STATES.length; i++) if (is(el, STATES[i] as string)) found[i]?.add(el);
  return found;
};

/** The controls that are in another state than before. */
export function* changedStates(before: Set<Element>[], now: Set<Element>[]): Generator<Element> {
  for (let i = 0; i < STATES.length; i++) {
    const [was, is] = [before[i] as Set<Element>, now[i] as Set<Element>];
    for (const el of was) if (!is.has(el)) yield el;
    for (const el of is) if (!was.has(el)) yield el;
  }
}
