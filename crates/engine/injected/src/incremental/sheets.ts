/**
 * Style sheets, as far as they let an element look different without a change in it or above it: by what stands
 * beside it, by the pointer, by the size of something. A change of an element's attributes is known; what such
 * rules may do about other elements has to be looked after.
 */
import { sheetsOf, styleValue } from "../dom/dom.js";
import { closing, selectorsOf } from "../dom/selector-text.js";
import { declares } from "../dom/style-rules.js";

/** Pseudo-classes that depend on nothing but the element, what is above it, and attributes. */
const STEADY =
  /^(?:root|link|any-link|visited|enabled|disabled|read-only|read-write|required|optional|before|after|marker|first-line|first-letter|selection|placeholder|file-selector-button|backdrop|slotted|part|-webkit-[\w-]+|-moz-[\w-]+)$/i;
/** Those that are as steady as what is in their parentheses. */
const TRANSPARENT = /^(?:not|is|where|matches|host|slotted|part)$/i;
/** Sheets with more rules are not read. */
const MOST_RULES = 30_000;

/** Selectors of what has to be looked after. */
export interface Unsteady {
  /** Whose style may become another one. */
  styles: string[];
  /** Whose generated text may become another one. */
  texts: string[];
  /** Rules that hold others, and how many. */
  groups: { rule: CSSGroupingRule; count: number }[];
}

/** What a sheet looked like when it was read. */
interface Print {
  sheet: CSSStyleSheet;
  disabled: boolean;
  count: number;
  first: CSSRule | undefined;
  last: CSSRule | undefined;
}

const read = new WeakMap<CSSStyleSheet, { print: Print; unsteady: Unsteady | undefined }>();

/** How the sheets of a scope can be told from later ones; -1 stands for one that cannot be read. */
export function printsOf(scope: Node): Print[] {
  return sheetsOf(scope).map(printOf);
}

function printOf(sheet: CSSStyleSheet): Print {
  const { disabled } = sheet;
  try {
    const rules = sheet.cssRules;
    const count = rules.length;
    return { sheet, disabled, count, first: rules[0], last: rules[count - 1] };
  } catch {
    return { sheet, disabled, count: -1, first: undefined, last: undefined };
  }
}

const same = (a: Print, b: Print): boolean =>
  a.sheet === b.sheet && a.disabled === b.disabled && a.count === b.count && a.first === b.first && a.last === b.last;

/** Whether a scope has the sheets that it had. */
export function unchanged(before: Print[], now: Print[]): boolean {
  if (before.length !== now.length) return false;
  return now.every((print, i) => same(print, before[i] as Print) && steadyGroups(print));
}

function steadyGroups({ sheet }: Print): boolean {
  return read.get(sheet)?.unsteady?.groups.every(({ rule, count }) => rule.cssRules.length === count) ?? true;
}

/** What has to be looked after in a scope with these sheets; undefined where that cannot be told. */
export function unsteadyIn(prints: Print[]): Unsteady | undefined {
  const all: Unsteady = { styles: [], texts: [], groups: [] };
  for (const print of prints) {
    let known = read.get(print.sheet);
    if (!known || !same(known.print, print) || !steadyGroups(print)) {
      known = { print, unsteady: unsteady(print.sheet) };
      read.set(print.sheet, known);
    }
    if (!known.unsteady) return undefined;
    all.styles.push(...known.unsteady.styles);
    all.texts.push(...known.unsteady.texts);
  }
  return all;
}

function unsteady(sheet: CSSStyleSheet): Unsteady | undefined {
  const found: Unsteady = { styles: [], texts: [], groups: [] };
  const reader = new Reader(found);
  try {
    reader.rules(sheet.cssRules, "", true);
  } catch {
    // A sheet of another origin, or one that is too long: nothing can be said.
    return undefined;
  }
  return found;
}

class Reader {
  private count = 0;

  constructor(private found: Unsteady) {}

