/** What comes nearest to what was looked for and not found. */
import { attribute, inputType, localName, queryScope } from "../dom/dom.js";
import { isVisible } from "./found.js";
import type { Step } from "./protocol.js";
import { OPERATED } from "./role.js";
import type { View } from "./view.js";

/** Names that are compared; a page with more has no end. */
const COMPARED = 600;
const TOLD = 5;
/** Less than this in common is no resemblance. */
const LEAST = 0.3;

/** Pairs of characters, with how often each occurs. */
function pairs(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (let i = 0; i + 1 < text.length; i++) {
    const pair = text.slice(i, i + 2);
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

/** How much two texts have in common: 0 to 1 (Dice's coefficient of their pairs of characters). */
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
      if (scored.length >= COMPARED) break;
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
    .filter(([score]) => score >= LEAST)
    .sort(([one], [other]) => other - one)
    .slice(0, TOLD * 3)
    .map(([, el]) => el)
    .filter(isVisible)
    .slice(0, TOLD);
}
