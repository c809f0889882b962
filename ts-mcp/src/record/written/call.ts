// A call, and what its arguments mean.

import type { Action, Expected, Point, Pointing, Spot, Target, Value } from "./step.ts";
import { typed } from "./typed.ts";

/** A call with what was known of its elements before it. */
export interface Call {
  tool: string;
  args: Record<string, unknown>;
  /** The element of each UID that it names. */
  targets: ReadonlyMap<string, Target>;
  /** The element of `interactWithPage`, or the one at the point of a call that names a pixel. */
  target?: Target | undefined;
  to?: Target | undefined;
  /** Where on the element that pixel was. */
  spot?: Point | undefined;
  /** The further pixels of the call, as distances from the first one. */
  path?: readonly Point[] | undefined;
  /** Whether what is typed where the focus is goes into a password field; undefined if that is not known. */
  secretFocus: boolean | undefined;
  /** The number of the page that a call has opened. */
  openedPage?: number | undefined;
}

/** What is written of a call. */
export interface Written {
  actions: Action[];
  /** What the call itself waited for. */
  expected: Expected[];
  /** What of the call is left out. */
  notes: string[];
}

type Given = Record<string, unknown>;

export const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
export const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** A distance as tools take it. */
export function distance(value: unknown): Point {
  const { dx, dy } = (value ?? {}) as Given;
  return { x: number(dx) ?? 0, y: number(dy) ?? 0 };
}

/** A point of an element as tools take it. */
export function spot(value: unknown): Spot | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { x, y, share } = value as Given;
  return { x: number(x) ?? 0, y: number(y) ?? 0, ...(share === true ? { share } : {}) };
}

/** Where on the element, and with which keys. */
export function pointing(args: Given): Pointing {
  return { modifiers: (args["modifiers"] ?? []) as string[], at: spot(args["at"]) };
}

/** What is typed, or the environment variable that holds it. */
export function valueFor(
  value: string | undefined,
  secret: string | undefined,
  isPassword: boolean | undefined,
  target: Target | undefined,
): Value {
  return secret === undefined ? typed(value ?? "", isPassword, target) : { env: secret, whole: true };
}
