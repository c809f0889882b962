/** Form fields, by what they show. */
import { attribute, inputType, inputValue } from "../dom/dom.js";
import { line } from "../dom/text.js";
import { checkedState, shownValue } from "../semantics/element-states.js";
import type { Writer } from "./writer.js";

const LENGTH = 2_000;
const BUTTONS = new Set("button submit reset image".split(" "));

/** The words that a field draws in its own colour. */
export function fieldText(el: Element, tag: string): string {
  if (tag === "meter" || tag === "progress") return "";
  if (tag !== "input") return shownValue(el, tag, "") ?? "";
  const type = inputType(el as HTMLInputElement);
  if (type === "image") return attribute(el, "alt") ?? "";
  return type === "checkbox" || type === "radio" || type === "hidden" ? "" : inputValue(el as HTMLInputElement);
}

/** Writes a field as its value in braces; of an empty one, what the page suggests, with "…". Passwords are dots. */
export function field(writer: Writer, el: Element, tag: string): void {
  writer.mark(" ");
  if (tag === "input") {
    const type = inputType(el as HTMLInputElement);
    if (type === "hidden") return;
    if (type === "checkbox" || type === "radio") {
      const checked = checkedState(el, tag, "");
      writer.mark(
        type === "radio"
          ? checked === "true"
            ? "(x) "
            : "( ) "
          : checked === "true"
            ? "[x] "
            : checked === "mixed"
              ? "[-] "
              : "[ ] ",
      );
      return;
    }
    if (BUTTONS.has(type)) {
      const label = type === "image" ? (attribute(el, "alt") ?? "") : inputValue(el as HTMLInputElement);
      writer.text(label || (type === "submit" ? "Submit" : type === "reset" ? "Reset" : ""));
      writer.mark(" ");
      return;
    }
  }
  if (tag === "meter" || tag === "progress") {
    const { value, max } = el as HTMLProgressElement;
    writer.text(attribute(el, "value") === null ? "{…}" : `{${value} / ${max}}`);
    writer.mark(" ");
    return;
  }
  const value = shownValue(el, tag, "") ?? "";
  writer.mark("{");
  if (value !== "") {
    if (tag === "textarea") writer.text(value.length > LENGTH ? `${value.slice(0, LENGTH)}…` : value, "breaks");
    else writer.text(line(value, LENGTH));
  } else {
    const suggested = line(attribute(el, "placeholder") ?? "", 200);
    if (suggested !== "") writer.text(`${suggested}…`);
  }
  writer.mark("} ");
}
