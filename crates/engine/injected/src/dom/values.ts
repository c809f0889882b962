/** Field values, set through the native setters: frameworks replace the setter of an element. */
import { areaValue, dispatch, inputValue, localName } from "./dom.js";

const setter = (prototype: object, name: string): ((this: Element, value: unknown) => void) =>
  Object.getOwnPropertyDescriptor(prototype, name)?.set as (this: Element, value: unknown) => void;

const setInput = setter(HTMLInputElement.prototype, "value");
const setArea = setter(HTMLTextAreaElement.prototype, "value");

/** The value of an input or textarea. */
export const held = (field: Element): string =>
  localName(field) === "input" ? inputValue(field as HTMLInputElement) : areaValue(field as HTMLTextAreaElement);

/** Sets the value of an input or textarea, without events. */
export function setValue(field: Element, value: string): void {
  (localName(field) === "input" ? setInput : setArea).call(field, value);
}

/** Dispatches the events of a new value. */
export function announce(field: Element): void {
  dispatch(field, new Event("input", { bubbles: true, composed: true }));
  dispatch(field, new Event("change", { bubbles: true }));
}
