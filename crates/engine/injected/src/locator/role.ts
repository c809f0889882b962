/** `role`: elements by role and by name, as in a snapshot. */
import {
  attribute,
  find,
  findAll,
  firstElementChild,
  has,
  inputType,
  inputValue,
  is,
  labelControl,
  localName,
  queryScope,
  textContent,
} from "../dom/dom.js";
import { shadowOf } from "../dom/shadow.js";
import { each, type View } from "./view.js";
import { Best, type Wanted } from "./words.js";

/** Inputs of these types, as one selector: each selector of a list is tried on every element. */
const input = (...types: string[]): string => `input:is(${types.map((type) => `[type=${type} i]`).join(",")})`;

/** The elements that can have a role natively. */
const NATIVE: Record<string, string> = {
  article: "article",
  audio: "audio",
  banner: "header",
  blockquote: "blockquote",
  button: `button,summary,${input("button", "image", "reset", "submit", "color", "file")}`,
  canvas: "canvas",
  caption: "caption",
  cell: "td,th",
  checkbox: input("checkbox"),
  code: "code",
  columnheader: "th",
  combobox: "select,input",
  complementary: "aside",
  contentinfo: "footer",
  definition: "dd",
  deletion: "del,s",
  dialog: "dialog",
  document: "html",
  embed: "embed",
  emphasis: "em",
  figure: "figure",
  form: "form",
  gridcell: "td,th",
  group: "optgroup,details,fieldset,hgroup,address,g",
  heading: "h1,h2,h3,h4,h5,h6",
  iframe: "iframe,frame",
  img: "img,svg,image,svg *",
  insertion: "ins",
  link: "a,area",
  list: "ul,ol,menu",
  listbox: "select,datalist",
  listitem: "li",
  main: "main",
  mark: "mark",
  math: "math",
  meter: "meter",
  navigation: "nav",
  object: "object",
  option: "option",
  paragraph: "p",
  progressbar: "progress",
  radio: input("radio"),
  region: "section",
  row: "tr",
  rowgroup: "tbody,thead,tfoot",
  rowheader: "th",
  search: "search",
  searchbox: "input",
  separator: "hr",
  slider: input("range"),
  spinbutton: "input",
  status: "output",
  strong: "strong",
  subscript: "sub",
  superscript: "sup",
  switch: input("checkbox"),
  table: "table",
  term: "dt,dfn",
  textbox: "input,textarea,[contenteditable]",
  time: "time",
  video: "video",
};

/** Elements that a user operates, whatever their role. */
export const OPERATED = "a[href],area[href],button,input,select,textarea,summary,[role],[tabindex],[contenteditable]";

/** Elements that are shown under their tag if they have no role. */
const BY_TAG = new Set("iframe frame video audio canvas object embed".split(" "));

/** Attributes that give a name or a part of it. */
const TEXTS = ["aria-label", "title", "alt", "placeholder", "aria-placeholder", "label", "alttext"];
const ATTRIBUTES = ["aria-labelledby", "aria-owns", ...TEXTS].map((name) => `[${name}]`).join(",");
/** Descendants that can give a name, besides text. */
const MARKED = `${ATTRIBUTES},slot,svg`;
const CONTROLS = "input,select,textarea,meter,progress";
const OTHER_SOURCES = `${MARKED},${CONTROLS}`;

const roleOf = (view: View, el: Element, tag: string): string => {
  const role = view.roles.of(el, tag);
  return role === "generic" && BY_TAG.has(tag) ? (tag === "frame" ? "iframe" : tag) : role;
};

/** How well the name of an element fits, or its text if it has no name. */
export function nameFits(view: View, el: Element, tag: string, role: string, wanted: Wanted): number {
  const { name } = view.names.of(el, tag, role);
  return name === "" ? wanted.fits(view.names.content(el, tag)) : wanted.fits(name);
}

/** Cheap tests for candidates, so that few names have to be computed. */
class Prefilter {
  private readonly labelled = new Set<Element>();

  constructor(
    private readonly view: View,
    private readonly wanted: Wanted,
    candidates: readonly ArrayLike<Element>[],
  ) {
    let all: Set<Element> | undefined;
    for (const scope of view.scopes) {
      each(queryScope(scope, "label"), (label) => {
        const control = labelControl(label as HTMLLabelElement);
        if (!control) return;
        all ??= together(candidates);
        if (all.has(control) && this.ofLabel(label)) this.labelled.add(control);
      });
    }
  }

  /** Whether the name of the element may fit. Never wrongly false. */
  passes(el: Element, tag: string): boolean {
    if (tag === "input" ? this.ofInput(el as HTMLInputElement) : this.content(el, tag)) return true;
    return this.labelled.has(el) || (is(el, ATTRIBUTES) && this.byAttribute(el));
  }

  private byAttribute(el: Element): boolean {
    return (
      has(el, "aria-labelledby") ||
      has(el, "aria-owns") ||
      TEXTS.some((name) => this.wanted.mayBeIn(attribute(el, name)))
    );
  }

  /** Whether a label may fit. A control inside it counts only if it is not the labelled one. */
  private ofLabel(label: Element): boolean {
    const text = textContent(label) ?? "";
    if (this.wanted.mayBeIn(text) || this.view.pseudos.any(label) || this.view.hosting.has(label)) return true;
    if (firstElementChild(label) === null) return false;
    if (this.wanted.mayRemainOf(text) || find(label, MARKED) !== null) return true;
    return findAll(label, CONTROLS).length > 1;
  }

  private ofInput(el: HTMLInputElement): boolean {
    const type = inputType(el);
    if (type !== "submit" && type !== "reset" && type !== "button" && type !== "image") return false;
    return type === "image" || !has(el, "value") || this.wanted.mayBeIn(inputValue(el));
  }

  /** Whether the content may fit. */
  private content(el: Element, tag: string): boolean {
    const text = textContent(el) ?? "";
    if (this.wanted.mayBeIn(text) || shadowOf(el, tag) || tag === "slot") return true;
    if (firstElementChild(el) === null) return this.view.pseudos.may(el);
    if (this.view.pseudos.any(el)) return true;
    return this.view.hosting.has(el) || this.wanted.mayRemainOf(text) || find(el, OTHER_SOURCES) !== null;
  }
}

function together(lists: readonly ArrayLike<Element>[]): Set<Element> {
  const all = new Set<Element>();
  for (const list of lists) each(list, (el) => all.add(el));
  return all;
}

/** Elements of a role whose name fits; any operated element if `role` is empty. */
export function byRole(view: View, role: string, wanted: Wanted | undefined): Best {
  const best = new Best(view.only);
  const selector = role === "" ? OPERATED : [NATIVE[role], "[role]"].filter(Boolean).join(",");
  const candidates = view.scopes.map((scope) => queryScope(scope, selector));
  const prefilter = wanted && new Prefilter(view, wanted, candidates);
  for (const list of candidates) {
    each(list, (el) => {
      const tag = localName(el);
      if (prefilter && !prefilter.passes(el, tag)) return;
      if (!view.counts(el) || (tag === "input" && inputType(el as HTMLInputElement) === "hidden")) return;
      const own = roleOf(view, el, tag);
      if (role === "" ? own === "generic" || own === "none" : own !== role) return;
      best.add(el, wanted ? nameFits(view, el, tag, own, wanted) : 0);
    });
  }
  return best;
}
