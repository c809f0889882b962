/** What an event passes on its way. */
import { pathOf } from "./builtins.js";
import { isElement } from "./dom.js";

/** Whether a target of events is an element. A window is no node, and its type cannot be asked for. */
export function isAnElement(at: EventTarget): at is Element {
  try {
    return isElement(at as Node);
  } catch {
    return false;
  }
}

/** The elements that an event passes, innermost first. */
export const passed = (event: Event): Element[] => pathOf.call(event).filter(isAnElement);
