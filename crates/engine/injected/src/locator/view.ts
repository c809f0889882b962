/** The state of one search: tree scopes, roles, names and styles, each computed at most once. */
import { hostOf, localName, nodeType, rootOf, textContent, textData } from "../dom/dom.js";
import { eachChild, parentAround, scopes, treeParent } from "../dom/shadow.js";
import { HIDDEN, INLINE, NONE, SKIPPED, Styles } from "../dom/style.js";
import { Pseudos } from "../semantics/generated-text.js";
import { Names } from "../semantics/name.js";
import { Roles } from "../semantics/role.js";

/** Elements whose text is not shown. */
const UNREAD = new Set("script style template noscript head title option optgroup datalist textarea".split(" "));
const DEEPEST = 400;

/** The document as one search sees it. */
export class View {
  readonly scopes: Node[] = scopes();
  readonly styles = new Styles();
  readonly pseudos = new Pseudos();
  readonly names = new Names(this.styles, this.pseudos, false);
  readonly roles = new Roles(
    (el) => this.names.hasName(el),
    (el) => this.names.authored(el),
    false,
  );
  /** Elements with a shadow tree inside, whose `textContent` may lack what they show. */
  readonly hosting: ReadonlySet<Element> = hosting(this.scopes);
  /** Which matches count, if not all of them. */
  only: ((el: Element) => boolean) | undefined;
  private readonly around: ReadonlySet<Element> | undefined;
  private readonly counted = new Map<Element, boolean>();

  /** `within`: only descendants of these elements count. */
  constructor(within: readonly Element[] | undefined) {
    this.names.roles = this.roles;
    this.around = within && new Set(within);
  }

  /** Whether the element is inside the elements that the search is limited to. */
  counts(el: Element): boolean {
    if (!this.around) return true;
    const path: Element[] = [];
    let inside = false;
    for (let up = parentAround(el); up; up = parentAround(up)) {
      const before = this.counted.get(up);
      if (before !== undefined || this.around.has(up)) {
        inside = before ?? true;
        break;
      }
      path.push(up);
    }
    for (const up of path) this.counted.set(up, inside);
    return inside;
  }

  /** The visible text of an element. */
  text(el: Element): string {
    const parts: string[] = [];
    this.read(el, parts, 0);
    return parts.join("");
  }

  private read(el: Element, parts: string[], level: number): void {
    const tag = localName(el);
    if (UNREAD.has(tag)) return;
    const style = this.styles.of(el);
    if (style & NONE) return;
    const apart = level > 0 && (tag === "br" || !(style & INLINE));
    if (apart) parts.push(" ");
    if (level > DEEPEST) parts.push(textContent(el) ?? "");
    else if (!(style & SKIPPED)) {
      eachChild(el, tag, (child) => {
        const type = nodeType(child);
        if (type === 3) {
          if (!(style & HIDDEN)) parts.push(textData(child as Text));
        } else if (type === 1) this.read(child as Element, parts, level + 1);
      });
    }
    if (apart) parts.push(" ");
  }
}

/** The hosts of shadow trees and their ancestors. */
function hosting(scopes: readonly Node[]): Set<Element> {
  const found = new Set<Element>();
  for (const scope of scopes) {
    if (nodeType(scope) !== 11) continue;
    for (let el: Element | null = hostOf(scope as ShadowRoot); el && !found.has(el); el = treeParent(el)) found.add(el);
  }
  return found;
}

/** Visits a list by index, which takes a quarter of the time of iterating. */
export function each(list: ArrayLike<Element>, visit: (el: Element) => void): void {
  for (let at = 0; at < list.length; at++) visit(list[at] as Element);
}

/** Whether the text of elements with this tag is not shown. */
export const isUnread = (tag: string): boolean => UNREAD.has(tag);

/** The element, its host, the host of that host, and so on. */
function hosts(el: Element): Element[] {
  const chain = [el];
  for (let at = el; ; ) {
    const root = rootOf(at);
    if (nodeType(root) !== 11 || !isShadow(root)) return chain;
    at = hostOf(root);
    chain.push(at);
  }
}

const compare = Node.prototype.compareDocumentPosition;
const isShadow = (root: Node): root is ShadowRoot => root instanceof ShadowRoot;

/** Sorts elements in document order; the content of a shadow tree counts at its host. */
export function inOrder(elements: Element[]): Element[] {
  if (elements.length < 2) return elements;
  const chains = new Map(elements.map((el) => [el, hosts(el).reverse()]));
  return elements.sort((one, other) => {
    const a = chains.get(one) as Element[];
    const b = chains.get(other) as Element[];
    let i = 0;
    while (a[i] === b[i] && i + 1 < a.length && i + 1 < b.length) i++;
    const [x, y] = [a[i] as Element, b[i] as Element];
    if (x === y) return a.length - b.length;
    return compare.call(x, y) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}
