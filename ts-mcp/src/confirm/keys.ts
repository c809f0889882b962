// What keys do to the element that gets them, as the engine reads their names (`input/keys.rs`).

import { AROUND, keyNamed, partsOf } from "../key-names.ts";
import { brief } from "../quote.ts";

type Args = Record<string, unknown>;

/** Keys that activate what has the focus, or send its form. */
const ACTIVATES = /^(?:Enter|NumpadEnter|Return|Space)$/i;
/** Keys with which a value changes, or the choice moves on in a group or a list. Insert pastes with Shift. */
const CHANGES = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|Backspace|Delete|Insert|.)$/su;
/** Tools that press a key for each letter. */
const TYPES: readonly string[] = ["type_text", "type_at"];

/** The last key of a combination, and whether Alt is held with it. */
function chord(key: string): { last: string; alt: boolean } {
  const { held, last } = partsOf(key);
  return { last, alt: held.some((one) => keyNamed(one) === "Alt") };
}

/** The keys of a call by their names. */
function keysOf(args: Args): string[] {
  const keys = [args["key"], args["submitKey"], args["action"] === "keypress" ? args["value"] : undefined];
  return keys.filter((key) => typeof key === "string");
}

/** What a call presses that activates something else than its element; nothing, if it presses no such key. */
export function presses(tool: string, args: Args): string | undefined {
  for (const key of keysOf(args)) {
    const { last, alt } = chord(key);
    const name = last.replace(AROUND, "");
    // A line break is Enter, a blank Space, and a tab Tab.
    if (ACTIVATES.test(name) || (name === "" && !/^(?: *\t *)?$/.test(last)))
      return `presses ${brief(keyName(key), 40)}`;
    const modifiers = (args["options"] as Args | undefined)?.["modifiers"];
    const isHeld = alt || (Array.isArray(modifiers) && modifiers.includes("Alt"));
    if (isHeld && [...name].length === 1) return `presses ${brief(key, 40)}, which may be an access key,`;
    // With this key held, a letter is an access key of a page.
    if (tool === "key_down" && keyNamed(name) === "Alt")
      return `holds ${brief(key, 40)}, with which letters are access keys,`;
  }
  const texts = [args["text"], args["action"] === "type" ? args["value"] : undefined];
  const typed = texts.filter((text) => typeof text === "string");
  if (typed.some((text) => /[\r\n]/.test(text))) return 'presses "Enter"';
  // A space presses the button that has the focus: that of the page, or the one that a tab in the text moves to.
  const blind = tool === "type_text" && typeof args["uid"] !== "string";
  if (typed.some((text) => (blind ? / / : /\t.* /s).test(text))) return 'presses "Space"';
  const moves = TYPES.includes(tool) && typed.some((text) => /\t./s.test(text));
  return moves ? "types where a tab moves the focus" : undefined;
}

/** Whether a call presses keys, whatever they do. */
export const sendsKeys = (tool: string, args: Args): boolean => TYPES.includes(tool) || keysOf(args).length > 0;

/** Whether a call presses a key that may change a value, or choose another radio button, option or tab. */
export function mayChange(tool: string, args: Args): boolean {
  const typed = args["text"];
  if (TYPES.includes(tool) && typeof typed === "string" && typed !== "") return true;
  return keysOf(args).some((key) => CHANGES.test(keyNamed(chord(key).last)));
}

/** A key as answers name it: a line break is the key Enter. */
export const keyName = (key: string): string =>
  key.replace(/[\r\n]+$/, (_, at) => (at === 0 || key[at - 1] === "+" ? "Enter" : ""));
