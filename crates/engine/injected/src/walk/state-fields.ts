/** States and properties of an element, as the last fields of its line. */

import {
  areaHref,
  attribute,
  baseAddress,
  computedStyle,
  has,
  imageSource,
  inputType,
  is,
  isSvg,
  linkHref,
  localName,
  nearest,
  selectOptions,
  token,
} from "../dom/dom.js";
import { clean, cleanLines, cut, line, NAME_LENGTH } from "../dom/text.js";
import { isEditorInput } from "../elements/editor-input.js";
import { description, isDescribedWithin } from "../semantics/description.js";
import { drawnBox } from "../semantics/drawn-box.js";
import {
  checkedState,
  currentState,
  invalidState,
  SELECTABLE,
  selectedState,
  sortState,
  tristate,
} from "../semantics/element-states.js";
import { shownOf } from "../semantics/held-field.js";
import type { Names } from "../semantics/name.js";
import type { Named } from "../semantics/named.js";
import { editingHost } from "../semantics/role.js";
import { KEPT_EMPTY } from "./vocabulary.js";

const VALUE_LENGTH = 200;
const URL_LENGTH = 120;
const DATA_URL_LENGTH = 30;
const OPTIONS = 12;
const OPTION_LENGTH = 60;

/** Input types whose value has a format of its own. */
const TYPED = new Set("date time datetime-local month week color file".split(" "));

const READONLY = new Set("textbox searchbox spinbutton combobox grid gridcell listbox slider".split(" "));
/** Elements that can be `:disabled`. */
const DISABLEABLE = /^(?:button|input|select|textarea|option|optgroup|fieldset)$|-/;

/** A long text as its beginning and its length. */
function shortened(text: string): string {
  return text.length > VALUE_LENGTH ? `${cut(text, VALUE_LENGTH)}(${text.length})` : text;
}

