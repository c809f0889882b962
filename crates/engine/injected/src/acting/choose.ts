/**
 * `choose`: finds an option of a custom list (a combobox, a listbox, a button that opens one), and waits for it. It
 * chooses nothing itself: the engine opens the list, types and clicks with real input.
 */

import { token } from "../dom/dom.js";
import { DOC, elementOf } from "../dom/registry.js";
import { line } from "../dom/text.js";
import { isBusy } from "../elements/busy.js";
import { noteSearched, refused, resolve } from "../elements/target.js";
import { describe } from "../locator/found.js";
import { View } from "../locator/view.js";
import type { Choice, ChooseArgs, Found, Refusal } from "../protocol.js";
import { whenSettled } from "../watching/settled.js";
import { bareBoxOf, bareChosen, bareListOf, bareOpener, bareOptions, bareText } from "./bare-list.js";
import { isChosen, keepSelected, mayBeActiveOnly } from "./chosen-option.js";
import { unusable } from "./disabled.js";
import { choosable, fieldOf, isCalled, match, openerOf, shown, suggestedBy, widgetOf } from "./listbox.js";
import { listOf } from "./open-list.js";
import { type Look, scrollThrough } from "./scroll-list.js";

const LISTED = 20;
const LABEL_LENGTH = 80;

/** After this time, an empty or absent list is expected to stay so. */
const EMPTY_MS = 1500;

/** `choose`. */
export function choose(args: ChooseArgs): Choice | Refusal | Promise<Choice | Refusal> {
  const first = look(args);
  if (args.until === undefined || ends(first, args)) return first.answer;
  if (args.until === "end") {
    return scrollThrough(first, args.timeoutMs, () => look(args));
  }
  let last = first;
  let since = performance.now();
  return whenSettled<Choice | Refusal>(args.timeoutMs, () => {
    const now = look(args);
    if (labels(now) !== labels(last)) since = performance.now();
    last = now;
    const rested = args.until === "option" && performance.now() - since >= rest(now, args);
    return rested || ends(now, args) ? { done: now.answer } : { watched: now.list ? [now.list] : [] };
  }).then((found) => found ?? look(args).answer);
}

/** Whether waiting ends with this look: it shows what was waited for, or a final refusal. */
function ends({ answer: { state } }: Look, { until }: ChooseArgs): boolean {
  if (state !== "closed" && state !== "missing" && state !== "choice") return true;
  if (until === "list") return state !== "closed";
  return until === "gone" ? state === "closed" : state === "choice";
}

/** How long the list must be unchanged to count as complete. */
function rest({ answer, list }: Look, { restMs }: ChooseArgs): number {
  if (list && isBusy(list)) return Number.POSITIVE_INFINITY;
  return answer.state === "missing" && answer.options.length > 0 ? restMs : EMPTY_MS;
}

const labels = ({ offered }: Look): string => [...offered.values()].join("\n");

function look({ target, value, opened, typed }: ChooseArgs): Look {
  const none = (answer: Choice | Refusal): Look => ({ answer, offered: new Map(), list: null });
  const resolved = resolve(target);
  // A list that opens can change the name of what opened it.
  const renamed = opened && refused(resolved) && resolved.state === "changed" && resolved.role === target.role;
  const el = renamed ? (elementOf(target.id) ?? resolved) : resolved;
  if (refused(el)) return none(el);
  const widget = widgetOf(el);
  const box = widget ? undefined : bareBoxOf(el);
  if (box) return lookInto(box, el, { value, opened });
  if (!widget) {
    const suggested = suggestedBy(el);
    if (!suggested || suggested.some((option) => isCalled(option, value))) return none({ state: "native" });
    const options = suggested.slice(0, LISTED).map((option) => line(option.label || option.value, LABEL_LENGTH));
    return none({ state: "option", options });
  }
  const opener = openerOf(widget);
  if (!opened) {
    if (!opener) return none({ state: "hidden" });
    const off = unusable(widget);
    if (off) return none(off);
    // A hidden field is often read-only although its list can be opened.
    if (opener === widget && token(widget, "aria-readonly") === "true") return none({ state: "readonly" });
  }
  const list = listOf(widget, opened, el);
  // The text that opens and searches a list may be in the place of its name, which it has again after that.
  const known = (found: Found, of: Element): Found =>
    of === el && found.role === target.role ? { ...found, name: target.name } : found;
  const view = new View(undefined);
  const field = fieldOf(widget, opened, el);
  noteSearched((opened && field) || undefined);
  const writes = field ? { field: known(describe(view, field), field), holds: shown(field) } : {};
  if (!list) {
    if (!typed) keepSelected(el, widget, null);
    const found = known(describe(view, opener ?? widget), opener ?? widget);
    return none({ state: "closed", doc: DOC, found, now: shown(widget), ...writes });
  }
  const offered = choosable(view, list);
  if (!typed) keepSelected(el, widget, list, offered);
  const option = match(offered, value);
  if (!option) {
    const options = [...offered.values()].slice(0, LISTED).map((name) => line(name, LABEL_LENGTH));
    return { answer: { state: "missing", doc: DOC, options, now: shown(widget), ...writes }, offered, list };
  }
  const searched = typed ? el : undefined;
  const chosen = isChosen(option, list, widget, searched);
  const other = mayBeActiveOnly(option, list, widget, searched) ? beside(option, offered) : undefined;
  const several = token(list, "aria-multiselectable") === "true" || token(option, "role") === "menuitemcheckbox";
  return {
    answer: {
      state: "choice",
      doc: DOC,
      found: describe(view, option),
      now: shown(widget),
      ...(chosen !== undefined && { chosen }),
      several,
      ...(other && { other: describe(view, other) }),
    },
    offered,
    list,
  };
}

/** The same, for a list without roles. */
function lookInto(box: Element, el: Element, { value, opened }: Pick<ChooseArgs, "value" | "opened">): Look {
  const off = opened ? undefined : unusable(box);
  const list = bareListOf(box);
  if (off) return { answer: off, offered: new Map(), list };
  const view = new View(undefined);
  const field = fieldOf(box, opened, el);
  noteSearched((opened && field) || undefined);
  const now = bareText(box, list);
  const writes = field ? { field: describe(view, field), holds: shown(field) } : {};
  const chosen = list || !opened ? bareChosen(box, list, value) : undefined;
  const offered = list ? bareOptions(list) : new Map<Element, string>();
  const option = chosen ?? match(offered, value);
  if (option) {
    const found = describe(view, option);
    const known = chosen !== undefined && { chosen: true };
    return { answer: { state: "choice", doc: DOC, found, now, several: false, ...known }, offered, list };
  }
  if (!list) {
    const found = describe(view, bareOpener(box));
    return { answer: { state: "closed", doc: DOC, found, now, ...writes }, offered, list };
  }
  const options = [...offered.values()].slice(0, LISTED).map((name) => line(name, LABEL_LENGTH));
  return { answer: { state: "missing", doc: DOC, options, now, ...writes }, offered, list };
}

/** The option next to one. */
function beside(option: Element, offered: Look["offered"]): Element | undefined {
  const options = [...offered.keys()];
  const at = options.indexOf(option);
  return options[at + 1] ?? options[at - 1];
}
