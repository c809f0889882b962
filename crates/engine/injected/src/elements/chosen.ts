/** The options that filling a field, or choosing of a list, would choose. */

import { bareBoxOf } from "../acting/bare-list.js";
import { fieldOf } from "../acting/fill.js";
import { optionsFor } from "../acting/fill-select.js";
import { isCalled, listsOf, match, nameOf, optionsOf, suggestedBy, widgetOf } from "../acting/listbox.js";
import { attribute, localName } from "../dom/dom.js";
import { clean } from "../dom/text.js";
import { View } from "../locator/view.js";

export interface Chosen {
  options: Element[];
  /** What names them besides: the words that were given, and their values. */
  names: string[];
  /** Whether there is one that is not there yet. */
  unknown: boolean;
}

/** `value`: what an element would be filled with. `values`: what would be chosen of it. */
export function chosen(el: Element, value: string | undefined, values: string[] | undefined): Chosen {
  const given = value ?? values;
  const nothing: Chosen = { options: [], names: [], unknown: false };
  if (given === undefined) return nothing;
  const widget = values === undefined ? null : widgetOf(el);
  const [wanted = "", ...others] = values ?? [];
  // Only one option of a custom list can be chosen.
  if (widget) return others.length > 0 ? nothing : ofList(widget, wanted);
  // The options of a list without roles are told apart when it is open.
  if (values !== undefined && bareBoxOf(el)) return { options: [], names: namesOf([], values), unknown: true };
  const field = fieldOf(el);
  const one = typeof given === "string" ? given : given.length === 1 ? given[0] : undefined;
  const suggested = field && one !== undefined ? suggestedBy(field) : undefined;
  if (suggested && one !== undefined) {
    const options = suggested.filter((option) => isCalled(option, one));
    return options.length > 0 ? { options, names: namesOf(options, [one]), unknown: false } : nothing;
  }
  if (!field || localName(field) !== "select") return nothing;
  const [found, all] = optionsFor(field as HTMLSelectElement, given);
  return { options: found, names: namesOf(found, typeof given === "string" ? [given] : given), unknown: !all };
}

/** An option of a custom list, which may not have been made yet, and is found by its name or by its value. */
function ofList(widget: Element, wanted: string): Chosen {
  const view = new View(undefined);
  const named = (options: Element[]): Map<Element, string> => new Map(options.map((one) => [one, nameOf(view, one)]));
  const own = listsOf(widget)
    .map((list) => match(named(optionsOf(list)), wanted))
    .filter((option) => option !== undefined);
  if (own.length > 0) return { options: own, names: namesOf(own, [wanted]), unknown: false };
  // The list need not say to whom it belongs. Values are alike in many lists, so only a name tells that it is this one.
  const same = clean(wanted).toLowerCase();
  const options = [...named(optionsOf(null))].filter(([, name]) => clean(name).toLowerCase() === same);
  const found = options.map(([option]) => option);
  return { options: found, names: namesOf(found, [wanted]), unknown: found.length === 0 };
}

/** What names options besides their own names: the words that were given, and their values. */
export function namesOf(options: Element[], given: string[]): string[] {
  const values = options.flatMap((option) => [attribute(option, "value") ?? "", attribute(option, "data-value") ?? ""]);
  return [...new Set([...given, ...values].map((name) => clean(name)))].filter((name) => name !== "");
}
