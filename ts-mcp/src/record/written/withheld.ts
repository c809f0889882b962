// Keeps out of a test what it must not have: secrets, and what went into password fields and cookies.

import { jsonText } from "../../quote.ts";
import { masker } from "../../secrets/mask.ts";
import type { Call } from "./call.ts";
import { withNames } from "./literal.ts";
import type { Language, Step } from "./step.ts";

/** Shorter texts are in others by chance. */
const SHORTEST = 4;
/** Said where something was expected of which the file must not have the text. */
const NOT_EXPECTED = "What was seen there had a secret in it, and is left out.";
/** So many steps before one are looked at together with it: they can spell a secret, such as one key each. */
const TOGETHER = 64;
/** Between the steps, where their code is looked at together. */
const APART = "\n\u0000\n";

export class Withheld {
  /** Pages may show them. */
  readonly #texts = new Set<string>();
  /** Steps that were looked at, as they were then. */
  readonly #checked = new WeakMap<Step, string>();

  /** Remembers what goes into password fields and cookies. */
  add({ tool, args, targets, target, secretFocus }: Call): void {
    for (const given of (args["elements"] ?? [args]) as Record<string, unknown>[]) {
      const into = target ?? targets.get(typeof given["uid"] === "string" ? given["uid"] : "");
      if (!(into?.secret || secretFocus || tool === "cookies")) continue;
      for (const text of [given["value"], given["text"], given["html"]]) {
        if (typeof text === "string" && text.length >= SHORTEST) this.#texts.add(text);
      }
    }
  }

  /** Leaves it out of steps that are to be written. What of a secret can be read from the environment stays. */
  leaveOut(steps: readonly Step[], languages: Iterable<Language>): void {
    let first = steps.length;
    steps.forEach((step, index) => {
      if (this.#checked.get(step) === jsonText(step)) return;
      first = Math.min(first, index);
      this.#leaveOutSeen(step);
      this.#checked.set(step, jsonText(step));
    });
    if (masker.isEmpty) return;
    const recent = steps.slice(Math.max(0, first - TOGETHER));
    for (const { code } of languages) {
      const written = recent.map(code);
      const masked = masker.text(written.join(APART)).split(APART);
      recent.forEach((step, index) => {
        if (masked[index] === written[index]) return;
        const what = step.action.do === "note" ? "something" : step.action.do;
        step.action = { do: "note", text: `Left out: ${what}, with a secret that a test cannot read as it was there.` };
        step.notes = [];
        this.#checked.set(step, jsonText(step));
      });
    }
  }

  /** Leaves out what was seen after a step, and said of it. */
  #leaveOutSeen(step: Step): void {
    const kept = step.expected.filter((one) => !this.#holds(jsonText(one)));
    const said = (step.dialogs ?? []).map((dialog) =>
      dialog.message === undefined || this.#isWritable(dialog.message) ? dialog : { ...dialog, message: undefined },
    );
    const isLess = kept.length < step.expected.length || said.some((one, index) => one !== step.dialogs?.[index]);
    step.expected = kept;
    if (step.dialogs !== undefined) step.dialogs = said;
    step.notes = step.notes.map(withNames);
    if (isLess && !step.notes.includes(NOT_EXPECTED)) step.notes.push(NOT_EXPECTED);
    if (step.action.do === "note") step.action.text = withNames(step.action.text);
  }

  /** Whether a text is in JSON that the file must not have. */
  #holds(json: string): boolean {
    return masker.text(json) !== json || this.#hasTyped(json);
  }

  #isWritable(message: string): boolean {
    return masker.parts(message) !== undefined && !this.#hasTyped(jsonText(message));
  }

  #hasTyped(json: string): boolean {
    return [...this.#texts].some((one) => json.includes(jsonText(one).slice(1, -1)));
  }
}
