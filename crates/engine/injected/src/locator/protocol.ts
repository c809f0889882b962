/**
 * Arguments and answer of `locate`. The Rust side is `crates/engine/src/locator/wire.rs`; change both together.
 */
import type { Expected, Found } from "../protocol.js";

/** What a step searches by. `any`: everything in turn, from a test id to XPath. */
export type By =
  | "testid"
  | "role"
  | "label"
  | "text"
  | "placeholder"
  | "name"
  | "alt"
  | "title"
  | "css"
  | "xpath"
  | "any";

/** One step of a chain. It searches inside the matches of the step before. */
export interface Step {
  by: By;
  value: string;
  /** With `role`: the accessible name, as in a snapshot. */
  name?: string;
  /** `true`: the whole text, case-sensitive. `false`: any part, in any case. Absent: the best kind of match there is. */
  exact?: boolean;
  /** Hidden elements match and count, too. */
  hidden?: boolean;
}

export interface LocateArgs {
  /** Outermost first; never empty. */
  steps: Step[];
  /** Search only inside this element. */
  root?: Expected;
  /** The attribute that holds test ids. */
  testId: string;
  /** Wait until a match is visible, and enabled. */
  visible: boolean;
  enabled: boolean;
  /** Wait until there are more matches than this. */
  beyond: number;
  /** The index of the first match to describe; negative: counted from the end (-1 is the last match). */
  skip: number;
  /** Describe at most this many matches. */
  take: number;
  /** Without a match: describe similar elements. */
  near: boolean;
  timeoutMs: number;
}

/** `locate` → a refusal of its root, `{state: "value", why}` for a malformed selector, or this. */
export interface Located {
  state: "located";
  doc: string;
  /** The quality of the matches; lower is better. The engine compares frames by it. */
  rank: number;
  /** What they were found by. */
  by: By;
  /** The number of matches; only visible ones count if there are any. */
  total: number;
  /** Whether any match is visible. */
  visible: boolean;
  matches: Found[];
  near: Found[];
  /** The number of elements that may have a closed shadow root; 0 if something matched. */
  shadowCandidates: number;
}
