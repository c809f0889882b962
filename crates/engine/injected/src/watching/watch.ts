/**
 * The watch over one action: input that would go elsewhere is stopped before the page sees it, and what
 * followed is noted. Begun by `prepare`, ended by `outcome` or, unasked, after a while.
 */

import { has, holds, hostOf, inputType, localName, nodeType, rootOf } from "../dom/dom.js";
import { deepest } from "../dom/point.js";
import { describeElement, serves } from "../elements/hit.js";
import type { Outcome, OutcomeArgs } from "../protocol.js";
import { checkedState, selectedState } from "../semantics/element-states.js";

/**
 * What a mouse makes. Touch is left out: a listener that may refuse touches makes the browser lay its
 * event regions out anew and hold input back for it, 12 ms on a page of 10,000 elements.
 */
const GESTURE = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];
const CHANGES = ["input", "change", "toggle", "scroll", "focusin"];
/** What tells that a handler has set something going which comes after its event: `form.submit()` fires the last only. */
const FURTHER = ["click", "submit", "formdata"];
const LIMIT_MS = 10_000;

const observe = MutationObserver;
const later = setTimeout.bind(window);
const cancel = clearTimeout.bind(window);
const listen = EventTarget.prototype.addEventListener;
const unlisten = EventTarget.prototype.removeEventListener;
const pathOf = Event.prototype.composedPath;
const stop = Event.prototype.stopImmediatePropagation;
const prevent = Event.prototype.preventDefault;
const prevented = Object.getOwnPropertyDescriptor(Event.prototype, "defaultPrevented")?.get as (this: Event) => boolean;

interface Watch {
  target: Element;
  role: string;
  seen: Outcome["seen"];
  by: string | undefined;
  clicks: Event[];
  changed: boolean;
  /** Something follows after the click's own handlers: a default action, or what a handler set going. */
  further: boolean;
  scroll: [number, number];
  /** Mouse buttons let go. */
  releases: number;
  /** Called at each release. */
  released: () => void;
  /** Clicks that have passed the page's own handlers. */
  passes: number;
  /** Called at each of them. */
  passed: () => void;
  observer: MutationObserver;
  end: () => void;
}

let current: Watch | undefined;
/** What the last watch has answered, for a caller who asks again. */
let last: Outcome = { seen: "none", prevented: false, changed: false };

/** Roots from the target up to the document. */
function rootsOf(el: Element): Node[] {
  const roots: Node[] = [];
  for (let root = rootOf(el); ; root = rootOf(hostOf(root as ShadowRoot))) {
    roots.push(root);
    if (nodeType(root) !== 11) return roots;
  }
}

/**
 * Begins to watch for input on `target`; any earlier watch ends. With `guard`, input that would reach
 * something else is stopped; a drag leaves its target on purpose, and only its effects are noted.
 */
export function watch(target: Element, role: string, accepted: ReadonlySet<Element>, guard: boolean): void {
  current?.end();
  const roots = rootsOf(target);
  // A listener on the window is not told what lies inside closed roots: there the point decides.
  const closed = roots.some((root) => nodeType(root) === 11 && (root as ShadowRoot).mode === "closed");

  const reached = (event: Event): boolean => {
    if (closed) {
      const { clientX, clientY } = event as MouseEvent;
      return serves(deepest(clientX, clientY), accepted) > 0;
    }
    return pathOf.call(event).some((node) => accepted.has(node as Element));
  };
  const onGesture = (event: Event): void => {
    if (!event.isTrusted) return;
    if (state.seen === "none") {
      if (reached(event)) state.seen = "hit";
      else {
        state.seen = "missed";
        const { clientX, clientY } = event as MouseEvent;
        const first = closed ? deepest(clientX, clientY) : (pathOf.call(event)[0] as Node | undefined);
        state.by = describeElement(first && nodeType(first) === 1 ? (first as Element) : null);
      }
    }
    if (state.seen === "missed") {
      stop.call(event);
      prevent.call(event);
    } else if (event.type === "click" || event.type === "auxclick") state.clicks.push(event);
    if (event.type === "mouseup") {
      state.releases++;
      state.released();
    }
  };
  const onPassed = (event: Event): void => {
    if (!event.isTrusted) return;
    state.passes++;
    state.passed();
  };
  const onFurther = (event: Event): void => {
    if (event.type !== "click" || !event.isTrusted || pathOf.call(event).some(acts)) state.further = true;
  };
  const onChange = (event: Event): void => {
    if (event.type === "scroll") {
      // The scrolling that brought the target into view is ours.
      if (event.target !== document && state.seen !== "none") state.changed = true;
    } else if (event.type === "focusin") {
      const to = pathOf.call(event)[0] as Element;
      if (!accepted.has(to) && !(nodeType(to) === 1 && holds(to, target))) state.changed = true;
    } else state.changed = true;
  };
  const observer = new observe(() => {
    state.changed = true;
  });
  for (const root of roots)
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  const timer = later(() => state.end(), LIMIT_MS);
  const state: Watch = {
    target,
    role,
    seen: guard ? "none" : "hit",
    by: undefined,
    clicks: [],
    changed: false,
    further: closed,
    scroll: [scrollX, scrollY],
    releases: 0,
    released: () => {},
    passes: 0,
    passed: () => {},
    observer,
    end: () => {
      cancel(timer);
      observer.disconnect();
      for (const type of GESTURE) unlisten.call(window, type, onGesture, true);
      for (const type of CHANGES) unlisten.call(window, type, onChange, true);
      for (const type of FURTHER) unlisten.call(window, type, onFurther, true);
      unlisten.call(window, "click", onPassed);
      if (current === state) current = undefined;
      state.released();
    },
  };
  if (guard) for (const type of GESTURE) listen.call(window, type, onGesture, { capture: true, passive: false });
  for (const type of CHANGES) listen.call(window, type, onChange, { capture: true, passive: true });
  for (const type of FURTHER) listen.call(window, type, onFurther, { capture: true, passive: true });
  listen.call(window, "click", onPassed, { passive: true });
  current = state;
  last = { seen: "none", prevented: false, changed: false };
}