const HERE = location.origin === "null" ? "" : `${location.origin}/`;
/** URLs that resolving does not change, absolute or relative to this document. */
const RESOLVED = /^(?:\/(?!\/)|https?:\/\/[a-z0-9.-]+(?::\d+)?\/)(?!.*\/\.)[\w\-./?=&%#+~:,;@!$*()]*$/;

/** Shortens the URLs of a document. */
export class Addresses {
  private here = location.href.split("#", 1)[0] as string;
  /** Whether there is no `<base>`. Then many URLs need no resolving, which takes 2 µs. */
  private plain = baseAddress(document).split("#", 1)[0] === this.here;

  /** The URL of an element: only the fragment within this document, only the path on the same origin; cut if long. */
  of(el: Element, name: "href" | "src"): string {
    const raw = attribute(el, name) ?? attribute(el, "xlink:href") ?? "";
    if (this.plain && raw[0] === "#") return line(raw, URL_LENGTH);
    if (/^\s*data:/i.test(raw)) return line(raw, DATA_URL_LENGTH);
    const resolved = this.plain && RESOLVED.test(raw) ? raw : resolve(el, name, raw);
    if (resolved.startsWith(this.here) && resolved[this.here.length] === "#")
      return line(resolved.slice(this.here.length), URL_LENGTH);
    return line(HERE !== "" && resolved.startsWith(HERE) ? resolved.slice(HERE.length - 1) : resolved, URL_LENGTH);
  }
}

function resolve(el: Element, name: "href" | "src", raw: string): string {
  if (name === "src") return imageSource(el as HTMLImageElement);
  if (isSvg(el)) return raw;
  return localName(el) === "area" ? areaHref(el as HTMLAreaElement) : linkHref(el as HTMLAnchorElement);
}

/** Collects `key=value` fields. */
export class Properties {
  out = "";
  add(key: string, value: string | true | undefined): void {
    if (value === true) this.out += `\t${key}`;
    else if (value) this.out += `\t${key}=${value}`;
  }
  /** A state that means something when it is false too. */
  either(key: string, value: boolean | undefined): void {
    if (value !== undefined) this.out += value ? `\t${key}` : `\t${key}=false`;
  }
}

export interface StateInput {
  el: Element;
  tag: string;
  role: string;
  named: Named;
  /** Whether the element has any ARIA attribute at all. */
  aria: boolean;
  names: Names;
  focused: Element | null;
  inert: boolean;
  /** `aria-disabled`, on the element or an ancestor. */
  refused: boolean;
  interactive: boolean;
}

/** The fields of an element's line after its name. */
export function states(input: StateInput): string {
  const { el, tag, role, aria } = input;
  const p = new Properties();
  const field = tag === "input" || tag === "textarea" || tag === "select";
  if (tag === "input") {
    const type = inputType(el as HTMLInputElement);
    if (TYPED.has(type)) p.add("type", type);
  }
  if (role === "heading") p.add("level", level(el, tag, aria));
  else if (aria && (role === "treeitem" || role === "row" || role === "listitem" || role === "comment"))
    p.add("level", number(el, "aria-level"));
  const checked =
    aria || tag === "input" ? checkedState(el, tag, role) : role === "checkbox" ? drawnBox(el) : undefined;
  if (checked !== undefined) p.add("checked", checked === "true" ? true : checked);
  if (aria && role === "button") {
    const pressed = tristate(el, "aria-pressed");
    p.add("pressed", pressed === "true" ? true : pressed);
  }
  if (SELECTABLE.has(role)) p.either("selected", selectedState(el, tag, role));
  p.either("expanded", expanded(el, tag, aria));
  if (input.refused || (DISABLEABLE.test(tag) && is(el, ":disabled"))) p.add("disabled", true);
  if (input.inert) p.add("inert", true);
  if ((field && has(el, "required")) || (aria && token(el, "aria-required") === "true")) p.add("required", true);
  if (
    ((tag === "input" || tag === "textarea") && has(el, "readonly") && is(el, ":read-only")) ||
    (aria && READONLY.has(role) && token(el, "aria-readonly") === "true")
  )
    p.add("readonly", true);
  if (aria) {
    const invalid = invalidState(el);
    p.add("invalid", invalid === "true" ? true : invalid);
    if (token(el, "aria-busy") === "true") p.add("busy", true);
  }
  if (el === input.focused) p.add("focused", true);
  if ((tag === "dialog" && is(el, ":modal")) || (aria && token(el, "aria-modal") === "true")) p.add("modal", true);
  if ((tag === "select" && has(el, "multiple")) || (aria && token(el, "aria-multiselectable") === "true"))
    p.add("multiselectable", true);
  if (aria) {
    const popup = token(el, "aria-haspopup");
    if (popup && popup !== "false") p.add("haspopup", popup === "true" ? "menu" : line(popup, 20));
    const orientation = token(el, "aria-orientation");
    if (orientation === "vertical" || orientation === "horizontal") p.add("orientation", orientation);
    const current = currentState(el);
    p.add("current", current === "true" ? true : current);
    p.add("sort", sortState(el, role));
  }
  if (role === "slider" || role === "spinbutton" || role === "progressbar" || role === "meter" || role === "scrollbar")
    range(el, tag, p);
  else if (aria && role === "separator") range(el, tag, p);
  valueFields(input, field, p);
  return p.out;
}

/** Whether line breaks in the text of an editor are drawn as such. */
const keepsLines = (el: Element): boolean =>
  editingHost(el) && /^(?:pre|break-spaces)/.test(computedStyle(el).whiteSpace);

/** What the element holds, and its placeholder. `field`: it is a native field. */
function valueFields({ el, tag, role, named, aria, names }: StateInput, field: boolean, p: Properties): void {
  // The unseen field of a code editor holds a part of its text, or nothing: its lines are listed.
  if (tag === "textarea" && isEditorInput(el)) return;
  const value =
    field ||
    editingHost(el) ||
    (aria && role !== "generic") ||
    role === "textbox" ||
    role === "searchbox" ||
    role === "combobox"
      ? shownOf(el, tag, role, names.styles)
      : undefined;
  const isHint = !field && clean(value ?? "") === clean(attribute(el, "aria-placeholder") ?? "");
  if (value && !isHint && !(named.source === "content" && clean(value) === clean(named.name)))
    p.add("value", shortened(tag === "textarea" || keepsLines(el) ? cleanLines(value) : clean(value)));
  if (field || aria || role === "textbox") {
    const placeholder = attribute(el, "placeholder") ?? attribute(el, "aria-placeholder");
    if (placeholder && named.source !== "placeholder") p.add("placeholder", line(placeholder, VALUE_LENGTH));
  }
}

function level(el: Element, tag: string, aria: boolean): string {
  const stated = aria ? number(el, "aria-level") : undefined;
  return stated ?? (/^h[1-6]$/.test(tag) ? (tag[1] as string) : "2");
}

function number(el: Element, name: string): string | undefined {
  const value = Number.parseFloat(attribute(el, name) ?? "");
  return Number.isFinite(value) ? String(value) : undefined;
}

function expanded(el: Element, tag: string, aria: boolean): boolean | undefined {
  if (aria) {
    const value = token(el, "aria-expanded");
    if (value === "true" || value === "false") return value === "true";
  }
  if (tag === "summary") {
    const details = nearest(el, "details");
    return details ? has(details, "open") : undefined;
  }
  return undefined;
}

function range(el: Element, tag: string, p: Properties): void {
  const native = tag === "input" || tag === "progress" || tag === "meter";
  p.add(
    "valuemin",
    native
      ? attribute(el, "min") || (tag === "input" && inputType(el as HTMLInputElement) === "range" ? "0" : undefined)
      : number(el, "aria-valuemin"),
  );
  p.add(
    "valuemax",
    native
      ? attribute(el, "max") || (tag === "input" && inputType(el as HTMLInputElement) === "range" ? "100" : undefined)
      : number(el, "aria-valuemax"),
  );
  if (tag !== "input") p.add("valuenow", native ? attribute(el, "value") || undefined : number(el, "aria-valuenow"));
}

/** The last fields, which can be long. `unseen`: a person cannot see a text in them that is long enough to be an order. */
export function tail(
  el: Element,
  tag: string,
  role: string,
  named: Named,
  names: Names,
  titled: boolean,
  addresses: Addresses,
): { text: string; unseen: boolean } {
  const p = new Properties();
  let unseen = false;
  if (titled) {
    const about = description(names, el, named, NAME_LENGTH);
    // The content of a cell follows, unless the author gives it another name.
    const isShown = !about.unseen && KEPT_EMPTY.has(role) && named.source !== "author" && isDescribedWithin(names, el);
    if (!isShown) p.add("description", about.text);
    unseen = about.unseen;
  }
  if (tag === "select" && role === "combobox") p.add("options", options(el as HTMLSelectElement));
  if (role === "link" && (tag === "a" || tag === "area")) p.add("href", addresses.of(el, "href"));
  if (tag === "img" && named.name === "") p.add("src", addresses.of(el, "src"));
  return { text: p.out, unseen };
}

/** The labels of the first few options of a closed select. */
function options(select: HTMLSelectElement): string {
  const all = selectOptions(select);
  const labels: string[] = [];
  for (let i = 0; i < all.length && labels.length < OPTIONS; i++)
    labels.push(line((all[i] as HTMLOptionElement).label, OPTION_LENGTH).replaceAll("|", "¦"));
  return labels.join("|") + (all.length > OPTIONS ? `|… (${all.length})` : "");
}
