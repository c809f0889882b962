/** Whether the text of an element can be told from its ground, by computed style. */
import { box, computedStyle, findAll, firstElementChild, isSvg, nextElement, styleValue } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import { type Colour, colour, contrast, distance, over } from "./colour.js";

/** Text of so many pixels in height, or fewer, cannot be read. */
const TINY = 3;
/** Text with less contrast to its ground is not seen. The least that people with good sight tell apart is about 1.1. */
export const LEAST_CONTRAST = 1.12;
/** Two colours that are further apart than this in a channel are told apart by their hue. */
export const HUE = 40;
/** How many pictures, or layers beside each other, are looked at. */
const MOST = 300;
const PICTURES = "img,video,canvas,iframe,object,embed,svg";

/** What lies under a text: its colour, or null where that is unknown. */
type Ground = Colour | null;

/** The texts of one walk. */
export class Ink {
  private grounds = new Map<Element, Ground>();
  private pictured = new Map<Element, DOMRect[]>();
  private layered = new Map<Element, DOMRect[]>();

  /** Whether the text that an element holds itself cannot be seen, or that of a part of it. */
  missing(el: Element, part?: "::placeholder"): boolean {
    const style = computedStyle(el, part);
    if (part !== undefined && Number.parseFloat(styleValue(style, "opacity")) < 0.06) return true;
    const svg = isSvg(el);
    const ink = colour(styleValue(style, svg ? "fill" : "-webkit-text-fill-color"));
    if (ink === null) return svg && styleValue(style, "fill") === "none" && styleValue(style, "stroke") === "none";
    const alpha = ink[3] * (svg ? Number.parseFloat(styleValue(style, "fill-opacity")) : 1);
    if (alpha < 0.06) return !this.drawnOtherwise(style, svg);
    const ground = this.ground(el, part === undefined ? style : computedStyle(el));
    if (ground === null) return false;
    const shown = over([ink[0], ink[1], ink[2], alpha], ground);
    if (contrast(shown, ground) >= LEAST_CONTRAST || distance(shown, ground) > HUE) return false;
    return !this.drawnOtherwise(style, svg) && !this.painted(el);
  }

  /** Whether a text is too small, or moved away, or replaced. Few pages have such styles, so that only suspects are asked. */
  distorted(el: Element, part?: "::placeholder"): boolean {
    const style = computedStyle(el, part);
    const size = Number.parseFloat(styleValue(style, "font-size"));
    if (size <= TINY) return true;
    if (Number.parseFloat(styleValue(style, "letter-spacing")) < -size * 0.45) return true;
    const indent = styleValue(style, "text-indent");
    const by = Number.parseFloat(indent);
    if (indent.endsWith("px") && (by <= -500 || by >= 2_000)) return true;
    if (indent.endsWith("%") && Math.abs(by) >= 100) return true;
    const security = styleValue(style, "-webkit-text-security");
    return security !== "" && security !== "none";
  }

  /** Whether a shadow, an outline or a ground in the form of the letters shows the text. */
  private drawnOtherwise(style: CSSStyleDeclaration, svg: boolean): boolean {
    if (svg) return styleValue(style, "stroke") !== "none";
    return (
      styleValue(style, "text-shadow") !== "none" ||
      Number.parseFloat(styleValue(style, "-webkit-text-stroke-width")) > 0 ||
      /text/.test(styleValue(style, "background-clip") + styleValue(style, "-webkit-background-clip"))
    );
  }

  private ground(el: Element, style: CSSStyleDeclaration): Ground {
    let ground = this.grounds.get(el);
    if (ground !== undefined) return ground;
    const own = colour(styleValue(style, "background-color"));
    if (own === null) ground = null;
    else if (styleValue(style, "background-image") !== "none") ground = null;
    else if (own[3] > 0.97) ground = own;
    else {
      const parent = flatParent(el);
      const below = parent === null ? canvas(style) : this.ground(parent, computedStyle(parent));
      ground = below === null || own[3] === 0 ? below : over(own, below);
    }
    this.grounds.set(el, ground);
    return ground;
  }

  /** Whether something that is not around a text may lie under it, such as a picture beside it. */
  private painted(el: Element): boolean {
    const { left, top, right, bottom } = box(el);
    const under = (one: DOMRect): boolean =>
      one.left < right && one.right > left && one.top < bottom && one.bottom > top;
    let up: Element | null = el;
    for (; up !== null; up = flatParent(up)) {
      if (this.layers(up).some(under)) return true;
      const parent = flatParent(up);
      // The pictures in what paints the ground, or in the page.
      if (parent === null || (colour(styleValue(computedStyle(up), "background-color"))?.[3] ?? 0) > 0.97)
        return this.pictures(up).some(under);
    }
    return false;
  }

  /** The boxes of the pictures in an element. */
  private pictures(of: Element): DOMRect[] {
    let found = this.pictured.get(of);
    if (found === undefined) {
      const all = findAll(of, PICTURES);
      found = [];
      for (let i = 0; i < all.length && i < MOST; i++) found.push(box(all[i] as Element));
      found = found.filter(({ width, height }) => width > 4 && height > 4);
      this.pictured.set(of, found);
    }
    return found;
  }

  /** The boxes of the children of an element that lie in layers of their own, and have a ground. */
  private layers(of: Element): DOMRect[] {
    let found = this.layered.get(of);
    if (found === undefined) {
      found = [];
      let count = 0;
      for (let child = firstElementChild(of); child && count < MOST; child = nextElement(child), count++) {
        const style = computedStyle(child);
        if (!/^(?:absolute|fixed|sticky)$/.test(styleValue(style, "position"))) continue;
        const ground = colour(styleValue(style, "background-color"));
        if ((ground?.[3] ?? 1) > 0.1 || styleValue(style, "background-image") !== "none") found.push(box(child));
      }
      this.layered.set(of, found);
    }
    return found;
  }
}

/** The colour of an empty page; unknown where the user's scheme may choose it. */
function canvas(root: CSSStyleDeclaration): Ground {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches && /dark/.test(styleValue(root, "color-scheme"));
  return dark || /^dark$/.test(styleValue(root, "color-scheme")) ? null : [255, 255, 255, 1];
}
