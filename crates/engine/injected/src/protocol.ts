/**
 * What the engine may ask of the script in the page, and what it answers. The Rust side of the
 * same contract is `crates/engine/src/page_script`; change both together.
 *
 * The script lives in an isolated world (CDP) or a sandbox (BiDi), once a document, under the
 * global `__uipilot`:
 *
 *   __uipilot(method: string, argsJson: string): string | Promise<string>
 *   __uipilot.handles(method: string, argsJson: string): unknown[]      // DOM nodes or windows, for protocols that can hand those out
 *   __uipilot.adopt(method: string, ...nodes: unknown[]): string        // DOM nodes that the protocol handed in
 *
 * All arguments are data. Nothing is written into the DOM.
 */

/** Number of an element in its document: given at first sight, never reused while the document lives. */
export type NodeNumber = number;

/** What the engine remembers of a UID and expects to find again. */
export interface Expected {
  /** Token of the document the node belongs to (first field of a walk). */
  doc: string;
  id: NodeNumber;
  role: string;
  /** The accessible name, or the text the line was shown with, exactly as the walk gave it. */
  name: string;
}

/** `walk` → lines joined by "\n", fields by "\t"; strings are cleaned of control characters and lone surrogates.
 *
 *  First line (header): `doc \t url \t title \t width \t height \t scrollX \t scrollY \t unsettledFrames \t shadowCandidates \t serial \t base`
 *    unsettledFrames: number of frame owners shown; shadowCandidates: number of elements that may have a closed shadow root and were not asked yet.
 *    serial: number of this walk among those that are kept, 0 for one that is not; base: 0, or the serial of the walk that
 *    the caller has and whose lines are told by their places only.
 *  With a base, a line `=from \t count` stands for so many lines of that walk, from this place on, the first being 0.
 *  Every other line (node): `depth \t id \t role \t flags \t name [\t key=value]…`
 *    depth: 0 for the root of the walk. id: node number, empty for a run of text that has no element line of its own.
 *    flags: letters, see FLAGS. name: accessible name, or the text for role "text" and for elements shown by their text.
 *    key=value: states and properties in the order in which they are to be shown; a key alone is a true boolean. Keys:
 *      type (inputs whose value has a format: date, time, datetime-local, month, week, color, file), level, checked,
 *      pressed, selected, expanded, disabled, inert, required, readonly, invalid, busy, focused, modal, multiselectable,
 *      haspopup, orientation, current, valuemin, valuemax, valuenow, value, placeholder, draggable, description,
 *      options (of a closed select, "|" between them), href, src, id; of embedded objects and of documents other than
 *      HTML their type. Of a whole document also: covers (share of the viewport that what begins here lies over),
 *      offscreen (containers wholly out of the viewport: above, below, left, right; controls that no scrolling reaches),
 *      more (a scroll container has room for more than is rendered, above or below this line), rowcount.
 *      checked, pressed, selected and expanded are also told when false (`checked=false`); checked and pressed can be `mixed`.
 *      href: `#fragment` inside the document, the path on the same origin, else the whole address.
 *    Roles are those of WAI-ARIA, besides: "text" (a run or block of text), "iframe", "video", "audio", "canvas", "object", "embed".
 */
export interface WalkArgs {
  /** Start at this node instead of the document. */
  root?: Expected;
  /** Start at the first match of this CSS selector (open and adopted shadow roots are searched too). */
  selector?: string;
  /** Every attribute that says something (`id`, `class`, `name`, `data-…`), after the other properties. */
  attributes?: boolean;
  /** Elements without meaning too, as `generic` around what is in them. */
  everything?: boolean;
  /**
   * The walk is kept, so that the next one need not look at everything again; which one the caller has, serial 0 for
   * none. Only for a whole document, and without any of the other arguments.
   */
  known?: { doc: string; serial: number };
  /** `bounds=x,y,width,height` of each element, CSS pixels in this frame's viewport. */
  bounds?: boolean;
}
/** Answer of `walk` when the root cannot be used: a line that starts with "!" and holds one of the states below as JSON. */

/** `describe`: one element, by the same arguments as a walk; the document without any. → Refusal or this. */
export type DescribeArgs = WalkArgs;
export interface Described {
  state: "described";
  /** As in a walk, but of the element itself: "generic" and "none" where it has no meaning. */
  role: string;
  name: string;
  description: string;
  states: States;
}

/** Only what applies to the element is there; booleans that mean something when they are false are told then too. */
export interface States {
  checked?: "true" | "false" | "mixed";
  pressed?: "true" | "false" | "mixed";
  selected?: boolean;
  expanded?: boolean;
  disabled?: boolean;
  required?: boolean;
  readonly?: boolean;
  multiline?: boolean;
  multiselectable?: boolean;
  modal?: boolean;
  busy?: boolean;
  focused?: boolean;
  /** Not there for assistive technology: not rendered, `aria-hidden`, or inert. */
  hidden?: boolean;
  invalid?: "true" | "grammar" | "spelling";
  current?: "true" | "page" | "step" | "location" | "date" | "time";
  haspopup?: "menu" | "listbox" | "tree" | "grid" | "dialog";
  orientation?: "horizontal" | "vertical";
  level?: number;
  valuemin?: number;
  valuemax?: number;
  valuenow?: number;
  valuetext?: string;
  /** What a field shows; bullets for a password. */
  value?: string;
}

