/** One step of a locator, and the order in which things are tried when the caller does not say by what. */
import { byAttribute } from "./attributes.js";
import { byLabel } from "./label.js";
import { byCss, byXPath, Malformed } from "./path.js";
import type { By, Step } from "./protocol.js";
import { byRole } from "./role.js";
import { byText } from "./text.js";
import type { View } from "./view.js";
import { Best, MISS, Wanted } from "./words.js";

/** What a step found, and by what. */
export interface Result {
  by: By;
  best: Best;
  /** Lower is better; see `Located.rank`. */
  rank: number;
}

/** Looks for a step's matches. @throws {@link Malformed} */
export function search(view: View, step: Step, testId: string): Result {
  if (step.by === "any") return anyhow(view, step, testId);
  const best = by(view, step, testId);
  return { by: step.by, best, rank: best.rank };
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
    // What programs set is meant as a whole.
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

/** Meaning first, then what programs hang on, then text. */
const ORDER: By[] = ["testid", "role", "label", "placeholder", "name", "alt", "title", "text"];
/** Room for the ranks of one kind. */
const KIND = 10;

function anyhow(view: View, { value, exact }: Step, testId: string): Result {
  const found: Result[] = [];
  for (const [place, kind] of ORDER.entries()) {
    const step: Step = kind === "role" ? { by: kind, value: "", name: value } : { by: kind, value };
    if (exact !== undefined) step.exact = exact;
    const best = by(view, step, testId);
    if (best.rank >= MISS) continue;
    // The whole text anywhere is meant rather than a part of it somewhere else.
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
