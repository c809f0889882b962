/**
 * Finds the style rules that can change an element although neither it nor its ancestors change: by siblings, the
 * pointer, or the size of a container. Mutations report changed attributes; elements that such rules match have to be
 * checked in addition.
 */
import { sheetsOf, styleValue } from "../dom/dom.js";
import { closing, selectorsOf } from "../dom/selector-text.js";
import { affectsWalk } from "../dom/style-rules.js";

/** Pseudo-classes that depend only on the element, its ancestors and attributes. */
const STEADY =
  /^(?:root|link|any-link|visited|enabled|disabled|read-only|read-write|required|optional|before|after|marker|first-line|first-letter|selection|placeholder|file-selector-button|backdrop|slotted|part|-webkit-[\w-]+|-moz-[\w-]+)$/i;
/** Pseudo-classes that are as steady as their arguments. */
const TRANSPARENT = /^(?:not|is|where|matches|host|slotted|part)$/i;
/** A sheet with more rules is not read. */
const MAX_RULES = 30_000;

/** Selectors of the elements that have to be checked. */
export interface Unsteady {
  /** Elements whose style can change. */
  styles: string[];
  /** Elements whose generated text can change. */
  texts: string[];
  /** Rules that contain others, with their number. */
  groups: { rule: CSSGroupingRule; count: number }[];
}

/** A fingerprint of a sheet. */
interface Print {
  sheet: CSSStyleSheet;
  disabled: boolean;
  count: number;
  first: CSSRule | undefined;
  last: CSSRule | undefined;
}

const cache = new WeakMap<CSSStyleSheet, { print: Print; unsteady: Unsteady | undefined }>();

/** The fingerprints of the sheets of a scope. A sheet that cannot be read has the count -1. */
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

/** Whether the sheets of a scope are unchanged. */
export function unchanged(before: Print[], now: Print[]): boolean {
  if (before.length !== now.length) return false;
  return now.every((print, i) => same(print, before[i] as Print) && steadyGroups(print));
}

function steadyGroups({ sheet }: Print): boolean {
  return cache.get(sheet)?.unsteady?.groups.every(({ rule, count }) => rule.cssRules.length === count) ?? true;
}

/** What has to be checked in a scope with these sheets; undefined if that is unknown. */
export function unsteadyIn(prints: Print[]): Unsteady | undefined {
  const all: Unsteady = { styles: [], texts: [], groups: [] };
  for (const print of prints) {
    let entry = cache.get(print.sheet);
    if (!entry || !same(entry.print, print) || !steadyGroups(print)) {
      entry = { print, unsteady: unsteady(print.sheet) };
      cache.set(print.sheet, entry);
    }
    if (!entry.unsteady) return undefined;
    all.styles.push(...entry.unsteady.styles);
    all.texts.push(...entry.unsteady.texts);
  }
  return all;
}

function unsteady(sheet: CSSStyleSheet): Unsteady | undefined {
  const found: Unsteady = { styles: [], texts: [], groups: [] };
  const reader = new Reader(found);
  try {
    reader.rules(sheet.cssRules, "", true);
  } catch {
    // The sheet is of another origin, too long, or has rules that are not understood.
    return undefined;
  }
  return found;
}

class Reader {
  private count = 0;

  constructor(private found: Unsteady) {}

  /** `within`: the selector that nested ones are relative to. `steady`: whether all conditions around are steady. */
  rules(rules: CSSRuleList, within: string, steady: boolean): void {
    this.count += rules.length;
    if (this.count > MAX_RULES) throw UNKNOWN;
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
        // `@scope` has selectors of its own. `@container` depends on a size.
        if ("start" in rule) throw UNKNOWN;
        this.rules(inner, here, steady && !("containerName" in rule));
      }
    }
  }

  private declared(selector: string, style: CSSStyleDeclaration, steady: boolean): void {
    const content = styleValue(style, "content");
    const styled = affectsWalk(style);
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

/** Thrown for rules that are not understood. */
const UNKNOWN = Symbol();
const GENERATED = /::?(?:before|after)|::marker/i;

/** A nested selector as a complete one. */
function relative(selector: string, within: string): string {
  if (within === "") return selector;
  const parent = `:is(${within})`;
  return selectorsOf(selector)
    .map((part) => (part.includes("&") ? part.replaceAll("&", parent) : `${parent} ${part}`))
    .join(",");
}

/**
 * Loosens a selector, so that it matches each element which the given one can match at any time with the same attributes
 * and ancestors. `changed`: whether that can be more than it matches now.
 */
export function loosen(selector: string): [loose: string, changed: boolean] {
  let out = "";
  let changed = false;
  /** Where in `out` the current compound begins, or the one before a sibling combinator. */
  let compound = 0;
  for (let i = 0; i < selector.length; ) {
    const c = selector[i] as string;
    if (c === "\\") {
      out += selector.slice(i, i + 2);
      i += 2;
    } else if (c === "[") {
      const end = afterBracket(selector, i);
      out += selector.slice(i, end);
      i = end;
    } else if (c === ":") {
      const match = /^::?([\w-]+)/.exec(selector.slice(i, i + 60));
      const name = match?.[1] ?? "";
      const element = selector[i + 1] === ":" || /^(?:before|after|first-line|first-letter)$/i.test(name);
      i += match?.[0].length ?? 1;
      let inner: string | undefined;
      if (selector[i] === "(") {
        const end = afterBracket(selector, i);
        inner = selector.slice(i + 1, end - 1);
        i = end;
      }
      if (/^(?:host-context|scope)$/i.test(name)) throw UNKNOWN;
      if (TRANSPARENT.test(name) && (inner === undefined || selectorsOf(inner).every((part) => !loosen(part)[1]))) {
        // A query inside a shadow tree finds neither the host nor slotted elements.
        if (element || /^host$/i.test(name)) continue;
        out += `:${name}${inner === undefined ? "" : `(${inner})`}`;
      } else if (STEADY.test(name) && inner === undefined) {
        if (!element) out += `:${name}`;
      } else {
        if (/^(?:host|slotted|part)$/i.test(name)) throw UNKNOWN;
        changed = true;
      }
    } else if (c === "+" || c === "~") {
      // The sibling can be any element; the ancestors are the same.
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

/** The index after the bracket or parenthesis that closes the one at `from`. */
function afterBracket(text: string, from: number): number {
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
