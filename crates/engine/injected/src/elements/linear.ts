/** How transforms turn, mirror and skew an element. */
import { computedStyle, styleValue } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";

/** The linear part of a transform: where the unit vectors of x (`a`, `b`) and y (`c`, `d`) point. */
export interface Linear {
  a: number;
  b: number;
  c: number;
  d: number;
}

const SAME = 1e-4;
const Matrix = window.DOMMatrix;
const screenMatrix = SVGGraphicsElement.prototype.getScreenCTM;

/**
 * The transforms of an element and of everything around it, as one; undefined if they turn, mirror and skew nothing, so that
 * boxes tell all. Perspective is left out.
 */
export function turned(el: Element): Linear | undefined {
  const whole = wholeOf(el);
  if (whole === undefined) return undefined;
  const { a, b, c, d } = whole;
  return Math.abs(b) < SAME && Math.abs(c) < SAME && a > 0 && d > 0 ? undefined : whole;
}

/** Where the unit vectors of an element's own pixels point on the screen: its transforms, its zoom, and those of everything around it. */
export function drawnLinear(el: Element): Linear {
  const matrix = el instanceof SVGGraphicsElement ? screenMatrix.call(el) : null;
  if (matrix) return { a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d };
  const { a, b, c, d } = wholeOf(el) ?? { a: 1, b: 0, c: 0, d: 1 };
  const zoom = (el as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
  return { a: a * zoom, b: b * zoom, c: c * zoom, d: d * zoom };
}

function wholeOf(el: Element): Linear | undefined {
  let whole: Linear | undefined;
  for (let up: Element | null = el; up; up = flatParent(up)) {
    const own = ownOf(computedStyle(up));
    if (own !== undefined) whole = whole === undefined ? own : joined(own, whole);
  }
  return whole;
}

/** Whether an element or something around it is turned out of the plane, or laid on a path: then no linear part tells where it is drawn. */
export function bent(el: Element): boolean {
  for (let up: Element | null = el; up; up = flatParent(up)) {
    const style = computedStyle(up);
    const path = styleValue(style, "offset-path");
    if (path !== "" && path !== "none") return true;
    const matrix = matrixOf(style);
    if (matrix === null) return true;
    if (matrix && [matrix.m13, matrix.m14, matrix.m23, matrix.m24].some((out) => Math.abs(out) > SAME)) return true;
  }
  return false;
}

/** That of an element's own style: `rotate`, then `scale`, then `transform`, as css-transforms-2 orders them. */
function ownOf(style: CSSStyleDeclaration): Linear | undefined {
  const matrix = matrixOf(style);
  return matrix ? { a: matrix.m11, b: matrix.m12, c: matrix.m21, d: matrix.m22 } : undefined;
}

/** The same as a matrix; null for a value of a form that is not known. */
function matrixOf(style: CSSStyleDeclaration): DOMMatrix | null | undefined {
  const [rotate, scale, transform] = ["rotate", "scale", "transform"].map((name) => {
    const value = styleValue(style, name);
    return value === "none" ? "" : value;
  });
  const functions = [rotate && rotation(rotate), scale && `scale3d(${factors(scale)})`, transform].filter(Boolean);
  if (functions.length === 0) return undefined;
  try {
    return new Matrix(functions.join(" "));
  } catch {
    return null;
  }
}

/** `30deg`, `x 30deg` or `1 1 0 30deg` as a function. */
function rotation(value: string): string {
  const parts = value.split(" ");
  const angle = parts.pop() ?? "0deg";
  if (parts.length === 0) return `rotate(${angle})`;
  const axis = parts.length === 3 ? parts : ["x", "y", "z"].map((name) => (name === parts[0] ? "1" : "0"));
  return `rotate3d(${axis.join(", ")}, ${angle})`;
}

/** `2`, `2 3` or `2 3 4` as the arguments of a function. */
function factors(value: string): string {
  const [x = "1", y = x, z = "1"] = value.split(" ");
  return `${x}, ${y}, ${z}`;
}

/** What `outer` makes of what `inner` makes. */
function joined(outer: Linear, inner: Linear): Linear {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
  };
}
