/**
 * The contract between the engine and the script in the page. The Rust side is `crates/engine/src/page_script`; change
 * both together.
 *
 * The script runs in an isolated world (CDP) or a sandbox (BiDi), once per document, as the global `__uipilot`:
 *
 *   __uipilot(method: string, argsJson: string): string | Promise<string>
 *   __uipilot.handles(method: string, argsJson: string): unknown[]      // DOM nodes or windows, for protocols that can return them
 *   __uipilot.adopt(method: string, ...nodes: unknown[]): string        // DOM nodes that the engine passes in
 *   __uipilot.extend(make): void                                        // the rest of the script (rest.ts), once
 *
 * A method of the rest that is not there yet answers "\u0001rest".
 *
 * All arguments are data. The script adds nothing to the DOM.
 */

import type { Covered, Disabled } from "./elements/blocked-protocol.js";

/** The number of an element in its document: assigned when it is first seen, and never reused in the document. */
export type NodeNumber = number;

/** The state of a checkbox, radio button, switch or option. Mixed is neither of the others. */
export type Checked = "true" | "false" | "mixed";

/** What the engine remembers of a UID and expects of its element. */
export interface Expected {
  /** The token of the document (first field of a walk). */
  doc: string;
  id: NodeNumber;
  role: string;
  /** The accessible name or the text of the line, exactly as the walk gave it. */
  name: string;
  /** The origins that the document may have; any if it is absent. */
  origins?: string[];
}

/** `walk` → lines joined by "\n", fields by "\t"; strings are cleaned of control characters and lone surrogates.
 *
 *  First line (header): `doc \t url \t title \t width \t height \t scrollX \t scrollY \t unsettledFrames \t shadowCandidates \t serial \t base \t freed \t unseen`
 *    unsettledFrames: number of frame owners shown; shadowCandidates: number of elements that may have a closed shadow root and that the engine has not asked for.
 *    serial: number of this walk, 0 if it is not kept; base: the serial of the earlier walk that the answer is a
 *    difference from, or 0 if it holds all lines.
 *    freed: numbers of elements that the browser has freed, as `3,5-9`. unseen: how many texts were left out because a
 *    person cannot see them.
 *  With a base, a line `=from \t count` stands for `count` lines of that walk, from the index `from` (the first is 0).
 *  Every other line (node): `depth \t id \t role \t flags \t name [\t key=value]…`
 *    depth: 0 for the root of the walk. id: node number, empty for a run of text.
 *    flags: letters, see FLAGS, after the number that a table gives the row, or the column of the cell. name: accessible name, or the text for the role "text" and for elements shown by their text.
 *    key=value: states and properties in the order in which to show them; a key alone is a true boolean. Keys:
 *      type (inputs whose value has a format: date, time, datetime-local, month, week, color, file), level, checked,
 *      pressed, selected, expanded, disabled, inert, required, readonly, invalid, busy, focused, modal, multiselectable,
 *      haspopup, orientation, current, sort, valuemin, valuemax, valuenow, value, placeholder, draggable,
 *      description, options (of a closed select, "|" between them), href, src, id (where nothing else tells the element
 *      apart); of embedded objects and of documents other than HTML their type. Of a whole document also: covers (the share
 *      of the viewport that the layer beginning here covers),
 *      offscreen (containers wholly outside the viewport: above, below, left, right; controls that cannot be scrolled into
 *      it), more (a scroll container has room for more than is rendered, above or below this line), rowcount.
 *      checked, pressed, selected and expanded are also given when false (`checked=false`); checked and pressed can be `mixed`.
 *      href: `#fragment` inside the document, the path on the same origin, else the whole URL.
 *    Roles are those of WAI-ARIA, and "text" (a run or block of text), "iframe", "video", "audio", "canvas", "object", "embed".
 */
