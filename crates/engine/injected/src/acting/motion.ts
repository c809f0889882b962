/** Whether an element moves. */

import { animations } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";

/** Animated properties that move nothing. */
const STILL =
  /^(?:opacity|color|background|border.*color|box-?shadow|outline|filter|backdrop|fill|stroke|visibility|text-?decoration|text-?shadow|caret|accent|cursor|mask|offset|computedOffset|easing|composite)/i;

/** Whether a running animation may move the element. */
export function animated(el: Element): "ends" | "endless" | undefined {
  let motion: "ends" | undefined;
  for (let up: Element | null = el; up; up = flatParent(up)) {
    for (const animation of animations(up)) {
      if (animation.playState !== "running") continue;
      const effect = animation.effect as KeyframeEffect | null;
      if (!effect || effect.pseudoElement) continue;
      if (!effect.getKeyframes().some((keyframe) => Object.keys(keyframe).some((name) => !STILL.test(name)))) continue;
      if (effect.getComputedTiming().endTime === Number.POSITIVE_INFINITY) return "endless";
      motion = "ends";
    }
  }
  return motion;
}
