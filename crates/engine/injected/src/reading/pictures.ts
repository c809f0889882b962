/** Pictures, films and formulas, by the text that stands for them. */
import { attribute, find, firstElementChild, localName, nextElement, textContent, token } from "../dom/dom.js";
import { larger } from "../dom/geometry.js";
import { line } from "../dom/text.js";
import type { Reading } from "./pass.js";

const LENGTH = 500;

/** Writes a picture, if the element is one. */
export function picture(reading: Reading, el: Element, tag: string): boolean {
  if (tag === "img" || tag === "svg" || token(el, "role") === "img") {
    if (tag !== "img" && tag !== "svg" && firstElementChild(el) !== null && labelOf(el) === "") return false;
    name(
      reading,
      el,
      "",
      labelOf(el) || (tag === "img" ? (attribute(el, "alt") ?? "") : tag === "svg" ? svgTitle(el) : ""),
    );
    return true;
  }
  if (tag === "canvas" || tag === "video" || tag === "audio") {
    if (tag !== "audio" && !larger(el, 2)) return true;
    name(reading, el, tag, labelOf(el) || attribute(el, "title") || (tag === "canvas" ? (textContent(el) ?? "") : ""));
    return true;
  }
  return false;
}

/** A formula as its author wrote it, unless that is prose that is not drawn; or its text. */
export function formula(reading: Reading, el: Element): void {
  const { writer, sight } = reading;
  const annotation = find(el, 'annotation[encoding="application/x-tex"]');
  const source = line(attribute(el, "alttext") ?? (annotation && textContent(annotation)) ?? "", LENGTH * 4);
  const isSeen = source !== "" && sight.seesSource(el, source, () => reading.drawn(el));
  const text = isSeen || (source !== "" && sight.shows) ? source : line(reading.deep(el), LENGTH * 4);
  if (text === "") return;
  reading.say(isSeen || text !== source, () => {
    writer.mark("$");
    writer.code(() => writer.text(text));
    writer.mark("$");
  });
}

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