export interface WalkArgs {
  /** Start at this node instead of the document. */
  root?: Expected;
  /** Start at the first match of this CSS selector; open and adopted shadow roots are searched too. */
  selector?: string;
  /** Add the attributes that help to write code (`id`, `class`, `name`, `data-…`), after the other properties. */
  attributes?: boolean;
  /** Show elements without meaning too, as `generic` around their content, and what is in items and editors beside the name or value that says it. */
  everything?: boolean;
  /** Show text that a person cannot see too, with the flag `u`. */
  unseen?: boolean;
  /**
   * The walk that the caller has (serial 0 for none). The answer can then be a difference from it, and the walk is kept
   * for the next one. Only for a whole document, and without any of the other arguments.
   */
  known?: { doc: string; serial: number };
  /** Add `bounds=x,y,width,height` of each element, in CSS pixels of this frame's viewport. */
  bounds?: boolean;
}
/** If the root cannot be used, `walk` answers a line of "!" and a {@link Refusal} as JSON. */

/** `describe`: one element, by the arguments of a walk; without any, the document. → Refusal or this. */
export type DescribeArgs = WalkArgs;
export interface Described {
  state: "described";
  /** As in a walk, but of the element itself: "generic" or "none" if it has no meaning. */
  role: string;
  name: string;
  description: string;
  states: States;
}

/** The states that apply to the element. A boolean that means something when it is false is given then too. */
export interface States {
  checked?: Checked;
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
  /** Hidden from assistive technology: not rendered, `aria-hidden`, or inert. */
  hidden?: boolean;
  invalid?: "true" | "grammar" | "spelling";
  current?: "true" | "page" | "step" | "location" | "date" | "time";
  sort?: "ascending" | "descending" | "other";
  haspopup?: "menu" | "listbox" | "tree" | "grid" | "dialog";
  orientation?: "horizontal" | "vertical";
  level?: number;
  valuemin?: number;
  valuemax?: number;
  valuenow?: number;
  valuetext?: string;
  /** The value that a field shows; bullets for a password. */
  value?: string;
}

export const FLAGS = {
  /** Can be operated: control, link, clickable, focusable, editable, draggable. */
  interactive: "i",
  /** Shown although it has no visible box: a hidden file input, a control in a part of the page that is folded to nothing. */
  hidden: "h",
  /** Owns a frame; its children come from the walk of that frame. */
  frame: "f",
  /** A password field: its value is never read. */
  password: "p",
  /** The name is the element's own text, which is therefore not repeated below. */
  text: "t",
  /** A text of a drawing. It shares a line with others of it. */
  label: "l",
  /** A person cannot see words of its name, or its text, that are enough to be an order. */
  unseen: "u",
  /** The same of its description. */
  unseenDescription: "d",
  /** Owns a frame that a person cannot see. */
  veiled: "x",
} as const;

/** Role and name of an element, as a walk shows them. */
export interface Called {
  role: string;
  name: string;
  /** A person cannot see words of the name. */
  unseen?: true;
}

/** Why a target cannot be acted on. A final reason does not go away by waiting. */
export type Refusal =
  | { state: "document" } // final: another document replaced this one
  | { state: "gone" } // final: the element left the document
  | ({ state: "changed" } & Called) // final: the node has this role and name now
  | { state: "kind"; is: string; next?: string } // final: wrong kind of element; what it is, and what to do with it, in words of this script
  | { state: "option"; options: string[] } // final: no such option; labels of those there are (at most 20)
  | { state: "value"; why: string } // final: the field cannot take this value (malformed date, not a number), in words of this script
  | { state: "origin"; is: string } // final: the document is of another origin than those that the caller allows
  | { state: "beyond"; width: number; height: number; inside?: true; shown?: [number, number, number, number] } // final: the point that was named is not on the element, but beside its shape `inside` of its box, or in a part that something around it clips: then left, top, right and bottom in the box of what is `shown`; the box's size
  | { state: "hidden"; clipped?: true; around?: true } // may change: no visible box, which its parent has, or style clips it away
  | Disabled // may change
  | { state: "readonly" } // may change
  | { state: "moving"; ends: boolean } // may change; `ends`: by an animation that has an end
  | { state: "outside" } // may change: cannot be scrolled into view
  | Covered;

