/**
 * DOM access through getters and methods of the prototypes, fetched once.
 *
 * There are two reasons. A page can shadow properties (`<form><input name="parentNode">`, `<img name="title">`) in every
 * world. And calling a stored getter is faster than reading a property, above all through Firefox's Xray wrappers
 * (measured: `firstChild` takes 1.5 µs as a property and 0.23 µs as a stored getter).
 */

type Getter<T, R> = (node: T) => R;

type Own<T, R> = (this: T) => R;

const own = <T, R>(prototype: object, name: string): Own<T, R> =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get as Own<T, R>;

function getter<T, R>(prototype: object, name: string): Getter<T, R> {
  const get = own<T, R>(prototype, name);
  return (node) => get.call(node);
}

/**
 * The same for a getter of one interface. An element of a foreign namespace can have the local name of an HTML element;
 * for such an element the answer is `absent`.
 */
function only<T, R>(prototype: object, name: string, absent: R): Getter<T, R> {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: T) => R;
  return (node) => {
    try {
      return get.call(node);
    } catch {
      return absent;
    }
  };
}

const node = Node.prototype;
const element = Element.prototype;
const html = HTMLElement.prototype;

// A walk calls these for each element. Functions from one factory share what the compiler learns of their calls; with
// functions of their own it knows which getter each of them calls.
const getFirstChild = own<Node, ChildNode | null>(node, "firstChild");
export const firstChild = (of: Node): ChildNode | null => getFirstChild.call(of);
const getNextSibling = own<Node, ChildNode | null>(node, "nextSibling");
export const nextSibling = (of: Node): ChildNode | null => getNextSibling.call(of);
const getPreviousSibling = own<Node, ChildNode | null>(node, "previousSibling");
export const previousSibling = (of: Node): ChildNode | null => getPreviousSibling.call(of);
const getParentNode = own<Node, ParentNode | null>(node, "parentNode");
export const parentNode = (of: Node): ParentNode | null => getParentNode.call(of);
const getNodeType = own<Node, number>(node, "nodeType");
export const nodeType = (of: Node): number => getNodeType.call(of);
const getTextContent = own<Node, string | null>(node, "textContent");
export const textContent = (of: Node): string | null => getTextContent.call(of);
const getInnerText = only<Element, string | null>(html, "innerText", null);
/** The text as it is rendered. Elements that are not HTML have only their content. */
export const renderedText = (of: Element): string => getInnerText(of) ?? textContent(of) ?? "";
const getLocalName = own<Element, string>(element, "localName");
export const localName = (of: Element): string => getLocalName.call(of);
const getNamespaceURI = own<Element, string | null>(element, "namespaceURI");
export const namespaceUri = (of: Element): string | null => getNamespaceURI.call(of);
const getFirstElementChild = own<Element, Element | null>(element, "firstElementChild");
export const firstElementChild = (of: Element): Element | null => getFirstElementChild.call(of);
const getNextElementSibling = own<Element, Element | null>(element, "nextElementSibling");
export const nextElement = (of: Element): Element | null => getNextElementSibling.call(of);
const getPreviousElementSibling = own<Element, Element | null>(element, "previousElementSibling");
export const previousElement = (of: Element): Element | null => getPreviousElementSibling.call(of);
const getShadowRoot = own<Element, ShadowRoot | null>(element, "shadowRoot");
export const openShadowRoot = (of: Element): ShadowRoot | null => getShadowRoot.call(of);