export const FLAGS = {
  /** Takes part in interaction: control, link, clickable, focusable, editable, draggable. */
  interactive: "i",
  /** Listed although it has no visible box (a hidden file input). */
  hidden: "h",
  /** Owns a frame; its children come from that frame's own walk. */
  frame: "f",
  /** A password field: its value is never read. */
  password: "p",
  /** The name came from the element's own text (so that the text is not repeated below). */
  text: "t",
} as const;

/** Reasons why a target cannot be acted on. `final` ones cannot become true by waiting. */
export type Refusal =
  | { state: "document" } // final: another document is here now
  | { state: "gone" } // final: the element is not in the document any more
  | { state: "changed"; role: string; name: string } // final: same node, other meaning: what it is now
  | { state: "kind"; is: string } // final: wrong kind of element; what it is in a few words of ours
  | { state: "option"; options: string[] } // final: no such option; labels of those there are (at most 20)
  | { state: "value"; why: string } // final: the field cannot take this value (malformed date, not a number); our words
  | { state: "hidden" } // may change: no visible box
  | { state: "disabled" } // may change
  | { state: "readonly" } // may change
  | { state: "moving" } // may change
  | { state: "outside" } // may change: cannot be scrolled into view
  | { state: "covered"; by: string; transient: boolean }; // `by`: role, name and id/class of the blocker, cleaned; transient: animating, busy or document still loading

/** An element that was found. */
export interface Found {
  id: NodeNumber;
  /** Role and name as a walk would show them. */
  role: string;
  name: string;
  visible: boolean;
  enabled: boolean;
  /** Box in this frame's viewport: x, y, width, height. */
  rect: [number, number, number, number];
  /** Where it is: named ancestors, innermost first, as role and name. */
  inside: [string, string][];
  /** Its tag with id or classes. */
  tag: string;
}

/** `choose`: how to get to an option of a list that the page has made itself. */
export interface ChooseArgs {
  target: Expected;
  /** The option's label or value. */
  value: string;
  /** Whether the list was opened for this: then one that comes up is taken for the element's own. */
  opened: boolean;
  /**
   * What is waited for. "list": that the list is shown; "option": that the option is in it, or nothing more comes;
   * "gone": that the list is not shown; "end": that the list was scrolled to its end, or to the option. Absent: nothing.
   */
  until?: "list" | "option" | "gone" | "end";
  /** With "option": how long a list that has options stays as it is until it is taken for whole. */
  restMs: number;
  timeoutMs: number;
}

/** `choose` → a refusal, or this. `field`: what is written there narrows the list. `now`: what a person reads in the closed widget. */
export type Choice =
  | { state: "native" } // a field that `fill` sets
  | { state: "closed"; doc: string; found: Found; now: string; field?: Found } // its list is not shown; `found` opens it
  | { state: "missing"; doc: string; options: string[]; now: string; field?: Found; looked?: Looked } // its list has no such option that can be chosen; labels of those it has
  | { state: "choice"; doc: string; found: Found; chosen: boolean; several: boolean }; // what to click; `several`: the list takes more than one

/** How far a list was gone through by scrolling. */
export interface Looked {
  /** Options seen. */
  options: number;
  /** The last of them. */
  last: string;
  /** Whether that is the end of the list. */
  end: boolean;
}

export type ActionKind = "click" | "hover" | "drag" | "drop" | "focus" | "view";

export interface PrepareArgs {
  target: Expected;
  action: ActionKind;
  /** Counts up while the engine retries: choose another scroll alignment or point. */
  attempt: number;
}

/** The target can be acted on now. */
export interface Prepared {
  state: "ready";
  /** Where to act, CSS pixels in this frame's viewport. */
  x: number;
  y: number;
  /** Box in this frame's viewport: x, y, width, height. */
  rect: [number, number, number, number];
  /** Box in document coordinates of this frame. */
  page: [number, number, number, number];
  /** What the default action would do: tells the engine what to wait for. */
  expects: "nothing" | "navigation" | "window" | "download" | "chooser";
  /** For checkbox, radio, switch and option: state now. */
  checked?: boolean;
}

/** `outcome`: what the page saw of the input since `prepare`; ends the watch. Asked again, it answers the same. */
export interface OutcomeArgs {
  /** Mouse buttons to be let go before the answer; absent: it answers now. */
  after?: number;
}

export interface Outcome {
  /** "hit": the events reached the target. "missed": they went elsewhere and were stopped before the page saw them. "none": no event came. */
  seen: "hit" | "missed" | "none";
  /** With "missed": description of what was there. */
  by?: string;
  /** Whether the page called preventDefault on the click (no default action then). */
  prevented: boolean;
  /** Whether DOM, value, checkedness, focus or scroll changed since `prepare`, as far as seen. */
  changed: boolean;
  /** State after, for checkbox, radio, switch. */
  checked?: boolean;
  /** The handlers have run and changed nothing; what they queued may yet. */
  more?: true;
}

