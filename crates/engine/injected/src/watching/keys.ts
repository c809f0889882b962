/**
 * Watches keys that the engine presses. A key goes on only while the focus is where it was when the watch began, or where a
 * Tab moved it; any other key is stopped before the page sees it.
 */

import { isFull, nextBox, together } from "../acting/boxes.js";
import { forgetText, noteText, takesText } from "../acting/unwritten.js";
import { cancel, later, listen, prevent, prevented, stop, unlisten } from "../dom/builtins.js";
import { documentBody, has, isConnected, isContentEditable, localName } from "../dom/dom.js";
import { focusedElement } from "../dom/focus.js";
import { numberOf } from "../dom/registry.js";
import { secret } from "../dom/secret.js";
import { flatContains } from "../dom/shadow.js";
import { held } from "../dom/values.js";
import { isBesideSelection } from "../elements/grid.js";
import { describeElement } from "../elements/hit.js";
import { refused, resolve } from "../elements/target.js";
import type { KeysArgs, KeysBegun, KeysSeen, Refusal } from "../protocol.js";
import { gate } from "./gate.js";
import { isOpenedOver, noteFields } from "./opening.js";
import { acted } from "./vigil.js";
import { told } from "./watch.js";

const KEYS = ["keydown", "keypress", "keyup", "beforeinput"];
/** The longest pause between two keys, and the time that a slow page may need. */
const LIMIT_MS = 30_000;

let focus: Element | null = null;
let seen: KeysSeen = { state: "typed", keys: 0, submitted: false };
/** A Tab was pressed, so the next key may find the focus elsewhere. */
let tabbed = false;
let submits: Event[] = [];
/** The boxes of a code that got the text, if there were several. */
let boxes: Element[] = [];
/** What got the text of the last key. */
let written: EventTarget | undefined;
/** What was typed where the focus is, since it is there. */
let pressed = "";
let timer: number | undefined;

/** What has the focus. Keys go on there if a Tab or the page has moved it as it does for a person. */
function follow(): Element | null {
  const now = focusedElement();
  if (now !== focus && (tabbed || hasOpened(now) || hasPassedOn(now) || hasEntered(now))) {
    focus = now;
    pressed = "";
  }
  return now;
}

/** Whether the first key to a document in design mode has given its body the focus, which nothing had. */
const hasEntered = (now: Element | null): boolean => focus === null && now !== null && now === documentBody();

const isCharacter = (key: string): boolean => Array.from(key).length === 1;

function onKey(event: Event): void {
  if (!event.isTrusted) return;
  if (event.type === "keydown" && seen.moved === undefined) {
    const now = follow();
    written = undefined;
    tabbed = (event as KeyboardEvent).key === "Tab";
    if (now === focus) {
      seen.keys++;
      const { key } = event as KeyboardEvent;
      if (focus && !takesText(focus) && isCharacter(key)) {
        if (pressed === "") noteFields(focus);
        pressed += key;
      }
      acted();
      told(seen.keys);
    } else seen.moved = now ? describeElement(now) : "no element";
  }
  if (seen.moved === undefined) return;
  stop.call(event);
  prevent.call(event);
}

/** Whether the last key was for no field, and its text went to a field that it opened, as in the cells of a spreadsheet. Notes it. */
function hasOpened(now: Element | null): boolean {
  if (now === null || !takesText(now) || (focus && takesText(focus))) return false;
  if (now !== written && !(focus && pressed !== "" && isOpenedOver(focus, now, pressed))) return false;
  if (focus) forgetText(focus);
  seen.opened = true;
  return true;
}

/** Whether the focus went on from a full box of a code to the next one, which is empty, as the page does it for a person. Notes it. */
function hasPassedOn(now: Element | null): boolean {
  if (!now || !focus || nextBox(focus) !== now || !isFull(focus, now) || held(now) !== "") return false;
  if (boxes.length === 0) boxes.push(focus);
  boxes.push(now);
  return true;
}

const onInput = (event: Event): void => {
  if (event.isTrusted) written = event.composedPath()[0];
};

const onSubmit = (event: Event): void => {
  submits.push(event);
};

const arm = (): void => {
  for (const type of KEYS) listen.call(window, type, onKey, { capture: true });
  listen.call(window, "input", onInput, { capture: true, passive: true });
  listen.call(window, "submit", onSubmit, { capture: true, passive: true });
};
// `document.open()` removes all listeners, and then the document's children.
const observer = new MutationObserver(arm);

function end(): void {
  cancel(timer);
  observer.disconnect();
  for (const type of KEYS) unlisten.call(window, type, onKey, { capture: true });
  unlisten.call(window, "input", onInput, { capture: true });
  unlisten.call(window, "submit", onSubmit, { capture: true });
}

const isFrame = (el: Element): boolean => {
  const tag = localName(el);
  return tag === "iframe" || tag === "frame" || (tag === "object" && has(el, "data"));
};

/** `keys`: begins to watch. Without a target, keys belong to what has the focus, which may be in a child frame. */
export function keys({ target }: KeysArgs): KeysBegun | Refusal {
  const el = target && resolve(target);
  if (el && refused(el)) return el;
  end();
  gate.open();
  focus = focusedElement();
  // The page may have moved the focus since it was given. Then the first key is stopped.
  if (el && !(focus && flatContains(el, focus))) focus = el;
  if (!target && focus && isFrame(focus)) return { state: "keys", into: numberOf(focus) };
  seen = { state: "typed", keys: 0, submitted: false };
  tabbed = false;
  written = undefined;
  pressed = "";
  submits = [];
  boxes = [];
  arm();
  observer.observe(document, { childList: true });
  timer = later(end, LIMIT_MS);
  if (el) return !takesText(focus ?? el) && isBesideSelection(el) ? { state: "keys", beside: true } : { state: "keys" };
  if (focus) return noteText(focus) ? { state: "keys", bare: "element" } : { state: "keys" };
  const body = documentBody();
  return body && isContentEditable(body) ? { state: "keys" } : { state: "keys", bare: "document" };
}

/** What keys go to, if it is in the document. */
export const keysGoTo = (): Element | undefined => (focus && isConnected(focus) ? focus : undefined);

/** `typed`: what was seen since `keys`. With `last`, ends the watch; with `next`, the next key would find the focus as it is now. */
export function typed({ last, next }: { last: boolean; next: boolean }): KeysSeen {
  if (next && seen.moved === undefined) {
    const now = follow();
    const gone = focus !== null && !isConnected(focus);
    if (now !== focus && !gone) return { ...seen, moved: now ? describeElement(now) : "no element" };
  }
  // Of the last key, nothing else tells.
  hasOpened(focusedElement());
  seen.submitted = submits.some((event) => !prevented.call(event));
  // Each form that is sent is told once: typing may go on where no document comes of it.
  if (!last && !next) submits = [];
  if (boxes.length > 0) seen.over = { fields: boxes.length, ...(!boxes.some(secret) && { text: together(boxes) }) };
  if (last) end();
  return focus && !isConnected(focus) ? { ...seen, gone: true } : seen;
}
