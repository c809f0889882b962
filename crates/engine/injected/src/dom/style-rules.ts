/**
 * Which elements the author's style sheets may show in another way than the browser's own do.
 *
 * Asking for computed styles is most of what a walk costs (6 µs an element; everything else together
 * 5 µs). Where a page has few rules for many elements, the rules are read instead, once a walk. What is
 * found may be more than what differs, never less: an element that is not named has the browser's own
 * display, and cursor and visibility of its parent.
 */
import { animationsIn, queryScope, sheetsOf, styleValue } from "./dom.js";

/** What matters to a walk; a float or a position may turn inline into block. */
const PROPERTIES = ["display", "visibility", "cursor", "content-visibility", "float", "all"];
/** Selectors that mean something else in a query than in a style sheet. */
const ODD = /:host|::slotted|::part|:scope|&|\|/;
/** `:host` alone: hosts are asked in any case. */
const HOST = /^:host(?:\([^()]*\))?$/;
/** Attributes that change the display by themselves. */
const BY_ATTRIBUTE = "[style],[hidden],[popover],[part],[align]";

/** Thrown where reading rules would not tell, or cost more than asking the elements. */
const UNKNOWN = Symbol();

class Reader {
  readonly selectors: string[] = [BY_ATTRIBUTE];

  /** `budget`: rules that may be read. */
  constructor(private budget: number) {}

  sheet(sheet: CSSStyleSheet): void {
    let rules: CSSRuleList;
    try {
      rules = sheet.cssRules;
    } catch {
      throw UNKNOWN; // a sheet of another origin cannot be read
    }
    this.rules(rules, false);
  }

  private rules(rules: CSSRuleList, nested: boolean): void {
    this.budget -= rules.length;
    if (this.budget < 0) throw UNKNOWN;
    for (const rule of rules) {
      const { selectorText, style } = rule as CSSStyleRule;
      if (style !== undefined && (rule as CSSKeyframeRule).keyText === undefined && declares(style)) {
        if (nested || selectorText === undefined) throw UNKNOWN;
        if (!ODD.test(selectorText)) this.selectors.push(selectorText);
        else if (!HOST.test(selectorText)) throw UNKNOWN;
      }
      const imported = (rule as CSSImportRule).styleSheet;
      if (imported) this.sheet(imported);
      const inner = (rule as CSSGroupingRule).cssRules;
      // Inside a rule, and inside @scope, selectors are relative.
      if (inner?.length) this.rules(inner, nested || selectorText !== undefined || "start" in rule);
    }
  }
}

/** Whether a rule may change what an element is to a walk. */
export function declares(style: CSSStyleDeclaration): boolean {
  for (const name of PROPERTIES) if (styleValue(style, name) !== "") return true;
  const position = styleValue(style, "position");
  return position !== "" && position !== "relative" && position !== "static" && position !== "sticky";
}

/**
 * The elements of a document or shadow root that rules of it may name; undefined where only asking each
 * element tells.
 */
export function ruled(scope: Node, elements: number): Set<Element> | undefined {
  const reader = new Reader(elements / 2);
  try {
    for (const sheet of sheetsOf(scope)) reader.sheet(sheet);
    const named = new Set<Element>(queryScope(scope, reader.selectors.join(",")));
    for (const animation of animationsIn(scope)) {
      const target = (animation.effect as KeyframeEffect | null)?.target;
      if (target) named.add(target);
    }
    return named.size > elements / 2 ? undefined : named;
  } catch {
    // Whatever it was that cannot be read or queried: the elements themselves tell.
    return undefined;
  }
}
