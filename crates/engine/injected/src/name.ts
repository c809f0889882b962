/** Accessible names and descriptions (accname-1.2 with html-aam's native sources). */
import {
  areaValue,
  attribute,
  byId,
  find,
  findAll,
  firstElementChild,
  has,
  inputType,
  inputValue,
  isSvg,
  labelControl,
  localName,
  nextElement,
  nodeType,
  queryScope,
  selectOptions,
  textContent,
  textData,
  token,
} from "./dom.js";
import type { Pseudos } from "./pseudo.js";
import { editingHost, NAMED_BY_CONTENT, type Roles } from "./role.js";
import { secret } from "./secret.js";
import { eachChild, flatParent, scopeOf, shadowOf } from "./shadow.js";
import { ATOMIC, CONTENTS, HIDDEN, INLINE, NONE, SKIPPED, type Styles } from "./style.js";
import { clean, label } from "./text.js";

const LABELABLE = new Set("button input meter output progress select textarea".split(" "));
const SILENT = new Set("script style template noscript head link meta datalist".split(" "));
const BLOCKY = new Set("br hr".split(" "));

/** Where a traversal stands. */
interface Way {
  /** Elements met, so that no one counts twice. */
  met: Set<Element>;
  /** Inside aria-labelledby or aria-describedby: no further reference is followed. */
  referenced: boolean;
  /** Hidden content counts: the reference itself was hidden. */
  hidden: boolean;
  /** Whose name is being computed. */
  own: Element;
}

/** Where a name came from. */
export type Source = "author" | "label" | "native" | "content" | "title" | "placeholder" | "none";

export interface Named {
  name: string;
  source: Source;
}

export const NO_NAME: Named = { name: "", source: "none" };
/** More text than this is never asked for. */
const ENOUGH = 4000;
/** Levels of elements that are looked at one by one; a name has no use for more. */
const DEEPEST = 100;

/** One walk's names. */
export class Names {
  private memo = new Map<Element, Named>();
  private labelMaps = new Map<Node, Map<Element, Element[]>>();
  private pending = new Set<Element>();
  private depth = 0;
  roles!: Roles;

  constructor(
    private styles: Styles,
    private pseudos: Pseudos,
    /** One element only is asked for: do not read all labels of the document. */
    private single: boolean,
  ) {}

  /** The accessible name of an element, cleaned and cut. */
  of(el: Element, tag: string, role: string): Named {
    const known = this.memo.get(el);
    if (known) return known;
    if (this.pending.has(el)) return NO_NAME;
    this.pending.add(el);
    const found = this.compute(el, tag, role);
    this.pending.delete(el);
    this.memo.set(el, found);
    return found;
  }

  /** Whether the author or the language names the element, its content left aside. */
  hasName(el: Element): boolean {
    const way: Way = { met: new Set([el]), referenced: false, hidden: false, own: el };
    return (
      this.author(el, way) !== "" ||
      this.native(el, localName(el), way)[0] !== "" ||
      clean(attribute(el, "title") ?? "") !== ""
    );
  }

  /** The text of an element as a name would have it. */
  content(el: Element, tag: string): string {
    return label(this.inner(el, tag, { met: new Set([el]), referenced: false, hidden: false, own: el }));
  }

  private compute(el: Element, tag: string, role: string): Named {
    const way: Way = { met: new Set([el]), referenced: false, hidden: false, own: el };
    let text = label(this.author(el, way));
    if (text) return { name: text, source: "author" };
    const [native, source] = this.native(el, tag, way);
    text = label(native);
    if (text) return { name: text, source };
    if (source === "content" || NAMED_BY_CONTENT.has(role)) {
      way.met = new Set([el]);
      text = label(this.inner(el, tag, way));
      if (text) return { name: text, source: "content" };
    }
    // An empty alt says that there is nothing to name.
    if (tag === "img" && attribute(el, "alt") === "") return NO_NAME;
    text = label(attribute(el, "title") ?? "");
    if (text) return { name: text, source: "title" };
    if (tag === "input" || tag === "textarea" || role === "textbox" || role === "searchbox") {
      text = label(attribute(el, "placeholder") || attribute(el, "aria-placeholder") || "");
      if (text) return { name: text, source: "placeholder" };
    }
    return NO_NAME;
  }

  /** The description, where it is not the name. */
  description(el: Element, name: Named): string {
    let text = "";
    const ids = attribute(el, "aria-describedby");
    if (ids) text = this.references(el, ids, { met: new Set(), referenced: true, hidden: false, own: el });
    if (!clean(text)) text = attribute(el, "aria-description") ?? "";
    if (!clean(text) && name.source !== "title") text = attribute(el, "title") ?? "";
    const found = label(text);
    return found === name.name ? "" : found;
  }

  private author(el: Element, way: Way): string {
    if (!way.referenced) {
      const ids = attribute(el, "aria-labelledby");
      if (ids) {
        const text = this.references(el, ids, { ...way, met: new Set(), referenced: true });
        if (clean(text)) return text;
      }
    }
    return attribute(el, "aria-label") ?? "";
  }

