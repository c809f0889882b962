/** Transitions and animations after which something may be gone or there: a dialog that fades out is in the page until its end. */
import { clock, later } from "../dom/builtins.js";
import { animationsIn, box, is, nearest, textContent } from "../dom/dom.js";
import { endsOf, FAINT, MOST_MS, type Running, soonOver } from "../dom/fades.js";
import { surfaceOf } from "../dom/geometry.js";

/** How long after its end the page may take to remove what has faded. */
const AFTER_MS = 20;

/** The properties by which something comes or goes. Colours and shadows change under a pointer, too. */
const GOES =
  /^(?:opacity|visibility|display|transform|translate|scale|clipPath|(?:max|min)?[hH]eight|(?:max|min)?[wW]idth|gridTemplate\w+|top|left|right|bottom|margin\w*)$/;
/** Those by which something moves. */
const MOVES = /^(?:transform|translate|scale|top|left|right|bottom|margin\w*)$/;
/** Controls answer a press or a pointer by such transitions of themselves. */
const CONTROL = "a,button,input,select,textarea,label,summary,[role=button],[role=link],[role=tab],[role^=menuitem]";
const DIALOG = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true]";
/** What covers as much of the window is no part of another thing, as a ripple or a picture is. */
const LARGE = 0.25;
/** A frame that an action has begun may have the time of the one before. */
const FRAME_MS = 20;

const hasText = (el: Element): boolean => /\S/.test(textContent(el) ?? "");

/** How much longer such transitions and animations go on, in milliseconds; 0 if there are none. */
export function fadingFor(): number {
  let longest = 0;
  for (const animation of animationsIn(document)) {
    const running = soonOver(animation);
    if (!running || running.left <= longest) continue;
    const { target, effect, left } = running;
    // Ripples and grounds have no text.
    if (is(target, CONTROL) || !hasText(target)) continue;
    if (effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => GOES.test(name)))) longest = left;
  }
  return longest;
}

/**
 * Whether something comes or goes that an action has set in motion at that time, so that the page may go on when it has: with the dialog
 * on a backdrop, with the focus in a dialog, with the panel in the place of one that fades out.
 */
export const bringsMore = (since: number): boolean =>
  animationsIn(document).some((animation) => {
    const { startTime } = animation;
    if (typeof startTime === "number" && startTime < since - FRAME_MS) return false;
    const running = soonOver(animation);
    return running !== undefined && nearest(running.target, CONTROL) === null && (goes(running) || comes(running));
  });

/** Text that fades out. Nothing takes the place of a tip. */
function goes({ target, effect }: Running): boolean {
  const [from, to] = endsOf(effect, "opacity");
  return Number(from) > FAINT && Number(to) < FAINT && hasText(target) && nearest(target, "[role=tooltip]") === null;
}

/** A ground that fades in, or a dialog or most of a page that does or moves. At the end of what else comes, nothing follows. */
function comes({ target, effect }: Running): boolean {
  const [from, to] = endsOf(effect, "opacity");
  const fades = Number(from) < FAINT && Number(to) > FAINT;
  if (!fades && !effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => MOVES.test(name))))
    return false;
  if (nearest(target, DIALOG) !== null) return true;
  const { left, top, right, bottom } = box(target);
  if (surfaceOf([left, top, right, bottom]) < innerWidth * innerHeight * LARGE) return false;
  // Pictures and cards grow under a pointer.
  return fades || (hasText(target) && !is(target, ":hover"));
}

/** `fade`: resolves once they have ended, or after some time if others follow. */
export async function fade(): Promise<true> {
  const began = clock();
  for (let left = fadingFor(); left > 0 && clock() - began < MOST_MS; left = fadingFor())
    await new Promise<void>((done) => later(done, Math.min(left + AFTER_MS, MOST_MS)));
  return true;
}
