/** Chooses options of a native select. */

import { attribute, dispatch, has, isConnected, selectOptions } from "../dom/dom.js";
import { giveFocus } from "../dom/focus.js";
import { clean, line } from "../dom/text.js";
import type { Refusal } from "../protocol.js";
import type { Filled } from "./fill-protocol.js";

const LISTED = 20;
const LABEL_LENGTH = 80;

const isDisabled = (option: HTMLOptionElement): boolean =>
  option.disabled || option.parentElement?.closest("optgroup")?.disabled === true;

/** The first match by value, by label, or by label without regard to case and outer whitespace. */
function match(options: HTMLOptionElement[], wanted: string): HTMLOptionElement | undefined {
  const loose = clean(wanted).toLowerCase();
  const usable = options.filter((option) => !isDisabled(option));
  return (
    usable.find((option) => option.value === wanted) ??
    usable.find((option) => option.label === wanted || option.text === wanted) ??
    usable.find((option) => clean(option.label).toLowerCase() === loose || clean(option.text).toLowerCase() === loose)
  );
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

/** Chooses the options that `value` names. */
export function fillSelect(select: HTMLSelectElement, value: string | string[]): Filled | Refusal {
  const options = Array.from(selectOptions(select));
  const multiple = has(select, "multiple");
  const chosen = new Set<HTMLOptionElement>();
  const values = wantedValues(value, multiple);
  if (!multiple && values.length !== 1) return { state: "value", why: "this select takes one option" };
  for (const wanted of values) {
    const option = match(options, wanted);
    if (option) chosen.add(option);
    else if (!(multiple && wanted === "")) {
      const labels = options.filter((o) => !isDisabled(o)).slice(0, LISTED);
      return {
        state: "option",
        options: labels.map((o) => line(o.label || attribute(o, "value") || "", LABEL_LENGTH)),
      };
    }
  }
  const before = options.map((option) => option.selected);
  giveFocus(select);
  // The page may replace the field when it gets the focus.
  if (!isConnected(select)) return { state: "gone" };
  for (const option of options) if (multiple || chosen.has(option)) option.selected = chosen.has(option);
  const changed = options.some((option, i) => option.selected !== before[i]);
  if (changed) {
    dispatch(select, new Event("input", { bubbles: true, composed: true }));
    dispatch(select, new Event("change", { bubbles: true }));
  }
  const answer: Filled = { state: "filled", kind: "select", method: "synthetic", changed };
  const selected = options.filter((option) => option.selected);
  if (selected.length !== chosen.size || selected.some((option) => !chosen.has(option)))
    answer.now = line(selected.map((option) => option.label).join(", "), 200);
  return answer;
}
