/** Field values, set through the native setters: frameworks replace the setter of an element. */
import { areaValue, attribute, dispatch, inputType, inputValue, localName } from "./dom.js";

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

/** The inputs whose text has a greatest length. */
const LIMITED = /^(?:email|password|search|tel|text|url)$/;

/** The most characters that a person can write in an input or textarea. */
export function limitOf(field: Element): number {
  if (localName(field) === "input" && !LIMITED.test(inputType(field as HTMLInputElement)))
    return Number.POSITIVE_INFINITY;
  const limit = Number.parseInt(attribute(field, "maxlength") ?? "", 10);
  return limit >= 0 ? limit : Number.POSITIVE_INFINITY;
}

/** Dispatches the events of a new value. */
export function announce(field: Element): void {
  dispatch(field, new Event("input", { bubbles: true, composed: true }));
  dispatch(field, new Event("change", { bubbles: true }));
}
