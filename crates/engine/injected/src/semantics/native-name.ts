/** Names from native elements and attributes: labels, captions, `alt`, SVG titles (html-aam, svg-aam). */

import {
  attribute,
  find,
  findAll,
  firstElementChild,
  has,
  holds,
  inputType,
  inputValue,
  isSvg,
  localName,
  nextElement,
  parentElement,
  textContent,
} from "../dom/dom.js";
import { clean } from "../dom/text.js";
import { isHiddenAlone } from "./hidden-label.js";
import { Met, type Naming, type Source, type Way } from "./named.js";

/** A name and its source. */
export type Native = [text: string, source: Source];

const NOTHING: Native = ["", "none"];
/** The content names the element, whatever its role. */
const BY_CONTENT: Native = ["", "content"];

/** The native name of an element. */
export function native(names: Naming, el: Element, tag: string, way: Way): Native {
  if (isSvg(el)) return drawing(el, tag);
  switch (tag) {
    case "input":
      return input(names, el as HTMLInputElement, way);
    case "select":
    case "textarea":
    case "meter":
    case "progress":
    case "output":
      return [labelText(names, el, way), "label"];
    case "button": {
      const text = labelText(names, el, way);
      return text ? [text, "label"] : BY_CONTENT;
    }
    case "fieldset":
      return child(names, el, "legend", way);
    case "table":
      return child(names, el, "caption", way);
    case "figure":
      return child(names, el, "figcaption", way);
    case "img":
      return has(el, "alt") || has(el, "title") ? [attribute(el, "alt") ?? "", "native"] : pictured(names, el, way);
    case "area":
      return [attribute(el, "alt") ?? "", "native"];
    case "optgroup":
    case "option":
    case "track":
      return [attribute(el, "label") ?? "", "native"];
    case "math":
      return [attribute(el, "alttext") ?? "", "native"];
    case "summary":
      return BY_CONTENT;
    default:
      return tag.includes("-") && names.labels(el).length > 0 ? [labelText(names, el, way), "label"] : NOTHING;
  }
}

/** The texts of the visible labels of a form control. */
function labelText(names: Naming, el: Element, way: Way): string {
  const labels = names.labels(el);
  if (labels.length === 0) return "";
  const found: string[] = [];
  for (const label of labels) {
    if (isHiddenAlone(names, label, el) || isReadBeside(way, label, el)) continue;
    const text = names.text(label, { ...way, met: new Met(el) }, true);
    if (clean(text)) found.push(text);
  }
  return found.join(" ");
}

/** Whether a list refers to a label and to its control as well, which then counts by what it shows: the value that was chosen in it. */
const isReadBeside = ({ list }: Way, label: Element, el: Element): boolean =>
  list?.includes(el) === true && list.some((by) => by !== el && holds(by, label));

function input(names: Naming, el: HTMLInputElement, way: Way): Native {
  const type = inputType(el);
  if (type === "hidden") return NOTHING;
  const label = labelText(names, el, way);
  if (label) return [label, "label"];
  switch (type) {
    case "button":
      return [inputValue(el), "native"];
    case "submit":
    case "reset":
      return [
        has(el, "value") ? inputValue(el) : attribute(el, "title") || (type === "submit" ? "Submit" : "Reset"),
        "native",
      ];
    case "image":
      // An empty `alt` means that there is no name.
      if (attribute(el, "alt") === "") return ["", "final"];
      return [attribute(el, "alt") || attribute(el, "value") || attribute(el, "title") || "Submit", "native"];
    default:
      return NOTHING;
  }
}

function drawing(el: Element, tag: string): Native {
  const title = find(el, ":scope > title");
  if (title) return [textContent(title) ?? "", "native"];
  return tag === "a" ? [attribute(el, "xlink:title") ?? "", "content"] : NOTHING;
}

/** The text of the first child with this tag. */
function child(names: Naming, el: Element, tag: string, way: Way): Native {
  for (let child = firstElementChild(el); child; child = nextElement(child)) {
    if (localName(child) === tag)
      return [names.isHidden(child) ? "" : names.text(child, { ...way, met: new Met() }, true), "native"];
  }
  return NOTHING;
}

/** The caption of a figure names a picture that is alone in it and has no name of its own. */
function pictured(names: Naming, el: Element, way: Way): Native {
  const figure = parentElement(el);
  if (!figure || localName(figure) !== "figure") return NOTHING;
  const [caption, ...more] = findAll(figure, ":scope > figcaption");
  if (!caption || more.length > 0 || names.isHidden(caption)) return NOTHING;
  const alone = [...figure.childNodes].every(
    (node) => node === el || node === caption || (node.nodeType !== 1 && !clean(node.textContent ?? "")),
  );
  return alone ? [names.text(caption, { ...way, met: new Met() }, true), "native"] : NOTHING;
}
