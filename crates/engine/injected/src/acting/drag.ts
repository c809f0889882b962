/** `dragSynthetic`: scripted pointer, mouse and HTML drag events, for browsers without real drag input. */

import { dispatch, has, isConnected, nearest, scrollTo } from "../dom/dom.js";
import { around, rectsOf, visibleRects } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { placesOf } from "../elements/places.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Refusal } from "../protocol.js";
import { mouse, mouseInit, type Point, pause, point } from "./synthetic.js";

const STEPS = 5;
/** How long the drag rests over its target; as `DROP_HOLD` in the engine. */
const HOLD_MS = 100;

/** `dragSynthetic`. "astray": the page took `to` away during the drag. */
export async function dragSynthetic({
  from,
  to,
}: {
  from: Expected;
  to: Expected;
}): Promise<Refusal | { state: "done" | "astray" }> {
  const source = resolve(from);
  if (refused(source)) return source;
  const target = resolve(to);
  if (refused(target)) return target;
  if (placesOf(source).length === 0 || placesOf(target).length === 0) return { state: "hidden" };
  scrollTo(source, { block: "nearest", inline: "nearest", behavior: "instant" });
  const start = middle(source);
  const end = middle(target);
  const data = new DataTransfer();

  point(source, "pointerdown", start, 1);
  const pressed = mouse(source, "mousedown", start, 1);
  // Checked after the press, since some libraries make an element draggable then.
  const drags = nearest(source, '[draggable="true" i]') !== null || has(source, "href") || has(source, "src");
  const html = drags && pressed && drag(source, "dragstart", start, data);
  let over: Element = source;
  for (let i = 1; i <= STEPS; i++) {
    const at: Point = [start[0] + ((end[0] - start[0]) * i) / STEPS, start[1] + ((end[1] - start[1]) * i) / STEPS];
    const under = i === STEPS ? target : (deepest(at[0], at[1]) ?? over);
    if (html) {
      drag(source, "drag", at, data);
      if (under !== over) {
        drag(under, "dragenter", at, data);
        drag(over, "dragleave", at, data);
      }
      drag(under, "dragover", at, data);
    } else {
      point(under, "pointermove", at, 1);
      mouse(under, "mousemove", at, 1);
    }
    over = under;
    await pause(i === STEPS ? HOLD_MS : 0);
  }
  const there = isConnected(target);
  const last = there ? target : source;
  if (html) {
    if (there) {
      drag(target, "dragover", end, data);
      drag(target, "drop", end, data);
    }
    drag(source, "dragend", end, data);
  } else {
    point(last, "pointerup", end, 0);
    mouse(last, "mouseup", end, 0);
  }
  return { state: there ? "done" : "astray" };
}

function middle(el: Element): Point {
  const rects = visibleRects(el);
  const [left, top, right, bottom] = around(rects.length > 0 ? rects : rectsOf(el));
  return [(left + right) / 2, (top + bottom) / 2];
}

const drag = (el: Element, type: string, at: Point, dataTransfer: DataTransfer): boolean =>
  dispatch(el, new DragEvent(type, { ...mouseInit(at, 1), dataTransfer }));
