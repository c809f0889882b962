/** Computed styles, read at most once an element in a walk, as bits. */
import { computedStyle, firstElementChild, hasAny, hasContent, styleValue } from "./dom.js";

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

/** One walk's styles. */
export class Styles {
  private memo = new Map<Element, number>();
  private seeHidden = false;

  /** Takes `visibility: hidden` as visible if this element has it: for the meaning of what is hidden just now. */
  seeHiddenIn(el: Element): void {
    if (!(this.of(el) & HIDDEN)) return;
    this.seeHidden = true;
    this.memo.clear();
  }

  of(el: Element): number {
    let bits = this.memo.get(el);
    if (bits === undefined) {
      bits = read(el);
      if (this.seeHidden) bits &= ~HIDDEN;
      this.memo.set(el, bits);
    }
    return bits;
  }
}

function read(el: Element): number {
  const style = computedStyle(el);
  const display = styleValue(style, "display");
  // An element outside the flat tree, or in a frame without layout, has no style at all.
  if (display === "none" || display === "") return NONE;
  let bits = 0;
  if (display === "inline" || display === "ruby" || display === "ruby-text") bits = INLINE;
  else if (display === "contents") bits = CONTENTS;
  else if (display.startsWith("inline")) bits = INLINE | ATOMIC;
  if (styleValue(style, "visibility") !== "visible") bits |= HIDDEN;
  if (styleValue(style, "cursor") === "pointer") bits |= POINTER;
  // Hardly ever set: leaf elements without any attribute are not asked.
  if (
    bits === 0 &&
    (firstElementChild(el) || (hasAny(el) && hasContent(el))) &&
    styleValue(style, "content-visibility") === "hidden"
  )
    bits = SKIPPED;
  return bits;
}