/** An element that was found. */
export interface Found extends Called {
  id: NodeNumber;
  visible: boolean;
  enabled: boolean;
  /** It is inert while a dialog is open, which stays until it is closed. */
  behind?: boolean;
  /** It is inert, and not disabled itself. */
  inert?: boolean;
  /** Box in this frame's viewport: x, y, width, height. */
  rect: [number, number, number, number];
  /** Where it is: named ancestors, innermost first, as role and name. */
  inside: [string, string][];
  /** Its tag with id or classes. */
  tag: string;
}

/** `choose`: how to get to an option of a custom list. */
export interface ChooseArgs {
  target: Expected;
  /** The option's label or value. */
  value: string;
  /** Whether the engine opened the list. Then a list that appears belongs to the element. */
  opened: boolean;
  /** Whether the engine typed the option's text into the field of the list. */
  typed: boolean;
  /**
   * What to wait for. "list": the list is shown. "option": the option is in it, or the list is complete. "gone": the list
   * is not shown. "end": the list was scrolled to its end, or to the option. Absent: nothing.
   */
  until?: "list" | "option" | "gone" | "end";
  /** With "option": how long a list with options must be unchanged to count as complete. */
  restMs: number;
  timeoutMs: number;
}

/** `choose` → a refusal, or this. `field`: typing into it narrows the list; it holds `holds`. `now`: the text that the closed widget shows. */
export type Choice =
  | { state: "native" } // a field that `fill` sets
  | { state: "closed"; doc: string; found: Found; now: string; field?: Found; holds?: string } // its list is not shown; `found` opens it
  | { state: "missing"; doc: string; options: string[]; now: string; field?: Found; holds?: string; looked?: Looked } // its list has no such enabled option; labels of those it has
  | { state: "choice"; doc: string; found: Found; now: string; chosen?: boolean; several: boolean; other?: Found }; // what to click; `chosen`: if it says so; `several`: the list takes more than one; `other`: `chosen` may mean where the arrow keys are, which the pointer over this option tells

/** How far a list was scrolled. */
export interface Looked {
  /** How many options were seen. */
  options: number;
  /** The last one. */
  last: string;
  /** Whether that is the end of the list. */
  end: boolean;
}

/** `pull`: a drag that may end in any document. */
export type ActionKind = "click" | "touch" | "hover" | "drag" | "pull" | "drop" | "focus" | "view";

export interface PrepareArgs {
  target: Expected;
  action: ActionKind;
  /** Counts the retries of the engine, to try another scroll alignment. */
  attempt: number;
  /** The element has moved for a while: where it is now counts. */
  restless?: boolean;
  /**
   * The point to act at: from the top left of the box, or of this frame's viewport, where nothing is scrolled. Without it,
   * a point near the middle that hits the target.
   */
  at?: Spot | Sighted;
  /** Neither wait nor check what is on top. */
  force?: boolean;
  /** How far apart two fingers are to go down beside the point. */
  apart?: number;
}

/** A point of a box: CSS pixels from its top left corner, or shares of its sides. */
export interface Sighted {
  inView: [x: number, y: number];
}
export interface Spot {
  x: number;
  y: number;
  share: boolean;
}

/** The target can be acted on. */
export interface Prepared {
  state: "ready";
  /** Where to act, CSS pixels in this frame's viewport. */
  x: number;
  y: number;
  /** Box in this frame's viewport: x, y, width, height. */
  rect: [number, number, number, number];
  /** Box in document coordinates of this frame. */
  page: [number, number, number, number];
  /** What the default action will do, so that the engine knows what to wait for. */
  expects: "nothing" | "navigation" | "window" | "download" | "chooser";
  /** For checkbox, radio, switch and option: the current state. */
  checked?: Checked;
  /** How far apart two fingers can go down, `apart` at most, so that both are on the target; zero where there is no room. */
  apart?: number;
  /** Whether something was scrolled, in a frame: what is around that may have been scrolled as well. */
  scrolled?: true;
}

