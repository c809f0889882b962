/** One line of a walk. */

import { numberOf } from "../dom/registry.js";
import type { NodeNumber } from "../protocol.js";
/** One line; `el` is null for a run of text. */
export interface Line {
  depth: number;
  el: Element | null;
  role: string;
  flags: string;
  name: string;
  rest: string;
  interactive: boolean;
  /** What is said of where it is, after `rest`. */
  view: string;
  /** Its place in the list that was told last, and what was told of it; -1 where nothing was, see again/answer.ts. */
  at: number;
  toldDepth: number;
  toldView: string;
  /** The element's number; 0 until it was asked for, see {@link numbered}. */
  number: NodeNumber;
}

/** A new line, which no answer has held yet. */
export const newLine = (
  depth: number,
  el: Element | null,
  role: string,
  flags: string,
  name: string,
  rest: string,
  interactive: boolean,
): Line => ({
  depth,
  el,
  role,
  flags,
  name,
  rest,
  interactive,
  view: "",
  at: -1,
  toldDepth: 0,
  toldView: "",
  number: 0,
});

/** The number of a line's element; nothing for a run of text. */
export const numbered = (of: Line): NodeNumber | "" => {
  if (of.el === null) return "";
  if (of.number === 0) of.number = numberOf(of.el);
  return of.number;
};

/** A line as the protocol has it, but for its depth. */
export const written = (of: Line): string =>
  `\t${numbered(of)}\t${of.role}\t${of.flags}\t${of.name}${of.rest}${of.view}`;
