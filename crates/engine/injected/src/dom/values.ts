/** Values set by script: through the native setters, so that no framework's own setter is in the way. */
import { areaValue, dispatch, inputValue, localName } from "./dom.js";

const setter = (prototype: object, name: string): ((this: Element, value: unknown) => void) =>
  Object.getOwnPropertyDescriptor(prototype, name)?.set as (this: Element, value: unknown) => void;

const setInput = setter(HTMLInputElement.prototype, "value");
const setArea = setter(HTMLTextAreaElement.prototype, "value");

/** What an input or textarea holds. */
export const held = (field: Element): string =>
  localName(field) === "input" ? inputValue(field as HTMLInputElement) : areaValue(field as HTMLTextAreaElement);

/** Sets the value of an input or textarea, without events. */
export function setValue(field: Element, value: string): void {
  (localName(field) === "input" ? setInput : setArea).call(field, value);
}

/** The events that tell the page of a new value. */
export function announce(field: Element): void {
  dispatch(field, new Event("input", { bubbles: true, composed: true }));
  dispatch(field, new Event("change", { bubbles: true }));
}