/** Whether a click on something in this element makes the browser do more than tell the page. */
function acts(node: EventTarget): boolean {
  if (nodeType(node as Node) !== 1) return false;
  const el = node as Element;
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

/** One task later, so that what the handlers queued has run. */
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

/** Resolves when so many buttons were let go, or the watch has ended. */
function releases(state: Watch, count: number): Promise<void> {
  return new Promise((done) => {
    const look = (): void => {
      if (state.releases >= count || current !== state) done();
    };
    state.released = look;
    look();
  });
}

/**
 * Resolves when the page's own handlers have had the click, in the same task; a task later where they
 * stopped it on its way. Tasks after input wait for the frame that it brings on: 9 ms on a page of 10,000
 * elements.
 */
function handled(state: Watch, clicks: number): Promise<void> {
  // The event of a double click comes after its second click.
  if (clicks > 1) state.further = true;
  // The question may come behind the input: then there is nothing to wait for.
  if (state.passes >= clicks) return Promise.resolve();
  return Promise.race([
    new Promise<void>((done) => {
      state.passed = done;
    }),
    nextTask(),
  ]);
}

/**
 * What was seen since `prepare`; ends the watch. With `after`, when so many buttons were let go and the page
 * has handled that; what its handlers queued is not waited for then. Asked again without a new watch, it
 * answers the same.
 */
export async function outcome({ after = 0 }: OutcomeArgs): Promise<Outcome> {
  const state = current;
  if (!state) return last;
  await releases(state, after);
  if (current !== state) return last;
  // A release is told before the click, and before the page's own handlers have run.
  if (after > 0) await handled(state, after);
  if (current !== state) return last;
  const quiet = (): boolean => {
    if (state.observer.takeRecords().length > 0) state.changed = true;
    return !state.changed;
  };
  const told = after > 0 && state.seen === "hit" && !state.further;
  // What handlers queued may still bring a change; where one is known, there is nothing to wait for.
  if (!told && (quiet() || after > 0)) {
    await nextTask();
    if (current !== state) return last;
  }
  const more = quiet() && told;
  last = answer(state);
  if (more) last.more = true;
  state.end();
  return last;
}

function answer(state: Watch): Outcome {
  const moved = scrollX !== state.scroll[0] || scrollY !== state.scroll[1];
  const told: Outcome = {
    seen: state.seen,
    prevented: state.clicks.some((event) => prevented.call(event)),
    changed: state.changed || moved,
  };
  if (state.by !== undefined) told.by = state.by;
  const checked = isChecked(state.target, state.role);
  if (checked !== undefined) told.checked = checked;
  return told;
}

/** State of a checkbox, radio, switch or option; undefined for anything else. */
export function isChecked(el: Element, role: string): boolean | undefined {
  const tag = localName(el);
  const state = checkedState(el, tag, role);
  if (state !== undefined) return state === "true";
  return role === "option" ? selectedState(el, tag, role) === true : undefined;
}
