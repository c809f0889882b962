/** Which keys are steps of their own, and not a part of what a field holds then. */

import { attribute, has, inputType, localName } from "../dom/dom.js";
import { isText } from "./elements.js";

const MOVES = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);
/** Keys that change nothing by themselves, or come from a way to type that has no keys. */
const NO_KEYS =
  /^(?:Shift|Control|Alt|AltGraph|Meta|OS|Super|Hyper|Fn|FnLock|CapsLock|NumLock|ScrollLock|Dead|Process|Unidentified|Compose)$/;
/** Chords of the browser's own, unless the page takes them. */
const OF_BROWSER =
  /^(?:(?:Control|Meta)\+(?:Shift\+)?(?:[ltnwrqpsfdhjkuogbie]|[0-9]|Tab|Enter|\+|-|=|F\d|Delete|PageUp|PageDown)|Alt\+(?:[a-z]|Arrow(?:Left|Right)|Home|F4|Tab|Enter|[0-9])|(?:Shift\+)?F(?:1|3|5|6|7|11|12))$/i;
/** Chords whose effect is what the field holds then. */
const OF_EDITING =
  /^(?:Control|Meta|Alt)\+(?:Shift\+)?(?:[acvxzy]|Insert|Backspace|Delete|Arrow\w+|Home|End|PageUp|PageDown)$/i;

/** Characters with which a browser searches the page, unless the page takes them. */
const SEARCHES = /^[/']$/;

/** Whether a key is told: now, if the page takes it, if it types nothing, or not at all. */
export type Telling = "now" | "taken" | "typeless" | undefined;

/** A key with the keys that are held, as `press` takes it. */
export function chordOf(event: KeyboardEvent): string {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  const held = [...(ctrlKey ? ["Control"] : []), ...(altKey ? ["Alt"] : []), ...(metaKey ? ["Meta"] : [])];
  // With a character, Shift is a part of it.
  if (shiftKey && (key.length > 1 || held.length > 0 || key === " ")) held.push("Shift");
  return [...held, key === " " ? "Space" : key].join("+");
}

/** How a key on an element is told. */
export function tellsKey(event: KeyboardEvent, el: Element | undefined): Telling {
  const { key } = event;
  if (NO_KEYS.test(key) || event.isComposing || event.keyCode === 229) return undefined;
  const tag = el === undefined ? "" : localName(el);
  const onPage = tag === "" || tag === "body" || tag === "html";
  const text = isText(el);
  const chord = chordOf(event);
  const isChord = event.ctrlKey || event.metaKey || (event.altKey && !event.getModifierState("AltGraph"));
  if (isChord || /^F\d/.test(key)) {
    if (text && OF_EDITING.test(chord)) return undefined;
    return OF_BROWSER.test(chord) ? "taken" : "now";
  }
  if (event.repeat && !MOVES.has(key)) return undefined;
  switch (key) {
    case "Enter":
      return text?.lines || tag === "select" ? undefined : onPage ? "taken" : "now";
    case "Escape":
      return "now";
    case "Tab":
      return onPage ? "taken" : "now";
    case " ":
      return text || onPage || tag === "select" || isToggle(el, tag) ? (onPage ? "taken" : undefined) : "now";
    case "Backspace":
    case "Delete":
      return text ? undefined : "typeless";
  }
  if (MOVES.has(key)) {
    if (tag === "select" || isToggle(el, tag) || isRange(el, tag)) return undefined;
    // In a text they move the caret, unless there is a list to choose from.
    if (text) return el !== undefined && hasList(el) && /Arrow(?:Up|Down)|Page/.test(key) ? "now" : undefined;
    return onPage ? "taken" : "now";
  }
  // A browser does nothing with a character outside of a field: it is for the page, also if that does not keep it from the browser.
  if ([...key].length === 1) return text || tag === "select" ? undefined : SEARCHES.test(key) ? "taken" : "typeless";
  return "taken";
}

const isToggle = (el: Element | undefined, tag: string): boolean =>
  tag === "input" && /^(?:checkbox|radio)$/.test(inputType(el as HTMLInputElement));

const isRange = (el: Element | undefined, tag: string): boolean =>
  tag === "input" && /^(?:range|color)$/.test(inputType(el as HTMLInputElement));

/** Whether a field offers a list of the page's own. */
const hasList = (el: Element): boolean =>
  attribute(el, "role") === "combobox" ||
  has(el, "aria-expanded") ||
  has(el, "aria-haspopup") ||
  has(el, "aria-controls") ||
  has(el, "aria-activedescendant");
