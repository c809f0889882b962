/** Frame owners, and DOM objects that the engine passes in and out. */

import { reveal } from "../acting/reveal.js";
import { box, computedStyle, has, queryScope, scrollTo, styleValue } from "../dom/dom.js";
import { unclipped } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { elementOf, numberOf } from "../dom/registry.js";
import { adopt, scopes } from "../dom/shadow.js";
import type { Through, ThroughArgs } from "../protocol.js";
import { takeCandidates } from "../walk/shadow-candidates.js";
import { newCarrier } from "./carrier.js";
import { turned } from "./linear.js";
import { covered } from "./veil.js";

/** `through`: converts a point of a child frame to this frame. With `hit`, the frame owner must be on top there. */
export function through({ id, x, y, hit: tested, corners = [] }: ThroughArgs): Through {
  const owner = elementOf(id) as HTMLElement | undefined;
  if (!owner) return { state: "gone" };
  const wanted = nearest(owner, x, y);
  if (!placed(owner, ...wanted)) return { state: "hidden" };
  if (!isUnclipped(owner, wanted)) {
    const point = (): [number, number] => placed(owner, ...wanted) ?? [0, 0];
    reveal(owner, point);
    if (!isUnclipped(owner, wanted)) reveal(owner, point, true);
    if (!isUnclipped(owner, wanted)) scrollTo(owner, { block: "center", inline: "center", behavior: "instant" });
    if (!isUnclipped(owner, wanted)) return { state: "outside" };
  }
  const at = placed(owner, x, y);
  if (!at) return { state: "hidden" };
  const hit = tested ? deepest(at[0], at[1]) : owner;
  if (hit !== owner) return covered(hit, owner);
  const ready: Through = { state: "ready", x: at[0], y: at[1] };
  // A frame that has a place for one point has one for all.
  if (corners.length > 0) ready.corners = corners.map((corner) => placed(owner, ...corner) ?? corner);
  return ready;
}

/** The point of a frame's viewport that is nearest to this one: the corner of a large element may be outside. */
function nearest(owner: HTMLElement, x: number, y: number): [number, number] {
  const within = (value: number, size: number): number => Math.min(Math.max(value, 0), Math.max(size - 1, 0));
  const [across, down] = paddings(owner);
  return [within(x, owner.clientWidth - across), within(y, owner.clientHeight - down)];
}

/** The paddings of a frame owner, on both sides together. */
function paddings(owner: HTMLElement): [number, number] {
  const style = computedStyle(owner);
  const sum = (...sides: string[]): number =>
    sides.reduce((total, side) => total + (Number.parseFloat(styleValue(style, `padding-${side}`)) || 0), 0);
  return [sum("left", "right"), sum("top", "bottom")];
}

/** Whether the viewport holds this point of a frame, and nothing around the frame clips it. */
function isUnclipped(owner: HTMLElement, point: [number, number]): boolean {
  const at = placed(owner, ...point);
  if (!at) return false;
  const [left, top, right, bottom] = unclipped(owner);
  return at[0] >= left && at[0] < right && at[1] >= top && at[1] < bottom;
}

/** The position of a point of the frame's content in this viewport, with borders, padding, scale and rotation. */
function placed(owner: HTMLElement, x: number, y: number): [number, number] | undefined {
  const outer = box(owner);
  const { offsetWidth, offsetHeight } = owner;
  if (outer.width === 0 || outer.height === 0) return undefined;
  const style = computedStyle(owner);
  const length = (name: string): number => Number.parseFloat(styleValue(style, name)) || 0;
  const left = owner.clientLeft + length("padding-left") + x;
  const top = owner.clientTop + length("padding-top") + y;
  const linear = turned(owner);
  if (linear !== undefined) {
    const { a, b, c, d } = linear;
    // The middle of the drawn box is that of the layout box, and its size tells what zoom adds.
    const zoom = outer.width / (Math.abs(a) * offsetWidth + Math.abs(c) * offsetHeight);
    const across = (left - offsetWidth / 2) * zoom;
    const down = (top - offsetHeight / 2) * zoom;
    return [outer.left + outer.width / 2 + a * across + c * down, outer.top + outer.height / 2 + b * across + d * down];
  }
  // The scale of the frame: its drawn size in relation to its layout size.
  const across = offsetWidth > 0 ? outer.width / offsetWidth : 1;
  const down = offsetHeight > 0 ? outer.height / offsetHeight : 1;
  return [outer.left + left * across, outer.top + top * down];
}

/** Where a frame's content begins in this viewport, and where a pixel of it to the right leads, and one down. */
export function framePlace(owner: HTMLElement): number[] {
  const [at, right, down] = [placed(owner, 0, 0), placed(owner, 1, 0), placed(owner, 0, 1)];
  if (!at || !right || !down) return [0, 0, 1, 0, 0, 1];
  return [...at, right[0] - at[0], right[1] - at[1], down[0] - at[0], down[1] - at[1]];
}

/** The frame owners, with their node numbers and windows. */
function frameOwners(): unknown[] {
  const out: unknown[] = [];
  for (const scope of scopes()) {
    for (const owner of queryScope(scope, "iframe,frame,object,embed")) {
      const inner = (owner as HTMLIFrameElement).contentWindow;
      if (inner) out.push(numberOf(owner), owner, inner);
    }
  }
  return out;
}

/** Answers DOM nodes and windows, for protocols that can return them. */
export function handles(method: string, argsJson: string): unknown[] {
  switch (method) {
    case "frameOwners":
      return frameOwners();
    case "shadowCandidates":
      return takeCandidates();
    case "node": {
      const { id } = JSON.parse(argsJson) as { id: number };
      const el = elementOf(id);
      return el ? [el] : [];
    }
    case "carrier":
      return [newCarrier()];
    default:
      throw new TypeError(`no such handles: ${method}`);
  }
}

/** Whether a file input takes a folder with all its files. */
export const takesFolder = (input: Element): boolean => has(input, "webkitdirectory");

/** Takes DOM nodes that the engine passes in. */
export function adoptNodes(method: string, ...nodes: unknown[]): string {
  switch (method) {
    case "shadowRoots": {
      let any = false;
      for (let i = 0; i + 1 < nodes.length; i += 2) {
        const root = nodes[i + 1] as ShadowRoot | null;
        if (root) any = adopt(nodes[i] as Element, root) || any;
      }
      return String(any);
    }
    case "frameOwner":
      return String(numberOf(nodes[0] as Element));
    case "takesFolder":
      return String(takesFolder(nodes[0] as Element));
    default:
      throw new TypeError(`nothing to adopt: ${method}`);
  }
}