/** One of `value`, `options` and `check` is given. */
export interface FillArgs {
  target: Expected;
  value?: string;
  /** Values or labels, for a select only. */
  options?: string[];
  /** Only for what is checked and unchecked. */
  check?: boolean;
}
/** `fill` → Refusal, or what was done. */
export interface Filled {
  state: "filled";
  kind: "text" | "editable" | "select" | "date" | "range" | "color";
  /** "insert": trusted input events. "synthetic": the value was set and input and change were dispatched by script. */
  method: "insert" | "synthetic";
  /** Whether the value differs from before. */
  changed: boolean;
  /** What is left to be typed with keys: the editor makes its paragraphs itself. */
  rest?: string;
  /** Set when the field does not hold the given value afterwards (a mask, a limit): what it holds, never for passwords. */
  now?: string;
}
/** `fill` on a checkbox, radio or switch → the engine clicks it. */
export interface NeedsClick {
  state: "click";
  checked: boolean;
  wanted: boolean;
}

/** `caret` {target: Expected, all?: boolean}: puts the caret behind what the element holds, which has the focus, or selects all of it → Refusal or {state: "done"}. */
/** `held` {target: Expected} → Refusal or Filled, with what the field holds as `now`. */

/** `area` {target?: Expected, axis: "x" | "y"}: what scrolls in this direction around the element, or in the page → Refusal or this. */
/** `scrolled` {by?: [x, y]}: the same area once it is at rest; scrolls it by script first where `by` is given. */
export interface Area {
  state: "area";
  /** Whether it is the document itself. */
  page: boolean;
  /** A point in this frame's viewport where a wheel scrolls it; null where there is none. */
  at: [number, number] | null;
  /** Width and height of what is seen of it. */
  size: [number, number];
  /** Its scrollLeft and scrollTop. */
  position: [number, number];
  /** How far it can still go: left, up, right, down. */
  room: [number, number, number, number];
}

/** `upload` {target, count}: checks that the target is (or labels) a file input → Refusal or this. */
export interface UploadTarget {
  state: "files";
  /** Node number of the `<input type=file>`. */
  id: NodeNumber;
  multiple: boolean;
  directory: boolean;
}

/** `through`: a point in the child frame's viewport → the same point in this frame's viewport. */
export interface ThroughArgs {
  /** The frame owner. */
  id: NodeNumber;
  x: number;
  y: number;
  /** Whether the owner must be what is hit there; pictures need not. */
  hit: boolean;
}
export type Through = { state: "ready"; x: number; y: number } | Refusal;

/** `locate` → see locator/protocol.ts. `place` → where an element is, as `Prepared`, without scrolling. */

/** `selector` {target} → the path to a node inside its document: CSS selectors, one a shadow tree, outermost first. */
export interface SelectorPath {
  state: "selector";
  path: string[];
}

/** `ownerSelector` {id} → the same path to a frame owner, or Refusal. */

/** `wait` → resolves when the condition holds in this frame, or after `timeoutMs` with found = false. */
export interface WaitArgs {
  text?: string;
  textGone?: string;
  selector?: string;
  timeoutMs: number;
}

/** `imitate` → Refusal or {state: "done"}: the element got the events of a mouse, made by script. */
export interface ImitateArgs {
  target: Expected;
  action: "click" | "doubleClick" | "rightClick" | "hover";
}

/** `dragSynthetic` {from: Expected, to: Expected}: pointer, mouse and HTML drag events by script → Refusal or {state: "done"}. */

/** `ahead` {} → {state: "done"} at once; in its next idle moment the document is walked, for the `walk` that may come. */
/** `quiet` {} → {state: "done"} once nothing has changed for a moment, or after half a second. */

/** `boxes` → where elements are drawn. Nothing is scrolled. */
export interface BoxesArgs {
  ids: NodeNumber[];
  /** Frame owners. */
  owners: NodeNumber[];
  /** All of the document; else what is in the viewport and not covered. */
  whole: boolean;
}
export interface Boxes {
  /** Left, top, right, bottom in this frame's viewport; null where nothing is seen. */
  boxes: ([number, number, number, number] | null)[];
  owners: (OwnerBox | null)[];
}
/** Left and top of the content in this frame's viewport, its scale across and down; what of it is seen: left, top, right, bottom. */
export type OwnerBox = [number, number, number, number, number, number, number, number];

/** `page` {} → this document. */
export interface PageFacts {
  doc: string;
  url: string;
  title: string;
  ready: "loading" | "interactive" | "complete";
  width: number;
  height: number;
  scrollX: number;
  scrollY: number;
  contentWidth: number;
  contentHeight: number;
}

/**
 * handles:
 *   "frameOwners" → [n1, owner1, window1, n2, owner2, window2 …] node numbers, frame-owner elements and their content windows
 *   "shadowCandidates" → elements of the last walk that may have a closed shadow root and were not asked yet
 *   "node" {id} → [element] or []
 * adopt:
 *   "shadowRoots", host, rootOrNull, host, rootOrNull … → "true" if any was new
 *   "frameOwner", element → its node number
 */
