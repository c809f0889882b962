/** Pictures, films and formulas, by the text that stands for them. */
import { attribute, find, firstElementChild, localName, nextElement, textContent, token } from "../dom/dom.js";
import { larger } from "../dom/geometry.js";
import { line } from "../dom/text.js";
import type { Writer } from "./writer.js";

const LENGTH = 500;

/** Writes a picture, if the element is one. */
export function picture(writer: Writer, el: Element, tag: string): boolean {
  if (tag === "img" || tag === "svg" || token(el, "role") === "img") {
    if (tag !== "img" && tag !== "svg" && firstElementChild(el) !== null && labelOf(el) === "") return false;
    name(writer, "", labelOf(el) || (tag === "img" ? (attribute(el, "alt") ?? "") : tag === "svg" ? svgTitle(el) : ""));
    return true;
  }
  if (tag === "canvas" || tag === "video" || tag === "audio") {
    if (tag !== "audio" && !larger(el, 2)) return true;
    name(writer, tag, labelOf(el) || attribute(el, "title") || (tag === "canvas" ? (textContent(el) ?? "") : ""));
    return true;
  }
  return false;
}

/** A formula as its author wrote it, or its text. */
export function formula(writer: Writer, el: Element): void {
  const tex = attribute(el, "alttext") ?? textContent(find(el, 'annotation[encoding="application/x-tex"]') ?? el) ?? "";
  const text = line(tex, LENGTH * 4);
  if (text === "") return;
  writer.mark("$");
  writer.code(() => writer.text(text));
  writer.mark("$");
}

function name(writer: Writer, kind: string, text: string): void {
  const named = line(text, LENGTH);
  if (kind === "" && named === "") return;
  // What is drawn or played stands apart.
  if (kind !== "") writer.mark(" ");
  writer.mark(writer.plain ? "[" : "![");
  writer.text([kind, named].filter((part) => part !== "").join(": "));
  writer.mark("]");
}

const labelOf = (el: Element): string => line(attribute(el, "aria-label") ?? "", LENGTH);

function svgTitle(el: Element): string {
  for (let child = firstElementChild(el); child; child = nextElement(child))
    if (localName(child) === "title") return textContent(child) ?? "";
  return "";
}
