/** The walk as its parts see it. The walk imports its parts; they import this interface. */
import type { Styles } from "../dom/style.js";
import type { Names } from "../semantics/name.js";
import type { Roles } from "../semantics/role.js";
import type { Line } from "./line.js";
import type { Detail, Lines } from "./lines.js";

/**
 * One pass over a document. Its methods share their arguments: `style` holds the bits of dom/style.ts, `bits` those of
 * attributes.ts, `mode` those of modes.ts for the element itself, and `below` those for its children.
 */
export interface Pass {
  readonly styles: Styles;
  readonly names: Names;
  readonly roles: Roles;
  readonly lines: Lines;
  /** The lines of frame owners. */
  readonly owners: Line[];
  /** Controls that are shown where their labels are. */
  readonly standIns: Set<Element>;
  /** The item whose handle was passed last, and has no line. */
  handled: Element | null;
  /** Tree scopes, with whether they have file inputs. */
  readonly scopesWithFiles: Map<Node, boolean>;
  /** The element whose line is wanted; the walk stops as soon as that line is certain. */
  readonly only: Element | null;
  readonly more: Detail;
  /** Walks what is inside an element. `silent`: its text is not shown. */
  children(el: Element, tag: string, depth: number, mode: number, silent: boolean): void;
  /** Walks an element that is not a native field. */
  shown(
    el: Element,
    tag: string,
    role: string,
    style: number,
    bits: number,
    depth: number,
    mode: number,
    below: number,
  ): void;
  /** Walks what is inside an element that gets no line of its own. */
  through(el: Element, tag: string, style: number, depth: number, below: number): void;
  /** Notes an element whose text is left out because a person cannot see it. */
  leave(el: Element): void;
  /** Whether an element is drawn with at least this many pixels in both directions. */
  larger(el: Element, size: number): boolean;
}
