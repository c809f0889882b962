/**
 * What the engine may ask of `locate`, and what it answers. The Rust side is
 * `crates/engine/src/locator/wire.rs`; change both together.
 */
import type { Expected, Found } from "../protocol.js";

/** By what an element is looked for. `any`: by everything in turn, from a test id to XPath. */
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

/** One step of a chain: what is looked for inside the matches of the step before. */
export interface Step {
  by: By;
  value: string;
  /** With `role`: the accessible name, as the snapshot shows it. */
  name?: string;
  /** `true`: the whole text, case and all. `false`: any part, in any case. Absent: the best of the two that matches. */
  exact?: boolean;
}

export interface LocateArgs {
  /** Outermost first; never empty. */
  steps: Step[];
  /** Only inside this element. */
  root?: Expected;
  /** The attribute that holds test ids. */
  testId: string;
  /** What a match has to be before the wait ends: rendered with a box, and not disabled. */
  visible: boolean;
  enabled: boolean;
  /** The wait ends only when there are more matches than this. */
  beyond: number;
  /** Leave out this many matches, from the end where negative (-1: none left out, counted from the last one). */
  skip: number;
  /** Describe at most this many matches. */
  take: number;
  /** When there is no match: describe what comes nearest. */
  near: boolean;
  timeoutMs: number;
}

/** `locate` → a refusal of its root, `{state: "value", why}` for a malformed selector, or this. */
export interface Located {
  state: "located";
  doc: string;
  /** How good the matches are: lower is better. Frames are compared by it. */
  rank: number;
  /** By what they were found. */
  by: By;
  /** All matches; visible ones only, where there are any. */
  total: number;
  /** Whether any match is visible. */
  visible: boolean;
  matches: Found[];
  near: Found[];
  /** Elements that may have a closed shadow root; told when nothing matched. */
  shadowCandidates: number;
}