export const isConnected = getter<Node, boolean>(node, "isConnected");
export const textData = getter<CharacterData, string>(CharacterData.prototype, "data");
export const childElementCount = getter<Element, number>(element, "childElementCount");
export const parentElement = getter<Node, Element | null>(node, "parentElement");
export const openAssignedSlot = getter<Element, HTMLSlotElement | null>(element, "assignedSlot");
export const openTextSlot = getter<Text, HTMLSlotElement | null>(Text.prototype, "assignedSlot");
export const offsetWidth = only<HTMLElement, number>(html, "offsetWidth", 0);
export const offsetHeight = only<HTMLElement, number>(html, "offsetHeight", 0);
export const isContentEditable = only<HTMLElement, boolean>(html, "isContentEditable", false);
const getEditContext = own<HTMLElement, unknown>(html, "editContext");
/** Whether what is typed into the element goes to an `EditContext`: its page keeps and draws the text. */
export const hasEditContext = (of: Element): boolean =>
  getEditContext !== undefined && of instanceof HTMLElement && (getEditContext.call(of) ?? null) !== null;
export const hostOf = getter<ShadowRoot, Element>(ShadowRoot.prototype, "host");
export const labelControl = only<HTMLLabelElement, HTMLElement | null>(HTMLLabelElement.prototype, "control", null);
export const inputList = only<HTMLInputElement, HTMLElement | null>(HTMLInputElement.prototype, "list", null);
export const inputType = only<HTMLInputElement, string>(HTMLInputElement.prototype, "type", "");
export const inputValue = only<HTMLInputElement, string>(HTMLInputElement.prototype, "value", "");
export const inputChecked = only<HTMLInputElement, boolean>(HTMLInputElement.prototype, "checked", false);
export const inputFiles = only<HTMLInputElement, FileList | null>(HTMLInputElement.prototype, "files", null);
export const chosenIndex = only<HTMLSelectElement, number>(HTMLSelectElement.prototype, "selectedIndex", -1);
export const areaValue = only<HTMLTextAreaElement, string>(HTMLTextAreaElement.prototype, "value", "");
const noOptions = [] as unknown as HTMLOptionsCollection;
export const selectOptions = only<HTMLSelectElement, HTMLOptionsCollection>(
  HTMLSelectElement.prototype,
  "options",
  noOptions,
);
export const tableRows = only<HTMLTableElement, ArrayLike<HTMLTableRowElement>>(HTMLTableElement.prototype, "rows", []);
export const clientLeft = getter<Element, number>(element, "clientLeft");
export const clientTop = getter<Element, number>(element, "clientTop");
export const clientWidth = getter<Element, number>(element, "clientWidth");
export const clientHeight = getter<Element, number>(element, "clientHeight");
export const scrollHeight = getter<Element, number>(element, "scrollHeight");
export const scrollTop = getter<Element, number>(element, "scrollTop");
export const contentType = getter<Document, string>(Document.prototype, "contentType");
export const scrollLeft = getter<Element, number>(element, "scrollLeft");
export const scrollWidth = getter<Element, number>(element, "scrollWidth");
export const baseAddress = getter<Node, string>(node, "baseURI");
export const linkHref = only<HTMLAnchorElement, string>(HTMLAnchorElement.prototype, "href", "");
export const areaHref = only<HTMLAreaElement, string>(HTMLAreaElement.prototype, "href", "");
export const imageSource = only<HTMLImageElement, string>(HTMLImageElement.prototype, "src", "");
export const shadowActive = getter<ShadowRoot, Element | null>(ShadowRoot.prototype, "activeElement");
export const documentActive = getter<Document, Element | null>(Document.prototype, "activeElement");
export const documentTitle = getter<Document, string>(Document.prototype, "title");
export const documentElement = getter<Document, HTMLElement | null>(Document.prototype, "documentElement");
const documentSheets = getter<Document, StyleSheetList>(Document.prototype, "styleSheets");
const shadowSheets = only<ShadowRoot, Iterable<CSSStyleSheet>>(ShadowRoot.prototype, "styleSheets", []);
const documentAdopted = getter<Document, CSSStyleSheet[]>(Document.prototype, "adoptedStyleSheets");
const shadowAdopted = only<ShadowRoot, CSSStyleSheet[]>(ShadowRoot.prototype, "adoptedStyleSheets", []);
const documentAnimations = Document.prototype.getAnimations;
const shadowAnimations = ShadowRoot.prototype.getAnimations;
/** The style sheets of a document or shadow root, constructed ones included. */
export const sheetsOf = (scope: Node): CSSStyleSheet[] =>
  nodeType(scope) === 9
    ? [...documentSheets(scope as Document), ...documentAdopted(scope as Document)]
    : [...shadowSheets(scope as ShadowRoot), ...shadowAdopted(scope as ShadowRoot)];
