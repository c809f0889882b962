/**
 * `dragSynthetic`: scripted pointer, mouse and HTML drag events, for browsers without real drag input. Goes on with a drag that real
 * input has begun.
 */

import { dispatch, has, holds, isConnected } from "../dom/dom.js";
import { around, rectsOf, visibleRects } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { scrollIntoView } from "../dom/scrolling.js";
import { flatParent, nearestAround } from "../dom/shadow.js";
import { serves } from "../elements/hit.js";
import { acceptable, placesOf } from "../elements/places.js";
import { refused, resolve } from "../elements/target.js";
import type { Refusal, Spot } from "../protocol.js";
import type { DragArgs } from "./drag-protocol.js";
import { handleOf } from "./handle.js";
import { endDrag, forgetLifted, liftedDrag } from "./held-drag.js";
import { draggedWith, known, landing, reach } from "./landing.js";
import { pointOf } from "./prepare.js";
import { mouse, mouseInit, type Point, pause, point } from "./synthetic.js";

const STEPS = 5;
/** How long the drag rests over its target; as `DROP_HOLD` in the engine. */
const HOLD_MS = 100;
/** How often the drag follows its target; as in the engine. */
const MOST_CORRECTIONS = 6;

type Ended = { state: "done" | "astray" | "undropped" | "lost" };

/** `dragSynthetic`. */
export async function dragSynthetic({ start, modifiers, ...goal }: DragArgs): Promise<Refusal | Ended> {
  const { from, to } = goal;
  const lifted = liftedDrag();
  // Pages hide, rename and replace what is dragged, and what it may be dropped on, when a drag begins.
  const source = lifted ? lifted.source : resolve(from);
  if (refused(source)) return source;
  const target = lifted ? known(to) : resolve(to);
  if (!target) {
    endDrag();
    return { state: "astray" };
  }
  if (refused(target)) return target;
  if (!lifted) {
    if (placesOf(source).length === 0 || placesOf(target).length === 0) return { state: "hidden" };
    scrollIntoView(source, "nearest");
  }
  const pressed = (!lifted && !start && handleOf(source, from.role)) || source;
  const { at: begin, data } = lifted ?? unlifted(pressed, start);
  forgetLifted();
  const effects = hasEffects();
  const keys = {
    altKey: (modifiers & 1) !== 0,
    ctrlKey: (modifiers & 2) !== 0,
    metaKey: (modifiers & 4) !== 0,
    shiftKey: (modifiers & 8) !== 0,
  };
  const drag = (el: Element, type: string, at: Point): boolean =>
    dispatch(el, new DragEvent(type, { ...mouseInit(at, 1), ...keys, dataTransfer: data }));

  const press = (): boolean => {
    point(pressed, "pointerdown", begin, 1, keys);
    const goesOn = mouse(pressed, "mousedown", begin, 1, keys);
    // Checked after the press, since some libraries make an element draggable then.
    const drags = nearestAround(source, '[draggable="true" i]') !== null || has(source, "href") || has(source, "src");
    return drags && goesOn && drag(source, "dragstart", begin);
  };
  const html = lifted !== undefined || press();
  let over: Element = source;
  let at = begin;
  /** What the element under the drag would do with a drop. */
  let effect: DataTransfer["dropEffect"] = "none";
  /** Shows the page that the drag is at a point. The element there gets the events, as of a real drag. */
  const move = (to: Point): void => {
    at = to;
    const under = deepest(...at) ?? over;
    if (html) {
      drag(source, "drag", at);
      if (under !== over) {
        suggest(data, keys.ctrlKey);
        drag(under, "dragenter", at);
        if (isConnected(over)) drag(over, "dragleave", at);
      }
      suggest(data, keys.ctrlKey);
      // An element that does not prevent this refuses the drop.
      const ignored = drag(under, "dragover", at);
      effect = ignored ? "none" : !effects ? "move" : allows(data) ? data.dropEffect : "none";
    } else {
      point(under, "pointermove", at, 1, keys);
      mouse(under, "mousemove", at, 1, keys);
    }
    over = under;
  };
  /** Moves to a point in several steps. */
  const go = async (to: Point): Promise<void> => {
    const first = at;
    for (let i = 1; i <= STEPS; i++) {
      const part = i / STEPS;
      move([first[0] + (to[0] - first[0]) * part, first[1] + (to[1] - first[1]) * part]);
      await pause(i === STEPS ? HOLD_MS : 0);
    }
  };
  // Pages show drop zones, move them and hide them when a drag begins.
  await pause(0);
  const end = await reach(goal);
  let lost = end === undefined;
  if (end) await go(end);
  for (let i = 0; end && i < MOST_CORRECTIONS; i++) {
    const { x, y, lost: gone } = await landing(goal);
    lost = gone === true;
    if (x === undefined || y === undefined) break;
    move([x, y]);
    await pause(HOLD_MS);
  }
  const there = isConnected(target);
  if (there && !lost) {
    // The last word has the element that is there now.
    if (html) move(at);
    lost = html && !isMeant(over, source, target);
  }
  const drops = html && there && !lost && effect !== "none" && isConnected(over);
  if (html) {
    data.dropEffect = effect;
    if (drops) drag(over, "drop", at);
    else if (isConnected(over)) drag(over, "dragleave", at);
    data.dropEffect = drops ? effect : "none";
    drag(source, "dragend", at);
  } else {
    if (!there || lost) move(pointAt(source, start));
    point(over, "pointerup", at, 0, keys);
    mouse(over, "mouseup", at, 0, keys);
  }
  if (!there) return { state: "astray" };
  if (lost) return { state: "lost" };
  return { state: html && !drops ? "undropped" : "done" };
}

/** Where a drag begins that nothing has begun yet. */
function unlifted(source: Element, start?: Spot): { at: Point; data: DataTransfer } {
  const data = new DataTransfer();
  data.effectAllowed = "uninitialized";
  return { at: pointAt(source, start), data };
}

/** Whether the element under the drag stands for the meant one. A list that makes room puts the dragged item there, or its gap. */
function isMeant(under: Element, source: Element, target: Element): boolean {
  if (serves(under, acceptable(target, "drop")) > 0) return true;
  const item = draggedWith(source, target);
  const list = item && flatParent(item);
  return (
    item !== undefined && (item === under || holds(item, under) || (list === under && list === flatParent(target)))
  );
}

/** Whether the data of a script's drag has effects. In Chromium they are "none", whatever is set. */
function hasEffects(): boolean {
  const data = new DataTransfer();
  data.dropEffect = "move";
  return data.dropEffect === "move";
}

/** Gives the effect that the browser suggests to the page before it says what it would do. */
function suggest(data: DataTransfer, copies: boolean): void {
  const effects: DataTransfer["dropEffect"][] = copies ? ["copy", "move", "link"] : ["move", "copy", "link"];
  data.dropEffect = effects.find((effect) => permits(data, effect)) ?? "none";
}

const allows = (data: DataTransfer): boolean => data.dropEffect !== "none" && permits(data, data.dropEffect);

/** Whether the source allows an effect. */
function permits({ effectAllowed }: DataTransfer, effect: string): boolean {
  return /^(?:all|uninitialized)$/.test(effectAllowed) || effectAllowed.toLowerCase().includes(effect);
}

/** The named point of an element, or its middle. */
function pointAt(el: Element, at: Spot = { x: 0.5, y: 0.5, share: true }): Point {
  const rects = visibleRects(el);
  return pointOf(around(rects.length > 0 ? rects : rectsOf(el)), at);
}
