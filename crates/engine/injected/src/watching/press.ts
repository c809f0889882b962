/**
 * What became of a press that no click followed: where its element was at the release, and whether the page has put it there in
 * answer to the press, or something else did at that moment.
 */

import { pathOf } from "../dom/builtins.js";
import { isConnected, token } from "../dom/dom.js";
import { rectsOf } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { flatContains, flatParent } from "../dom/shadow.js";
import { blocker, describeElement } from "../elements/hit.js";
import { disabledState } from "../semantics/element-states.js";
import type { Unclicked } from "./outcome-protocol.js";

const PRESSES = new Set(["pointerdown", "mousedown"]);
const RELEASES = new Set(["pointerup", "mouseup"]);

export class Press {
  /** The last event of the press and release, or of the focus that comes with the press. */
  private event: Event | undefined;
  /** The innermost element that was pressed, and where. */
  private under: Element | undefined;
  private at: [number, number] = [0, 0];
  private released = false;
  private lost: Unclicked["unclicked"] | undefined;
  /** What is at the point in place of the target. */
  private over: Element | null = null;
  /** What the page has changed, added or opened while its listeners for the press and the release ran. */
  private readonly answers = new Set<Node>();
  /** Whether they have taken the target, or what was pressed in it, out of the document. */
  private taken = false;
  private readonly wasExpanded: boolean;

  constructor(
    private readonly target: Element,
    private readonly accepted: ReadonlySet<Element>,
  ) {
    this.wasExpanded = isExpanded(target);
  }

  /** Notes an event of the gesture before the page hears it. `hits`: whether it reaches the target. */
  hear(event: Event, hits: () => boolean): void {
    const ends = RELEASES.has(event.type);
    if (!ends && !PRESSES.has(event.type)) return;
    this.event = event;
    const { clientX, clientY } = event as MouseEvent;
    this.at = [clientX, clientY];
    if (ends) {
      this.released = true;
      this.lost = this.whereabouts(hits());
    } else this.under ??= pathOf.call(event)[0] as Element;
  }

  /**
   * Notes that the focus goes where the press has put it: listeners for that belong to the press. Where it comes from, a page that has
   * not answered the press may close what was pressed, before it hears of a click.
   */
  focus(event: Event): void {
    const comes = event.type === "focusin" || event.type === "focus";
    if (this.event && !this.released && (comes || this.answers.size > 0)) this.event = event;
  }

  /** Notes that a popover is about to open, or that a field gets a value, which are no mutations. */
  note(event: Event): void {
    if (this.isHeard()) this.answers.add(pathOf.call(event)[0] as Node);
  }

  /** Notes mutations. They are told when the listener that made them has returned. */
  change(records: readonly MutationRecord[]): void {
    if (!this.isHeard()) return;
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") this.answers.add(target);
      for (const node of addedNodes) this.answers.add(node);
    }
    this.taken ||= !isConnected(this.target) || !isConnected(this.under as Element);
  }

  /** Why no click followed. */
  told(): Unclicked {
    const unclicked = this.lost ?? (this.released ? this.since() : (this.whereabouts() ?? "unreleased"));
    return {
      unclicked,
      ...(this.isAnswer(unclicked) && { answered: true }),
      ...(unclicked === "covered" && this.over && { by: describeElement(blocker(this.over, this.target)) }),
    };
  }

  /** Whether listeners of the page for the press are running: after them, an event is at none. */
  private isHeard(): boolean {
    return this.event !== undefined && this.event.eventPhase !== Event.NONE;
  }

  /** Where the target is, unless it is under the pointer. Without `hits`, there is no event that says. */
  private whereabouts(hits?: boolean): Unclicked["unclicked"] | undefined {
    if (!isConnected(this.target)) return "gone";
    if (disabledState(this.target)) return "disabled";
    if (hits) return undefined;
    this.over = deepest(...this.at);
    for (let up = this.over; up; up = flatParent(up))
      if (this.accepted.has(up)) return hits === undefined ? undefined : "captured";
    const [x, y] = this.at;
    const rects = [...this.accepted].flatMap((el) => rectsOf(el));
    if (rects.length === 0) return "hidden";
    if (!rects.some(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom)) return "moved";
    return !this.over || flatContains(this.over, this.target) ? "hidden" : "covered";
  }

  /** Why no click followed a release that reached the target. */
  private since(): Unclicked["unclicked"] {
    if (this.taken) return isConnected(this.target) ? "replaced" : "gone";
    return disabledState(this.target) && this.isAnswered(this.target) ? "disabled" : "unmatched";
  }

  /** Whether the page did that in answer to the press. */
  private isAnswer(what: Unclicked["unclicked"]): boolean {
    switch (what) {
      case "gone":
      case "replaced":
        return this.taken;
      case "disabled":
        return this.isAnswered(this.target);
      case "hidden":
      case "covered":
        // A list that opens in a later task is told of at its control. Some menus take the pointer from all of the page then (Radix).
        return this.isAnswered(what === "covered" ? this.over : this.target) || this.hasExpanded();
      case "captured":
      case "unreleased":
        return this.answers.size > 0;
      case "moved":
      case "unmatched":
        return false;
    }
  }

  /** Whether the target says that it has opened something since. */
  private hasExpanded(): boolean {
    return !this.wasExpanded && isExpanded(this.target);
  }

  /** Whether an element, or one around it, is among what the page has changed for the press. */
  private isAnswered(el: Element | null): boolean {
    for (let up = el; up; up = flatParent(up)) if (this.answers.has(up)) return true;
    return false;
  }
}

const isExpanded = (el: Element): boolean => token(el, "aria-expanded") === "true";
