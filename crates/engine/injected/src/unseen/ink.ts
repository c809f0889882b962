/** Whether the text of an element can be told from its ground, by computed style. */
import {
  box,
  computedStyle,
  findAll,
  firstElementChild,
  isSvg,
  nextElement,
  parentElement,
  styleValue,
} from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import { type Colour, colour, contrast, distance, over } from "./colour.js";
import { Grounds, linesOf } from "./grounds.js";
import { blended, coveringShadow, partGround } from "./mixing.js";

/** Text of so many pixels in height, or fewer, cannot be read. */
const TINY = 3;
/** Text with less contrast to its ground is not seen. The least that people with good sight tell apart is about 1.1. */
export const LEAST_CONTRAST = 1.12;
/** Two colours that are further apart than this in a channel are told apart by their hue. */
export const HUE = 40;
/** How many pictures, or layers beside each other, are looked at. */
const MOST = 300;
const PICTURES = "img,video,canvas,iframe,object,embed,svg";
/** What a drawing draws besides texts. */
const FORMS = "rect,circle,ellipse,path,polygon,polyline,line,image,use,foreignObject";

type Generated = "::before" | "::after" | "::marker";
type Part = "::placeholder" | "::first-line" | Generated;

/** What lies under a text: its colour, or null where that is unknown. */
type Ground = Colour | null;

/** The texts of one walk. */
export class Ink {
  private grounds = new Map<Element, Ground>();
  /** How elements without a ground of their own are mixed with what lies under them. */
  private modes = new Map<Element, string>();
  private pictured = new Map<Element, (readonly [Element, DOMRect])[]>();
  private forms = new Map<Element, DOMRect[]>();
  private layered = new Map<Element, DOMRect[]>();
  private others = new Grounds();

  /** Whether the text that an element holds itself cannot be seen, or that of a part of it. */
  missing(el: Element, part?: Part): boolean {
    const style = computedStyle(el, part);
    if (part !== undefined && part !== "::first-line" && Number.parseFloat(styleValue(style, "opacity")) < 0.06)
      return true;
    const svg = isSvg(el);
    const ink = colour(styleValue(style, svg ? "fill" : "-webkit-text-fill-color"));
    if (ink === null) return svg && styleValue(style, "fill") === "none" && styleValue(style, "stroke") === "none";
    const alpha = ink[3] * (svg ? Number.parseFloat(styleValue(style, "fill-opacity")) : 1);
    if (alpha < 0.06) return !this.drawnOtherwise(style, svg);
    let ground = this.ground(el, part === undefined ? style : computedStyle(el));
    if (part !== undefined) ground = partGround(style, ground);
    if (ground === null) return false;
    const mode = this.modes.get(el);
    const [red, green, blue] = mode === undefined ? ink : blended(mode, ink, ground);
    const shown = over([red, green, blue, alpha], ground);
    if (!alike(shown, ground)) return false;
    return (
      !this.drawnOtherwise(style, svg) && !this.painted(el) && !this.onOther(el, part !== undefined, shown, ground)
    );
  }

  /** Whether something else than the known ground may lie under a text: not all that is drawn is around it. */
  private onOther(el: Element, isPart: boolean, ink: Colour, ground: Colour): boolean {
    const shows = (layer: Colour): boolean => !alike(ink, over(layer, ground));
    const from = isSvg(el) ? outerSvg(el) : el;
    const lines = isPart || from !== el ? [box(el)] : linesOf(el);
    if (this.others.under({ el, lines, shows }, from)) return true;
    // In a frame, what lies under the frame is seen through it.
    const owner = isClear(from) ? frameOwner(from) : null;
    if (owner === null) return false;
    const place = box(owner);
    const under = (one: DOMRect): boolean =>
      one.left < place.right && one.right > place.left && one.top < place.bottom && one.bottom > place.top;
    return this.around(owner, under, owner) || this.others.under({ el: owner, lines: [place], shows }, owner);
  }

