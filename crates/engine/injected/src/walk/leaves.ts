/** How a walk shows elements that are one line: controls and items by their names, pictures, values. */
import { firstElementChild } from "../dom/dom.js";
import { SKIPPED } from "../dom/style.js";
import { isCut, NAME_LENGTH } from "../dom/text.js";
import { M_NAMED } from "./modes.js";
import type { Pass } from "./pass.js";
import { ENTRIES } from "./vocabulary.js";

/** An element whose line is its name. Its content follows only as far as the name does not hold it. */
export function namedLine(
  walk: Pass,
  el: Element,
  tag: string,
  role: string,
  style: number,
  bits: number,
  depth: number,
  mode: number,
  below: number,
  interactive: boolean,
): void {
  walk.lines.flush(depth);
  const named = walk.names.of(el, tag, role);
  if (role === "heading" && named.name === "" && firstElementChild(el) === null) return;
  const whole = named.source !== "content" || !isCut(named.name, NAME_LENGTH);
  const at = walk.lines.list.length;
  const isEntry = walk.more.everything === true && ENTRIES.has(role);
  walk.lines.add(el, tag, role, interactive ? "i" : "", named, depth, mode, bits, interactive);
  const isSaid = whole && named.name !== "" && !isEntry;
  walk.children(el, tag, depth + 1, isSaid ? below | M_NAMED : below, (style & SKIPPED) !== 0);
  walk.lines.flush(depth + 1);
  if (isEntry) walk.lines.once(at, named.name);
}

/** A picture, a value, a formula or media. `explicit`: the author's attributes give it its role or name. */
export function leaf(
  walk: Pass,
  el: Element,
  tag: string,
  role: string,
  bits: number,
  depth: number,
  mode: number,
  below: number,
  interactive: boolean,
  explicit: boolean,
): void {
  const named = walk.names.of(el, tag, role);
  if (role === "separator" && !interactive && !explicit) {
    walk.lines.flush(depth);
    return;
  }
  if (role === "img" && named.name === "" && !interactive) {
    if (tag === "svg" || firstElementChild(el)) walk.children(el, tag, depth, below, false);
    return;
  }
  // A picture of a pixel shows nothing, so that its text is for no reader of the page.
  if (role === "img" && !interactive && named.unseen === true && !walk.more.unseen && !walk.larger(el, 3)) {
    walk.leave(el);
    return;
  }
  walk.lines.flush(depth);
  const math = role === "math";
  const text = math && named.name === "" ? { name: walk.names.content(el, tag), source: "content" as const } : named;
  // Media without another role is shown under its tag.
  const shown = role === "generic" ? tag : role;
  walk.lines.add(el, tag, shown, interactive ? "i" : "", text, depth, mode, bits, interactive);
  if (!math) walk.children(el, tag, depth + 1, below | M_NAMED, false);
}
