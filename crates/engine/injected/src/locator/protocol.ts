/**
 * Arguments and answer of `locate`. The Rust side is `crates/engine/src/locator/wire.rs`; change both together.
 */
import type { Expected, Found, NodeNumber } from "../protocol.js";

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

/**
 * What is to be done with the match. Of several, the only one that this can be done to is meant, and words inside a label stand for its
 * control; "act" is possible with all. An action tells at once that a dialog keeps it from its element.
 */
export type Doing = "act" | "type" | "select" | "check" | "upload";

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
  /** Absent: it is only looked for. */
  doing?: Doing;
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

/** Arguments of `lasting`. */
export interface LastingArgs {
  target: Expected;
  /** The attribute that holds test ids. */
  testId: string;
}

/** How WebDriver finds an element in its document or shadow tree. */
export interface Native {
  using: "css" | "xpath";
  value: string;
}

/** `lasting` → a refusal, or how the element can be found again. */
export interface Lasting {
  state: "lasting";
  doc: string;
  id: NodeNumber;
  role: string;
  name: string;
  /** Its tag, and its type if it is an `input`. */
  tag: string;
  type: string;
  /** Whether what is typed into it is a password. */
  secret: boolean;
  /** The beginning of the text that it shows. */
  text: string;
  /** CSS selectors that lead to it through shadow trees, outermost first. */
  path: string[];
  /** Whether it is in a closed shadow tree, which other programs cannot enter. */
  closed: boolean;
  /** Chains that lead to it and to no other element of its document, best first; never empty. `nth`: the last one leads to several. */
  ways: { steps: Step[]; nth?: number }[];
  native: Native;
}
