/**
 * Tells the engine what a person does in this document: clicks, what fields hold, keys. It runs in our own world, where the page
 * does not see it, from the start of each document on and before the page's scripts, as long as a recording wants that.
 *
 * Only events of the browser count. Each element is described as soon as it is touched, before the page changes by that.
 */

import { clock, later, listen, prevented, unlisten } from "../dom/builtins.js";
import {
  attribute,
  box,
  documentActive,
  documentBody,
  inputChecked,
  inputFiles,
  inputType,
  is,
  labelControl,
  localName,
  queryScope,
  readyState,
  selectOptions,
  textContent,
} from "../dom/dom.js";
import { passed } from "../dom/path.js";
import { IS_FIREFOX } from "../dom/scrolling.js";
import { clean } from "../dom/text.js";
import type { Lasting } from "../locator/protocol.js";
import { controlOf, isSecret, targetOf, textOf } from "./elements.js";
import { chordOf, tellsKey } from "./keys.js";
import type { Told } from "./protocol.js";
import { type Pulled, presses } from "./pull.js";
import { heading, unwatch, watch } from "./seen.js";
import { goesTo, isOn, isPassword, lasting, tell, type Wish } from "./tell.js";

const TYPES = [
  "pointerdown",
  "mousedown",
  "keydown",
  "click",
  "auxclick",
  "contextmenu",
  "beforeinput",
  "input",
  "change",
  "dragstart",
  "drop",
  "dragend",
];
const OF_WINDOW = ["blur", "pagehide", "pageshow", "popstate"];
/** Longest text of a field, and how many files and options are told. */
const LONGEST = 10_000;
const MOST = 50;
/** How long after a key or a press something that is typed counts. Scripts can type, too, and it looks the same. */
const BY_HAND_MS = 5_000;
/** How long the description of a field that is typed into holds. */
const FRESH_MS = 3_000;

/** How long after a key a browser types its character at the latest: the two are events of their own. */
const TYPED_MS = 60;

/** What the person touched last. */
let hand: { kind: "key" | "pointer"; at: number } | undefined;
/** The element of the last press, as it was then. */
let pressed: { el: Element; target: Lasting | undefined } | undefined;
/** The field that is being typed into. */
let field: { el: Element; target: Lasting | undefined; at: number } | undefined;
let clicked: Element | undefined;
let dragged: Lasting | undefined;
/** How often something was typed. Also into fields of closed shadow trees, whose keys look like those of an element around them. */
let typed = 0;
/** Whether the last press was a pull, which ends with a click that is none. */
let pulled = false;
/** The step within the document that the person has begun by the browser's own controls. */
let moving: "back" | "forward" | undefined;
/** Whether the window has lost the focus since the person touched the page. */
let away = false;

function touched(kind: "key" | "pointer"): void {
  hand = { kind, at: clock() };
  away = false;
}

const isByHand = (): boolean => hand !== undefined && clock() - hand.at < BY_HAND_MS;

/** A step: the page is watched for what it shows then. */
function step(message: Omit<Told, "top">): void {
  tell(message);
  watch();
}

/** The description of an element, made at its press if that was the last one. */
const describe = (el: Element): Lasting | undefined =>
  pressed?.el === el && pressed.target ? pressed.target : lasting(el);

function onEvent(event: Event): void {
  if (!event.isTrusted || !isOn()) return;
  switch (event.type) {
    case "pointerdown":
    case "mousedown":
      onPress(event as MouseEvent);
      return;
    case "keydown":
      onKey(event as KeyboardEvent);
      return;
    case "click":
      onClick(event as MouseEvent, "left");
      return;
    case "auxclick":
      if ((event as MouseEvent).button === 1) onClick(event as MouseEvent, "middle");
      return;
    case "contextmenu":
      if ((event as MouseEvent).button === 2) onClick(event as MouseEvent, "right");
      return;
    case "beforeinput":
      typed++;
      return;
    case "input":
      onInput(event);
      return;
    case "change":
      onChange(event);
      return;
    case "dragstart": {
      const el = passed(event).find((at) => attribute(at, "draggable") === "true") ?? targetOf(event);
      dragged = el && describe(el);
      return;
    }
    case "drop": {
      const el = controlOf(event);
      const to = el && lasting(el);
      if (dragged && to) step({ kind: "drag", target: dragged, to });
      return;
    }
    case "dragend":
      dragged = undefined;
  }
}