  private references(el: Element, ids: string, way: Way): string {
    const scope = scopeOf(el);
    const found: string[] = [];
    for (const id of ids.trim().split(/\s+/)) {
      const target = id ? byId(scope, id) : null;
      if (!target) continue;
      // The same element may be named twice in one list, and may refer to itself.
      found.push(this.text(target, { ...way, met: new Set(), hidden: this.isHidden(target) }, true));
    }
    return found.join(" ");
  }

  /** Hidden itself or by an ancestor. */
  private isHidden(el: Element): boolean {
    if (this.styles.of(el) & HIDDEN) return true;
    for (let up: Element | null = el; up; up = flatParent(up)) {
      if (this.styles.of(up) & NONE || token(up, "aria-hidden") === "true") return true;
    }
    return false;
  }

  /** The labels of a form control. */
  labels(el: Element): Element[] {
    if (this.single) return Array.from((el as HTMLInputElement).labels ?? []);
    const scope = scopeOf(el);
    let map = this.labelMaps.get(scope);
    if (!map) {
      map = new Map();
      const query = nodeType(scope) === 1 ? [] : queryScope(scope, "label");
      for (const label of query) {
        const control = labelControl(label as HTMLLabelElement);
        if (!control) continue;
        const others = map.get(control);
        if (others) others.push(label);
        else map.set(control, [label]);
      }
      this.labelMaps.set(scope, map);
    }
    return map.get(el) ?? [];
  }

  private labelText(el: Element, way: Way): string {
    const found: string[] = [];
    for (const label of this.labels(el))
      found.push(this.text(label, { ...way, met: new Set([el]), referenced: way.referenced }, true));
    return found.filter((text) => clean(text)).join(" ");
  }

  private native(el: Element, tag: string, way: Way): [string, Source] {
    if (isSvg(el)) return this.svg(el, tag);
    switch (tag) {
      case "input":
        return this.input(el as HTMLInputElement, way);
      case "select":
      case "textarea":
      case "meter":
      case "progress":
      case "output":
        return [this.labelText(el, way), "label"];
      case "button": {
        const text = this.labelText(el, way);
        return text ? [text, "label"] : ["", "content"];
      }
      case "fieldset":
        return this.child(el, "legend", way);
      case "table":
        return this.child(el, "caption", way);
      case "figure":
        return this.child(el, "figcaption", way);
      case "img":
      case "area":
        return [attribute(el, "alt") ?? "", "native"];
      case "optgroup":
      case "option":
      case "track":
        return [attribute(el, "label") ?? "", "native"];
      case "math":
        return [attribute(el, "alttext") ?? "", "native"];
      case "summary":
        return ["", "content"];
      default:
        return tag.includes("-") && this.labels(el).length > 0 ? [this.labelText(el, way), "label"] : ["", "none"];
    }
  }

