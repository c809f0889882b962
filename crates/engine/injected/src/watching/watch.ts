/**
 * Watches one action: stops input that would reach another element before the page sees it, and notes what followed.
 * `prepare` begins a watch; `outcome` ends it, or a time limit.
 */

import { cancel, later, listen, MUTATIONS, pathOf, prevent, prevented, stop, unlisten } from "../dom/builtins.js";
import { has, holds, hostOf, inputType, isConnected, localName, nodeType, rootOf } from "../dom/dom.js";
import { afterRelease, beforeClick, beforePress } from "../dom/due.js";
import { passed } from "../dom/path.js";
import { deepest } from "../dom/point.js";
import { DOC } from "../dom/registry.js";
import { nearestAround } from "../dom/shadow.js";
import { describeElement, serves } from "../elements/hit.js";
import { acceptable } from "../elements/places.js";
import type { Checked, Expected } from "../protocol.js";
import { checkedState, disabledState, selectedState } from "../semantics/element-states.js";
import { gate } from "./gate.js";
import type { Outcome, OutcomeArgs, Witnessed } from "./outcome-protocol.js";
import { Press } from "./press.js";
import { renewed } from "./renewed.js";
import { acted } from "./vigil.js";

/**
 * The events of a mouse. Touch events are left out: a listener that may prevent them makes the browser lay out its event
 * regions again and delays input, by 12 ms on a page of 10,000 elements.
 */
const GESTURE = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];
/** Beside these, of fingers and of drags. */
const FURTHER = {
  click: [],
  touch: ["touchstart", "touchmove", "touchend"],
  drag: ["pointermove", "mousemove", "dragstart", "drop", "dragend"],
};
const PRESSES = ["pointerdown", "mousedown"];
/** The events that a drag ends with. A page that prevents the default of `pointerdown` gets no `mouseup`. */
const ENDS = ["pointerup", "mouseup", "drop", "dragend"];
const CHANGES = ["input", "change", "toggle", "scroll", "focusin"];
/** Events after which something follows in a later task. `form.submit()` dispatches only the last one. */
const FOLLOWED = ["click", "submit", "formdata"];
/** The events that a press and release of a button end with. */
const ARRIVALS = new Set(["click", "auxclick", "contextmenu"]);
const LIMIT_MS = 40_000;

const observe = MutationObserver;

interface Watch {
  target: Element;
  kind: keyof typeof FURTHER;
  expected: Expected;
  /** Elements that may get the input in place of the target. */
  accepted: ReadonlySet<Element>;
  /** Whether the target is in a closed shadow root. A listener on the window does not see inside of it. */
  closed: boolean;
  /** Input may reach any element. */
  force: boolean;
  seen: Outcome["seen"];
  by: string | undefined;
  /** Whether the press was stopped because the target was disabled by then. */
  unable: boolean;
  press: Press;
  clicks: Event[];
  changed: boolean;
  /** Something follows the handlers of the click: a default action, or a task that they queued. */
  followed: boolean;
  scroll: [number, number];
  /** How many clicks reached the target; whether a drag that began on it has ended in this document. */
  arrived: number;
  /** Whether the target, or the element that the drag is to end on, had left the document when the drag or touch ended. */
  astray: boolean;
  /** Whether a finger of a touch went up in this document. */
  ended: boolean;
  /** Whether a touch was followed by a `dblclick`. */
  doubled: boolean;
  /** The press on an element that is made for HTML drags. */
  lifted: Event | undefined;
  /** The start of an HTML drag. */
  carried: Event | undefined;
  /** Whether an HTML drag did not begin, or ended without a drop in this document. */
  undropped: boolean;
  /** Whether an HTML drag ended with a drop here. */
  dropped: boolean;
  /** How often a mouse button was released. */
  releases: number;
  onRelease: () => void;
  /** How many clicks have passed the handlers of the page. */
  passes: number;
  onPass: () => void;
  observer: MutationObserver;
  end: () => void;
}

let current: Watch | undefined;
/** The element that the drag is to end on, if it is in this document. */
let goal: Element | undefined;
/** Answers the witness that waits, once there were so many clicks. */
let tell: (arrived: number) => void = () => {};
let wanted = 0;
/** The answer of the last watch, for a repeated question. */
let last: Outcome = { doc: DOC, seen: "none", prevented: false, changed: false, arrived: 0, gone: false };

/** The tree scopes that hold an element, innermost first. */
function rootsOf(el: Element): Node[] {
  const roots: Node[] = [];
  for (let root = rootOf(el); ; root = rootOf(hostOf(root as ShadowRoot))) {
    roots.push(root);
    if (nodeType(root) !== 11) return roots;
  }
}

