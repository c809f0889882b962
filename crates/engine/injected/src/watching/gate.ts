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
];
/** A document from the back/forward cache comes without the script of new documents. It stays closed for this time. */
const RESTORED_MS = 300;

export interface Gate {
  /** Stops input for this time at most. */
  close(limitMs: number): void;
  open(): void;
  /** The first press that was stopped since the gate was closed. */
  stopped: string | undefined;
}

function install(): Gate {
  const options = { capture: true, passive: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onInput = (event: Event): void => {
    if (!event.isTrusted) return;
    if (!/over|move/.test(event.type)) gate.stopped ??= event.type;
    stop.call(event);
    prevent.call(event);
  };
  const arm = (): void => {
    for (const type of TYPES) listen.call(window, type, onInput, options);
  };
  // `document.open()` removes all listeners, and then the document's children.
  const observer = new MutationObserver(arm);
  const gate: Gate = {
    stopped: undefined,
    close(limitMs) {
      gate.open();
      gate.stopped = undefined;
      arm();
      observer.observe(document, { childList: true });
      timer = later(gate.open, limitMs);
    },
    open() {
      cancel(timer);
      observer.disconnect();
      for (const type of TYPES) unlisten.call(window, type, onInput, options);
    },
  };
  listen.call(window, "pageshow", (event) => (event as PageTransitionEvent).persisted && gate.close(RESTORED_MS), true);
  return gate;
}

const place = globalThis as { __uipilotGate?: Gate };
// An element or frame with this name is a property of the window too, but it has no such method.
if (typeof place.__uipilotGate?.close !== "function")
  Object.defineProperty(globalThis, "__uipilotGate", { value: install(), enumerable: false, configurable: false });

/** The gate of this document. */
export const gate = place.__uipilotGate as Gate;
