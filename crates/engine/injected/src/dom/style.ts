/** Computed styles as bits, read at most once per element. */
import {
  computedStyle,
  designMode,
  documentElement,
  everyElement,
  firstElementChild,
  fullscreenElement,
  has,
  hasAny,
  hasContent,
  inputType,
  isElement,
  localName,
  nodeType,
  parentNode,
  queryScope,
  styleValue,
} from "./dom.js";
import { isDrawnArea } from "./image-map.js";
import { scopeOf, shadowOf } from "./shadow.js";
import { elementsWithRules } from "./style-rules.js";

/** `display: none`. */
export const NONE = 1;
/** `visibility` other than visible. */
export const HIDDEN = 2;
/** Takes part in a line of text. */
export const INLINE = 4;
/** `display: contents`. */
export const CONTENTS = 8;
/** `cursor: pointer`. */
export const POINTER = 16;
/** `content-visibility: hidden`: the children are not drawn. */
export const SKIPPED = 32;
/** `display: inline-block` and the like: inline outside, a block inside. */
export const ATOMIC = 64;
/** A flex or grid container, which turns its children into blocks. */
const ITEMS = 128;
/** A container that can turn its children into other boxes, such as ruby. */
const ODD = 256;

/** `cursor: grab` or `move`: the pointer pulls the element. */
export const GRAB = 2048;
/** `cursor: crosshair`: the pointer pulls something out of the element, such as a frame or a connection. */
export const CROSSHAIR = 4096;

/** The element does not inherit `cursor`. */
const OWN_CURSOR = 512;
/** Its display and cursor depend on more than its name. */
const PARTLY = 1024;

/** Elements that are no part of a line, unless a style says otherwise. */
export const BLOCKS: readonly string[] =
  "address article aside blockquote body dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup legend li main nav ol p pre section ul table tbody thead tfoot tr td th caption".split(
    " ",
  );
const INLINES = "a abbr b cite code del em i img ins kbd mark q s samp small span strong sub sup time u var";

/** The bits that the browser's own style sheet gives to elements. */
const DEFAULTS: ReadonlyMap<string, number> = new Map([
  ...BLOCKS.map((tag): [string, number] => [tag, 0]),
  ...INLINES.split(" ").map((tag): [string, number] => [tag, INLINE]),
  ["label", INLINE | OWN_CURSOR],
  ["button", INLINE | ATOMIC | OWN_CURSOR],
  ["select", INLINE | ATOMIC | OWN_CURSOR],
  ["textarea", INLINE | ATOMIC | OWN_CURSOR],
  ["option", PARTLY],
  ["input", INLINE | ATOMIC | OWN_CURSOR | PARTLY],
]);
/** The cursors that say what the pointer does with an element. */
const CURSORS: ReadonlyMap<string, number> = new Map([
  ["pointer", POINTER],
  ["grab", GRAB],
  ["move", GRAB],
  ["crosshair", CROSSHAIR],
]);
/** The input types that browsers show as plain inline blocks. */
const PLAIN_INPUTS = new Set("text search tel url email password checkbox radio".split(" "));

/** After this many computed styles, reading the rules instead is considered. */
const COMPUTED_FIRST = 300;
/** In a document with fewer elements, all styles are computed. */
const MANY = 600;

/** Whether an input or option has the display and the cursor of most of them. A customizable option can be a container. */
const plain = (el: Element, tag: string): boolean =>
  tag === "option" ? firstElementChild(el) === null : PLAIN_INPUTS.has(inputType(el as HTMLInputElement));

/** The styles of one walk. */
export class Styles {
  private seeHidden = false;
  private computed = 0;
  private scopes = new Map<Node, Set<Element> | undefined>();
  private scope: Node | undefined;
  /** The last parent, with its bits; undefined where the styles of its children have to be computed. */
  private parent: Node | null = null;
  private above: number | undefined;
  private named: Set<Element> | undefined;
  private elements = 0;
  /** Whether anything is editable: links in editable text have the cursor of the text. */
  private editing = false;

  /** `memo`: styles that an earlier walk read. */
  constructor(private memo: Map<Element, number> = new Map()) {}

  /** If this element is hidden, treats `visibility: hidden` as visible, so that the element keeps its meaning. */
  seeHiddenIn(el: Element): void {
    if (!(this.of(el) & HIDDEN)) return;
    this.seeHidden = true;
    this.memo.clear();
    this.parent = null;
  }