/** The animations in a document or shadow root. */
export const animationsIn = (scope: Node): Animation[] =>
  nodeType(scope) === 9 ? documentAnimations.call(scope as Document) : shadowAnimations.call(scope as ShadowRoot);
/** "on" while the whole document is editable. */
export const designMode = getter<Document, string>(Document.prototype, "designMode");
export const fullscreenElement = getter<Document, Element | null>(Document.prototype, "fullscreenElement");
export const readyState = getter<Document, DocumentReadyState>(Document.prototype, "readyState");
const bodyOf = getter<Document, HTMLElement | null>(Document.prototype, "body");
export const documentBody = (): HTMLElement | null => bodyOf(document);
const scrollingOf = getter<Document, Element | null>(Document.prototype, "scrollingElement");
export const scrollingElement = (): Element | null => scrollingOf(document);

const {
  getAttribute,
  hasAttribute,
  hasAttributes,
  getAttributeNames,
  matches,
  closest,
  querySelector,
  querySelectorAll,
  getBoundingClientRect,
  getClientRects,
} = element;
const { contains, getRootNode, dispatchEvent } = {
  contains: node.contains,
  getRootNode: node.getRootNode,
  dispatchEvent: EventTarget.prototype.dispatchEvent,
};
const documentQueryAll = Document.prototype.querySelectorAll;
const documentById = Document.prototype.getElementById;
const fragmentQueryAll = DocumentFragment.prototype.querySelectorAll;
const fragmentById = DocumentFragment.prototype.getElementById;
const documentByTag = Document.prototype.getElementsByTagName;
const assigned = HTMLSlotElement.prototype.assignedNodes;

export const attribute = (el: Element, name: string): string | null => getAttribute.call(el, name);
export const has = (el: Element, name: string): boolean => hasAttribute.call(el, name);
export const hasAny = (el: Element): boolean => hasAttributes.call(el);
export const attributeNames = (el: Element): string[] => getAttributeNames.call(el);
export const is = (el: Element, selector: string): boolean => matches.call(el, selector);
export const nearest = (el: Element, selector: string): Element | null => closest.call(el, selector);
export const find = (el: Element, selector: string): Element | null => querySelector.call(el, selector);
export const findAll = (el: Element, selector: string): NodeListOf<Element> => querySelectorAll.call(el, selector);
export const box = (el: Element): DOMRect => getBoundingClientRect.call(el);
export const boxes = (el: Element): DOMRectList => getClientRects.call(el);
export const holds = (outer: Node, inner: Node): boolean => contains.call(outer, inner);
export const rootOf = (of: Node): Node => getRootNode.call(of);
export const dispatch = (target: EventTarget, event: Event): boolean => dispatchEvent.call(target, event);
export const assignedNodes = (slot: HTMLSlotElement): Node[] => {
  try {
    return assigned.call(slot);
  } catch {
    return []; // an element of a foreign namespace with the name "slot"
  }
};

/** `querySelectorAll` of a document or a shadow root. */
export function queryScope(scope: Node, selector: string): NodeListOf<Element> {
  return nodeType(scope) === 9
    ? documentQueryAll.call(scope, selector)
    : nodeType(scope) === 11
      ? fragmentQueryAll.call(scope, selector)
      : findAll(scope as Element, selector);
}

/** All elements of a document or shadow root. A document answers `getElementsByTagName` faster than a query. */
export const everyElement = (scope: Node): ArrayLike<Element> =>
  nodeType(scope) === 9 ? documentByTag.call(scope, "*") : queryScope(scope, "*");