/** Answers the witness, if it waits for so many keys. */
export const told = (keys: number): void => {
  if (keys >= wanted) tell(keys);
};

/** Notes where the next drag is to end. */
export const endsOn = (el: Element | undefined): void => {
  goal = el;
};

const onInput = (event: Event): void => {
  if (current && event.type === "pointerdown") beforePress();
  if (current && event.type === "click") beforeClick();
  if (current?.kind === "drag") onDrag(current, event);
  else if (current) onGesture(current, event);
};
const LISTENERS: [types: string[], listener: (event: Event) => void, options: AddEventListenerOptions][] = [
  [GESTURE, onInput, { capture: true, passive: false }],
  [CHANGES, (event) => current && onChange(current, event), { capture: true, passive: true }],
  [FOLLOWED, (event) => current && onFollowed(current, event), { capture: true, passive: true }],
  [["click"], (event) => current && onPassed(current, event), { passive: true }],
  [["mouseup"], () => current && afterRelease(), { passive: true }],
  [["focus", "focusin", "blur", "focusout"], (event) => current?.press.focus(event), { capture: true, passive: true }],
  [["beforetoggle", "input", "change"], (event) => current?.press.note(event), { capture: true, passive: true }],
];

/**
 * Listens to what a watch of this kind needs. The listeners of `LISTENERS` stay: where the first listener for a pointer or
 * for scrolling comes, or the last one goes, Chromium draws a frame, and the frame with the effect of a click would come
 * 16.7 ms after that one. To listen again changes nothing, unless `document.open()` has removed the listeners.
 */
function arm(kind: Watch["kind"]): void {
  for (const [types, listener, options] of LISTENERS)
    for (const type of types) listen.call(window, type, listener, options);
  for (const type of FURTHER[kind]) listen.call(window, type, onInput, { capture: true, passive: false });
}

/**
 * Begins to watch input on `target`, and ends any earlier watch. Input that would reach another element is stopped; of a
 * drag, the press is checked, since the rest leaves its target.
 */
export function watch(
  target: Element,
  expected: Expected,
  accepted: ReadonlySet<Element>,
  kind: Watch["kind"],
  force = false,
): void {
  current?.end();
  gate.open();
  const roots = rootsOf(target);
  const closed = roots.some((root) => nodeType(root) === 11 && (root as ShadowRoot).mode === "closed");
  const observer = new observe((records) => {
    state.changed = true;
    state.press.change(records);
    // `document.open()` removes the listeners together with all elements.
    if (!isConnected(state.target)) arm(kind);
  });
  const timer = later(() => state.end(), LIMIT_MS);
  const state: Watch = {
    target,
    kind,
    expected,
    accepted,
    closed,
    force,
    seen: "none",
    by: undefined,
    unable: false,
    press: new Press(target, accepted),
    clicks: [],
    changed: false,
    followed: closed,
    scroll: [scrollX, scrollY],
    arrived: 0,
    astray: false,
    ended: false,
    doubled: false,
    lifted: undefined,
    carried: undefined,
    undropped: false,
    dropped: false,
    releases: 0,
    onRelease: () => {},
    passes: 0,
    onPass: () => {},
    observer,
    end: () => {
      cancel(timer);
      observer.disconnect();
      for (const type of FURTHER[kind]) unlisten.call(window, type, onInput, true);
      if (current === state) current = undefined;
      state.onRelease();
    },
  };
  for (const root of roots) observer.observe(root, MUTATIONS);
  arm(kind);
  current = state;
  last = { doc: DOC, seen: "none", prevented: false, changed: false, arrived: 0, gone: false };
}

/** Notes whether input reaches the target, and stops it if it does not. */
function onGesture(state: Watch, event: Event): void {
  if (!event.isTrusted) return;
  if (state.seen === "none") noteHit(state, event);
  if (PRESSES.includes(event.type) && state.arrived > 0 && state.kind === "click" && !isConnected(state.target))
    goOn(state, event);
  if (state.seen === "hit" && state.kind === "click") state.press.hear(event, () => reaches(state, event));
  // After the press, the page may have put something else under the pointer. That must not get the click.
  const swapped = state.seen === "hit" && !isConnected(state.target) && !reaches(state, event) && !state.force;
  if (state.seen === "missed" || swapped) {
    stop.call(event);
    prevent.call(event);
  } else if (event.type === "click" || event.type === "auxclick") state.clicks.push(event);
  if (ARRIVALS.has(event.type) && state.seen === "hit" && !swapped && (state.force || reaches(state, event))) {
    state.arrived++;
    acted();
    if (state.arrived >= wanted) tell(state.arrived);
  }
  if (state.kind === "touch" && state.seen === "hit") {
    if (event.type === "pointerup" || event.type === "touchend") {
      state.ended = true;
      // The fingers go up over what the page has put in its place.
      if (!isConnected(state.target)) state.astray = true;
    }
    if (event.type === "dblclick") state.doubled = true;
  }
  if (event.type === "mouseup") {
    state.releases++;
    state.onRelease();
  }
}