  of(el: Element, tag: string = localName(el)): number {
    let bits = this.memo.get(el);
    if (bits === undefined) {
      bits = this.computed < COMPUTED_FIRST ? undefined : this.byDefault(el, tag);
      if (bits === undefined) {
        this.computed++;
        bits = read(el);
      }
      if (this.seeHidden) bits &= ~HIDDEN;
      this.memo.set(el, bits);
    }
    return bits;
  }

  /** The bits of an element that no author rule can match; undefined if its style has to be computed. */
  private byDefault(el: Element, tag: string): number | undefined {
    const defaults = DEFAULTS.get(tag);
    if (defaults === undefined) return undefined;
    const parent = parentNode(el);
    if (parent === null) return undefined;
    if (parent !== this.parent) {
      this.parent = parent;
      this.above = this.forChildren(parent);
    }
    const { above } = this;
    // A shadow tree can style its host.
    if (above === undefined || this.named?.has(el) !== false || shadowOf(el, tag)) return undefined;
    if (defaults & PARTLY && !plain(el, tag)) return undefined;
    let bits = (defaults & (INLINE | ATOMIC)) | (above & HIDDEN);
    if (above & ITEMS) bits &= ~(INLINE | ATOMIC);
    if (defaults === INLINE && tag === "a" && has(el, "href")) {
      if (this.editing) return undefined;
      bits |= POINTER;
    } else if (!(defaults & OWN_CURSOR)) bits |= above & (POINTER | GRAB | CROSSHAIR);
    return bits;
  }

  /** The bits of a parent; undefined if the styles of its children have to be computed. */
  private forChildren(parent: Node): number | undefined {
    // The children of a host are shown in slots.
    if (!isElement(parent) || shadowOf(parent)) return undefined;
    const above = this.memo.get(parent);
    if (above === undefined || above & (CONTENTS | ODD)) return undefined;
    const scope = scopeOf(parent);
    if (scope !== this.scope) {
      this.scope = scope;
      this.named = this.namedIn(scope);
    }
    return this.named && above;
  }

  private namedIn(scope: Node): Set<Element> | undefined {
    if (!this.scopes.has(scope)) {
      if (this.scopes.size === 0) {
        this.elements = everyElement(document).length;
        this.editing = designMode(document) === "on" || queryScope(document, "[contenteditable]").length > 0;
      }
      this.scopes.set(scope, this.find(scope));
    }
    return this.scopes.get(scope);
  }

  private find(scope: Node): Set<Element> | undefined {
    const type = nodeType(scope);
    const root = documentElement(document);
    // A frame without layout has no computed styles.
    if ((type !== 9 && type !== 11) || this.elements < MANY || !root || fullscreenElement(document)) return undefined;
    if (styleValue(computedStyle(root), "display") === "") return undefined;
    const elements = type === 9 ? this.elements : queryScope(scope, "*").length;
    return elementsWithRules(scope, elements);
  }
}

/** The bits of the computed style. */
export function read(el: Element): number {
  const style = computedStyle(el);
  const display = styleValue(style, "display");
  // Outside the flat tree, and in a frame without layout, the computed style is empty.
  if (display === "none" && isDrawnArea(el)) return INLINE | POINTER;
  if (display === "none" || display === "") return NONE;
  let bits = 0;
  if (display === "inline") bits = INLINE;
  else if (display === "ruby" || display === "ruby-text") bits = INLINE | ODD;
  else if (display === "contents") bits = CONTENTS;
  else {
    if (display.startsWith("inline")) bits = INLINE | ATOMIC;
    if (display.endsWith("flex") || display.endsWith("grid")) bits |= ITEMS;
    else if (/ruby|math|box$/.test(display)) bits |= ODD;
  }
  if (styleValue(style, "visibility") !== "visible") bits |= HIDDEN;
  bits |= CURSORS.get(styleValue(style, "cursor")) ?? 0;
  // This property is rare, so that empty elements and plain text elements are not asked for it.
  if (
    (bits & (CONTENTS | HIDDEN)) === 0 &&
    (bits & (INLINE | ATOMIC)) !== INLINE &&
    (firstElementChild(el) || (hasAny(el) && hasContent(el))) &&
    styleValue(style, "content-visibility") === "hidden"
  )
    bits |= SKIPPED;
  return bits;
}
