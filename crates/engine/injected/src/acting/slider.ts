/** Sliders that are no inputs: what they say of their value. The engine presses their keys. */

import { attribute } from "../dom/dom.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Refusal } from "../protocol.js";
import { answered } from "./answered.js";
import type { Slider } from "./fill-protocol.js";

/** What a slider says of its value; undefined if it does not tell it as a number. */
export function sliderOf(el: Element): Slider | undefined {
  const told = (name: string): number => Number.parseFloat(attribute(el, name) ?? "");
  const now = told("aria-valuenow");
  if (Number.isNaN(now)) return undefined;
  const [min, max] = [told("aria-valuemin"), told("aria-valuemax")];
  // These are what ARIA takes for them if they are not given.
  return { state: "slider", now, min: Number.isNaN(min) ? 0 : min, max: Number.isNaN(max) ? 100 : max };
}

/** `fill` on a slider: whether it can have the value. */
export function slide(slider: Slider, value: string): Slider | Refusal {
  const wanted = Number(value.trim());
  if (value.trim() === "" || !Number.isFinite(wanted))
    return { state: "value", why: "a number is expected, such as 50" };
  const { min, max } = slider;
  if (wanted < min || wanted > max) return { state: "value", why: `a number from ${min} to ${max} is expected` };
  return slider;
}

/** `slider`: what it says of its value, once the page has handled the last key. */
export async function slider({ target }: { target: Expected }): Promise<Slider | Refusal> {
  await answered();
  const el = resolve(target);
  if (refused(el)) return el;
  return sliderOf(el) ?? { state: "kind", is: "a slider that does not tell its value any more" };
}
