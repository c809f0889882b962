/** The attributes that matter to a walk, as bits, read once per element. */
import { attribute, attributeNames, has, token } from "../dom/dom.js";
import { WIDGETS } from "../semantics/role.js";

export const A_ROLE = 1;
export const A_ARIA = 2;
export const A_TABINDEX = 4;
export const A_EDITABLE = 8;
export const A_DRAGGABLE = 16;
/** No attribute: by its cursor, the element can be pulled. */
export const A_GRAB = 1 << 20;
export const A_INERT = 32;
export const A_TITLE = 64;
export const A_ID = 128;
export const A_HANDLER = 256;
export const A_HIDDEN_ARIA = 512;
export const A_LABEL = 1024;
export const A_DESCRIBED = 2048;
export const A_DISABLED = 4096;
export const A_POPOVER = 8192;
/** The number that a table gives a row or the column of a cell. */
export const A_PLACE = 16384;

const ATTRIBUTES: ReadonlyMap<string, number> = new Map([
  ["role", A_ROLE],
  ["tabindex", A_TABINDEX],
  ["contenteditable", A_EDITABLE],
  ["draggable", A_DRAGGABLE],
  ["inert", A_INERT],
  ["popover", A_POPOVER],
  ["title", A_TITLE],
  ["id", A_ID],
  ["aria-hidden", A_ARIA | A_HIDDEN_ARIA],
  ["aria-disabled", A_ARIA | A_DISABLED],
  ["aria-label", A_ARIA | A_LABEL],
  ["aria-labelledby", A_ARIA | A_LABEL],
  ["aria-describedby", A_ARIA | A_DESCRIBED],
  ["aria-description", A_ARIA | A_DESCRIBED],
  ["aria-colindex", A_ARIA | A_PLACE],
  ["aria-rowindex", A_ARIA | A_PLACE],
  ...[
    "onclick",
    "ondblclick",
    "onmousedown",
    "onmouseup",
    "onpointerdown",
    "onpointerup",
    "ontouchstart",
    "ontouchend",
    "oncontextmenu",
    "onauxclick",
    "ondrop",
    "ondragover",
  ].map((name): [string, number] => [name, A_HANDLER]),
]);

/** The attribute bits of an element. */
export function readAttributes(el: Element): number {
  let bits = 0;
  for (const name of attributeNames(el)) bits |= ATTRIBUTES.get(name) ?? (name.startsWith("aria-") ? A_ARIA : 0);
  return bits;
}

/** Whether a user operates the element, by its role or its attributes. */
export function isOperated(el: Element, tag: string, role: string, bits: number): boolean {
  if (WIDGETS.has(role) && role !== "gridcell") return true;
  if (bits === 0) return false;
  if (bits & A_HANDLER) return true;
  if (bits & A_DRAGGABLE && token(el, "draggable") === "true") return true;
  if (bits & A_TABINDEX && Number.parseInt(attribute(el, "tabindex") ?? "", 10) >= 0) return true;
  return (tag === "video" || tag === "audio") && has(el, "controls");
}
