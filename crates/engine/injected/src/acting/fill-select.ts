/** Chooses options of a native select. */

import { nextFrame } from "../dom/builtins.js";
import { attribute, dispatch, has, isConnected, selectOptions } from "../dom/dom.js";
import { giveFocus } from "../dom/focus.js";
import { clean, line } from "../dom/text.js";
import { isBusy } from "../elements/busy.js";
import type { Refusal } from "../protocol.js";
import { whenSettled } from "../watching/settled.js";
import { answered } from "./answered.js";
import type { Filled, IsList } from "./fill-protocol.js";
import { noteDrawnFor } from "./listbox.js";
import { widgetFor } from "./page-widget.js";

const LISTED = 20;
const LABEL_LENGTH = 80;

const isDisabled = (option: HTMLOptionElement): boolean =>
  option.disabled || option.parentElement?.closest("optgroup")?.disabled === true;

/** An option, and whether the words are the value or the label of another one, too. */
interface Match {
  option: HTMLOptionElement;
  other?: "value" | "label" | undefined;
}

/**
 * The first match by label, which is what is shown of an option, by value, or by label without regard to case. An option's
 * value may be another one's label.
 */
function match(options: HTMLOptionElement[], wanted: string): Match | undefined {
  const usable = options.filter((option) => !isDisabled(option));
  const exact = clean(wanted);
  const shows = usable.filter((option) => clean(option.label) === exact);
  const byLabel =
    shows.find((option) => option.value === wanted) ?? shows[0] ?? usable.find(({ text }) => clean(text) === exact);
  const byValue = usable.find((option) => option.value === wanted);
  if (byLabel) return { option: byLabel, other: byValue && byValue !== byLabel ? "value" : undefined };
  const loose = exact.toLowerCase();
  const like = ({ label, text }: HTMLOptionElement): boolean =>
    [label, text].some((l) => clean(l).toLowerCase() === loose);
  const loosely = usable.find(like);
  if (byValue) return { option: byValue, other: loosely && loosely !== byValue ? "label" : undefined };
  return loosely && { option: loosely };
}

/** The wanted values. One text can hold several, as a JSON array of strings. */
function wantedValues(value: string | string[], multiple: boolean): string[] {
  if (typeof value !== "string") return value;
  if (multiple && value.trim().startsWith("[")) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) return parsed.map(String);
    } catch {
      // Not JSON: the text itself is the value.
    }
  }
  return [value];
}

/** How many frames a page may take to draw what was chosen. */
const FRAMES = 8;
/** How long the options must be unchanged to count as complete. */
const REST_MS = 700;

/** The options that are wanted of a select, or the refusal if it lacks one. */
function find(select: HTMLSelectElement, values: string[], multiple: boolean): Match[] | Refusal {
  const options = Array.from(selectOptions(select));
  const found: Match[] = [];
  for (const wanted of values) {
    const fits = match(options, wanted);
    if (fits) found.push(fits);
    else if (!(multiple && wanted === "")) {
      const labels = options.filter((o) => !isDisabled(o)).slice(0, LISTED);
      return {
        state: "option",
        options: labels.map((o) => line(o.label || attribute(o, "value") || "", LABEL_LENGTH)),
      };
    }
  }
  return found;
}

/** The options that filling a select would choose, and whether all of them are there. */
export function optionsFor(select: HTMLSelectElement, value: string | string[]): [HTMLOptionElement[], boolean] {
  const multiple = has(select, "multiple");
  const options = Array.from(selectOptions(select));
  const values = wantedValues(value, multiple).filter((wanted) => !(multiple && wanted === ""));
  const found = values.map((wanted) => match(options, wanted)?.option);
  const there = found.filter((option) => option !== undefined);
  return [there, there.length === found.length];
}

/** Waits until a select has the wanted options, or until those that it has are at rest. */
async function whenFound(
  select: HTMLSelectElement,
  values: string[],
  multiple: boolean,
  waitMs: number,
): Promise<Match[] | Refusal> {
  let last = "";
  let since = performance.now();
  const look = (): { done: Match[] | Refusal } | { watched: Element[] } => {
    if (!isConnected(select)) return { done: { state: "gone" } };
    const found = find(select, values, multiple);
    if (Array.isArray(found)) return { done: found };
    const now = Array.from(selectOptions(select), (option) => `${option.label}\n${option.value}`).join("\n");
    if (now !== last) since = performance.now();
    last = now;
    const rested = performance.now() - since >= REST_MS && !isBusy(select) && !select.disabled;
    return rested ? { done: found } : { watched: [] };
  };
  return (await whenSettled(waitMs, look)) ?? find(select, values, multiple);
}

/** Chooses the options that `value` names. Options often come a moment after the choice in another field. */
export function fillSelect(
  select: HTMLSelectElement,
  value: string | string[],
  waitMs: number,
): Refusal | Promise<Filled | IsList | Refusal> {
  const multiple = has(select, "multiple");
  const values = wantedValues(value, multiple);
  if (!multiple && values.length !== 1) return { state: "value", why: "this select takes one option" };
  const found = find(select, values, multiple);
  if (Array.isArray(found)) return choose(select, found, values, multiple);
  if (waitMs <= 0) return found;
  return whenFound(select, values, multiple, waitMs).then((late) =>
    Array.isArray(late) ? choose(select, late, values, multiple) : late,
  );
}

async function choose(
  select: HTMLSelectElement,
  found: Match[],
  values: string[],
  multiple: boolean,
): Promise<Filled | IsList | Refusal> {
  const widget = multiple ? undefined : widgetFor(select);
  const chosen = new Set(found.map(({ option }) => option));
  const options = Array.from(selectOptions(select));
  const before = options.map((option) => option.selected);
  giveFocus(select);
  // The page may replace the field when it gets the focus.
  if (!isConnected(select)) return { state: "gone" };
  for (const option of options) if (multiple || chosen.has(option)) option.selected = chosen.has(option);
  const changed = options.some((option, i) => option.selected !== before[i]);
  if (changed) {
    dispatch(select, new Event("input", { bubbles: true, composed: true }));
    dispatch(select, new Event("change", { bubbles: true }));
    await answered();
  }
  const label = found[0]?.option.label ?? "";
  const isShown = (): boolean => !widget || !isConnected(widget.combobox) || widget.shows(label);
  for (let frames = 0; frames < FRAMES && !isShown(); frames++) await nextFrame();
  if (widget && !isShown()) {
    noteDrawnFor(select, widget.combobox);
    return { state: "list" };
  }
  const answer: Filled = { state: "filled", kind: "select", method: "synthetic", changed };
  const other = found.find((one) => one.other)?.other;
  if (other) answer.other = other;
  // The page may have made its options anew.
  const selected = Array.from(selectOptions(select)).filter((option) => option.selected);
  const given = new Set(values.map(clean));
  const labels = new Set(found.map(({ option }) => option.label));
  const isOther = (option: HTMLOptionElement): boolean =>
    !(chosen.has(option) || labels.has(option.label)) || !given.has(clean(option.label));
  if (other || selected.length !== chosen.size || selected.some(isOther))
    answer.now = line(selected.map((option) => option.label).join(", "), 200);
  return answer;
}
