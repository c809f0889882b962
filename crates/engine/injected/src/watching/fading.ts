/** Transitions and animations after which something may be gone: a dialog that fades out is in the page until its end. */
import { clock, later } from "../dom/builtins.js";
import { animationsIn, is, textContent } from "../dom/dom.js";

/** What lasts longer than this is not waited for. */
const MOST_MS = 500;
/** How long after its end the page may take to remove what has faded. */
const AFTER_MS = 20;

/** The properties by which something comes or goes. Colours and shadows change under a pointer, too. */
const GOES =
  /^(?:opacity|visibility|display|transform|translate|scale|clipPath|(?:max|min)?[hH]eight|(?:max|min)?[wW]idth|gridTemplate\w+|top|left|right|bottom|margin\w*)$/;
/** Controls answer a press or a pointer by such transitions of themselves. */
const CONTROL = "a,button,input,select,textarea,label,summary,[role=button],[role=link],[role=tab],[role^=menuitem]";

/** How much longer such transitions and animations go on, in milliseconds; 0 if there are none. */
export function fadingFor(): number {
  let longest = 0;
  for (const animation of animationsIn(document)) {
    const { effect, currentTime, playbackRate } = animation;
    if (animation.playState !== "running" || !(effect instanceof KeyframeEffect) || playbackRate <= 0) continue;
    const end = effect.getComputedTiming().endTime;
    if (typeof end !== "number" || typeof currentTime !== "number") continue;
    const left = (end - currentTime) / playbackRate;
    if (left > MOST_MS || left <= longest) continue;
    const { target } = effect;
    // Ripples and grounds have no text.
    if (!target || effect.pseudoElement || is(target, CONTROL) || !/\S/.test(textContent(target) ?? "")) continue;
    if (effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => GOES.test(name)))) longest = left;
  }
  return longest;
}

/** `fade`: resolves once they have ended, or after some time if others follow. */
export async function fade(): Promise<true> {
  const began = clock();
  for (let left = fadingFor(); left > 0 && clock() - began < MOST_MS; left = fadingFor())
    await new Promise<void>((done) => later(done, Math.min(left + AFTER_MS, MOST_MS)));
  return true;
}
