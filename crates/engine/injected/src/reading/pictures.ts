/** Pictures and films, by the text that stands for them, and the words that drawings draw. */
import {
  attribute,
  firstElementChild,
  isElement,
  localName,
  nearest,
  nextElement,
  textContent,
  token,
} from "../dom/dom.js";
import { larger } from "../dom/geometry.js";
import { eachChild } from "../dom/shadow.js";
import { line } from "../dom/text.js";
import type { Reading } from "./pass.js";

const LENGTH = 500;

/** Writes a picture, if the element is one. */
export function picture(reading: Reading, el: Element, tag: string): boolean {
  if (tag === "svg") {
    const label = labelOf(el) || svgTitle(el);
    name(reading, el, "", label);
    // A name that says what is drawn is enough.
    reading.writer.reworked(
      () => partsOf(reading, el),
      (added) => (label.includes(added.trim()) ? "" : added),
    );
    return true;
  }
  if (tag === "img" || token(el, "role") === "img") {
    if (tag !== "img" && firstElementChild(el) !== null && labelOf(el) === "") return false;
    name(reading, el, "", labelOf(el) || (tag === "img" ? (attribute(el, "alt") ?? "") : ""));
    return true;
  }
  if (tag === "canvas" || tag === "video" || tag === "audio") {
    if (tag !== "audio" && !larger(el, 2)) return true;
    name(reading, el, tag, labelOf(el) || attribute(el, "title") || (tag === "canvas" ? (textContent(el) ?? "") : ""));
    return true;
  }
  return false;
}

/** Reads a part of a drawing: its words, and what is no drawing in it. Its forms say nothing. */
export function drawing(reading: Reading, el: Element, tag: string): void {
  const { writer } = reading;
  if (tag === "foreignObject") reading.block(0, () => reading.children(el));
  else if (tag === "text") {
    // Each is placed by itself, mostly apart from the others.
    writer.mark(" ");
    reading.children(el);
    writer.mark(" ");
  } else if (tag === "tspan" || tag === "textPath" || (tag === "a" && nearest(el, "text") !== null))
    reading.children(el);
  else if (tag === "g" || tag === "a" || tag === "switch") partsOf(reading, el);
}

/** What stands in a drawing besides elements is not drawn. */
const partsOf = (reading: Reading, el: Element): void =>
  eachChild(el, localName(el), (child) => {
    if (isElement(child)) reading.visit(child);
  });

function name(reading: Reading, el: Element, kind: string, text: string): void {
  const { writer } = reading;
  const named = line(text, LENGTH);
  if (kind === "" && named === "") return;
  reading.say(reading.sight.seesPicture(el, named), () => {
    // What is drawn or played stands apart.
    if (kind !== "") writer.mark(" ");
    writer.mark(writer.plain ? "[" : "![");
    writer.text([kind, named].filter((part) => part !== "").join(": "));
    writer.mark("]");
  });
}

const labelOf = (el: Element): string => line(attribute(el, "aria-label") ?? "", LENGTH);

function svgTitle(el: Element): string {
  for (let child = firstElementChild(el); child; child = nextElement(child))
    if (localName(child) === "title") return textContent(child) ?? "";
  return "";
}
