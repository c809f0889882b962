/** What styles mean to a walk, found at most once an element, as bits. */
import {
  computedStyle,
  designMode,
  documentElement,
  firstElementChild,
  fullscreenElement,
  has,
  hasAny,
  hasContent,
  isElement,
  localName,
  nodeType,
  parentNode,
  queryScope,
  styleValue,
} from "./dom.js";
import { scopeOf, shadowOf } from "./shadow.js";
import { ruled } from "./style-rules.js";

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
/** `display: inline-block` and its like: inline outside, a block inside. */
export const ATOMIC = 64;
/** A flex or grid container: its children are blocks. */
const ITEMS = 128;
/** A container whose children may become anything. */
const ODD = 256;

/** The cursor is the browser's own and not the parent's. */
const OWN_CURSOR = 512;

const BLOCKS =
  "address article aside blockquote body dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup legend li main nav ol p pre section ul table tbody thead tfoot tr td th caption";
const INLINES = "a abbr b cite code del em i img ins kbd mark q s samp small span strong sub sup time u var";

/** What the browser's own style sheet makes of elements, where author rules leave them alone. */
const USUAL: ReadonlyMap<string, number> = new Map([
  ...BLOCKS.split(" ").map((tag): [string, number] => [tag, 0]),
  ...INLINES.split(" ").map((tag): [string, number] => [tag, INLINE]),
  ["label", INLINE | OWN_CURSOR],
  ["button", INLINE | ATOMIC | OWN_CURSOR],
  ["select", INLINE | ATOMIC | OWN_CURSOR],
  ["textarea", INLINE | ATOMIC | OWN_CURSOR],
]);

/** So many elements are asked before it is looked whether reading the rules is quicker. */
const PATIENCE = 300;
/** A document smaller than this is asked element by element. */
const MANY = 600;

/** One walk's styles. */
export class Styles {
  private seeHidden = false;
  private asked = 0;
  private scopes = new Map<Node, Set<Element> | undefined>();
  private scope: Node | undefined;
  private named: Set<Element> | undefined;
  private elements = 0;
  /** Links are not followed in text that is being edited, and have its cursor. */
  private editing = false;

  /** `memo`: what is known already. */
  constructor(private memo: Map<Element, number> = new Map()) {}

  /** Takes `visibility: hidden` as visible if this element has it: for the meaning of what is hidden just now. */
  seeHiddenIn(el: Element): void {
    if (!(this.of(el) & HIDDEN)) return;
    this.seeHidden = true;
    this.memo.clear();
  }

  of(el: Element): number {
    let bits = this.memo.get(el);
    if (bits === undefined) {
      bits = this.asked < PATIENCE ? undefined : this.usual(el);
      if (bits === undefined) {
        this.asked++;
        bits = read(el);
      }
      if (this.seeHidden) bits &= ~HIDDEN;
      this.memo.set(el, bits);
    }
    return bits;
  }

  /** The bits of an element that no rule of the author names; undefined where it has to be asked. */
  private usual(el: Element): number | undefined {
    const usual = USUAL.get(localName(el));
    if (usual === undefined) return undefined;
    const scope = scopeOf(el);
    if (scope !== this.scope) {
      this.scope = scope;
      this.named = this.namedIn(scope);
    }
    if (this.named === undefined || this.named.has(el)) return undefined;
    const parent = parentNode(el);
    // Hosts are styled from inside, too, and slots decide about their children.
    if (!parent || !isElement(parent) || shadowOf(parent) || shadowOf(el)) return undefined;
    const above = this.memo.get(parent);
    if (above === undefined || above & (CONTENTS | ODD)) return undefined;
    let bits = (usual & (INLINE | ATOMIC)) | (above & HIDDEN);
    if (above & ITEMS) bits &= ~(INLINE | ATOMIC);
    if (usual === INLINE && localName(el) === "a" && has(el, "href")) {
      if (this.editing) return undefined;
      bits |= POINTER;
    } else if (!(usual & OWN_CURSOR)) bits |= above & POINTER;
    return bits;
  }

  private namedIn(scope: Node): Set<Element> | undefined {
    if (!this.scopes.has(scope)) {
      if (this.scopes.size === 0) {
        this.elements = queryScope(document, "*").length;
        this.editing = designMode(document) === "on" || queryScope(document, "[contenteditable]").length > 0;
      }
      this.scopes.set(scope, this.find(scope));
    }
    return this.scopes.get(scope);
  }

  private find(scope: Node): Set<Element> | undefined {
    const type = nodeType(scope);
    const root = documentElement(document);
    // A frame without layout has no styles at all.
    if ((type !== 9 && type !== 11) || this.elements < MANY || !root || fullscreenElement(document)) return undefined;
    if (styleValue(computedStyle(root), "display") === "") return undefined;
    const elements = type === 9 ? this.elements : queryScope(scope, "*").length;
    return ruled(scope, elements);
  }
}

/** The bits of an element as its computed style has them. */
export function read(el: Element): number {
  const style = computedStyle(el);
  const display = styleValue(style, "display");
  // An element outside the flat tree, or in a frame without layout, has no style at all.
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
  if (styleValue(style, "cursor") === "pointer") bits |= POINTER;
  // Hardly ever set: leaf elements without any attribute are not asked.
  if (
    (bits & (CONTENTS | HIDDEN)) === 0 &&
    (bits & (INLINE | ATOMIC)) !== INLINE &&
    (firstElementChild(el) || (hasAny(el) && hasContent(el))) &&
    styleValue(style, "content-visibility") === "hidden"
  )
    bits |= SKIPPED;
  return bits;
}
