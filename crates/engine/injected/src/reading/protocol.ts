/** What `read` takes and answers. The Rust side is `crates/engine/src/reading/wire.rs`; change both together. */
import type { Expected } from "../protocol.js";

export interface ReadArgs {
  /** Read only this element. */
  root?: Expected;
  /** Only what the page is about: without navigation, advertisements and the like. */
  main?: boolean;
  /** Plain text instead of Markdown. */
  plain?: boolean;
  /** Also text that a person cannot see. */
  unseen?: boolean;
}

/**
 * The first line of the answer, as JSON. Each further line begins with its kind:
 *
 *   " "  a line, as it is to be shown
 *   1–6  a heading of this level: what stands before it in its container, a tab, its text
 *   "f"  a frame: what stands before it, a tab, the number of its owner, a tab, its title
 *
 * In a text, U+0002 and the number of a link in `links` and U+0003 stand for the reference to it. No other control
 * characters are in it.
 */
export interface ReadHeader {
  doc: string;
  url: string;
  title: string;
  /** The content type of the document, such as `application/pdf`. */
  type: string;
  /** The addresses of links, in the order in which they were first seen. */
  links: string[];
  /** How many frames have a line. */
  frames: number;
  /** How many elements may have a closed shadow root that the engine has not asked for. */
  candidates: number;
  /** Whether there is a main part, and only that was read. */
  main: boolean;
  /** Whether the page has more text than is read. */
  cut: boolean;
  /** How many texts were left out because a person cannot see them. */
  unseen: number;
}

/** `source`: the file that the browser shows in a viewer of its own. */
export interface SourceArgs {
  /** The content type that is expected. */
  type: string;
  /** Most bytes. */
  most: number;
  timeoutMs: number;
}

export type Source =
  | { state: "source"; data: string } // base64
  | { state: "other"; type: string } // the document is of another type
  | { state: "large"; bytes: number }
  | { state: "late" }
  | { state: "kept" }; // the browser does not hand it out
