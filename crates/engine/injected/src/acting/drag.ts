/** `dragSynthetic`: scripted pointer, mouse and HTML drag events, for browsers without real drag input. */

import { dispatch, has, isConnected, nearest, scrollTo } from "../dom/dom.js";
import { around, rectsOf, visibleRects } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { placesOf } from "../elements/places.js";
import { refused, resolve } from "../elements/target.js";
import type { Refusal, Spot } from "../protocol.js";
import type { DragArgs } from "./drag-protocol.js";
import { landing } from "./landing.js";
import { aimAgain, pointOf } from "./prepare.js";
import { mouse, mouseInit, type Point, pause, point } from "./synthetic.js";

const STEPS = 5;
/** How long the drag rests over its target; as `DROP_HOLD` in the engine. */
const HOLD_MS = 100;
/** How often the drag follows its target; as in the engine. */
const MOST_CORRECTIONS = 6;

/** `dragSynthetic`. "astray": the page took `to` away during the drag. */
export async function dragSynthetic({
  start,
  modifiers,
  ...goal
}: DragArgs): Promise<Refusal | { state: "done" | "astray" }> {
  const { from, to } = goal;
  const source = resolve(from);
  if (refused(source)) return source;
  const target = resolve(to);
  if (refused(target)) return target;
  if (placesOf(source).length === 0 || placesOf(target).length === 0) return { state: "hidden" };
  scrollTo(source, { block: "nearest", inline: "nearest", behavior: "instant" });
  const begin = pointAt(source, start);
  let end = pointAt(target, goal.at);
  aimAgain(target, end);
  const data = new DataTransfer();
  const keys = {
    altKey: (modifiers & 1) !== 0,
    ctrlKey: (modifiers & 2) !== 0,
    metaKey: (modifiers & 4) !== 0,
    shiftKey: (modifiers & 8) !== 0,
  };
  const drag = (el: Element, type: string, at: Point): boolean =>
    dispatch(el, new DragEvent(type, { ...mouseInit(at, 1), ...keys, dataTransfer: data }));

  point(source, "pointerdown", begin, 1, keys);
  const pressed = mouse(source, "mousedown", begin, 1, keys);
  // Checked after the press, since some libraries make an element draggable then.
  const drags = nearest(source, '[draggable="true" i]') !== null || has(source, "href") || has(source, "src");
  const html = drags && pressed && drag(source, "dragstart", begin);
  let over: Element = source;
  /** Shows the page that the drag is over an element. */
  const move = (under: Element, at: Point): void => {
    if (html) {
      drag(source, "drag", at);
      if (under !== over) {
        drag(under, "dragenter", at);
        drag(over, "dragleave", at);
      }
      drag(under, "dragover", at);
    } else {
      point(under, "pointermove", at, 1, keys);
      mouse(under, "mousemove", at, 1, keys);
    }
  };
  for (let i = 1; i <= STEPS; i++) {
    const at: Point = [begin[0] + ((end[0] - begin[0]) * i) / STEPS, begin[1] + ((end[1] - begin[1]) * i) / STEPS];
    const under = i === STEPS ? target : (deepest(at[0], at[1]) ?? over);
    move(under, at);
    over = under;
    await pause(i === STEPS ? HOLD_MS : 0);
  }
  for (let i = 0; i < MOST_CORRECTIONS; i++) {
    const { x, y } = await landing(goal);
    if (x === undefined || y === undefined) break;
    end = [x, y];
    move(target, end);
    over = target;
    await pause(HOLD_MS);
  }
  const there = isConnected(target);
  const last = there ? target : source;
  if (html) {
    if (there) {
      drag(target, "dragover", end);
      drag(target, "drop", end);
    }
    drag(source, "dragend", end);
  } else {
    point(last, "pointerup", end, 0, keys);
    mouse(last, "mouseup", end, 0, keys);
  }
  return { state: there ? "done" : "astray" };
}

/** The named point of an element, or its middle. */
function pointAt(el: Element, at: Spot = { x: 0.5, y: 0.5, share: true }): Point {
  const rects = visibleRects(el);
  return pointOf(around(rects.length > 0 ? rects : rectsOf(el)), at);
}
