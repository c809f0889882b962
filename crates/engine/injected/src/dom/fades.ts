/** Short animations and transitions by which something comes or goes. */
import { animations } from "./dom.js";

/** What lasts longer than this is not waited for. */
export const MOST_MS = 500;
/** Less opaque than this is not seen. */
export const FAINT = 0.06;

/** What is under way, and for how many more milliseconds. */
export interface Running {
  target: Element;
  effect: KeyframeEffect;
  left: number;
}

/** An animation of an element, and not of a part that a style sheet generates, if it goes on and ends soon. */
export function soonOver(animation: Animation): Running | undefined {
  const { effect, currentTime, playbackRate } = animation;
  if (animation.playState !== "running" || !(effect instanceof KeyframeEffect) || playbackRate <= 0) return undefined;
  const end = effect.getComputedTiming().endTime;
  if (typeof end !== "number" || typeof currentTime !== "number") return undefined;
  const { target } = effect;
  const left = (end - currentTime) / playbackRate;
  return !target || effect.pseudoElement || left > MOST_MS ? undefined : { target, effect, left };
}

/** The values of a property at the begin and the end of an effect. */
export function endsOf(effect: KeyframeEffect, property: string): [from: unknown, to: unknown] {
  const frames = effect.getKeyframes();
  return [frames[0]?.[property], frames.at(-1)?.[property]];
}

/** Whether an element that is as good as transparent now will soon be seen. */
export const fadesIn = (el: Element): boolean =>
  animations(el).some((animation) => {
    const running = soonOver(animation);
    return running !== undefined && Number(endsOf(running.effect, "opacity")[1] ?? 0) >= FAINT;
  });
