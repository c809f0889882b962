/** One race: a try of an action on an element that is replaced in the middle of it. */

import type { Pilot } from "../support/pilot.ts";
import { sleep, until } from "../support/wait.ts";
import { type Kind, type RaceSite, type Sighting, TRIGGERS, type Trigger, WIDGETS, type Widget } from "./site.ts";

/** What an answer may be, against what the elements saw. */
export type Verdict = "done" | "refused" | "uncertain" | "foreign" | "lost" | "denied";

/** The verdicts that are faults: a foreign element was reached, lost input was called done, input that arrived was denied. */
export const FAULTS: readonly Verdict[] = ["foreign", "lost", "denied"];

const PRESSED = /^(bin )?((pointer|mouse)(down|up)|click|auxclick|dblclick|contextmenu|dragstart|drop)$/;
const KEYED = /^(keydown|input|change|click)$/;
const TEXT = "Ada L";
const quiet = { includeSnapshot: "none" };
const interact = (action: string) => (uid: string) => ({ action, target: { by: "uid", value: uid }, value: "20" });

interface Raced {
  tool: string;
  args: (uid: string, bin: string) => object;
  /** What is acted on; a button by default. */
  widget?: Widget;
  /** What the meant element has to see, and how often, for the action to be done. */
  last: string;
  times?: number;
  /** The events that a foreign element must not see. */
  touched: RegExp;
}

/** After the press, a page may put other elements under the pointer: then the button is released over these. */
const PULLED = /^((pointer|mouse)down|click|auxclick|dblclick|contextmenu|dragstart|(bin )?drop)$/;
const drag: Raced = {
  tool: "drag_by_uid_to_uid",
  args: (fromUid, toUid) => ({ fromUid, toUid, ...quiet }),
  widget: "handle",
  last: "bin mouseup",
  touched: PULLED,
};
const scroll: Raced = {
  tool: "scroll",
  args: (uid) => ({ uid, direction: "down", ...quiet }),
  widget: "area",
  last: "scroll",
  // The browser scrolls what is under the pointer without asking the page.
  touched: /^wheel$/,
};

/** The actions of the race. */
export const ACTIONS = {
  click: { tool: "click_by_uid", args: (uid) => ({ uid, ...quiet }), last: "click", touched: PRESSED },
  double: {
    tool: "click_by_uid",
    args: (uid) => ({ uid, dblClick: true, ...quiet }),
    last: "dblclick",
    touched: PRESSED,
  },
  right: {
    tool: "click_by_uid",
    args: (uid) => ({ uid, button: "right", ...quiet }),
    last: "contextmenu",
    touched: PRESSED,
  },
  hold: { tool: "interactWithPage", args: interact("pressAndHold"), last: "mousedown", touched: PRESSED },
  // The pointer stays where it is, so the browser itself moves it over what comes next.
  hover: { tool: "hover_by_uid", args: (uid) => ({ uid, ...quiet }), last: "mousemove", touched: /^$/ },
  key: { tool: "press_key", args: (uid) => ({ uid, key: "Enter", ...quiet }), last: "keydown", touched: KEYED },
  type: {
    tool: "type_text",
    args: (uid) => ({ uid, text: TEXT, ...quiet }),
    widget: "text",
    last: "input",
    times: TEXT.length,
    touched: KEYED,
  },
  fill: {
    tool: "fill_by_uid",
    args: (uid) => ({ uid, value: TEXT, ...quiet }),
    widget: "text",
    last: "input",
    touched: KEYED,
  },
  select: {
    tool: "select_option",
    args: (uid) => ({ uid, values: ["20"], ...quiet }),
    widget: "select",
    last: "input",
    touched: KEYED,
  },
  check: {
    tool: "set_checked",
    args: (uid) => ({ uid, checked: true, ...quiet }),
    widget: "check",
    last: "click",
    touched: PRESSED,
  },
  scroll,
  drag,
  // An HTML drag.
  carry: { ...drag, widget: "card", last: "bin drop" },
  push: {
    tool: "drag_by_uid",
    args: (uid) => ({ uid, by: { dy: 90 }, durationMs: 50, ...quiet }),
    widget: "handle",
    last: "bin mouseup",
    touched: PULLED,
  },
} satisfies Record<string, Raced>;
export type Action = keyof typeof ACTIONS;
const raced = (action: Action): Raced => ACTIONS[action];

