/** One line of a walk. */
import { numberOf } from "../dom/registry.js";
import type { NodeNumber } from "../protocol.js";

/** A line; `el` is null for a run of text. */
export interface Line {
  depth: number;
  el: Element | null;
  role: string;
  flags: string;
  name: string;
  rest: string;
  interactive: boolean;
  /** Fields about its position on the screen, after `rest`. */
  view: string;
  /** Its index in the last answer, and its depth and view there; -1 if it was in none. See incremental/answer.ts. */
  at: number;
  sentDepth: number;
  sentView: string;
  /** The number of the element; 0 until {@link numbered} asks for it. */
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
  sentDepth: 0,
  sentView: "",
  number: 0,
});

/** The number of the element; empty for a run of text. */
export const numbered = (of: Line): NodeNumber | "" => {
  if (of.el === null) return "";
  if (of.number === 0) of.number = numberOf(of.el);
  return of.number;
};

/** The line in the form of the protocol, without its depth. */
export const written = (of: Line): string =>
  `\t${numbered(of)}\t${of.role}\t${of.flags}\t${of.name}${of.rest}${of.view}`;
