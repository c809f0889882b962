/**
 * Finds the elements that may hide their content from a person, by the values that style rules and attributes declare.
 * Rules are read once for each sheet; most pages have few such values, so that nothing else has to be asked for its style.
 */
import {
  attribute,
  elementStyle,
  everyElement,
  findAll,
  firstElementChild,
  has,
  is,
  isSvg,
  localName,
  nextElement,
  queryScope,
  sheetsOf,
  styleItem,
  styleValue,
} from "../dom/dom.js";
import { selectorsOf } from "../dom/selector-text.js";
import { inDrawing } from "./drawings.js";
import type { Palette } from "./palette.js";

/** What finding suspects may cost. */
export interface Budget {
  /** How many declarations and rules of sheets are read, */
  rules: number;
  /** and of attributes. */
  attributes: number;
  /** How many times an element is compared with a selector. */
  matches: number;
}

/** Of a walk ahead of any call. A sheet with more rules is not read. */
export const wholeBudget = (): Budget => ({
  rules: 300_000,
  attributes: Number.POSITIVE_INFINITY,
  matches: Number.POSITIVE_INFINITY,
});

/** Of a walk during a call, of a document with so many elements. */
export const hurriedBudget = (elements: number): Budget => ({
  rules: 60,
  attributes: 40 + elements / 80,
  matches: 10_000,
});

/** What may be wrong with an element, as bits. */
/** The element with all its content. */
export const WHOLE = 1;
/** The texts in it. */
export const TEXTS = 2;
/** By an animation. */
const MOVES = 4;
/** The children of the element, which its grid gives no room. */
const PARTS = 8;
/** The element in others that are as pale. */
const FADES = 16;

