/** Sliders and spin buttons that are no inputs: what they say of their value. The engine presses their keys. */

import { clock, later } from "../dom/builtins.js";
import { attribute, textContent, token } from "../dom/dom.js";
import { refused, resolveActedOn } from "../elements/target.js";
import type { Expected, Refusal } from "../protocol.js";
import { answered } from "./answered.js";
import type { Slider } from "./fill-protocol.js";
import { fillEditable } from "./insert.js";

/** The limit of what has none, as JSON can carry it. */
const FARTHEST = Number.MAX_SAFE_INTEGER;

/** What it says of its value; undefined if it does not tell it as a number. */
export function sliderOf(el: Element): Slider | undefined {
  const told = (name: string): number => Number.parseFloat(attribute(el, name) ?? "");
  const now = told("aria-valuenow");
  if (Number.isNaN(now)) return undefined;
  const [min, max] = [told("aria-valuemin"), told("aria-valuemax")];
  // These are what ARIA takes for them if they are not given. A spin button has no limits then.
  const [least, most] = token(el, "role") === "spinbutton" ? [-FARTHEST, FARTHEST] : [0, 100];
  return { state: "slider", now, min: Number.isNaN(min) ? least : min, max: Number.isNaN(max) ? most : max };
}

/** `fill` on a slider: whether it can have the value. */
export function slide(el: Element, slider: Slider, value: string): Slider | Refusal {
  before.delete(el);
  const wanted = Number(value.trim());
  if (value.trim() === "" || !Number.isFinite(wanted))
    return { state: "value", why: "a number is expected, such as 50" };
  const { min, max } = slider;
  if (wanted < min || wanted > max) return { state: "value", why: `a number from ${min} to ${max} is expected` };
  return slider;
}

/** How long a page may take to show what a key did, in milliseconds: some draw a value only a few times a second. */
const LATE_MS = 300;
/** How long a value has to stay before it is what all keys led to, in milliseconds. */
const STEADY_MS = 40;
/** How long a value is waited for that goes on changing, in milliseconds. */
const MOST_MS = 1000;

/** The values that sliders had before the last keys. */
const before = new WeakMap<Element, number>();

/** How many keys may do nothing before a spin button that can be edited is given its value as a text: not each takes all of them. */
const TRIES = 2;

/** The values of spin buttons that can be edited, as long as no key has moved them, and how many keys have not. */
const asText = new WeakMap<Element, { value: string; unmoved: number }>();

/** Remembers what to give a spin button that can be edited as a text, if its page hears of its text alone, and not of its keys. */
export const noteAsText = (el: Element, value: string): void => {
  asText.set(el, { value: value.trim(), unmoved: 0 });
};

/** Gives a spin button its value as a text, once its keys have not moved it. Answers that text; undefined if it was not given. */
async function giveAsText(el: Element, moved: boolean): Promise<string | undefined> {
  const text = asText.get(el);
  if (!text || (!moved && ++text.unmoved < TRIES)) return undefined;
  asText.delete(el);
  if (moved) return undefined;
  await fillEditable(el as HTMLElement, text.value, Number.POSITIVE_INFINITY, true);
  return text.value;
}

/** Whether a spin button shows the text that it was given. Its page may keep that, and tell no value. */
function shows(el: Element, given: string): boolean {
  const shown = (textContent(el) ?? "").trim();
  return shown !== "" && Number(shown) === Number(given);
}

/** `slider`: what it says of its value, once the page has handled the last key and shows what that did. */
export async function slider({ target }: { target: Expected }): Promise<Slider | Refusal> {
  await answered();
  let began = clock();
  let since = began;
  let last: number | undefined;
  let given: string | undefined;
  for (;;) {
    const el = resolveActedOn(target);
    if (refused(el)) return el;
    const told = sliderOf(el);
    if (!told) return { state: "kind", is: "a slider that does not tell its value any more" };
    const was = before.get(el);
    const time = clock();
    if (told.now !== last) since = time;
    last = told.now;
    const isSteady = told.now === was ? time - began >= LATE_MS : time - since >= STEADY_MS;
    if (was === undefined || isSteady || time - began >= MOST_MS) {
      if (was !== undefined && given === undefined) {
        given = await giveAsText(el, told.now !== was);
        began = clock();
        if (given !== undefined) continue;
      }
      const now = given !== undefined && told.now === was && shows(el, given) ? { ...told, now: Number(given) } : told;
      before.set(el, now.now);
      return now;
    }
    await new Promise<void>((done) => later(done, 10));
  }
}
