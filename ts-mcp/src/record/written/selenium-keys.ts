// Keys, as Selenium names them.

import { partsOf } from "../../key-names.ts";
import { tsString } from "./literal.ts";

/** Keys that Selenium has other names for. */
const KEYS: Record<string, string> = {
  Enter: "ENTER",
  Tab: "TAB",
  Escape: "ESCAPE",
  Backspace: "BACK_SPACE",
  Delete: "DELETE",
  Insert: "INSERT",
  ArrowUp: "ARROW_UP",
  ArrowDown: "ARROW_DOWN",
  ArrowLeft: "ARROW_LEFT",
  ArrowRight: "ARROW_RIGHT",
  Home: "HOME",
  End: "END",
  PageUp: "PAGE_UP",
  PageDown: "PAGE_DOWN",
  Pause: "PAUSE",
  Space: "SPACE",
  Shift: "SHIFT",
  Control: "CONTROL",
  Alt: "ALT",
  Meta: "META",
};

/** A key; undefined if Selenium has none of that name. */
export function key(name: string): string | undefined {
  if ([...name].length === 1) return tsString(name);
  const word = KEYS[name];
  if (word !== undefined) return `Key.${word}`;
  if (name === "ControlOrMeta") return 'Key[process.platform === "darwin" ? "META" : "CONTROL"]';
  return /^F(?:[1-9]|1[0-2])$/.test(name) ? `Key.${name}` : undefined;
}

/** The keys of a chord, such as `Control+A`. */
export function chord(text: string): string[] | undefined {
  const { held, last } = partsOf(text);
  const keys = [...held, last].map(key);
  // With keys that are held, the letter is the one on the keyboard.
  const small = held.length > 0 && /^[A-Z]$/.test(last) ? [...keys.slice(0, -1), tsString(last.toLowerCase())] : keys;
  return small.every((one): one is string => one !== undefined) ? small : undefined;
}