/** `pressed` → boolean, when the page is ready for the release of the button: see dom/due.ts. */

/** `outcome` and `witness` → see watching/outcome-protocol.ts. */

/** `hovered` {target: Expected} → Refusal, or {state: "hovered", over: boolean}: whether the pointer is over the element. */

/** `drawn` → true after two frames of the document, or a moment without. One that was out of view draws none until it is in view. */

/** `drawnOn` {target: Expected} → Refusal, or {state: "painted", canvas: boolean}: whether a canvas is where it was prepared. */
/** `guarded` {} → {stopped?: string}: the type of the first press that the document's gate stopped. */

/** `keys`: begins to watch keys. `target` has the focus already. */
export interface KeysArgs {
  target?: Expected;
}

/** `keys` → Refusal or this. `into`: a child frame has the focus, and nothing is watched; the node number of its owner. */
export interface KeysBegun {
  state: "keys";
  into?: NodeNumber;
  /** Without a target: no element has the focus, or one in which keys write nothing by themselves. */
  bare?: "document" | "element";
  /** The target is no field, and its grid has another cell selected. */
  beside?: true;
}

/** `typed` {last: boolean, next: boolean}: what was seen since `keys`; with `last`, the watch ends; with `next`, as the next key would find it. */
export interface KeysSeen {
  state: "typed";
  /** How many keys went down where the focus was, or where a Tab moved it. */
  keys: number;
  /** A script moved the focus. What has it now, described; later keys were stopped before the page saw them. */
  moved?: string;
  /** A form was submitted, and the page did not prevent it. Told once, unless by `last` or `next`. */
  submitted: boolean;
  /** What had the focus has left the document. */
  gone?: true;
  /** A key that was pressed on what takes no text has opened a field, and the keys after it went there. */
  opened?: true;
  /** The page has passed the focus on from box to box of a code: how many got the text, and what they hold, if that is no secret. */
  over?: { fields: number; text?: string };
}

/** `fill`, `becomes` → see acting/fill-protocol.ts. */
/** `fillCode` {target: Expected, value: string}: see acting/code-editor.ts → Refusal or Filled. */

/** `caret` {target: Expected, all?: boolean}: places the caret at the end of the focused element, or selects its content → Refusal or {state: "done"}. */
/** `selectText` → see acting/select-text.ts. */

/** `held` {target?: Expected, wanted?: string} → Refusal or Filled, with what the field holds as `now`; without a target, of the focus of `keys`. */

/** `area` {target?: Expected, axis: "x" | "y"}: the scroll container of the element, or of the page → Refusal or this. */
/**
 * `scrolled` {by?: [x, y]}: scrolls the same area by script if `by` is given and the wheel has not scrolled it meanwhile → the
 * area, once it is at rest.
 */
export interface Area {
  state: "area";
  /** Whether it is the document itself. */
  page: boolean;
  /** A point in this frame's viewport at which a wheel scrolls it; null if there is none. */
  at: [number, number] | null;
  /** Width and height of its visible part. */
  size: [number, number];
  /** Its scrollLeft and scrollTop. */
  position: [number, number];
  /** How far it can be scrolled: left, up, right, down. */
  room: [number, number, number, number];
  /**
   * A wheel has reached it since `area`; with `by`, the wheel has scrolled it, and not script. "taken": a listener of the page kept the browser
   * from scrolling.
   */
  wheel?: "arrived" | "taken";
  /** It has left the document. */
  gone?: true;
}

/** `seek`: see {@link ./acting/seek-protocol.ts}. */

/** `upload` {target}: looks for the file input that the target is, labels or contains → Refusal or this. */
export type UploadTarget =
  | {
      state: "files";
      /** Node number of the `<input type=file>`. */
      id: NodeNumber;
      multiple: boolean;
      /** Whether it takes a folder. */
      folder: boolean;
    }
  /** There is none. A click on the target may open a file chooser. */
  | { state: "opener" };

