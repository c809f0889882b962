/** The ids and values of elements that nothing else tells apart. */
import { attribute, localName } from "../dom/dom.js";

/** What a person writes as an id, of a length that is worth its place on a line. */
const WORDS = /^[A-Za-z][\w-]{0,39}$/;
/** What libraries make up: their prefixes before a number, the marks of React, and long numbers. */
const MADE =
  /^(?:radix|headlessui|react-(?:select|aria)|downshift|mui|mantine|chakra|reka|cdk|mat|ember|ext-gen|gwt-uid|ui-id|yui|dijit|el-id|v)(?:[-_](?:.*[-_])?)?[a-z]?\d|_r_\w{1,4}_(?:$|[-_])|\d{4}/i;
/** A part with digits among its letters, as random ones and hashes have. */
const RANDOM = /(?:^|[-_])(?=[^-_]{5})[^-_]*\d[A-Za-z][^-_]*/;

/** The id of an element as a field, if it reads like words. */
export function idField(el: Element): string {
  const id = attribute(el, "id") ?? "";
  return WORDS.test(id) && !MADE.test(id) && !RANDOM.test(id) ? `\tid=${id}` : "";
}

/** The value that a form gives for a box or a radio button, as a field, if it reads like words. */
export function choiceField(el: Element, role: string): string {
  if (localName(el) !== "input" || (role !== "radio" && role !== "checkbox")) return "";
  const value = attribute(el, "value") ?? "on";
  return value !== "on" && WORDS.test(value) && !RANDOM.test(value) ? `\tvalue=${value}` : "";
}
