/** What keeps a target from input for a while. */

import type { Called, NodeNumber } from "../protocol.js";

/** A control that is disabled, with what the page says about it, cleaned. */
export interface Disabled {
  state: "disabled";
  /** Its description. */
  says?: string;
  /** Required fields near it that are empty. */
  required?: Called[];
  /** Areas near it that are not scrolled to their end. */
  unread?: string[];
  /** Whether it is not disabled itself, but its style keeps the pointer from it. */
  untouchable?: boolean;
  /** Whether it is not disabled itself, but inert, with nothing open that would say why. */
  inert?: boolean;
}

/** A target that something else covers. May change. */
export interface Covered {
  state: "covered";
  /** Role, name, and id or classes of the blocker, cleaned. */
  by: string;
  /**
   * Where the target is, if not under the blocker itself: under its backdrop, behind a dialog that keeps the focus, for keys, in a page
   * that takes no pointer, or is inert, while the blocker is open. "over": the blocker is a clear box of the target's own
   * item, or is around the target, and takes the pointer for it.
   */
  how?: "backdrop" | "behind" | "beside" | "inert" | "over";
  /** Whether it goes away by itself: it is animated or busy, has no controls, or the document is loading. */
  transient: boolean;
  /** The control that most likely closes it; with "over", the blocker itself, to act on in place of the target. */
  closer?: Closer;
  /** Where the pointer, which is over something beside the target, could go: the blocker may be shown because of where it is. */
  away?: [x: number, y: number];
}

/** A control of what covers a target. */
export interface Closer extends Called {
  doc: string;
  id: NodeNumber;
}
