/**
 * Finds the elements whose style an author rule may change.
 *
 * Computing styles is most of the cost of a walk (6 µs per element; everything else takes 5 µs). If a page has few rules
 * for many elements, the rules are read instead, once per walk. The result may hold too many elements, never too few: an
 * element that is not in it has the default `display` of the browser, and `cursor` and `visibility` of its parent.
 */
import { animationsIn, queryScope, sheetsOf, styleValue } from "./dom.js";

/** The properties that matter to a walk. `float` can turn an inline box into a block. */
const PROPERTIES = ["display", "visibility", "cursor", "content-visibility", "float", "all"];
/** Selectors with another meaning in a query than in a style sheet. */
const ODD = /:host|::slotted|::part|:scope|&|\|/;
/** `:host` alone can be ignored: the styles of hosts are always computed. */
const HOST = /^:host(?:\([^()]*\))?$/;
/** Attributes that change the style without a rule. */
const BY_ATTRIBUTE = "[style],[hidden],[popover],[part],[align]";

/** Thrown if the rules are unreadable, or reading them would cost more than computing styles. */
const UNREADABLE = Symbol();

class Reader {
  readonly selectors: string[] = [BY_ATTRIBUTE];

  /** `budget`: how many rules may be read. */
  constructor(private budget: number) {}

  sheet(sheet: CSSStyleSheet): void {
    let rules: CSSRuleList;
    try {
      rules = sheet.cssRules;
    } catch {
      throw UNREADABLE; // a sheet of another origin cannot be read
    }
    this.rules(rules, false);
  }

  private rules(rules: CSSRuleList, nested: boolean): void {
    this.budget -= rules.length;
    if (this.budget < 0) throw UNREADABLE;
    for (const rule of rules) {
      const { selectorText, style } = rule as CSSStyleRule;
      if (style !== undefined && (rule as CSSKeyframeRule).keyText === undefined && affectsWalk(style)) {
        if (nested || selectorText === undefined) throw UNREADABLE;
        if (!ODD.test(selectorText)) this.selectors.push(selectorText);
        else if (!HOST.test(selectorText)) throw UNREADABLE;
      }
      const imported = (rule as CSSImportRule).styleSheet;
      if (imported) this.sheet(imported);
      const inner = (rule as CSSGroupingRule).cssRules;
      // Selectors inside a rule and inside `@scope` are relative.
      if (inner?.length) this.rules(inner, nested || selectorText !== undefined || "start" in rule);
    }
  }
}

/** Whether a rule sets a property that matters to a walk. */
export function affectsWalk(style: CSSStyleDeclaration): boolean {
  for (const name of PROPERTIES) if (styleValue(style, name) !== "") return true;
  const position = styleValue(style, "position");
  return position !== "" && position !== "relative" && position !== "static" && position !== "sticky";
}

/**
 * The elements of a document or shadow root that its rules may match; undefined if every style has to be computed.
 * `elements`: how many elements there are.
 */
export function elementsWithRules(scope: Node, elements: number): Set<Element> | undefined {
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
    // A sheet is unreadable, or a selector is not valid in a query.
    return undefined;
  }
}