/** `filesLeft` {}: asked once, when the page has heard of its files → this. */
export interface FilesLeft {
  state: "left";
  /** How many the input has now; absent in another document. */
  files?: number;
}

/** `paste` and `drop`: see {@link ./acting/transfer-protocol.ts}. */

/** `through`: converts a point of a child frame's viewport to this frame's viewport. */
export interface ThroughArgs {
  /** The frame owner. */
  id: NodeNumber;
  x: number;
  y: number;
  /** Whether the frame owner must be on top at the point. Pictures do not need this. */
  hit: boolean;
  /** Whether nothing is scrolled: a point out of view is `outside` then. */
  stay?: boolean;
  /** Further points to convert, which need not be in view. */
  corners?: [number, number][];
}
/** `scrolled`: whether the frame was scrolled into view. */
export type Through =
  | { state: "ready"; x: number; y: number; corners?: [number, number][]; scrolled?: boolean }
  | Refusal;

/** `locate`, `lasting` → see locator/protocol.ts. `place` → where an element is, as {@link Prepared}, without scrolling. */

/** `selector` {target} → the path to a node in its document: one CSS selector for each shadow tree, outermost first. */
export interface SelectorPath {
  state: "selector";
  path: string[];
}

/** `ownerSelector` {id} → the same path to a frame owner, or Refusal. */

/** `wait` → {found: true} when the condition holds in this frame, {found: false} after `timeoutMs`. */
export interface WaitArgs {
  text?: string;
  textGone?: string;
  selector?: string;
  timeoutMs: number;
}

/** `imitate` → Refusal or {state: "done"}: the element got scripted mouse events. */
export interface ImitateArgs {
  target: Expected;
  action: "click" | "doubleClick" | "rightClick" | "hover";
}

/** `ahead` {} → {state: "done"} at once. The document is walked in its next idle moment, so that a later `walk` is fast. */
/** `quiet` {} → {state: "done"} once the document is at rest, or after half a second; {state: "hidden"} at once. */

/** `boxes` → where elements are drawn. Scrolls nothing. */
export interface BoxesArgs {
  ids: NodeNumber[];
  /** Frame owners. */
  owners: NodeNumber[];
  /** The whole document; else only what is in the viewport and not covered. */
  whole: boolean;
}
export interface Boxes {
  /** Left, top, right, bottom in this frame's viewport; null if the element is not visible. */
  boxes: ([number, number, number, number] | null)[];
  owners: (OwnerBox | null)[];
}
/** How the content of a frame is drawn in this frame's viewport. */
export interface OwnerBox {
  /** Where its left top corner is, and by how much a pixel of it to the right leads to the right and down, and one down. */
  place: [x: number, y: number, a: number, b: number, c: number, d: number];
  /** Whether that holds for all of it. It is only near where the frame is seen in perspective. */
  exact: boolean;
  /** Left, top, right, bottom of its visible part. */
  shown: [number, number, number, number];
}

/** Answer of `readText`. */
export interface ReadText {
  state: "read";
  text: string;
  /** Whether the text is longer. */
  cut: boolean;
}

/** `page` {picture?: number} → this document. `picture`: remember how far everything is scrolled now. */
export interface PageFacts {
  doc: string;
  url: string;
  title: string;
  ready: "loading" | "interactive" | "complete";
  width: number;
  height: number;
  scrollX: number;
  scrollY: number;
  /** Where the document begins, in its own coordinates: before zero where it runs to the left, or up. */
  contentLeft: number;
  contentTop: number;
  contentWidth: number;
  contentHeight: number;
  /** Device pixels for a CSS pixel. */
  density: number;
}

/**
 * handles:
 *   "frameOwners" → [n1, owner1, window1, n2, owner2, window2 …]: node numbers, frame owners and their content windows
 *   "shadowCandidates" → elements of the last walk that may have a closed shadow root, each once
 *   "node" {id} → [element] or []
 * adopt:
 *   "shadowRoots", host, rootOrNull, host, rootOrNull … → "true" if any was new
 *   "frameOwner", element → its node number
 */
