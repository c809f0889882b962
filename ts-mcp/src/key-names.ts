// Names of keys, as the engine reads them (`input/keys.rs`).

/** The engine reads names without the blanks around them. */
export const AROUND = /^[\s\u0085]+|[\s\u0085]+$/g;

/** The names that are written, and others for the same keys in lower case. */
const OTHERS: Record<string, string> = {
  return: "Enter",
  esc: "Escape",
  del: "Delete",
  forwarddelete: "Delete",
  ins: "Insert",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  pgup: "PageUp",
  pgdn: "PageDown",
  pgdown: "PageDown",
  ctrl: "Control",
  option: "Alt",
  opt: "Alt",
  cmd: "Meta",
  command: "Meta",
  super: "Meta",
  win: "Meta",
  mod: "ControlOrMeta",
};

const NAMES: ReadonlyMap<string, string> = new Map(
  [
    ..."Enter Tab Escape Backspace Delete Insert Space ArrowUp ArrowDown ArrowLeft ArrowRight Home End".split(" "),
    ..."PageUp PageDown CapsLock ContextMenu PrintScreen ScrollLock Pause NumLock MediaPlayPause".split(" "),
    ..."MediaTrackNext MediaTrackPrevious AudioVolumeMute AudioVolumeDown AudioVolumeUp".split(" "),
    ..."Shift Control Alt Meta ControlOrMeta".split(" "),
  ].map((name) => [name.toLowerCase(), name]),
);

/** A chord in its parts: the keys that are held, and the last one. A key may be a plus sign. */
export function partsOf(chord: string): { held: string[]; last: string } {
  const at = chord === "+" ? 0 : chord.lastIndexOf("+", chord.endsWith("++") ? chord.length - 2 : undefined) + 1;
  return { held: at === 0 ? [] : chord.slice(0, at - 1).split("+"), last: chord.slice(at) };
}

/** The name of one key that every program knows. */
export function keyNamed(given: string): string {
  const name = given.replace(AROUND, "");
  // A line break is Enter, a tab Tab, and a blank Space.
  if (name === "") return given === "" ? "" : /\t *$/.test(given) ? "Tab" : /^ +$/.test(given) ? "Space" : "Enter";
  const lower = name.toLowerCase();
  return OTHERS[lower] ?? NAMES.get(lower) ?? (/^f\d+$/.test(lower) ? lower.toUpperCase() : name);
}

/** A chord with the names that every program knows, such as `Control+Shift+K`. */
export function chordNamed(chord: string): string {
  const { held, last } = partsOf(chord);
  return [...held, last].map(keyNamed).join("+");
}
