/**
 * Keeps the engine's input out of a document that it is not meant for. The engine closes the gate of every other document
 * before an action, and that of documents that come while the action runs.
 *
 * This module is also a bundle of its own, which runs at the start of new documents.
 */
import { cancel, later, listen, prevent, stop, unlisten } from "../dom/builtins.js";

const TYPES = [
  "pointerdown",
  "mousedown",
  "pointerup",
  "mouseup",
  "click",
  "auxclick",
  "dblclick",
  "contextmenu",
  "pointerover",
  "mouseover",
  "pointermove",
  "mousemove",
  "keydown",
  "keypress",
  "keyup",
  "beforeinput",
  "dragenter",
  "dragover",
  "drop",
];
const PRESSES = ["pointerdown", "mousedown"];
/** Touch events only while fingers act: for a listener that may prevent them, browsers hold input back. */
const TOUCHES = ["touchstart", "touchmove", "touchend", "touchcancel"];
/**
 * Told to a document from the back/forward cache when no earlier action is under way: in Firefox, no call reaches the sandbox in which
 * its gate closed. A page that tells it to itself gets input a little earlier, which its own listeners see in any case.
 */
const OVER = "uipilot:over";
const MORE: Partial<Record<Guard, string[]>> = { wheel: ["wheel"], touch: TOUCHES, all: ["wheel", OVER] };
/**
 * A document from the back/forward cache comes without the script of new documents. It stays closed for this time, or until the
 * action ends or {@link OVER} is told. On a busy machine an action takes longer to press; but where a person may have gone back, their clicks count.
 */
const RESTORED_MS = navigator.webdriver ? 1_500 : 300;

/**
 * What a closed gate stops. "presses": in a document that was there before, only a press and what follows it, since a drag
 * may end there.
 */
export type Guard = "input" | "presses" | "wheel" | "touch" | "all";

export interface Gate {
  /** Stops input for this time at most. */
  close(limitMs: number, guard: Guard): void;
  open(): void;
  /** Lets the end of what was pressed in another document through, if the gate is closed, but no press: as the guard "presses". */
  admit(): void;
  /** The first press or wheel that was stopped since the gate was closed. */
  stopped: string | undefined;
}

const bodyOf = Object.getOwnPropertyDescriptor(Document.prototype, "body")?.get as (
  this: Document,
) => HTMLElement | null;

function install(): Gate {
  const options = { capture: true, passive: false };
  let timer: number | undefined;
  let types: string[] = [];
  let onlyPresses = false;
  const onInput = (event: Event): void => {
    // Not stopped: a document that came back before has a gate of each time.
    if (event.type === OVER) gate.open();
    if (!event.isTrusted) return;
    if (onlyPresses && gate.stopped === undefined && !PRESSES.includes(event.type)) return;
    if (!/over|move|enter/.test(event.type)) gate.stopped ??= event.type;
    stop.call(event);
    // A document that prevents these takes the drop.
    if (!/^drag/.test(event.type)) prevent.call(event);
  };
  const arm = (): void => {
    for (const type of types) listen.call(window, type, onInput, options);
  };
  // `document.open()` removes all listeners, and then the document's children.
  const observer = new MutationObserver(arm);
  const gate: Gate = {
    stopped: undefined,
    close(limitMs, guard) {
      gate.open();
      gate.stopped = undefined;
      types = [...(guard === "wheel" ? [] : TYPES), ...(MORE[guard] ?? [])];
      onlyPresses = guard === "presses" && bodyOf.call(document) !== null;
      arm();
      observer.observe(document, { childList: true });
      timer = later(gate.open, limitMs);
    },
    admit() {
      onlyPresses = true;
      gate.stopped = undefined;
    },
    open() {
      cancel(timer);
      observer.disconnect();
      for (const type of types) unlisten.call(window, type, onInput, options);
    },
  };
  listen.call(
    window,
    "pageshow",
    (event) => (event as PageTransitionEvent).persisted && gate.close(RESTORED_MS, "all"),
    true,
  );
  return gate;
}

const place = globalThis as { __uipilotGate?: Gate };
// An element or frame with this name is a property of the window too, but it has no such method.
if (typeof place.__uipilotGate?.close !== "function")
  Object.defineProperty(globalThis, "__uipilotGate", { value: install(), enumerable: false, configurable: false });

/** The gate of this document. */
export const gate = place.__uipilotGate as Gate;