const FAR = /-\d|\d{3}|\dv[a-z]+|\d{2}(?:\.\d+)?r?em|var\(|calc\(|^$/;
const THIN = /^(?:0[a-z%]*|[0-2](?:\.\d+)?px|)$|var\(|calc\(/;
/** Several of these on top of each other can be as faint. */
const PALE = /^(?:0?\.[0-4]\d*|[0-4]?\d(?:\.\d+)?%|[0-4]?\d?e-\d+|0|)$|var\(|calc\(/;
const FAINT = /^(?:0|0?\.0\d*|[0-9](?:\.\d+)?%|0%|)$|var\(|calc\(/;
const SMALL = /^(?:0[a-z%]*|[0-3](?:\.\d+)?px|0?\.[0-3]\d*r?em|(?:[0-2]?\d)(?:\.\d+)?%|)$|var\(|calc\(|clamp\(|min\(/;
const CLEAR = /transparent|a\(.*,\s*0?(?:\.0\d*)?\)|\/\s*0?(?:\.0\d*)?%?\)/i;
const NEGATIVE = /^-|var\(|calc\(|^$/;
const NEVER = /$^/;
const SET = /^(?!none$|auto$|normal$|initial$|unset$)/;

/** The properties that can hide, each with the values that do, and what they hide. */
const PROPERTIES: ReadonlyMap<string, readonly [RegExp, number]> = new Map<string, readonly [RegExp, number]>([
  ["opacity", [FAINT, WHOLE]],
  ["clip", [SET, WHOLE]],
  ["clip-path", [SET, WHOLE]],
  ["filter", [/opacity|url\(["']?#|var\(|^$/, WHOLE]],
  ...["mask-image", "-webkit-mask-image"].map((name): [string, readonly [RegExp, number]] => [
    name,
    [/gradient|url\(["']?#|var\(|^$/, WHOLE],
  ]),
  ["contain", [/strict|size|var\(|^$/, WHOLE]],
  ["transform", [SET, WHOLE]],
  ["rotate", [/[xyz]|\d\s|var\(|^$/, WHOLE]],
  ["backface-visibility", [/^hidden|var\(|^$/, WHOLE]],
  ["offset-path", [SET, WHOLE]],
  ["line-height", [/^(?:0[a-z%]*|0?\.[0-2]\d*|[0-2](?:\.\d+)?px|\d(?:\.\d+)?%)$/, WHOLE]],
  ...["grid-template-rows", "grid-template-columns"].map((name): [string, readonly [RegExp, number]] => [
    name,
    // In `minmax(0, …)`, 0 is the least only.
    [/(?:^|[\s,(])0fr|(?:^|\s)0(?:px|%)?(?:\s|$)/, PARTS],
  ]),
  // Shadows by custom properties are on every other element of some pages.
  ["box-shadow", [/(?=.*inset).*\d(?:\dpx|r?em|v[a-z]+)/, TEXTS]],
  ["mix-blend-mode", [SET, TEXTS]],
  ["scale", [/^0|var\(|^$/, WHOLE]],
  ["translate", [FAR, WHOLE]],
  ["zoom", [/^0|var\(|^$/, WHOLE]],
  ["z-index", [NEGATIVE, WHOLE]],
  ...[
    "left",
    "top",
    "right",
    "bottom",
    "inset-inline-start",
    "inset-inline-end",
    "inset-block-start",
    "inset-block-end",
  ].map((name): [string, readonly [RegExp, number]] => [name, [FAR, WHOLE]]),
  ...["left", "top", "right", "bottom", "inline-start", "inline-end", "block-start", "block-end"].map(
    (name): [string, readonly [RegExp, number]] => [`margin-${name}`, [/-\d{3}|-\d{2}(?:\.\d+)?(?:r?em|%|v)/, WHOLE]],
  ),
  ...[
    "width",
    "height",
    "max-width",
    "max-height",
    "inline-size",
    "block-size",
    "max-inline-size",
    "max-block-size",
  ].map((name): [string, readonly [RegExp, number]] => [name, [THIN, WHOLE]]),
  ["font-size", [SMALL, TEXTS]],
  ["color", [CLEAR, TEXTS]],
  ["-webkit-text-fill-color", [CLEAR, TEXTS]],
  ["text-indent", [/-\d|\d{3}|\d{2}(?:\.\d+)?(?:r?em|%|v)|var\(|^$/, TEXTS]],
  ["letter-spacing", [NEGATIVE, TEXTS]],
  ["-webkit-text-security", [SET, TEXTS]],
  ["background-color", [NEVER, 0]],
  ["animation-name", [SET, MOVES]],
  ["fill-opacity", [FAINT, TEXTS]],
  ["fill", [/^(?:none|transparent|)$/, TEXTS]],
]);

/** An attribute `style` that may hide something, or has a colour. Escapes and comments are read, whatever they say. */
const TELLING =
  /opacity|animation|color|background|font|indent|spacing|security|fill|clip|filter|mask|contain|transform|rotate|visibility|offset|line-h|grid|inset|blend|scale|translate|zoom|z-index|all\s*:|--|\\|\/\*|(?:width|height|size)\s*:\s*(?:[0-2](?:\.\d*)?(?:[a-z%;!]|\s|$)|[^\d\s])|(?:left|right|top|bottom|start|end|inset|margin)[a-z-]*\s*:[^;]*(?:-\d|\d{3}|\dv|em|[a-z(]{3})/i;

/** What a declaration block says that matters here. */
interface Said {
  /** What it may hide, as bits. */
  bits: number;
  ink: string;
  ground: string;
}

/** Reads a declaration block. `named`: called with each custom property. */
function reading(style: CSSStyleDeclaration, named: (name: string, value: string) => void): Said {
  const said: Said = { bits: 0, ink: "", ground: "" };
  const { length } = style;
  for (let i = 0; i < length; i++) {
    const name = styleItem(style, i);
    if (name.charCodeAt(0) === 45 && name.charCodeAt(1) === 45) {
      named(name, styleValue(style, name));
      continue;
    }
    const known = PROPERTIES.get(name);
    if (known === undefined) continue;
    const value = styleValue(style, name);
    if (name === "opacity" && PALE.test(value)) said.bits |= FADES;
    if (name === "background-color") said.ground = value || "?";
    else {
      if ((said.bits & known[1]) === 0 && known[0].test(value)) said.bits |= known[1];
      if (name === "color" || name === "-webkit-text-fill-color") said.ink = value || "?";
    }
  }
  return said;
}

/** A selector, with the classes that a document has to have for any element to match. */
interface Selector {
  text: string;
  classes: readonly string[];
}

/** What the rules of a sheet say, with their selectors. */
interface Found {
  whole: Selector[];
  texts: Selector[];
  /** Of elements whose first line has a style of its own that matters. */
  lines: Selector[];
  /** Of elements that are pale by themselves. */
  pale: Selector[];
  inks: [value: string, selector: Selector][];
  grounds: [value: string, selector: Selector][];
  named: [name: string, value: string][];
  animated: boolean;
}

interface Kept {
  count: number;
  first: CSSRule | undefined;
  last: CSSRule | undefined;
  found: Found | undefined;
}

const kept = new WeakMap<CSSStyleSheet, Kept>();
/** Selectors that mean something else in a query. */
const ODD = /:host|::slotted|::part|:scope/;
const FIRST_LINE = /::?first-line$/;
const PSEUDO = /::?(?:before|after|first-line|first-letter)|::[a-z-]+/;

/** What a sheet says; undefined if that cannot be known, null if it is for later. */
function readSheet(sheet: CSSStyleSheet, budget: Budget): Found | undefined | null {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    return undefined; // a sheet of another origin
  }
  const count = rules.length;
  const [first, last] = [rules[0], rules[count - 1]];
  const had = kept.get(sheet);
  if (had && had.count === count && had.first === first && had.last === last) return had.found;
  if (count > budget.rules) return null;
  const found: Found = { whole: [], texts: [], lines: [], pale: [], inks: [], grounds: [], named: [], animated: false };
  const now: Kept = { count, first, last, found };
  try {
    collect(rules, "", found, budget);
  } catch {
    // Rules can hold further ones.
    if (budget.rules < 0) return null;
    now.found = undefined;
  }
  kept.set(sheet, now);
  return now.found;
}

function collect(rules: CSSRuleList, within: string, found: Found, budget: Budget): void {
  const named = (name: string, value: string): void => void found.named.push([name, value]);
  for (const rule of rules) {
    const { selectorText, style } = rule as CSSStyleRule;
    if ((rule as CSSKeyframeRule).keyText !== undefined) continue;
    budget.rules -= 1 + (style?.length ?? 0);
    if (budget.rules < 0) throw new RangeError("too many rules");
    const here = selectorText === undefined ? within : nested(selectorText, within);
    if (style !== undefined && here !== "") {
      const { bits, ink, ground } = reading(style, named);
      if (bits & MOVES) found.animated = true;
      if (bits !== 0 || ink !== "" || ground !== "") {
        for (const text of selectorsOf(here)) {
          if (ODD.test(text) && (bits !== 0 || !/^:host[^ ]*$/.test(text))) throw new RangeError("not for a query");
          if (ODD.test(text)) continue;
          if (FIRST_LINE.test(text) && (bits & TEXTS || ink !== "" || ground !== "")) {
            const owner = text.replace(FIRST_LINE, "");
            if (!PSEUDO.test(owner)) found.lines.push(selector(/(?:^|[\s>+~])$/.test(owner) ? `${owner}*` : owner));
          }
          if (PSEUDO.test(text)) continue;
          const part = selector(text);
          if (bits & WHOLE) found.whole.push(part);
          if (bits & PARTS) found.whole.push({ text: `${text} > *`, classes: part.classes });
          if (bits & TEXTS) found.texts.push(part);
          if (bits & FADES) found.pale.push(part);
          if (ink !== "") found.inks.push([ink, part]);
          if (ground !== "") found.grounds.push([ground, part]);
        }
      }
    }
    const imported = (rule as CSSImportRule).styleSheet;
    if (imported) collect(imported.cssRules, "", found, budget);
    const inner = (rule as CSSGroupingRule).cssRules;
    if (inner?.length && !("name" in rule && "appendRule" in rule)) collect(inner, here, found, budget);
  }
}

const selector = (text: string): Selector => ({ text, classes: classesIn(text) });

/** The classes that a selector names outside of parentheses and brackets. */
function classesIn(selector: string): string[] {
  const plain = /[([\\]/.test(selector)
    ? selector.replace(/\\.|\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\]/g, " ")
    : selector;
  // An escape cuts a name short.
  return selector.includes("\\") ? [] : (plain.match(/\.[\w-]+/g) ?? []).map((name) => name.slice(1));
}

/** Adds the classes of elements. */
function addClasses(elements: Iterable<Element>, to: Set<string>): void {
  const whole = new Set<string>();
  for (const el of elements) {
    const value = attribute(el, "class") ?? "";
    if (whole.has(value)) continue;
    whole.add(value);
    for (const name of value.split(/\s+/)) to.add(name);
  }
}

const nested = (selector: string, within: string): string =>
  within === ""
    ? selector
    : selectorsOf(selector)
        .map((part) => (part.includes("&") ? part.replaceAll("&", `:is(${within})`) : `:is(${within}) ${part}`))
        .join(",");

/** Elements of one document or shadow root that may hide something. */
export interface Suspects {
  /** By themselves, with all that is in them. */
  whole: Set<Element>;
  /** By the style of the text in them. */
  texts: Set<Element>;
  /** By the style of their first line. */
  lines: Set<Element>;
  /** By opacities that multiply. */
  pale: Set<Element>;
  /** Whether the rules are all known. If not, any element may. */
  complete: boolean;
  /** Whether rules were left for later. */
  later: boolean;
  /** Whether something declares an animation. */
  animated: boolean;
}

/** The selectors of a scope whose elements are suspects, and the classes that its elements had. */
export interface Rules {
  whole: Selector[];
  texts: Selector[];
  lines: Selector[];
  pale: Selector[];
  /** Null if that is not known. */
  classes: Set<string> | null;
  /** The selectors that may match, for so many classes. */
  joined?: Needed;
}

/** The selectors that may match, for so many classes. */
interface Needed {
  size: number;
  whole: string[];
  texts: string[];
  lines: string[];
  pale: string[];
}

/** Attributes that are style: of any element, of SVG, and old ones of HTML. */
const BY_ATTRIBUTE = "[style],text,foreignObject,iframe,font,[bgcolor],[opacity],body[text]";

/**
 * Adds the suspects of a document or shadow root. `palette`: the colours of the document so far. What the budget
 * is not enough for is for later.
 */
export function addSuspects(scope: Node, to: Suspects, palette: Palette, budget: Budget): Rules {
  const whole: Selector[] = [];
  const texts: Selector[] = [];
  const lines: Selector[] = [];
  const pale: Selector[] = [];
  const inks: [string, Selector | Element][] = [];
  const grounds: [string, Selector | Element][] = [];
  for (const sheet of sheetsOf(scope)) {
    const found = readSheet(sheet, budget);
    if (!found) {
      to.complete = false;
      if (found === null) to.later = true;
      continue;
    }
    whole.push(...found.whole);
    texts.push(...found.texts);
    lines.push(...found.lines);
    pale.push(...found.pale);
    inks.push(...found.inks);
    grounds.push(...found.grounds);
    if (found.animated) to.animated = true;
    for (const [name, value] of found.named) palette.name(name, value);
  }
  byAttribute(queryScope(scope, BY_ATTRIBUTE), to, palette, inks, grounds, budget);
  for (const of of palette.clashes(inks, grounds)) {
    if ("text" in of && "classes" in of) texts.push(of);
    else to.texts.add(of);
  }
  // A few selectors are asked for sooner than all classes are known.
  const hurried = budget.matches < Number.POSITIVE_INFINITY;
  const classes = hurried ? null : new Set<string>();
  if (hurried) {
    const elements = everyElement(scope).length;
    for (const some of [whole, texts, lines, pale]) {
      const few = Math.max(0, Math.floor(budget.matches / (elements + 1)));
      budget.matches -= Math.min(few, some.length) * elements;
      if (some.length <= few) continue;
      some.length = few;
      to.complete = false;
      to.later = true;
    }
  }
  if (classes !== null && whole.length + texts.length + lines.length + pale.length > 0)
    addClasses(queryScope(scope, "[class]"), classes);
  const rules = { whole, texts, lines, pale, classes };
  add(rules, to, (selector) => queryScope(scope, selector));
  return rules;
}

/** Adds the suspects among an element and its descendants, which have changed. */
export function addChanged(top: Element, to: Suspects, palette: Palette, rules: Rules): void {
  const inTop = (selector: string): Iterable<Element> => {
    const found = findAll(top, selector);
    return is(top, selector) ? [top, ...found] : found;
  };
  if (rules.classes !== null) addClasses(inTop("[class]"), rules.classes);
  const coloured: [string, Element][] = [];
  byAttribute(inTop(BY_ATTRIBUTE), to, palette, coloured, coloured, wholeBudget());
  for (const [, el] of coloured) to.texts.add(el);
  add(rules, to, inTop);
}

/** Adds what the attributes of elements make suspect. `inks`, `grounds`: collect the colours of others. */
function byAttribute(
  elements: Iterable<Element>,
  to: Suspects,
  palette: Palette,
  inks: [string, Selector | Element][],
  grounds: [string, Selector | Element][],
  budget: Budget,
): void {
  const named = (name: string, value: string): void => palette.name(name, value);
  const drawn = new Set<Element>();
  for (const el of elements) {
    const style = TELLING.test(attribute(el, "style") ?? "") ? elementStyle(el) : null;
    if (style !== null) {
      budget.attributes -= 1 + style.length;
      if (budget.attributes < 0) {
        to.complete = false;
        to.later = true;
        return;
      }
      const { bits, ink, ground } = reading(style, named);
      if (bits & WHOLE) to.whole.add(el);
      if (bits & TEXTS) to.texts.add(el);
      if (bits & FADES) to.pale.add(el);
      if (bits & PARTS) for (let part = firstElementChild(el); part; part = nextElement(part)) to.whole.add(part);
      if (bits & MOVES) to.animated = true;
      if (ink !== "") inks.push([ink, el]);
      if (ground !== "") grounds.push([ground, el]);
    }
    if (isSvg(el)) {
      if (FAINT.test(attribute(el, "opacity") ?? "1")) to.whole.add(el);
      const tag = localName(el);
      if (tag === "text") to.texts.add(el);
      if (tag === "text" || tag === "foreignObject") inDrawing(el, to.whole, drawn);
    } else {
      if (localName(el) === "iframe" && (has(el, "width") || has(el, "height"))) to.whole.add(el);
      if (localName(el) === "font" || has(el, "text")) to.texts.add(el);
      const ground = attribute(el, "bgcolor");
      if (ground !== null) grounds.push([ground, el]);
    }
  }
}

/** Asks for the elements that the rules match. */
function add(rules: Rules, to: Suspects, ask: (selector: string) => Iterable<Element>): void {
  const { whole, texts, lines, pale } = needed(rules);
  for (const [selectors, found] of [
    [whole, to.whole],
    [texts, to.texts],
    [lines, to.lines],
    [pale, to.pale],
  ] as const) {
    if (selectors.length === 0) continue;
    try {
      for (const el of ask(selectors[0] as string)) found.add(el);
    } catch {
      // One of them is valid in a sheet only.
      for (let i = 1; i < selectors.length; i++) {
        try {
          for (const el of ask(selectors[i] as string)) found.add(el);
        } catch {
          // No element matches it.
        }
      }
    }
  }
}

/** The selectors whose classes there are: all together, then each. Most rules of most sheets are for other pages. */
function needed(rules: Rules): Needed {
  const { classes, joined } = rules;
  const size = classes?.size ?? -1;
  if (joined?.size === size) return joined;
  const list = (given: readonly Selector[]): string[] => {
    const selectors = new Set<string>();
    for (const { text, classes: of } of given)
      if (classes === null || of.every((name) => classes.has(name))) selectors.add(text);
    return selectors.size === 0 ? [] : [[...selectors].join(","), ...selectors];
  };
  rules.joined = {
    size,
    whole: list(rules.whole),
    texts: list(rules.texts),
    lines: list(rules.lines),
    pale: list(rules.pale),
  };
  return rules.joined;
}
