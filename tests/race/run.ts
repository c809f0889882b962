/** One race: a try of an action on a button that is replaced in the middle of it. */

import type { Pilot } from "../support/pilot.ts";
import { sleep, until } from "../support/wait.ts";
import type { Kind, RaceSite, Sighting, Trigger } from "./site.ts";

/** What an answer may be, against what the buttons saw. */
export type Verdict = "done" | "refused" | "uncertain" | "foreign" | "lost" | "denied";

/** The verdicts that are faults: a foreign button was reached, a lost press was called done, a press was denied. */
export const FAULTS: readonly Verdict[] = ["foreign", "lost", "denied"];

const PRESSED = /^(pointer|mouse)(down|up)$|click|menu|drag/;
const quiet = { includeSnapshot: "none" };
const interact = (action: string) => (uid: string) => ({ action, target: { by: "uid", value: uid }, value: "20" });

/** The actions of the race, with the call, the event that shows that it arrived, and those that a foreign button must not see. */
export const ACTIONS = {
  click: { tool: "click_by_uid", args: (uid: string) => ({ uid, ...quiet }), last: "click", touched: PRESSED },
  double: {
    tool: "click_by_uid",
    args: (uid: string) => ({ uid, dblClick: true, ...quiet }),
    last: "dblclick",
    touched: PRESSED,
  },
  right: {
    tool: "click_by_uid",
    args: (uid: string) => ({ uid, button: "right", ...quiet }),
    last: "contextmenu",
    touched: PRESSED,
  },
  hold: { tool: "interactWithPage", args: interact("pressAndHold"), last: "mousedown", touched: PRESSED },
  // The pointer stays where it is, so the browser itself moves it over what comes next.
  hover: { tool: "hover_by_uid", args: (uid: string) => ({ uid, ...quiet }), last: "mouseover", touched: /^$/ },
  key: {
    tool: "press_key",
    args: (uid: string) => ({ uid, key: "Enter" }),
    last: "keydown",
    touched: /^keydown$|^click$/,
  },
} as const;
export type Action = keyof typeof ACTIONS;

/** The codes that say that the input may have arrived. */
const UNCERTAIN = new Set(["OUTCOME_UNKNOWN", "INTERRUPTED"]);

/** The result of one try. */
export interface Try {
  verdict: Verdict;
  code: string;
  text: string;
  seen: Sighting[];
}

/** Runs tries in one server. */
export class Race {
  #count = 0;

  constructor(
    readonly pilot: Pilot,
    readonly site: RaceSite,
  ) {}

  async try(action: Action, kind: Kind, trigger: Trigger, delay: number): Promise<Try> {
    const id = `${action}-${kind}-${trigger}-${this.#count++}`;
    const { tool, args } = ACTIONS[action];
    if (kind === "bfcache") await this.pilot.open(this.site.foreign(id));
    await this.pilot.open(this.site.address(id, kind, trigger, delay));
    const uid = await until("the button", async () => {
      const tree = await this.pilot.snapshot();
      const shown = tree.nodes.some(({ role, name }) => role === "button" && name === "Save");
      return shown ? tree.uid("button", "Save") : undefined;
    });
    // A focus in the foreign page that was shown first is no sighting of this try.
    this.site.forget(id);
    const calling = this.pilot.call(tool, args(uid));
    this.site.go(id);
    const answer = await calling;
    const swapped = (): boolean => this.site.seen(id).some(({ type }) => type === "swap");
    for (const end = performance.now() + delay + 150; !swapped() && performance.now() < end; ) await sleep(5);
    await sleep(60);
    const seen = this.site.seen(id);
    const result = { ...judge(action, answer, seen), seen };
    if (answer.text.includes("dialog")) await this.pilot.call("dismiss_dialog");
    return result;
  }
}

function judge(
  action: Action,
  answer: { isError: boolean; code?: string; text: string },
  seen: Sighting[],
): Omit<Try, "seen"> {
  const { last, touched } = ACTIONS[action];
  const saw = (name: string, type: (type: string) => boolean): boolean =>
    seen.some((sighting) => sighting.button === name && type(sighting.type));
  const base = { code: answer.code ?? "", text: answer.text };
  if (saw("foreign", (type) => touched.test(type))) return { ...base, verdict: "foreign" };
  if (!answer.isError && !answer.text.includes("The pointer is not over it now"))
    return {
      ...base,
      verdict: saw("meant", (type) => type === last || onlyPressed(answer.text, type)) ? "done" : "lost",
    };
  if (UNCERTAIN.has(answer.code ?? "") || answer.text.includes("The pointer is not over it now"))
    return { ...base, verdict: "uncertain" };
  return { ...base, verdict: saw("meant", (type) => touched.test(type)) ? "denied" : "refused" };
}

/** Whether the answer says that the element got no more than the press, and it did. */
const onlyPressed = (text: string, type: string): boolean =>
  text.startsWith("Pressed ") && text.includes("so it got no click") && type === "pointerdown";

/** A moment of the swap, in milliseconds after the call: most of them fall between the check and the release. */
export const delayOf = (index: number, slow: boolean): number => (index * 7) % (slow ? 60 : 30);
