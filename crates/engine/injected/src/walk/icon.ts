/** The icons of controls that nothing else tells apart. */
import { attribute, findAll, localName } from "../dom/dom.js";

/** Elements of a control that are asked. Icons are small. */
const MOST = 8;
/** The prefixes of the libraries of icons, before the name of one: `fa-trash`, `glyphicon-ok`, `icon-tabler-mail`, `dx-icon-edit`. */
const PREFIX =
  /^(?:icon-tabler|tabler-icon|lucide-icon|lucide|octicon|codicon|anticon|glyphicon|feather|typcn|zmdi|mdi|fa|bi|ti|pi|ri|bx[sl]?|la|uil|cil|ph|k-svg-i|k-i|oi|fi|(?:[a-z]{1,8}-)?icon)-/;
/** What such a class says besides: sizes, places, sets and movements. */
const NO_ICON =
  /^(?:x[sl]|sm|md|lg|[2-9]?x[sl]?|\d+x|fw|li|ul|spin|spinner-?\w*|pulse|beat|fade|bounce|shake|border|inverse|stack\S*|pull\S*|rotate\S*|flip\S*|swap\S*|solid|regular|light|thin|bold|duotone|brands|sharp\S*|classic|outlined?|filled?|rounded|tabler\S*|icon|svg|img|image|font|base|root|inner|outer|box|only|left|right|start|end|small|medium|large|size\S*|default|primary|secondary|white|dark|wrap\S*|contain\S*|btn|button|holder|text|label|link|group|sort\S*)$/;
/** Which drawing of an icon it is. */
const VARIANT = /-(?:line|fill|filled|outline|outlined|solid|regular|bold|thin|light|o|alt)$/;
/** A name of an icon: few words, and no number that a build gave it. */
const NAME = /^[a-z]{2,20}(?:-[a-z\d]{1,15}){0,3}$/;

/** The icon of an element as a field, if it has one by what pages commonly write; "" if not. */
export function iconField(el: Element): string {
  let left = MOST;
  for (const one of [el, ...findAll(el, "svg,use,img,i,span,em,b,div")]) {
    if (left-- === 0) break;
    const name = iconOf(one);
    if (name !== undefined) return `\ticon=${name}`;
  }
  return "";
}

function iconOf(el: Element): string | undefined {
  const tag = localName(el);
  if (tag === "use") return named((attribute(el, "href") ?? attribute(el, "xlink:href") ?? "").split("#")[1]);
  if (tag === "img" || tag === "input")
    return named(/([^/]*)\.\w{3,4}(?:[?#]|$)/.exec(attribute(el, "src") ?? "")?.[1]);
  for (const one of (attribute(el, "class") ?? "").trim().split(/\s+/)) {
    const name = PREFIX.test(one) ? named(one) : undefined;
    if (name !== undefined) return name;
  }
  return named(attribute(el, "data-icon") ?? attribute(el, "data-lucide") ?? ofMui(el));
}

/** Material UI names its icons for tests: `DeleteIcon`. */
const ofMui = (el: Element): string | undefined =>
  /^([A-Z]\w*)Icon$/
    .exec(attribute(el, "data-testid") ?? "")?.[1]
    ?.replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase();

function named(text: string | undefined): string | undefined {
  const name = text?.replace(PREFIX, "").replace(VARIANT, "");
  return name !== undefined && NAME.test(name) && !NO_ICON.test(name) ? name : undefined;
}