function onPress(event: MouseEvent): void {
  touched("pointer");
  // A field that is shown by the next click is still one of a password.
  for (const el of [...queryScope(document, "input[type=password]")].slice(0, MOST)) isPassword(el);
  const el = controlOf(event);
  // The second of the two events comes right after the first one.
  if (el === undefined || (event.type === "mousedown" && pressed?.el === el)) return;
  pressed = { el, target: told(el) ? lasting(el) : undefined };
  pulled = false;
  if (event.type === "pointerdown") presses(el, event as PointerEvent, onPull);
}

function onPull(pull: Pulled | undefined): void {
  pulled = true;
  if (pull === undefined) return;
  const { el, at, path } = pull;
  const target = describe(el);
  if (target) step({ kind: "drag", target, at, path });
}

/** Whether a click on an element is a step of its own, and not one of what it holds then. */
function told(el: Element): boolean {
  switch (localName(el)) {
    case "input":
      return !/^(?:checkbox|radio|file|range|color)$/.test(inputType(el as HTMLInputElement));
    case "select":
    case "option":
      return false;
    case "label": {
      const control = labelControl(el as HTMLLabelElement);
      return control === null || is(control, ":disabled");
    }
    default:
      return true;
  }
}

function onClick(event: MouseEvent, button: "left" | "middle" | "right"): void {
  const el = controlOf(event);
  // The key is told.
  if (el === undefined || hand?.kind === "key" || !told(el) || (pulled && button === "left")) return;
  const target = describe(el);
  if (!target) return;
  const count = button === "left" && clicked === el ? Math.max(1, event.detail) : 1;
  clicked = el;
  const message: Omit<Told, "top"> = { kind: "click", target, button, count, modifiers: modifiersOf(event) };
  if (/^(?:canvas|svg|body|html|video|embed|object)$/.test(localName(el))) {
    const { left, top } = box(el);
    message.at = { x: Math.round(event.clientX - left), y: Math.round(event.clientY - top) };
  }
  step(message);
}

function modifiersOf({ ctrlKey, shiftKey, altKey, metaKey }: MouseEvent): string[] {
  const held = { Control: ctrlKey, Shift: shiftKey, Alt: altKey, Meta: metaKey };
  return Object.entries(held).flatMap(([name, on]) => (on ? [name] : []));
}

function onKey(event: KeyboardEvent): void {
  touched("key");
  pressed = undefined;
  const el = targetOf(event);
  const telling = tellsKey(event, el);
  if (telling === undefined) return;
  const onPage = el === undefined || /^(?:body|html)$/.test(localName(el));
  const target = onPage ? undefined : lasting(el);
  const say = (): void => {
    if (onPage || target) step({ kind: "press", key: chordOf(event), ...(target && { target }) });
  };
  if (telling === "now") {
    say();
    return;
  }
  const before = typed;
  const isPages = (): boolean => prevented.call(event) || (telling === "typeless" && typed === before);
  // What the page does with it is known once its handlers have run, and what it types after that.
  later(() => isPages() && say(), telling === "typeless" ? TYPED_MS : 0);
}

function onInput(event: Event): void {
  const el = targetOf(event);
  if (el === undefined || !isByHand()) return;
  const text = textOf(el);
  if (text === undefined) return;
  if (field?.el !== el || clock() - field.at > FRESH_MS) field = { el, target: describe(el), at: clock() };
  field.at = clock();
  const { target } = field;
  if (!target) return;
  if (isSecret(el)) {
    step({ kind: "fill", target, secret: true });
    return;
  }
  const message: Omit<Told, "top"> = { kind: "fill", target, text: text.slice(0, LONGEST) };
  if (text.length > LONGEST) message.cut = true;
  step(message);
}

