/** `selector`: a CSS path to a node, with one selector for each shadow tree. */
import { attribute, hostOf, localName, nodeType, parentElement, queryScope, rootOf } from "../dom/dom.js";
import { elementOf } from "../dom/registry.js";
import type { Expected, NodeNumber, Refusal, SelectorPath } from "../protocol.js";
import { refused, resolve } from "./target.js";

const MARKS = [
  "data-testid",
  "data-test-id",
  "data-test",
  "data-cy",
  "data-qa",
  "name",
  "aria-label",
  "placeholder",
  "alt",
  "title",
  "href",
  "for",
];
const MARK_LENGTH = 100;

/** Whether an id looks hand-written. Generated ids differ in each load. */
const stable = (id: string): boolean =>
  id !== "" &&
  id.length <= 60 &&
  !/^\d|\d{4,}|^[:«]|[0-9a-f]{8,}|^(?:radix|headlessui|mui|ember|ext-gen|react-aria)/i.test(id);

const quoted = (value: string): string =>
  `"${value.replace(/["\\]/g, "\\$&").replace(/[\n\r\f\0]/g, (c) => `\\${c.charCodeAt(0).toString(16)} `)}"`;

function unique(scope: Node, selector: string, el: Element): boolean {
  const found = queryScope(scope, selector);
  return found.length === 1 && found[0] === el;
}

/** Short selectors by attributes of the element itself, best first. */
function* marks(el: Element): Generator<string> {
  const tag = CSS.escape(localName(el));
  const id = attribute(el, "id");
  if (id && stable(id)) yield `#${CSS.escape(id)}`;
  const given: string[] = [];
  for (const name of MARKS) {
    const value = attribute(el, name);
    if (value && value.length <= MARK_LENGTH) given.push(`[${name}=${quoted(value)}]`);
  }
  for (const mark of given) yield `${tag}${mark}`;
  for (let i = 0; i < given.length; i++)
    for (let j = i + 1; j < given.length; j++) yield `${tag}${given[i]}${given[j]}`;
}

function place(el: Element): string {
  const tag = localName(el);
  const parent = parentElement(el) ?? rootOf(el);
  let index = 0;
  let same = 0;
  for (const sibling of (parent as ParentNode).children) {
    if (localName(sibling) === tag) same++;
    if (sibling === el) index = same;
  }
  return same > 1 ? `${CSS.escape(tag)}:nth-of-type(${index})` : CSS.escape(tag);
}

/** A selector that matches only `el` in its tree. */
function within(scope: Node, el: Element): string {
  for (const mark of marks(el)) if (unique(scope, mark, el)) return mark;
  let path = "";
  for (let at: Element | null = el; at; at = parentElement(at)) {
    // Start at an ancestor that has a unique selector.
    if (at !== el) for (const mark of marks(at)) if (unique(scope, mark, at)) return `${mark} > ${path}`;
    path = path ? `${place(at)} > ${path}` : place(at);
    if (unique(scope, path, el) && /#|:nth|\[/.test(path)) return path;
  }
  return path;
}

/** `selector`. */
export function selector({ target }: { target: Expected }): SelectorPath | Refusal {
  const el = resolve(target);
  return refused(el) ? el : pathTo(el);
}

/** `ownerSelector`: the same for a frame owner, which the engine knows by its number only. */
export function ownerSelector({ id }: { id: NodeNumber }): SelectorPath | Refusal {
  const el = elementOf(id);
  return el ? pathTo(el) : { state: "gone" };
}

/** The path to an element. */
export function pathTo(target: Element): SelectorPath {
  let el = target;
  const path: string[] = [];
  for (;;) {
    const scope: Node = rootOf(el);
    path.unshift(within(scope, el));
    if (nodeType(scope) !== 11) return { state: "selector", path };
    el = hostOf(scope as ShadowRoot);
  }
}
