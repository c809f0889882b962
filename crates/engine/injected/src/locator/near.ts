/** Elements that resemble what was not found. */
import { attribute, inputType, localName, queryScope } from "../dom/dom.js";
import { isVisible } from "./found.js";
import type { Step } from "./protocol.js";
import { OPERATED } from "./role.js";
import type { View } from "./view.js";

/** Most elements that are compared. */
const MAX_COMPARED = 600;
const MAX_ANSWERED = 5;
/** Lowest score of a resemblance. */
const MIN_SCORE = 0.3;

/** The pairs of adjacent characters, with their counts. */
function pairs(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (let i = 0; i + 1 < text.length; i++) {
    const pair = text.slice(i, i + 2);
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

/** The similarity of two texts, from 0 to 1: the Dice coefficient of their character pairs. */
function likeness(one: Map<string, number>, size: number, text: string): number {
  const other = text.toLowerCase().slice(0, 200);
  let common = 0;
  for (const [pair, count] of pairs(other)) common += Math.min(count, one.get(pair) ?? 0);
  const all = size + Math.max(0, other.length - 1);
  return all === 0 ? 0 : (2 * common) / all;
}

/** Visible elements that resemble the last step: by role, and by name, test id or field name. */
export function nearest(view: View, step: Step, testId: string): Element[] {
  const text = (step.by === "role" ? (step.name ?? "") : step.value).toLowerCase().slice(0, 200);
  const wanted = pairs(text);
  const size = Math.max(0, text.length - 1);
  const role = step.by === "role" ? step.value.trim().toLowerCase() : "";
  const scored: [number, Element][] = [];
  for (const scope of view.scopes) {
    for (const el of queryScope(scope, `${OPERATED},h1,h2,h3`)) {
      if (scored.length >= MAX_COMPARED) break;
      const tag = localName(el);
      if (tag === "input" && inputType(el as HTMLInputElement) === "hidden") continue;
      if (!view.counts(el)) continue;
      const own = view.roles.of(el, tag);
      const texts = [
        view.names.of(el, tag, own).name,
        ...[testId, "name", "id"].map((name) => attribute(el, name) ?? ""),
      ];
      const like = Math.max(...texts.map((given) => (given === "" ? 0 : likeness(wanted, size, given))));
      scored.push([like + (role !== "" && own === role ? 0.35 : 0), el]);
    }
  }
  return scored
    .filter(([score]) => score >= MIN_SCORE)
    .sort(([one], [other]) => other - one)
    .slice(0, MAX_ANSWERED * 3)
    .map(([, el]) => el)
    .filter(isVisible)
    .slice(0, MAX_ANSWERED);
}