function onChange(event: Event): void {
  const el = targetOf(event);
  if (el === undefined) return;
  const tag = localName(el);
  if (tag !== "input" && tag !== "select") return;
  const type = inputType(el as HTMLInputElement);
  const kind =
    tag === "select" ? "select" : type === "file" ? "upload" : /^(?:checkbox|radio)$/.test(type) ? "check" : undefined;
  const target = kind && lasting(el);
  if (!target) return;
  if (kind === "check") step({ kind, target, checked: inputChecked(el as HTMLInputElement) });
  else if (kind === "upload") {
    const files = Array.from(inputFiles(el as HTMLInputElement) ?? [], ({ name }) => name);
    step({ kind, target, files: files.slice(0, MOST) });
  } else {
    const chosen = Array.from(selectOptions(el as HTMLSelectElement)).filter((option) => option.selected);
    step({ kind: "select", target, options: chosen.slice(0, MOST).map(labelOf) });
  }
}

const labelOf = (option: HTMLOptionElement): string =>
  clean(attribute(option, "label") || textContent(option) || "") || option.value;

function onWindow(event: Event): void {
  if (!event.isTrusted) return;
  if (event.type === "blur") {
    if (event.target === window) away = true;
  } else if (event.type === "pagehide") {
    // A frame that takes the focus is a part of the page.
    const active = documentActive(document);
    const inFrame = active !== null && /^i?frame$/.test(localName(active));
    if (!isEmpty()) tell({ kind: "left", away: away && !inFrame });
  } else if (event.type === "popstate") {
    if (moving) tell({ kind: "document", fresh: true, url: location.href, way: moving });
    moving = undefined;
  } else if ((event as PageTransitionEvent).persisted) {
    away = false;
    tell({ kind: "document", fresh: true, url: location.href, way: "back_forward" });
  }
}

/** Firefox calls no step through the history the user's. */
const TELLS_USER = !IS_FIREFOX;
/** How long after a touch of the page such a step counts as the page's there. */
const CAUSED_MS = 1_500;

/** What the page itself asks for by `history.back()` is no step of the person's. */
function onNavigate(event: NavigateEvent): void {
  const { isTrusted, userInitiated, navigationType, destination } = event;
  moving = undefined;
  const ofUser = TELLS_USER ? userInitiated : hand === undefined || clock() - hand.at > CAUSED_MS;
  if (!isTrusted || !ofUser || navigationType !== "traverse" || !destination.sameDocument || !navigates) return;
  moving = destination.index < (navigates.currentEntry?.index ?? 0) ? "back" : "forward";
}

/** The navigation of this document; browsers had none before 2025. */
const navigates = window.top === window ? (window as { navigation?: Navigation }).navigation : undefined;

/** Whether this is a document on the way to another one. */
const isEmpty = (): boolean => /^(?:about:blank)?$/.test(location.href);

const arm = (): void => {
  for (const type of TYPES) listen.call(window, type, onEvent, { capture: true, passive: true });
  for (const type of OF_WINDOW) listen.call(window, type, onWindow, true);
};
// `document.open()` removes all listeners, and then the document's children.
const observer = new MutationObserver(arm);

/** Tells what the person does from now on. */
function start(wish: Wish): void {
  // It runs again in a document that a second page of the engine has it from.
  if (isOn()) {
    goesTo(wish);
    return;
  }
  const isFresh = documentBody() === null && readyState(document) === "loading";
  goesTo(wish);
  arm();
  if (navigates) listen.call(navigates, "navigate", onNavigate as EventListener);
  observer.observe(document, { childList: true });
  const [entry] = performance.getEntriesByType("navigation");
  const way = (entry as PerformanceNavigationTiming | undefined)?.type ?? "navigate";
  if (!isEmpty() || window !== window.top) tell({ kind: "document", fresh: isFresh, url: location.href, way });
  if (isFresh && window === window.top) {
    listen.call(document, "DOMContentLoaded", () => later(() => isOn() && heading(), 300), { once: true });
  }
}

function stop(): void {
  goesTo(undefined);
  observer.disconnect();
  unwatch();
  for (const type of TYPES) unlisten.call(window, type, onEvent, true);
  for (const type of OF_WINDOW) unlisten.call(window, type, onWindow, true);
  if (navigates) unlisten.call(navigates, "navigate", onNavigate as EventListener);
  pressed = undefined;
  field = undefined;
}

const place = globalThis as { __uipilotHands?: { start?: unknown } };
// An element or frame with this name is a property of the window too, but it has no such method.
if (typeof place.__uipilotHands?.start !== "function")
  Object.defineProperty(globalThis, "__uipilotHands", {
    value: { start, stop },
    enumerable: false,
    configurable: false,
  });