/** The moments of the swap that an action has. */
export const triggersOf = (action: Action): readonly Trigger[] =>
  raced(action).tool.startsWith("drag") ? TRIGGERS : TRIGGERS.filter((trigger) => trigger !== "drag");

/** What an answer says that cannot say for certain what became of the input. */
const UNSURE =
  /The pointer is not over it now|The page replaced the dragged element|The drag ended without a drop|had been given input before|so its end could not be observed|so it may not have ended where|This connection cannot tell whether/;
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
    const { tool, args, widget = "button" } = raced(action);
    const { role } = WIDGETS[widget];
    if (kind === "bfcache") await this.pilot.open(this.site.foreign(id, widget));
    await this.pilot.open(this.site.address(id, { kind, trigger, widget }, delay));
    const tree = await until("the element", async () => {
      const { isError } = await this.pilot.call("take_snapshot");
      // A machine that is too busy shows nothing of a race.
      if (isError) return undefined;
      const tree = await this.pilot.snapshot();
      return tree.nodes.some((node) => node.role === role && node.name === "Save") ? tree : undefined;
    });
    const bin = tree.nodes.some(({ name }) => name === "Bin") ? tree.uid("button", "Bin") : "";
    // A focus in the foreign page that was shown first is no sighting of this try.
    this.site.forget(id);
    const calling = this.pilot.call(tool, { ...args(tree.uid(role, "Save"), bin) });
    this.site.go(id);
    const answer = await calling;
    const swapped = (): boolean => this.site.seen(id).some(({ type }) => type === "swap");
    for (const end = performance.now() + delay + 150; !swapped() && performance.now() < end; ) await sleep(5);
    await sleep(60);
    const seen = this.site.seen(id);
    const judged = (): Try => ({ ...judge(action, kind, answer, seen), seen });
    // A busy machine delays what the page reports.
    for (const end = performance.now() + 1_000; judged().verdict === "lost" && performance.now() < end; )
      await sleep(50);
    const result = judged();
    if (answer.text.includes("dialog")) await this.pilot.call("dismiss_dialog");
    return result;
  }
}

function judge(
  action: Action,
  kind: Kind,
  answer: { isError: boolean; code?: string; text: string },
  seen: Sighting[],
): Omit<Try, "seen"> {
  const { last, touched, times = 1 } = raced(action);
  const count = (name: string, type: (type: string) => boolean): number =>
    seen.filter((sighting) => sighting.button === name && type(sighting.type)).length;
  const saw = (name: string, type: (type: string) => boolean): boolean => count(name, type) > 0;
  const base = { code: answer.code ?? "", text: answer.text };
  if (saw("foreign", (type) => touched.test(type))) return { ...base, verdict: "foreign" };
  const unsure = UNSURE.test(answer.text);
  if (!answer.isError && !unsure) {
    const arrived = count("meant", (type) => type === last) >= times;
    // The last report of a process that ends then can get lost. A click follows press and release in the task of the release.
    const ends = kind.startsWith("xframe") && last === "click" && times === 1;
    const followed = ends && ["mousedown", "mouseup"].every((wanted) => saw("meant", (type) => type === wanted));
    const pressed = saw("meant", (type) => onlyPressed(answer.text, type));
    return { ...base, verdict: arrived || followed || pressed ? "done" : "lost" };
  }
  const typed = /(?<!at most )(\b\d+) of \d+ characters were typed/.exec(answer.text);
  if (typed) {
    const arrived = count("meant", (type) => type === "keydown");
    if (arrived !== Number(typed[1])) return { ...base, verdict: arrived > Number(typed[1]) ? "denied" : "lost" };
  }
  if (UNCERTAIN.has(answer.code ?? "") || unsure) return { ...base, verdict: "uncertain" };
  return { ...base, verdict: saw("meant", (type) => touched.test(type)) ? "denied" : "refused" };
}

/** Whether the answer says that the element got no more than the press, or the first click, and it did. */
const onlyPressed = (text: string, type: string): boolean =>
  (text.startsWith("Pressed ") && text.includes("no click event followed") && type === "pointerdown") ||
  (text.includes("so it got no second one") && type === "click");

/** A moment of the swap, in milliseconds after the call: most of them fall between the check and the release. */
export const delayOf = (index: number, slow: boolean): number => (index * 7) % (slow ? 60 : 30);
