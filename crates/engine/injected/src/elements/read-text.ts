/** `readText`: the text that an element shows. */

import { localName, renderedText } from "../dom/dom.js";
import type { Expected, ReadText, Refusal } from "../protocol.js";
import { shownValue } from "../semantics/element-states.js";
import { refused, resolve } from "./target.js";

/** Longest text, in characters: a message of a few megabytes. */
const LENGTH = 1_000_000;

/** The text as it is rendered (HTML standard, `innerText`); of a field the value that it shows. */
export function readText({ target }: { target: Expected }): ReadText | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const tag = localName(el);
  const isField = tag === "input" || tag === "textarea" || tag === "select";
  const text = (isField ? shownValue(el, tag, "") : renderedText(el)) ?? "";
  const cut = text.length > LENGTH;
  // A lone surrogate cannot cross to the engine.
  const shown = (cut ? text.slice(0, LENGTH) : text).replace(/\p{Surrogate}/gu, "\ufffd");
  return { state: "read", text: shown, cut };
}
