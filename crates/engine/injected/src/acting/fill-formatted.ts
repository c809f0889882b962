/** Fields whose value has a format: dates, times, colours, ranges. Text cannot be inserted into them. */

import { documentElement, isConnected } from "../dom/dom.js";
import { giveFocus } from "../dom/focus.js";
import { announce, held, setValue } from "../dom/values.js";
import type { Refusal } from "../protocol.js";
import { answered } from "./answered.js";
import { notAsGiven } from "./as-given.js";
import type { Filled } from "./fill-protocol.js";

const FORMATS: Record<string, string> = {
  date: "a date as YYYY-MM-DD is expected, such as 2027-03-31",
  time: "a time as HH:MM or HH:MM:SS in 24 hours is expected, such as 09:30",
  "datetime-local": "a date and time as YYYY-MM-DDTHH:MM is expected, such as 2027-03-31T09:30",
  month: "a month as YYYY-MM is expected, such as 2027-03",
  week: "a week as YYYY-Www is expected, such as 2027-W13",
  color: "a colour as #rrggbb is expected, such as #ff8800",
  range: "a number is expected, such as 50",
};

const SHAPES: Record<string, RegExp> = {
  date: /^\d{4,6}-\d\d-\d\d$/,
  time: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/,
  "datetime-local": /^\d{4,6}-\d\d-\d\d[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/,
  month: /^\d{4,6}-(0[1-9]|1[0-2])$/,
  week: /^\d{4,6}-W(0[1-9]|[1-4]\d|5[0-3])$/,
  color: /^#[0-9a-f]{6}$/i,
  range: /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i,
};

/** Fills the field; undefined if its type takes text. `plain`: no key is to follow. */
export function fillTyped(
  field: HTMLInputElement,
  type: string,
  value: string,
  plain: boolean,
): Refusal | Promise<Filled | Refusal> | undefined {
  const why = FORMATS[type];
  if (why === undefined) return undefined;
  let wanted = value.trim();
  const clear = wanted === "" && type !== "color" && type !== "range";
  if (!clear && !(SHAPES[type] as RegExp).test(wanted)) return { state: "value", why };
  if (type === "color") wanted = wanted.toLowerCase();
  if (type !== "range" && !clear) {
    // A detached field checks that the value exists, and gives it in the form of the browser.
    const probe = documentElement(document)?.ownerDocument.implementation.createHTMLDocument("").createElement("input");
    if (probe) {
      probe.type = type;
      setValue(probe, wanted);
      if (held(probe) === "") return { state: "value", why };
      wanted = held(probe);
    }
  }
  return give(field, type, wanted, plain);
}

/**
 * A value of a range from which one key leads to the one it has now. Some pages take what is chosen only when a key comes up
 * (React Aria): they ask their server then.
 */
function shortOf(range: HTMLInputElement): { value: string; key: Filled["key"] } | undefined {
  const now = held(range);
  const step = range.step === "" ? 1 : Number(range.step);
  if (!(step > 0)) return undefined;
  const [least, most] = [range.min === "" ? 0 : Number(range.min), range.max === "" ? 100 : Number(range.max)];
  if (Number(now) - step >= least) return { value: String(Number(now) - step), key: "ArrowUp" };
  if (Number(now) + step <= most) return { value: String(Number(now) + step), key: "ArrowDown" };
  return undefined;
}

async function give(field: HTMLInputElement, type: string, wanted: string, plain: boolean): Promise<Filled | Refusal> {
  const before = held(field);
  if (before !== wanted) {
    giveFocus(field);
    // The page may replace the field when it gets the focus.
    if (!isConnected(field)) return { state: "gone" };
    setValue(field, wanted);
    const short = type === "range" && !plain && held(field) !== before ? shortOf(field) : undefined;
    if (short) setValue(field, short.value);
    if (held(field) !== before) {
      announce(field);
      await answered();
    }
    if (short) return { state: "filled", kind: "range", method: "synthetic", changed: true, key: short.key };
  }
  const after = held(field);
  const kind = type === "color" ? "color" : type === "range" ? "range" : "date";
  const answer: Filled = { state: "filled", kind, method: "synthetic", changed: after !== before };
  if (kind === "range" ? Number(after) !== Number(wanted) : after !== wanted) notAsGiven(answer, field, wanted, after);
  return answer;
}