  private input(el: HTMLInputElement, way: Way): [string, Source] {
    const type = inputType(el);
    if (type === "hidden") return ["", "none"];
    const label = this.labelText(el, way);
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
        return [attribute(el, "alt") || attribute(el, "value") || attribute(el, "title") || "Submit", "native"];
      default:
        return ["", "none"];
    }
  }

  private svg(el: Element, tag: string): [string, Source] {
    const title = find(el, ":scope > title");
    if (title) return [textContent(title) ?? "", "native"];
    if (tag === "a") return [attribute(el, "xlink:title") ?? "", "content"];
    return ["", "none"];
  }

  private child(el: Element, tag: string, way: Way): [string, Source] {
    for (let child = firstElementChild(el); child; child = nextElement(child)) {
      if (localName(child) === tag)
        return [this.isHidden(child) ? "" : this.text(child, { ...way, met: new Set() }, true), "native"];
    }
    return ["", "none"];
  }

  /** The text alternative of an element met on the way. `entry`: referenced, or a label. */
  private text(el: Element, way: Way, entry: boolean): string {
    const tag = localName(el);
    if (way.met.has(el) || (SILENT.has(tag) && !(way.hidden && entry))) return "";
    way.met.add(el);
    if (!way.hidden && !entry) {
      if (this.styles.of(el) & NONE || (has(el, "aria-hidden") && token(el, "aria-hidden") === "true")) return "";
    }
    if (tag === "br") return " ";
    if (!way.referenced && has(el, "aria-labelledby")) {
      const text = this.references(el, attribute(el, "aria-labelledby") ?? "", { ...way, referenced: true });
      if (clean(text)) return text;
    }
    const role = this.roles.of(el, tag);
    // A control inside the name of something else counts by its value.
    if (el !== way.own) {
      const value = this.embedded(el, tag, role, entry);
      if (value !== undefined) return value;
    }
    const label = attribute(el, "aria-label");
    // A slot is not an element of its own to anyone who listens.
    if (label && tag !== "slot" && clean(label)) return label;
    if (role !== "none" || tag === "img") {
      const [native] =
        LABELABLE.has(tag) && entry
          ? this.native(el, tag, way)
          : LABELABLE.has(tag) && tag !== "input"
            ? ["", "none"]
            : this.native(el, tag, { ...way });
      if (clean(native)) return native;
    }
    if (
      tag === "select" ||
      tag === "textarea" ||
      tag === "input" ||
      tag === "iframe" ||
      tag === "video" ||
      tag === "audio" ||
      tag === "canvas"
    )
      return attribute(el, "title") ?? "";
    const inner = this.inner(el, tag, way);
    if (clean(inner)) return inner;
    return attribute(el, "title") ?? inner;
  }

  private embedded(el: Element, tag: string, role: string, entry: boolean): string | undefined {
    switch (role) {
      case "textbox":
      case "searchbox":
      case "spinbutton":
      case "slider":
      case "progressbar":
      case "meter":
      case "scrollbar":
      case "combobox":
      case "listbox":
        break;
      default:
        return undefined;
    }
    // A reference to a control means its name first; only what it contains counts by value.
    if (entry && (has(el, "aria-label") || (LABELABLE.has(tag) && role !== "textbox" && role !== "combobox")))
      return undefined;
    if (role === "textbox" || role === "searchbox") {
      if (secret(el)) return "";
      if (tag === "input") return inputValue(el as HTMLInputElement);
      if (tag === "textarea") return areaValue(el as HTMLTextAreaElement);
      return textContent(el) ?? "";
    }
    if (role === "combobox" || role === "listbox") {
      if (tag === "select") {
        const chosen: string[] = [];
        for (const option of selectOptions(el as HTMLSelectElement)) if (option.selected) chosen.push(option.label);
        return chosen.join(" ");
      }
      if (tag === "input") return secret(el) ? "" : inputValue(el as HTMLInputElement);
      const selected = Array.from(findAll(el, '[role=option][aria-selected="true"]'));
      if (selected.length > 0) return selected.map((option) => textContent(option) ?? "").join(" ");
      return role === "combobox" ? (textContent(el) ?? "") : "";
    }
    const stated = attribute(el, "aria-valuetext") ?? attribute(el, "aria-valuenow");
    if (stated !== null) return stated;
    if (tag === "input") return inputValue(el as HTMLInputElement);
    if (tag === "progress" || tag === "meter") return has(el, "value") ? String((el as HTMLProgressElement).value) : "";
    return role === "spinbutton" ? (textContent(el) ?? "") : "";
  }

  /** What is inside an element, in the order of the flat tree. */
  private inner(el: Element, tag: string, way: Way): string {
    const style = way.hidden ? 0 : this.styles.of(el);
    if (style & SKIPPED) return "";
    const drawn = this.pseudos.may(el);
    let out = drawn ? this.pseudos.text(el, "::before") : "";
    if (firstElementChild(el) === null && tag !== "slot" && !has(el, "aria-owns") && !shadowOf(el, tag)) {
      // The text as a whole spares a wrapper for each text node.
      if (!(style & HIDDEN)) out += textContent(el) ?? "";
      return drawn ? out + this.pseudos.text(el, "::after") : out;
    }
    if (this.depth >= DEEPEST) return textContent(el) ?? "";
    this.depth++;
    const treeitem = this.roles.of(el, tag) === "treeitem";
    eachChild(el, tag, (child) => {
      if (out.length > ENOUGH) return;
      const type = nodeType(child);
      if (type === 3) {
        if (!(style & HIDDEN)) out += textData(child as Text);
      } else if (type === 1) out += this.spaced(child as Element, way, treeitem);
    });
    const owns = attribute(el, "aria-owns");
    if (owns) {
      const scope = scopeOf(el);
      for (const id of owns.trim().split(/\s+/)) {
        const owned = id ? byId(scope, id) : null;
        if (owned && !way.met.has(owned) && (way.hidden || !this.isHidden(owned)))
          out += ` ${this.spaced(owned, way, treeitem)}`;
      }
    }
    this.depth--;
    return drawn ? out + this.pseudos.text(el, "::after") : out;
  }

  private spaced(child: Element, way: Way, treeitem: boolean): string {
    const tag = localName(child);
    if (treeitem && this.roles.of(child, tag) === "group") return "";
    if (BLOCKY.has(tag)) return " ";
    const text = this.text(child, way, false);
    if (text === "") return "";
    const style = this.styles.of(child);
    const inline = (style & INLINE && !(style & ATOMIC)) || style & CONTENTS || (style & NONE && way.hidden);
    return inline ? text : ` ${text} `;
  }
}

/** Whether a contenteditable's or field's own text is its value and not its name. */
export const holdsValue = (el: Element, tag: string): boolean =>
  tag === "input" || tag === "textarea" || tag === "select" || editingHost(el);