const allFromPoint = Document.prototype.elementsFromPoint;
/** What is drawn at a point of the viewport, topmost first; of a shadow tree, its host. */
export const elementsAt = (x: number, y: number): Element[] => allFromPoint.call(document, x, y);

/** `getElementById` of a document or a shadow root. */
export function byId(scope: Node, id: string): Element | null {
  const type = nodeType(scope);
  return type === 9
    ? documentById.call(scope, id)
    : type === 11
      ? fragmentById.call(scope as DocumentFragment, id)
      : null;
}

const { getAnimations, checkVisibility } = element;
export const animations = (el: Element): Animation[] => getAnimations.call(el);
/** Whether the element is rendered and not `visibility: hidden`. */
export const rendered = (el: Element): boolean => checkVisibility.call(el, { visibilityProperty: true });

/** Whether the element has a box of its own. */
export const drawnBox = (el: Element): boolean => checkVisibility.call(el);

/** Whether neither the element nor one around it is wholly transparent. */
export const opaque = (el: Element): boolean => checkVisibility.call(el, { opacityProperty: true });

export const computedStyle: typeof getComputedStyle = getComputedStyle.bind(window);
const getPropertyValue = CSSStyleDeclaration.prototype.getPropertyValue;
/** A property of a style declaration. */
export const styleValue = (style: CSSStyleDeclaration, name: string): string => getPropertyValue.call(style, name);

const { item } = CSSStyleDeclaration.prototype;
/** The name of a declared property. */
export const styleItem = (style: CSSStyleDeclaration, at: number): string => item.call(style, at);
const htmlStyle = only<HTMLElement, CSSStyleDeclaration | null>(html, "style", null);
const svgStyle = only<SVGElement, CSSStyleDeclaration | null>(SVGElement.prototype, "style", null);
const mathStyle =
  typeof MathMLElement === "function"
    ? only<MathMLElement, CSSStyleDeclaration | null>(MathMLElement.prototype, "style", null)
    : () => null;
/** The declarations of the attribute `style`. */
export const elementStyle = (el: Element): CSSStyleDeclaration | null =>
  htmlStyle(el as HTMLElement) ?? svgStyle(el as SVGElement) ?? mathStyle(el as MathMLElement);

const { hasChildNodes } = node;
/** Whether the node has children; creates no wrapper for them. */
export const hasContent = (of: Node): boolean => hasChildNodes.call(of);

export const isElement = (of: Node): of is Element => nodeType(of) === 1;

const SVG = "http://www.w3.org/2000/svg";
export const isSvg = (el: Element): boolean => namespaceUri(el) === SVG;

/** The attribute in lower case and trimmed; empty if it is absent. */
export const token = (el: Element, name: string): string => (getAttribute.call(el, name) ?? "").trim().toLowerCase();

/** Attributes that refer to other elements by their ids. */
export type Reference = "aria-labelledby" | "aria-describedby" | "aria-owns" | "aria-controls";
const REFLECTED: Record<Reference, string> = {
  "aria-labelledby": "ariaLabelledByElements",
  "aria-describedby": "ariaDescribedByElements",
  "aria-owns": "ariaOwnsElements",
  "aria-controls": "ariaControlsElements",
};
const reflectors = new Map<string, Getter<Element, Element[] | null>>();
// Firefox keeps one list per element. If the page reads it first, it throws for a sandbox. If a sandbox reads it first,
// the content process crashes when the page uses it. Only a sandbox has `wrappedJSObject`.
const isSandbox = "wrappedJSObject" in document;
for (const [name, property] of Object.entries(REFLECTED))
  if (!isSandbox && Object.getOwnPropertyDescriptor(element, property)?.get)
    reflectors.set(name, getter(element, property));

/** Elements that script set in place of ids; the attribute is then present and empty. In a Firefox sandbox there are none. */
export const referenced = (el: Element, name: Reference): Element[] => reflectors.get(name)?.(el) ?? [];
