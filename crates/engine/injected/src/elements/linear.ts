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

/**
 * The transforms of an element and of everything around it, as one; undefined if they turn, mirror and skew nothing, so that
 * boxes tell all. Perspective is left out.
 */
export function turned(el: Element): Linear | undefined {
  let whole: Linear | undefined;
  for (let up: Element | null = el; up; up = flatParent(up)) {
    const own = ownOf(computedStyle(up));
    if (own !== undefined) whole = whole === undefined ? own : joined(own, whole);
  }
  if (whole === undefined) return undefined;
  const { a, b, c, d } = whole;
  return Math.abs(b) < SAME && Math.abs(c) < SAME && a > 0 && d > 0 ? undefined : whole;
}

/** That of an element's own style: `rotate`, then `scale`, then `transform`, as css-transforms-2 orders them. */
function ownOf(style: CSSStyleDeclaration): Linear | undefined {
  const [rotate, scale, transform] = ["rotate", "scale", "transform"].map((name) => {
    const value = styleValue(style, name);
    return value === "none" ? "" : value;
  });
  const functions = [rotate && rotation(rotate), scale && `scale3d(${factors(scale)})`, transform].filter(Boolean);
  if (functions.length === 0) return undefined;
  try {
    const { m11, m12, m21, m22 } = new Matrix(functions.join(" "));
    return { a: m11, b: m12, c: m21, d: m22 };
  } catch {
    // A value of a form that is not known.
    return undefined;
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
