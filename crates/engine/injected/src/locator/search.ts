/** One step of a locator, and the order in which `any` tries the other kinds. */
import { byAttribute } from "./attributes.js";
import { isVisible } from "./found.js";
import { byLabel } from "./label.js";
import { byCss, byXPath, Malformed } from "./path.js";
import type { By, Step } from "./protocol.js";
import { byRole } from "./role.js";
import { byText } from "./text.js";
import type { View } from "./view.js";
import { Best, MISS, Wanted } from "./words.js";

/** The matches of a step, and what they were found by. */
export interface Result {
  by: By;
  best: Best;
  /** Lower is better; see `Located.rank`. */
  rank: number;
}

/** With more matches, visibility is not checked, since that takes a layout. */
export const MAX_CHECKED = 500;

/** Finds the matches of a step. @throws {@link Malformed} */
export function search(view: View, step: Step, testId: string): Result {
  if (step.by === "any") return byAny(view, step, testId);
  const best = by(view, step, testId);
  return { by: step.by, best, rank: best.rank };
}

/**
 * The same for what words alone name, where what is seen comes first: a hidden element of a better kind, such as the button of a menu that
 * is closed, is not what a person means who reads them elsewhere. A part of a text that is seen is not better than a whole one.
 */
export function searchSeen(view: View, step: Step, testId: string): Result {
  const found = search(view, step, testId);
  const { elements, rank } = found.best;
  if (step.by !== "any" || elements.length === 0 || elements.length > MAX_CHECKED || elements.some(isVisible))
    return found;
  view.only = isVisible;
  const seen = search(view, step, testId);
  view.only = undefined;
  return seen.best.elements.length > 0 && (seen.best.rank <= 1 || rank > 1) ? seen : found;
}

function by(view: View, { by, value, name, exact }: Step, testId: string): Best {
  switch (by) {
    case "role":
      return byRole(view, role(value), name === undefined ? undefined : new Wanted(name, exact));
    case "label":
      return byLabel(view, new Wanted(value, exact));
    case "text":
      return byText(view, new Wanted(value, exact));
    case "placeholder":
      return byAttribute(view, ["placeholder", "aria-placeholder"], new Wanted(value, exact));
    case "alt":
      return byAttribute(view, ["alt"], new Wanted(value, exact));
    case "title":
      return byAttribute(view, ["title"], new Wanted(value, exact));
    // Test ids and field names match as a whole.
    case "testid":
      return byAttribute(view, [testId], new Wanted(value, exact ?? true));
    case "name":
      return byAttribute(view, ["name"], new Wanted(value, exact ?? true));
    case "css":
      return byCss(view, value);
    case "xpath":
      return byXPath(view, value);
    case "any":
      return new Best();
  }
}

const role = (word: string): string => {
  const lower = word.trim().toLowerCase();
  return lower === "image" ? "img" : lower === "presentation" ? "none" : lower;
};

/** The kinds that `any` tries, best first. */
const ORDER: By[] = ["testid", "role", "label", "placeholder", "name", "alt", "title", "text"];
/** Distance between the ranks of two kinds. */
const KIND = 10;

function byAny(view: View, { value, exact }: Step, testId: string): Result {
  const found: Result[] = [];
  for (const [place, kind] of ORDER.entries()) {
    const step: Step = kind === "role" ? { by: kind, value: "", name: value } : { by: kind, value };
    if (exact !== undefined) step.exact = exact;
    const best = by(view, step, testId);
    if (best.rank >= MISS) continue;
    // A match of the whole text, of any kind, is better than a partial match of another kind.
    const rank = (best.rank > 1 ? 20 : place) * KIND + best.rank + (best.rank > 1 ? place : 0) / 10;
    found.push({ by: kind, best, rank });
    if (best.rank <= 1) break;
  }
  for (const [place, kind] of (["css", "xpath"] as const).entries()) {
    const first = found[0];
    if (first && first.best.rank <= 1) break;
    if (kind === "xpath" && !/^\s*[(./]/.test(value)) continue;
    try {
      const best = by(view, { by: kind, value }, testId);
      if (best.rank < MISS) found.push({ by: kind, best, rank: (ORDER.length + place) * KIND });
    } catch (reason) {
      if (!(reason instanceof Malformed)) throw reason;
    }
  }
  const none: Result = { by: "any", best: new Best(), rank: Number.MAX_SAFE_INTEGER };
  return found.reduce((least, result) => (result.rank < least.rank ? result : least), none);
}
