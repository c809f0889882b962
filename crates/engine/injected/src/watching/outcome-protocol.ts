/** What a document saw of an input, as {@link ../protocol.ts}. */

import type { Checked } from "../protocol.js";

/** `outcome`: what the page saw of the input since `prepare`; ends the watch. A second call answers the same. */
export interface OutcomeArgs {
  /** Answer after this many releases of a mouse button; absent: answer at once. */
  after?: number;
}

/** Of a press that no click followed. */
export interface Unclicked {
  /**
   * What is known of its target at the release: it has left the document; it is hidden, or takes no pointer; disabled; moved from under
   * the pointer; covered; under it, but something else has captured the pointer; what was pressed inside of it was replaced; it was
   * released there all the same; the document saw no release.
   */
  unclicked:
    | "gone"
    | "hidden"
    | "disabled"
    | "moved"
    | "covered"
    | "captured"
    | "replaced"
    | "unmatched"
    | "unreleased";
  /** The page did that in its own listeners for the press. */
  answered?: true;
  /** What covers it. */
  by?: string;
}

export interface Outcome extends Partial<Unclicked> {
  /** The document that answers. */
  doc: string;
  /** How many clicks reached the target; with other buttons, `auxclick` or `contextmenu`. Of a drag: 1 if it ended in this document. */
  arrived: number;
  /** When the drag or touch ended, its element or the one that it was to end on had left the document. */
  astray?: true;
  /** An HTML drag did not begin, or ended without a drop in this document. */
  undropped?: true;
  /** An HTML drag ended with a drop, which the page has accepted. */
  dropped?: true;
  /** Of a touch: a `dblclick` followed. */
  doubled?: true;
  /** The target is disabled: with "missed", since before the press; a forced click did not reach it; or a click that did disabled it. */
  disabled?: true;
  /** Whether the target is not in the document any more. */
  gone: boolean;
  /** "hit": the events reached the target. "missed": they went elsewhere, or to a disabled target, and were stopped before the page saw them. "none": there was no event. */
  seen: "hit" | "missed" | "none";
  /** With "missed": the element that was hit, if it is none of the target. With "covered": what covers it. */
  by?: string;
  /** Whether the page prevented the default action of the click. */
  prevented: boolean;
  /** Whether a change of DOM, value, checked state, focus or scroll position was seen since `prepare`. */
  changed: boolean;
  /** For checkbox, radio, switch and option: the state afterwards. */
  checked?: Checked;
  /** The handlers changed nothing. Tasks that they queued may still change something. */
  more?: true;
}

/** `witness` {doc: string, clicks: number} → this, when so many clicks or keys have reached a target of `prepare` or `keys`. */
export interface Witnessed {
  doc: string;
  clicks: number;
}