  /** `within`: the selector that nested ones are relative to. `steady`: the conditions around are. */
  rules(rules: CSSRuleList, within: string, steady: boolean): void {
    this.count += rules.length;
    if (this.count > MOST_RULES) throw UNTOLD;
    for (const rule of rules) {
      const { selectorText, style } = rule as CSSStyleRule;
      if ((rule as CSSKeyframeRule).keyText !== undefined) continue;
      let here = within;
      if (selectorText !== undefined) here = relative(selectorText, within);
      if (style !== undefined && here !== "") this.declared(here, style, steady);
      const imported = (rule as CSSImportRule).styleSheet;
      if (imported) this.rules(imported.cssRules, "", steady);
      const inner = (rule as CSSGroupingRule).cssRules;
      if (inner !== undefined && !("name" in rule && "appendRule" in rule)) {
        this.found.groups.push({ rule: rule as CSSGroupingRule, count: inner.length });
        if (inner.length === 0) continue;
        // A scope has selectors of its own; a container changes with its size.
        if ("start" in rule) throw UNTOLD;
        this.rules(inner, here, steady && !("containerName" in rule));
      }
    }
  }

  private declared(selector: string, style: CSSStyleDeclaration, steady: boolean): void {
    const content = styleValue(style, "content");
    const styled = declares(style);
    if (!styled && content === "") return;
    const counted = /counter|var\(/.test(content);
    for (const part of selectorsOf(selector)) {
      const generated = GENERATED.test(part);
      if (!generated && !styled) continue;
      const [loose, changed] = loosen(part);
      if (changed || !steady || (generated && counted)) (generated ? this.found.texts : this.found.styles).push(loose);
    }
  }
}

/** Thrown where the rules do not tell. */
const UNTOLD = Symbol();
const GENERATED = /::?(?:before|after)|::marker/i;

/** A nested selector as one of its own. */
function relative(selector: string, within: string): string {
  if (within === "") return selector;
  const parent = `:is(${within})`;
  return selectorsOf(selector)
    .map((part) => (part.includes("&") ? part.replaceAll("&", parent) : `${parent} ${part}`))
    .join(",");
}

/**
 * A selector for every element which the given one could match at another time with the same attributes, and whether
 * that may be more than it matches now as long as attributes and ancestors stay.
 */
export function loosen(selector: string): [loose: string, changed: boolean] {
  let out = "";
  let changed = false;
  /** Where in `out` the compound began that is being read, and where the one before a sibling combinator did. */
  let compound = 0;
  for (let i = 0; i < selector.length; ) {
    const c = selector[i] as string;
    if (c === "\\") {
      out += selector.slice(i, i + 2);
      i += 2;
    } else if (c === "[") {
      const end = bracket(selector, i);
      out += selector.slice(i, end);
      i = end;
    } else if (c === ":") {
      const match = /^::?([\w-]+)/.exec(selector.slice(i, i + 60));
      const name = match?.[1] ?? "";
      const element = selector[i + 1] === ":" || /^(?:before|after|first-line|first-letter)$/i.test(name);
      i += match?.[0].length ?? 1;
      let inner: string | undefined;
      if (selector[i] === "(") {
        const end = bracket(selector, i);
        inner = selector.slice(i + 1, end - 1);
        i = end;
      }
      if (/^(?:host-context|scope)$/i.test(name)) throw UNTOLD;
      if (TRANSPARENT.test(name) && (inner === undefined || selectorsOf(inner).every((part) => !loosen(part)[1]))) {
        // Inside a shadow tree no query finds the host, nor what is slotted: attributes decide there.
        if (element || /^host$/i.test(name)) continue;
        out += `:${name}${inner === undefined ? "" : `(${inner})`}`;
      } else if (STEADY.test(name) && inner === undefined) {
        if (!element) out += `:${name}`;
      } else {
        if (/^(?:host|slotted|part)$/i.test(name)) throw UNTOLD;
        changed = true;
      }
    } else if (c === "+" || c === "~") {
      // What stands before may be anything; what is above both stays.
      out = out.slice(0, compound);
      changed = true;
      i++;
      while (selector[i] === " ") i++;
    } else if (c === ">" || c === " " || c === "\n" || c === "\t") {
      let between = "";
      while (i < selector.length && /[\s>]/.test(selector[i] as string)) between += selector[i++];
      if (selector[i] === "+" || selector[i] === "~") continue;
      if (out.length === compound) out += "*";
      out += between.includes(">") ? " > " : " ";
      compound = out.length;
    } else {
      out += c;
      i++;
    }
  }
  if (out.length === compound) out += "*";
  return [out, changed];
}

/** Behind the bracket or parenthesis that is opened at a place. */
function bracket(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === "\\") i++;
    else if (c === '"' || c === "'") i = closing(text, i, c);
    else if (c === "(" || c === "[") depth++;
    else if ((c === ")" || c === "]") && --depth === 0) return i + 1;
  }
  return text.length;
}