/** Gives the next click of several to what the page has drawn in the place of its target. */
function goOn(state: Watch, event: Event): void {
  const el = renewed(state.target, state.expected, passed(event));
  if (!el) return;
  state.target = el;
  state.accepted = acceptable(el, "click");
  state.press = new Press(el, state.accepted);
}

/**
 * Notes whether the first event reaches the target. It is not to reach one that the page has disabled under the pointer: the browser
 * would give it a part of the press, and no click.
 */
function noteHit(state: Watch, event: Event): void {
  const { clientX, clientY } = event as MouseEvent;
  const hit = state.closed ? deepest(clientX, clientY) : (pathOf.call(event)[0] as Node | undefined);
  const reached = reaches(state, event);
  state.unable = reached && !state.force && disabledState(state.target);
  state.seen = (reached && !state.unable) || state.force ? "hit" : "missed";
  if (!reached) state.by = describeElement(hit && nodeType(hit) === 1 ? (hit as Element) : null);
}

/** Stops a drag whose press does not reach the target, and notes its end. */
function onDrag(state: Watch, event: Event): void {
  if (!event.isTrusted) return;
  if (state.seen === "none" && PRESSES.includes(event.type)) noteHit(state, event);
  // Between its two press events, the page may have put something else under the pointer.
  const swapped =
    state.seen === "hit" && event.type === "mousedown" && !isConnected(state.target) && !reaches(state, event);
  if (state.seen === "missed" || swapped) {
    stop.call(event);
    prevent.call(event);
  } else if (event.type === "mousedown") {
    if (nearestAround(state.target, '[draggable="true" i]') !== null) state.lifted = event;
  } else if (event.type === "dragstart") {
    // The page has put another element under the pointer after the press.
    if (!isConnected(state.target) && !reaches(state, event)) {
      stop.call(event);
      prevent.call(event);
    } else state.carried = event;
  } else if (state.seen === "hit" && state.arrived === 0 && ENDS.includes(event.type)) {
    state.arrived = 1;
    acted();
    const began = state.carried ?? state.lifted;
    state.dropped = event.type === "drop";
    state.undropped = !state.dropped && began !== undefined && !prevented.call(began);
    state.astray = !isConnected(state.target) || (goal !== undefined && !isConnected(goal));
    tell(1);
  }
}

function reaches(state: Watch, event: Event): boolean {
  const { clientX, clientY } = event as MouseEvent;
  if (state.closed) return serves(deepest(clientX, clientY), state.accepted) > 0;
  return pathOf.call(event).some((node) => state.accepted.has(node as Element));
}

function onPassed(state: Watch, event: Event): void {
  if (!event.isTrusted) return;
  state.passes++;
  state.onPass();
}

function onFollowed(state: Watch, event: Event): void {
  if (event.type !== "click" || !event.isTrusted || passed(event).some(hasDefaultAction)) state.followed = true;
}

function onChange(state: Watch, event: Event): void {
  if (event.type === "scroll") {
    // Before the input, `prepare` scrolls the target into view.
    if (event.target !== document && state.seen !== "none") state.changed = true;
  } else if (event.type === "focusin") {
    const to = pathOf.call(event)[0] as Element;
    if (!state.accepted.has(to) && !(nodeType(to) === 1 && holds(to, state.target))) state.changed = true;
  } else state.changed = true;
}

/** Whether a click inside this element has a default action. */
function hasDefaultAction(el: Element): boolean {
  switch (localName(el)) {
    case "button":
      return (el as HTMLButtonElement).type !== "button" || has(el, "popovertarget") || has(el, "command");
    case "input":
      return inputType(el as HTMLInputElement) !== "button" || has(el, "popovertarget");
    case "a":
    case "area":
    case "label":
    case "summary":
    case "select":
    case "option":
    case "audio":
    case "video":
      return true;
  }
  return false;
}

/** Resolves in a later task, after those that the handlers queued. */
function nextTask(): Promise<void> {
  return new Promise((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      done();
    };
    channel.port2.postMessage(null);
  });
}

