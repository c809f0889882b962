/** What is fixed in the viewport, and does not scroll with the page. */
import { styleValue } from "./dom.js";

export const isFixed = (style: CSSStyleDeclaration): boolean => styleValue(style, "position") === "fixed";

/** Whether what is fixed in an element is so in it, and not in the viewport. */
export const keepsFixed = (style: CSSStyleDeclaration): boolean =>
  ["transform", "translate", "rotate", "scale", "perspective", "filter"].some(
    (name) => styleValue(style, name) !== "none",
  ) || /paint|layout|strict|content/.test(styleValue(style, "contain"));
