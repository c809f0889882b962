/** Finds what may hide the texts of drawings, which declare by attributes of their own. */
import { attribute, isSvg, parentElement } from "../dom/dom.js";

/** Attributes of what is around a text of a drawing, with the values that may hide it. Pages draw many texts. */
const IN_DRAWING: readonly (readonly [string, RegExp])[] = [
  ...["x", "y", "dx", "dy"].map((name) => [name, /-\d\d|(?<![.\d])\d{4}|%|em/] as const),
  ["transform", /scale[^)]*[(\s,]-?0?(?:\.0\d*)?[\s,)]|matrix|(?<![.\d])(?:-\d{3}|\d{4})/],
  ...["clip-path", "mask", "filter"].map((name) => [name, /url/] as const),
  ...["width", "height"].map((name) => [name, /^\s*(?:0|[12]\b)/] as const),
];

/** Adds what may hide a text of a drawing: it, and what is around it there. `met`: where that was looked for. */
export function inDrawing(text: Element, whole: Set<Element>, met: Set<Element>): void {
  for (let up: Element | null = text; up !== null && isSvg(up) && !met.has(up); up = parentElement(up)) {
    met.add(up);
    for (const [name, telling] of IN_DRAWING) {
      if (!telling.test(attribute(up, name) ?? "")) continue;
      whole.add(up);
      // A place that a group gives is that of the text, whose box is asked for.
      if (name === "transform") whole.add(text);
    }
  }
}