/** Resolves after this many releases of a button, or at the end of the watch. */
function released(state: Watch, count: number): Promise<void> {
  return new Promise((done) => {
    state.onRelease = (): void => {
      if (state.releases >= count || current !== state) done();
    };
    state.onRelease();
  });
}

/**
 * Resolves when the handlers of the page have run, in the same task; a task later if they stopped the click. A task after
 * input waits for the next frame: 9 ms on a page of 10,000 elements.
 */
function handled(state: Watch, clicks: number): Promise<void> {
  // The event of a double click follows its second click.
  if (clicks > 1) state.followed = true;
  // The question can come after the input.
  if (state.passes >= clicks) return Promise.resolve();
  return Promise.race([
    new Promise<void>((done) => {
      state.onPass = done;
    }),
    nextTask(),
  ]);
}

/**
 * What was seen since `prepare`; ends the watch. With `after`, waits for this many releases of a button and for the
 * handlers of the page, but not for tasks that they queue. Without a new watch, a second call answers the same.
 */
export async function outcome({ after = 0 }: OutcomeArgs): Promise<Outcome> {
  const state = current;
  if (!state) return last;
  await released(state, after);
  if (current !== state) return last;
  // The release is seen before the click, and before the handlers of the page run.
  if (after > 0) await handled(state, after);
  if (current !== state) return last;
  const unchanged = (): boolean => {
    if (state.observer.takeRecords().length > 0) state.changed = true;
    return !state.changed;
  };
  const complete = after > 0 && state.seen === "hit" && !state.followed;
  // Queued tasks may still change something. Once a change is known, there is nothing to wait for.
  if (!complete && (unchanged() || after > 0)) {
    await nextTask();
    if (current !== state) return last;
  }
  const more = unchanged() && complete;
  last = answer(state);
  goal = undefined;
  if (more) last.more = true;
  state.end();
  return last;
}

/**
 * `witness`: resolves in the task of the click, before the handlers of the page run, once this many clicks or keys reached a target.
 * The answer outlives the document. It is asked for before `prepare`, so that it is there before any input. The next
 * question ends it.
 */
export function witness({ doc, clicks }: { doc: string; clicks: number }): Promise<Witnessed> {
  tell(0);
  if (doc !== DOC) return Promise.resolve({ doc: DOC, clicks: 0 });
  return new Promise((done) => {
    wanted = clicks;
    tell = (arrived): void => done({ doc: DOC, clicks: arrived });
  });
}

/** `guarded`: the first press that the gate stopped since it was closed. */
export const guarded = (): { stopped?: string } => (gate.stopped === undefined ? {} : { stopped: gate.stopped });

/** Roles whose list or menu closes with the click. */
const CHOICES = new Set(["option", "menuitemcheckbox", "menuitemradio"]);

function answer(state: Watch): Outcome {
  const scrolled = scrollX !== state.scroll[0] || scrollY !== state.scroll[1];
  const outcome: Outcome = {
    doc: DOC,
    arrived: state.arrived,
    gone: !isConnected(state.target),
    seen: state.seen,
    prevented: state.clicks.some((event) => prevented.call(event)),
    changed: state.changed || scrolled,
  };
  if (state.by !== undefined) outcome.by = state.by;
  if (state.kind === "click" && state.seen === "hit" && state.arrived === 0 && !state.force)
    Object.assign(outcome, state.press.told());
  if (state.unable || ((state.force || state.arrived > 0) && disabledState(state.target))) outcome.disabled = true;
  // Chromium sends no event for the end if the whole document was written anew meanwhile.
  const unended = state.kind === "touch" && state.seen === "hit" && !state.ended;
  if (state.astray || (unended && outcome.gone)) outcome.astray = true;
  if (state.doubled) outcome.doubled = true;
  // An HTML drag that did not end in this document was not dropped in it either.
  if (state.undropped || (state.arrived === 0 && state.carried && !prevented.call(state.carried)))
    outcome.undropped = true;
  if (state.dropped) outcome.dropped = true;
  // A choice that left the document with its list or menu keeps the state from before the click.
  const left = outcome.gone && CHOICES.has(state.expected.role);
  const checked = left ? undefined : stateOf(state.target, state.expected.role);
  if (checked !== undefined) outcome.checked = checked;
  return outcome;
}

/** State of a checkbox, radio, switch or option; undefined for anything else. */
export function stateOf(el: Element, role: string): Checked | undefined {
  const tag = localName(el);
  const state = checkedState(el, tag, role);
  if (state !== undefined || role !== "option") return state;
  return selectedState(el, tag, role) === true ? "true" : "false";
}
