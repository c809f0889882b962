/** The arguments and answers of `fill` and `becomes`. */

import type { Checked, Expected } from "../protocol.js";

/** `fill`, with one of `value`, `options` and `check`. */
export interface FillArgs {
  target: Expected;
  value?: string;
  /** Labels or values, for a select only. */
  options?: string[];
  /** Only for elements that can be checked. */
  check?: boolean;
  /**
   * How long to wait at most for an option of a select that is not there yet, and for an editor to take its lines. Without it, options
   * are not waited for.
   */
  waitMs?: number;
  /** No key is to follow, and the page is to be told of none: the caller may keep some down. */
  plain?: boolean;
}
/** `fill` → Refusal, NeedsClick, IsList or this. */
export interface Filled {
  state: "filled";
  kind: "text" | "editable" | "select" | "date" | "range" | "color";
  /** "insert": trusted input events. "synthetic": the value was set and input and change were dispatched by script. */
  method: "insert" | "synthetic";
  /** Whether the value differs from before. */
  changed: boolean;
  /** A range is one step short of the value: this key brings it there. The engine presses it, and fills once more with `plain`. */
  key?: "ArrowUp" | "ArrowDown";
  /** The rest of the text, to be typed with keys: the editor inserts its paragraphs itself. */
  rest?: string;
  /** What the field holds, if that is not the given value (a mask, a limit). Never for passwords. */
  now?: string;
  /** With `now`: that is not the given value in another form either. */
  lost?: true;
  /** With `lost`: the placeholder of the field, cleaned. */
  placeholder?: string;
  /** With `lost` and without a placeholder: the pattern of the field, cleaned. */
  pattern?: string;
  /** With `lost`: there are spin buttons around it, for the parts of the value. */
  parts?: true;
  /** The page has spread the value over so many fields, of which this is the first. */
  over?: number;
  /** With `lost`: it has the end of the given value. */
  tail?: true;
  /** With `lost`: it is a slider, with this least and greatest value and this step. */
  range?: [min: string, max: string, step: string];
  /** With `lost`: it has a list of options. */
  list?: true;
  /** With `lost`: the page cancelled the event that announced the text, and nothing was put in. */
  cancelled?: true;
  /** With `lost`: so many lines went in, and of how many, as the time was over. */
  stopped?: [done: number, all: number];
  /** It has the value, and its list of options is open. */
  searches?: true;
  /** It is a field, and holds what it held before the keys. */
  untaken?: true;
  /** The list of the field is open, and the focus is elsewhere. */
  open?: true;
  /** It is no field, and keys have not changed its text. */
  unwritten?: true;
  /** The words are another option's label or value, too. */
  other?: "value" | "label";
}
/** `fill` with a number on a slider that is no input → the engine presses its keys. */
export interface Slider {
  state: "slider";
  now: number;
  min: number;
  max: number;
}
/** `fill` on a checkbox, radio or switch → the engine clicks it. */
export interface NeedsClick {
  state: "click";
  checked: Checked;
  wanted: boolean;
}
/** `fill` with a value on a custom list → the engine chooses the option. */
export interface IsList {
  state: "list";
}
/** `fill` with a value on an editor that keeps its text itself → the engine selects that by key, and pastes. */
export interface IsEditor {
  state: "editor";
}

/**
 * `becomes`: waits until a checkbox that was clicked has the wanted state, or any but mixed with `definite` → Became, or
 * {state: "gone"}. Its name may be another one by then.
 */
export interface BecomesArgs {
  target: Expected;
  wanted: boolean;
  definite: boolean;
  timeoutMs: number;
}
export interface Became {
  state: "became";
  /** Absent if it has no such state (any more). */
  checked?: Checked;
  /** It is busy or disabled, so its state may change later. */
  pending: boolean;
}
