/** What a code editor shows, which keeps its text in its script: it is the one thing that can be read of it. */

import { nextFrame } from "../dom/builtins.js";
import { textLines } from "../dom/lines.js";
import { DOC, elementOf } from "../dom/registry.js";
import { Styles } from "../dom/style.js";
import { clean, cut } from "../dom/text.js";
import { editorBox } from "../elements/editor-input.js";
import type { Expected, Refusal } from "../protocol.js";
import type { Filled } from "./fill-protocol.js";
import { pasteOn } from "./paste.js";
import { bare } from "./selection.js";

/** Longest value in an answer. */
const MAX_VALUE = 200;
/** The lines come in a frame after the event. */
const FRAMES = 2;

/** The lines that were drawn before an editor got another text. */
const before = new WeakMap<Element, Set<string>>();

/** What an editor draws, by lines. */
function linesOf(input: Element): string[] {
  const box = editorBox(input);
  return box ? textLines(box, new Styles()).split("\n") : [];
}

/** Whether a drawn line has words: no number of a line. */
const counts = (line: string): boolean => /\p{L}/u.test(line);

/** Notes what an editor draws before it gets another text. */
export const noteLines = (input: Element): void => {
  before.set(input, new Set(linesOf(input).map(bare).filter(counts)));
};

/** `fillCode`: pastes into an editor whose whole text is selected, or empty. Its name may tell where the caret is (ACE). */
export async function fillCode({ target, value }: { target: Expected; value: string }): Promise<Filled | Refusal> {
  const input = target.doc === DOC ? elementOf(target.id) : undefined;
  if (!input) return { state: "gone" };
  const taken = value !== "" && pasteOn(input, { text: value });
  return heldByEditor(input, value, taken);
}

/** What is to be said of an editor that was given a text. `taken`: its page said that it took that. */
export async function heldByEditor(input: Element, wanted: string, taken = false): Promise<Filled> {
  for (let frame = 0; frame < FRAMES; frame++) await nextFrame();
  const drawn = linesOf(input);
  const was = before.get(input) ?? new Set();
  before.delete(input);
  const whole = bare(wanted);
  const shown = drawn.map(bare).filter(counts);
  const changed = shown.length !== was.size || shown.some((line) => !was.has(line));
  const answer: Filled = { state: "filled", kind: "editable", method: "synthetic", changed };
  const isShown = !counts(whole) || shown.some((line) => whole.includes(line));
  const isLeft = shown.some((line) => was.has(line) && !whole.includes(line));
  // What is drawn on a canvas cannot be read.
  const isUnread = taken && shown.length === 0 && was.size === 0;
  if ((!isShown && !isUnread) || isLeft) answer.now = cut(clean(drawn.join(" ")), MAX_VALUE);
  return answer;
}
