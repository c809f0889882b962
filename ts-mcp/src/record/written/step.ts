// What was done in a session, in terms that every language of tests has words for.

import type { LocatorReport } from "@uipilot/core";

/** How an element is found again. */
export type Target = LocatorReport;

/** What is typed: itself, or the environment variable that holds it. */
export type Value = { text: string } | { env: string };

export type Button = "left" | "middle" | "right" | "back" | "forward";

/** A point of an element, or a distance. */
export interface Point {
  x: number;
  y: number;
}

export interface Pointing {
  modifiers: readonly string[];
  /** Where on the element, in CSS pixels from its top left corner. */
  at?: Point | undefined;
}

/** What is done. */
export type Action =
  | { do: "open"; url: string; page: number }
  | { do: "goto"; url: string }
  | { do: "history"; direction: "back" | "forward" | "reload" }
  | { do: "closePage"; page: number }
  | { do: "resize"; width: number; height: number }
  | ({ do: "click"; target: Target; count: number; button: Button; holdMs?: number | undefined } & Pointing)
  | ({ do: "hover"; target: Target } & Pointing)
  | { do: "focus"; target: Target }
  | { do: "fill"; target: Target; value: Value }
  | { do: "check"; target: Target; checked: boolean }
  | { do: "select"; target: Target; values: readonly string[] }
  | { do: "type"; target?: Target | undefined; value: Value }
  | { do: "press"; target?: Target | undefined; key: string }
  | { do: "keyDown" | "keyUp"; key: string }
  | { do: "wheel"; target?: Target | undefined; by: Point }
  | { do: "scrollTo"; target: Target }
  | { do: "drag"; target: Target; to: Target }
  | { do: "dragBy"; target: Target; path: readonly Point[] }
  | { do: "upload"; target: Target; files: readonly string[] }
  /** Only what is expected then. */
  | { do: "look" }
  /** Something that tests have no words for: said in a comment. */
  | { do: "note"; text: string };

/** What was seen after it. */
export type Expected =
  | { see: "url"; url: string }
  | { see: "urlPart"; part: string }
  | { see: "element"; target: Target }
  | { see: "textIn"; target: Target; text: string }
  | { see: "text"; text: string }
  | { see: "noText"; text: string }
  | { see: "selector"; selector: string };

/** A dialog that the step opened, and its answer. */
export interface Dialog {
  kind: string;
  message: string;
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
  dialog?: Dialog | undefined;
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
  file(steps: readonly Step[], about: About): string;
  /** An expression that finds an element; undefined if the language cannot. */
  locator(target: Target): string | undefined;
}