  /** Whether a text is too small, or moved away, or replaced. Few pages have such styles, so that only suspects are asked. */
  distorted(el: Element, part?: Part): boolean {
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

  /** Whether the one line of an element is styled so that it cannot be seen. What follows the first of several is seen. */
  missesLine(el: Element): boolean {
    const style = computedStyle(el);
    const size = Number.parseFloat(styleValue(style, "font-size"));
    const line = Number.parseFloat(styleValue(style, "line-height")) || size * 1.25;
    const edge = (name: string): number => Number.parseFloat(styleValue(style, name)) || 0;
    const inner = box(el).height - edge("padding-top") - edge("padding-bottom");
    return inner < line * 1.8 && (this.missing(el, "::first-line") || this.distorted(el, "::first-line"));
  }

  /** Whether generated text cannot be seen. */
  missesGenerated(el: Element, part: Generated): boolean {
    const style = computedStyle(el, part);
    const far = (name: string): boolean => Number.parseFloat(styleValue(style, name)) <= -500;
    const lifted = /absolute|fixed/.test(styleValue(style, "position"));
    return (lifted && (far("left") || far("top"))) || this.missing(el, part) || this.distorted(el, part);
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
    const shadow = coveringShadow(el, style);
    if (shadow !== null) ground = shadow;
    else if (own === null) ground = null;
    else if (styleValue(style, "background-image") !== "none") ground = null;
    else if (own[3] > 0.97) ground = own;
    else {
      const parent = flatParent(el);
      const below = parent === null ? this.canvas(el, style) : this.ground(parent, computedStyle(parent));
      const mode = styleValue(style, "mix-blend-mode");
      const around = parent === null ? undefined : this.modes.get(parent);
      if (mode !== "normal" && mode !== "") this.modes.set(el, mode);
      else if (around !== undefined) this.modes.set(el, around);
      ground = below === null || own[3] === 0 ? below : over(own, below);
    }
    this.grounds.set(el, ground);
    return ground;
  }

  /** What lies under a document: an empty page, or what a frame shows through. */
  private canvas(el: Element, root: CSSStyleDeclaration): Ground {
    const owner = frameOwner(el);
    if (owner === null) return canvas(root);
    const style = computedStyle(owner);
    // A frame of another scheme is opaque.
    const isClear = styleValue(style, "color-scheme") === styleValue(root, "color-scheme");
    return isClear ? this.ground(owner, style) : canvas(root);
  }

  /** Whether something that is not around a text may lie under it, such as a picture beside it. */
  private painted(el: Element): boolean {
    const { left, top, right, bottom } = box(el);
    const under = (one: DOMRect): boolean =>
      one.left < right && one.right > left && one.top < bottom && one.bottom > top;
    return isSvg(el) ? this.drawnUnder(el, under) : this.around(el, under, null);
  }

  /** `except`: a picture that is none for this text, since it holds it. */
  private around(el: Element, under: (one: DOMRect) => boolean, except: Element | null): boolean {
    let up: Element | null = el;
    for (; up !== null; up = flatParent(up)) {
      if (this.layers(up).some(under)) return true;
      const parent = flatParent(up);
      // The pictures in what paints the ground, or in the page.
      if (parent === null || (colour(styleValue(computedStyle(up), "background-color"))?.[3] ?? 0) > 0.97)
        return this.pictures(up).some(([picture, place]) => picture !== except && under(place));
    }
    return false;
  }

  /** The same for a text of a drawing, which lies on the forms of it, and on what lies under it. */
  private drawnUnder(el: Element, under: (one: DOMRect) => boolean): boolean {
    const svg = outerSvg(el);
    let forms = this.forms.get(svg);
    if (forms === undefined) {
      forms = [...findAll(svg, FORMS)].slice(0, MOST).map(box);
      this.forms.set(svg, forms);
    }
    // With so many forms, one of the others may lie there.
    if (forms.length === MOST || forms.some(under)) return true;
    const around = parentElement(svg);
    return around !== null && this.around(around, under, svg);
  }

  /** The boxes of the pictures in an element. */
  private pictures(of: Element): (readonly [Element, DOMRect])[] {
    let found = this.pictured.get(of);
    if (found === undefined) {
      const all = findAll(of, PICTURES);
      found = [];
      for (let i = 0; i < all.length && i < MOST; i++) {
        const picture = all[i] as Element;
        const place = box(picture);
        if (place.width > 4 && place.height > 4) found.push([picture, place]);
      }
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

/** Whether two opaque colours cannot be told apart. */
const alike = (one: Colour, other: Colour): boolean =>
  contrast(one, other) < LEAST_CONTRAST && distance(one, other) <= HUE;

/** Whether nothing around an element in its document is opaque. */
function isClear(el: Element): boolean {
  for (let up: Element | null = el; up !== null; up = flatParent(up)) {
    const style = computedStyle(up);
    if ((colour(styleValue(style, "background-color"))?.[3] ?? 1) > 0.97) return false;
  }
  return true;
}

/** The outermost element of a drawing. */
function outerSvg(el: Element): Element {
  let svg = el;
  for (let up = parentElement(el); up !== null && isSvg(up); up = parentElement(up)) svg = up;
  return svg;
}

/** The element that holds the document of another as a frame; null where that is of another origin, or there is none. */
function frameOwner(el: Element): Element | null {
  try {
    return el.ownerDocument.defaultView?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** The colour of an empty page; unknown where the user's scheme may choose it. */
function canvas(root: CSSStyleDeclaration): Ground {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches && /dark/.test(styleValue(root, "color-scheme"));
  return dark || /^dark$/.test(styleValue(root, "color-scheme")) ? null : [255, 255, 255, 1];
}
