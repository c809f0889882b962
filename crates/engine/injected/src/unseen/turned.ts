/** Whether a transform in space shows only the edge or the back of an element. */
import { computedStyle, isSvg, offsetHeight, offsetWidth, styleValue } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";

type Vector = readonly [x: number, y: number, z: number];

/** A box that takes room in the page, and none where it is drawn, is seen from its edge. */
export function isOnEdge(el: Element, { width, height }: DOMRect, transform: string, rotate: string): boolean {
  if (!transform.startsWith("matrix3d") && (rotate === "none" || rotate === "")) return false;
  if (isSvg(el)) return false;
  const [wide, high] = [offsetWidth(el as HTMLElement), offsetHeight(el as HTMLElement)];
  return (wide > 2 && high > 0 && width < 0.5) || (high > 2 && wide > 0 && height < 0.5);
}

/** Whether the back of an element is in front. Those around it that keep the depth turn it, too: a card that is turned shows its other side. */
export function showsBack(el: Element): boolean {
  let normal: Vector = [0, 0, 1];
  for (let up: Element | null = el; up; up = flatParent(up)) {
    const style = computedStyle(up);
    if (up !== el && styleValue(style, "transform-style") !== "preserve-3d") break;
    normal = rotated(transformed(normal, styleValue(style, "transform")), styleValue(style, "rotate"));
  }
  return normal[2] < -0.01;
}

function transformed([x, y, z]: Vector, transform: string): Vector {
  const m = /^matrix3d\(([^)]*)\)$/.exec(transform)?.[1]?.split(",").map(Number);
  if (m?.length !== 16) return [x, y, z];
  const at = (row: number): number => (m[row] as number) * x + (m[4 + row] as number) * y + (m[8 + row] as number) * z;
  return [at(0), at(1), at(2)];
}

const AXES: Record<string, Vector> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** The property `rotate`: an axis and an angle, by the formula of Rodrigues. */
function rotated(vector: Vector, rotate: string): Vector {
  const parts = rotate.split(" ");
  const angle = (Number.parseFloat(parts.pop() ?? "") * Math.PI) / 180;
  const [a, b, c] = AXES[parts[0] ?? ""] ?? (parts.map(Number) as unknown as Vector);
  const size = Math.hypot(a ?? 0, b ?? 0, c ?? 0);
  if (!(size > 0) || Number.isNaN(angle)) return vector;
  const [kx, ky, kz] = [a / size, b / size, c / size];
  const [x, y, z] = vector;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = (kx * x + ky * y + kz * z) * (1 - cos);
  return [
    x * cos + (ky * z - kz * y) * sin + kx * along,
    y * cos + (kz * x - kx * z) * sin + ky * along,
    z * cos + (kx * y - ky * x) * sin + kz * along,
  ];
}
