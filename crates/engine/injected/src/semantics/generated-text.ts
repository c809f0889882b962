/**
 * Text that style sheets generate before and after elements.
 *
 * Reading the pseudo-elements of every element is expensive (3 µs in Chromium, 16 µs in Firefox), and few pages generate
 * words. So the style sheets are searched once for such rules, and only elements that these can match are asked.
 */
import { attribute, computedStyle, documentElement, is, sheetsOf, styleValue } from "../dom/dom.js";
import { selectorsOf } from "../dom/selector-text.js";
import { scopeOf } from "../dom/shadow.js";

/** A selector for the elements that may have generated text; undefined if there are none. */
type Gate = string | undefined;

const PSEUDO = /::?(?:before|after)|::marker/i;
const gates = new WeakMap<CSSStyleSheet, { rules: number; gate: Gate }>();
const ALL = "*";
/** Whether any style sheet gives list markers words. */
let markers = false;

/** Private-use characters: glyphs of icon fonts, which are not text. */
const GLYPHS = /[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]/g;

function collect(rules: CSSRuleList, out: Set<string>, nested: boolean): void {
  for (const rule of rules) {
    const selector = (rule as CSSStyleRule).selectorText;
    if (selector !== undefined) {
      if (PSEUDO.test(selector)) {
        const content = styleValue((rule as CSSStyleRule).style, "content");
        if (content !== "" && givesWords(content)) {
          markers ||= /::marker/i.test(selector);
          for (const part of nested ? [ALL] : originating(selector)) out.add(part);
        }
      }
      const inner = (rule as CSSGroupingRule).cssRules;
      if (inner?.length) collect(inner, out, true);
      continue;
    }
    const imported = (rule as CSSImportRule).styleSheet;
    if (imported) {
      const gate = gateOf(imported);
      if (gate) out.add(gate);
    } else {
      const inner = (rule as CSSGroupingRule).cssRules;
      if (inner) collect(inner, out, nested);
    }
  }
}

/** Whether a `content` value can give words, and not only empty strings, glyphs and pictures. */
function givesWords(content: string): boolean {
  return (
    /attr\(|var\(|counter|open-quote|close-quote/.test(content) ||
    parts(content, { attribute: () => "x", counter: () => "x" })
      .replace(GLYPHS, "")
      .trim() !== ""
  );
}

/** Selectors of the elements whose ::before, ::after or ::marker a selector list matches. */
function originating(selector: string): string[] {
  const found: string[] = [];
  for (const part of selectorsOf(selector)) {
    if (!PSEUDO.test(part)) continue;
    const owner = part.replace(/(?:::?(?:before|after)|::marker)\b.*$/i, "").trim();
    found.push(owner === "" || /[>+~\s]$/.test(owner) ? `${owner} *`.trim() : owner);
  }
  return found.map((owner) => (/::|:host/.test(owner) ? ALL : owner));
}

function gateOf(sheet: CSSStyleSheet): Gate {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // A sheet of another origin cannot be read. Its rules may match any element.
    return ALL;
  }
  const before = gates.get(sheet);
  if (before && before.rules === rules.length) return before.gate;
  const found = new Set<string>();
  collect(rules, found, false);
  const gate = found.has(ALL) ? ALL : found.size > 0 ? [...found].join(",") : undefined;
  gates.set(sheet, { rules: rules.length, gate });
  return gate;
}

/** What a `content` value refers to. */
interface Source {
  attribute(name: string): string;
  counter(name: string): string;
}

const TOKENS =
  /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|attr\(\s*([\w-]+)[^)]*\)|counter\(\s*([\w-]+)[^)]*\)|(\/)|(open-quote|close-quote)|url\([^)]*\)|[\w-]+\([^)]*\)/g;

/** The text of a `content` value. Alternative text after a slash replaces what stands before it. */
function parts(content: string, source: Source): string {
  let out = "";
  for (const match of content.matchAll(TOKENS)) {
    const [, double, single, attr, counter, slash, quote] = match;
    if (slash) out = "";
    else if (attr !== undefined) out += source.attribute(attr);
    else if (counter !== undefined) out += source.counter(counter);
    else if (quote) out += quote === "open-quote" ? "\u201c" : "\u201d";
    else
      out += (double ?? single ?? "").replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, hex, char) =>
        hex ? codePoint(hex) : char,
      );
  }
  return out;
}

/**
 * The value of a counter that the element or its generated text sets. A counter that other elements set is left out:
 * its value would take a pass over the document.
 */
function counted(name: string, styles: CSSStyleDeclaration[]): string {
  let value: number | undefined;
  for (const style of styles) {
    for (const property of ["counter-reset", "counter-increment", "counter-set"]) {
      const words = styleValue(style, property).split(/\s+/);
      const at = words.indexOf(name);
      const given = Number.parseInt(words[at + 1] ?? "", 10);
      if (at < 0 || Number.isNaN(given)) continue;
      if (property !== "counter-increment") value = given;
      else if (value !== undefined) value += given;
    }
  }
  return value === undefined ? "" : String(value);
}

const codePoint = (hex: string): string => {
  const code = Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
};

/** The generated text of one walk. */
export class Pseudos {
  private gates = new Map<Node, Gate>();
  /** The last scope: consecutive elements are mostly in the same one. */
  private scope: Node | undefined;
  private last: Gate;

  private gate(root: Node): Gate {
    if (root !== this.scope) {
      this.last = this.find(root);
      this.scope = root;
    }
    return this.last;
  }

  private find(root: Node): Gate {
    if (this.gates.has(root)) return this.gates.get(root);
    const found = new Set<string>();
    for (const sheet of sheetsOf(root)) {
      const gate = gateOf(sheet);
      if (gate) found.add(gate);
    }
    let gate: Gate = found.has(ALL) ? ALL : found.size > 0 ? [...found].join(",") : undefined;
    if (gate !== undefined && gate !== ALL) {
      try {
        const any = documentElement(document);
        if (any) is(any, gate);
      } catch {
        gate = ALL;
      }
    }
    this.gates.set(root, gate);
    return gate;
  }

  /** Whether any element in the tree scope of this one may have generated text. */
  any(el: Element): boolean {
    return this.gate(scopeOf(el)) !== undefined;
  }

  /** Whether the element may have generated text. */
  may(el: Element): boolean {
    const gate = this.gate(scopeOf(el));
    return gate !== undefined && (gate === ALL || is(el, gate));
  }

  /** The text before the content: a styled marker, and ::before. Only for elements that {@link may} have some. */
  before(el: Element): string {
    const text = this.text(el, "::before");
    return markers && styleValue(computedStyle(el), "display") === "list-item"
      ? this.text(el, "::marker") + text
      : text;
  }

  /** The text of one pseudo-element. Only for elements that {@link may} have some. */
  text(el: Element, which: "::before" | "::after" | "::marker"): string {
    const style = computedStyle(el, which);
    const content = styleValue(style, "content");
    if (content === "none" || content === "normal" || content === "") return "";
    if (styleValue(style, "display") === "none" || styleValue(style, "visibility") !== "visible") return "";
    const text = parts(content, {
      attribute: (name) => attribute(el, name) ?? "",
      counter: (name) => counted(name, [computedStyle(el), style]),
    }).replace(GLYPHS, "");
    if (text === "" || which === "::marker") return text;
    // A picture separates words, as a block does.
    return styleValue(style, "display").startsWith("inline") && !content.startsWith("url(") ? text : ` ${text} `;
  }
}
