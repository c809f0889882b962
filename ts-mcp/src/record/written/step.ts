// What was done in a session, in terms that every language of tests has words for.

import type { LocatorReport } from "@uipilot/core";
import type { End } from "./ending.ts";
import type { Setting } from "./setting.ts";

/** How an element is found again. */
export type Target = LocatorReport;

/**
 * What is typed: itself, or the environment variable that holds it. `whole`: the variable is a secret, and holds just what was typed. One
 * that is named after a field holds all that was typed there in a row.
 */
export type Value = { text: string } | { env: string; whole?: true };

export type Button = "left" | "middle" | "right" | "back" | "forward";

/** A distance in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A point of an element: CSS pixels from its top left corner, or shares of its sides from 0 to 1. */
export interface Spot extends Point {
  share?: boolean | undefined;
}

export interface Pointing {
  modifiers: readonly string[];
  /** Where on the element. */
  at?: Spot | undefined;
}

/** A file of this machine, with its media type. */
export interface File {
  path: string;
  type: string;
}

/** What comes from outside of the page. */
export interface Content {
  text?: Value | undefined;
  html?: string | undefined;
  url?: string | undefined;
  files: readonly File[];
}

/** Which part of a text is selected. Without a text and offsets, all of it. */
export interface Part {
  text?: string | undefined;
  nth?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
  unit?: "word" | "line" | undefined;
  caret?: "before" | "after" | undefined;
}

export type Gesture = "tap" | "doubleTap" | "longPress" | "swipe" | "pinch";

/** Fingers on an element. */
export interface Touch {
  target: Target;
  gesture: Gesture;
  at?: Spot | undefined;
  /** How far a swipe goes. */
  by?: Point | undefined;
  /** How far the fingers of a pinch are apart at its end, relative to its start. */
  scale?: number | undefined;
  durationMs?: number | undefined;
}

/** A press, and the way that the pointer goes until the release. */
export interface Pull extends Pointing {
  target: Target;
  /** Points, each from where it was pressed. */
  path: readonly Point[];
  button: Button;
  durationMs?: number | undefined;
}

/** What is done. */
export type Action =
  | { do: "open"; url: string; page: number }
  | { do: "goto"; url: string }
  | { do: "history"; direction: "back" | "forward" | "reload" }
  | { do: "closePage"; page: number }
  | { do: "resize"; width: number; height: number }
  | ({
      do: "click";
      target: Target;
      count: number;
      button: Button;
      holdMs?: number | undefined;
      /** At once, whatever is on top there. */
      force?: boolean | undefined;
    } & Pointing)
  | ({ do: "hover"; target: Target } & Pointing)
  | { do: "focus"; target: Target }
  | { do: "fill"; target: Target; value: Value }
  | { do: "check"; target: Target; checked: boolean }
  | { do: "select"; target: Target; values: readonly string[] }
  | { do: "type"; target?: Target | undefined; value: Value; delayMs?: number | undefined }
  | { do: "press"; target?: Target | undefined; key: string; holdMs?: number | undefined }
  | { do: "keyDown"; key: string }
  /** Without a key, all that are down. */
  | { do: "keyUp"; key?: string | undefined }
  | ({ do: "wheel"; target?: Target | undefined; by: Point } & Pointing)
  /** Until the text is there; `by` at a time. */
  | { do: "scrollUntil"; target?: Target | undefined; text: string; by: Point }
  | { do: "scrollTo"; target: Target }
  | ({ do: "drag"; target: Target; to: Target; toAt?: Spot | undefined; durationMs?: number | undefined } & Pointing)
  | ({ do: "dragBy" } & Pull)
  | ({ do: "touch" } & Touch)
  | { do: "upload"; target: Target; files: readonly string[] }
  | { do: "paste"; target: Target; content: Content }
  | { do: "drop"; target: Target; content: Content; at?: Spot | undefined }
  | { do: "selectText"; target: Target; part: Part }
  /** A script of the caller's: a function, or an expression. */
  | { do: "evaluate"; script: string }
  | Setting
  /** Only what is expected then. */
  | { do: "look" }
  /** Something that tests have no words for: said in a comment. */
  | { do: "note"; text: string };

/** What several elements have in common. */
export interface Alike {
  by: "css" | "role" | "testid" | "text";
  value: string;
}

/** What was seen after it. */
export type Expected =
  | { see: "url"; url: string }
  | { see: "urlPart"; part: string }
  | { see: "element"; target: Target }
  | { see: "textIn"; target: Target; text: string }
  | { see: "value"; target: Target; value: string }
  | { see: "checked"; target: Target; checked: boolean }
  /** So many visible elements. */
  | { see: "count"; of: Alike; count: number }
  | { see: "text"; text: string }
  | { see: "noText"; text: string }
  | { see: "selector"; selector: string }
  /** A script returns a true value. */
  | { see: "true"; script: string };

/** A dialog that the step opened, and its answer. */
export interface Dialog {
  kind: string;
  /** Absent if it must not be in the file. */
  message?: string | undefined;
  /** What a prompt offers. */
  defaultText?: string | undefined;
  /** Absent while it is not answered. */
  answer?: { accept: boolean; text?: string | undefined };
}

/** One step. */
export interface Step {
  action: Action;
  /** The page that it is for, by its number in the session. */
  page: number;
  expected: Expected[];
  /** The pages that it opened. */
  opens: number[];
  /** Whether its page closed itself with it. What acts there then may be told that it is gone. */
  closes?: boolean | undefined;
  /** In the order in which they opened: each but the first one when the one before it was answered. */
  dialogs?: Dialog[] | undefined;
  /** What the step does not have of what was done. */
  notes: string[];
}

/** What a file begins with. */
export interface About {
  version: string;
  browser: string;
  at: Date;
}

/** A language that steps are written in. */
export interface Language {
  /** Its name, for people. */
  name: string;
  /** How a written file is run. */
  run: string;
  /** The whole file. */
  file(steps: readonly Step[], about: About, end?: End): string;
  /** What is written of a step. */
  code(step: Step): string;
  /** An expression that finds an element; undefined if the language cannot. */
  locator(target: Target): string | undefined;
}
