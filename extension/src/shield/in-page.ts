// The part of the shield that runs in documents, in a world of the extension's own. The browser gets the source of these
// functions, so they use nothing outside of themselves.

/** How often input was kept out of a document, by kind. */
export type Stopped = Record<"mouse" | "wheel" | "key" | "text" | "drag", number>;

/** The shield of one document. */
interface DocumentShield {
  /** Keeps input out for some milliseconds. Answers what was kept out so far, and whether keys would come here. */
  block(ms: number): Stopped & { focused: boolean };
  /** Makes the document invisible for some milliseconds. Answers when that is painted. */
  hide(ms: number): Promise<boolean>;
  stopped(): Stopped;
  /** Lets input in. Answers what was kept out so far. */
  open(): Stopped;
  /** Shows the document. */
  show(): void;
}

/** The name under which the shield is found in its world. */
export const SHIELD = "__uipilotShield";

/** Whether the document of this script is one where the engine may not work. */
export function isForeign(
  origins: readonly string[],
  allowed: (origin: string, origins: readonly string[]) => boolean,
): boolean {
  if (self.origin !== "null") return !allowed(self.origin, origins);
  // A document without an origin was written by one of its ancestors, which are in this list or have none either.
  const ancestors = [...location.ancestorOrigins].filter((origin) => origin !== "null");
  if (ancestors.length === 0) return location.protocol !== "about:";
  return ancestors.some((origin) => !allowed(origin, origins));
}

/** Puts the shield into the document, once. `closedMs`: how long it keeps input out from the beginning. */
export function installShield(name: "__uipilotShield", closedMs: number): void {
  const world = globalThis as { __uipilotShield?: DocumentShield };
  // An element or frame with this name is a property of the window too, but it has no such method.
  if (typeof world[name]?.block === "function") return;
  const counts: Stopped = { mouse: 0, wheel: 0, key: 0, text: 0, drag: 0 };
  const counted: Record<string, keyof Stopped> = {
    pointerdown: "mouse",
    wheel: "wheel",
    keydown: "key",
    beforeinput: "text",
    drop: "drag",
    dragenter: "drag",
  };
  let blockedUntil = 0;
  const stop = (event: Event) => {
    if (!event.isTrusted || performance.now() > blockedUntil) return;
    const kind = counted[event.type];
    if (kind !== undefined) counts[kind]++;
    event.stopImmediatePropagation();
    // A drop on a text field needs no listener, so it is turned down here.
    if (event instanceof DragEvent && event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
    event.preventDefault();
  };
  const parts = ["down", "up", "move", "over", "out", "enter", "leave"];
  const types = [
    ...parts.flatMap((part) => [`pointer${part}`, `mouse${part}`]),
    ...["touchstart", "touchmove", "touchend", "touchcancel"],
    ...["pointercancel", "pointerrawupdate", "click", "auxclick", "dblclick", "contextmenu", "wheel"],
    ...["keydown", "keypress", "keyup", "beforeinput", "textInput", "paste", "copy", "cut"],
    ...["dragstart", "dragenter", "dragover", "dragleave", "drop"],
  ];
  const arm = () => {
    for (const type of types) addEventListener(type, stop, { capture: true, passive: false });
  };
  arm();
  // `document.open()` removes all listeners, and then the document's children.
  new MutationObserver(arm).observe(document, { childList: true });

  const important = (...rules: string[]) => rules.map((rule) => `${rule} !important`).join(";");
  const root = ":root:not(#a#b#c)";
  let sheet: CSSStyleSheet | undefined;
  let shows: ReturnType<typeof setTimeout> | undefined;
  const conceal = () => {
    sheet = new CSSStyleSheet();
    const gone = important("opacity:0", "transition:none", "animation:none");
    // Dialogs and the like are painted beside the root, not inside of it.
    const beside = [":modal", ":popover-open", ":fullscreen"].map((kind) => `${root} ${kind}`).join();
    const plain = `${root},${root}>body{${important("background:none")}}`;
    sheet.replaceSync(`${root}{${gone}} ${beside}{${gone}} ${root} ::backdrop{${gone}} ${plain}`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };
  const shield: DocumentShield = {
    block(ms) {
      blockedUntil = performance.now() + ms;
      return { ...counts, focused: document.hasFocus() };
    },
    hide(ms) {
      clearTimeout(shows);
      shows = setTimeout(shield.show, ms);
      if (sheet === undefined || !document.adoptedStyleSheets.includes(sheet)) conceal();
      return new Promise((resolve) => {
        // The third frame begins when the first is shown. A document that is out of view has no frames.
        const count = (left: number) => (left === 0 ? resolve(true) : requestAnimationFrame(() => count(left - 1)));
        count(3);
        setTimeout(resolve, 300, true);
      });
    },
    stopped: () => ({ ...counts }),
    open() {
      blockedUntil = 0;
      return { ...counts };
    },
    show() {
      clearTimeout(shows);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      sheet = undefined;
    },
  };
  Object.defineProperty(world, name, { value: shield });
  if (closedMs > 0) shield.block(closedMs);
}
