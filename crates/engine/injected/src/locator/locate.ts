/** `locate`: finds elements by meaning, and waits for them. */

import { localName, queryScope } from "../dom/dom.js";
import { larger } from "../dom/geometry.js";
import { DOC } from "../dom/registry.js";
import { canHost, flatContains, nearestAround } from "../dom/shadow.js";
import { refused, resolve } from "../elements/target.js";
import type { Refusal } from "../protocol.js";
import { WIDGETS } from "../semantics/role.js";
import { Candidates, keepCandidates } from "../walk/shadow-candidates.js";
import { whenSettled } from "../watching/settled.js";
import { fitting, labelled } from "./fit.js";
import { describe, isBehind, isEnabled, isVisible } from "./found.js";
import { nearest } from "./near.js";
import { Malformed } from "./path.js";
import type { LocateArgs, Located, Step } from "./protocol.js";
import { MAX_CHECKED, type Result, search, searchSeen } from "./search.js";
import { inOrder, View } from "./view.js";

/** The result of one search. */
interface Look {
  view: View;
  result: Result;
  matches: Element[];
  visible: boolean;
}

/** `locate`. */
export function locate(args: LocateArgs): Located | Refusal | Promise<Located | Refusal> {
  try {
    const now = look(args);
    if ("state" in now) return now;
    if (args.timeoutMs <= 0 || satisfied(now, args)) return answer(now, args);
    return whenSettled<Located | Refusal>(args.timeoutMs, () => {
      const again = look(args);
      if ("state" in again) return { done: again };
      return satisfied(again, args) ? { done: answer(again, args) } : { watched: again.matches.slice(0, 10) };
    }).then((found) => found ?? lastLook(args));
  } catch (reason) {
    if (reason instanceof Malformed) return { state: "value", why: reason.message };
    throw reason;
  }
}

function lastLook(args: LocateArgs): Located | Refusal {
  const last = look(args);
  return "state" in last ? last : answer(last, args);
}

function look(args: LocateArgs): Look | Refusal {
  let within: Element[] | undefined;
  if (args.root) {
    const root = resolve(args.root);
    if (refused(root)) return root;
    within = [root];
  }
  const last = args.steps[args.steps.length - 1] as Step;
  // A file input is used hidden.
  const seeks = last.hidden || args.doing === "upload" ? search : searchSeen;
  let view = new View(within);
  for (const step of args.steps.slice(0, -1)) view = new View(search(view, step, args.testId).best.elements);
  const result = seeks(view, last, args.testId);
  const all = result.best.elements;
  const shown = all.length > MAX_CHECKED ? all : reachable(all.filter(isVisible));
  const visible = shown.length > 0;
  // Hidden duplicates of visible elements (a menu for small screens) are left out.
  const counted = visible && !last.hidden ? shown : all;
  const words = result.by === "text" && counted.length <= MAX_CHECKED ? labelled(view, counted, args.doing) : counted;
  const meant = last.by === "any" && words.length <= MAX_CHECKED ? mostMeant(view, words) : words;
  return { view, result, matches: inOrder(fitting(view, meant, args.doing)), visible };
}

/** The least width and height, in CSS pixels, of what a person can see. */
const LEAST_SEEN = 3;

/** Those that a person or a screen reader can get to, if any: libraries keep the native select of what they draw, for forms. */
function reachable(found: Element[]): Element[] {
  if (found.length < 2) return found;
  const met = found.filter((el) => larger(el, LEAST_SEEN) || !nearestAround(el, "[aria-hidden=true]"));
  return met.length > 0 ? met : found;
}

/**
 * Of what words alone name, the controls, and of these the innermost: a menu is called as its only item, a panel as the button that opens
 * it, and a button can be wrapped in another one.
 */
function mostMeant(view: View, found: Element[]): Element[] {
  if (found.length < 2) return found;
  const controls = found.filter((el) => WIDGETS.has(view.roles.of(el, localName(el))));
  const meant = controls.length > 0 ? controls : found;
  return meant.filter((outer) => !meant.some((inner) => inner !== outer && flatContains(outer, inner)));
}

function satisfied({ matches, visible }: Look, args: LocateArgs): boolean {
  if (matches.length <= args.beyond) return false;
  if (args.visible && !visible) return false;
  // Several matches: the caller has to choose before `enabled` matters.
  const [first] = matches as [Element];
  return !args.enabled || matches.length > 1 || isEnabled(first) || (args.doing !== undefined && isBehind(first));
}

function answer({ view, result, matches, visible }: Look, args: LocateArgs): Located {
  const start = args.skip < 0 ? Math.max(0, matches.length + args.skip) : args.skip;
  const taken = args.skip < 0 && matches.length < -args.skip ? [] : matches.slice(start, start + args.take);
  const last = args.steps[args.steps.length - 1] as Step;
  const near = args.near && matches.length === 0 ? nearest(view, last, args.testId) : [];
  return {
    state: "located",
    doc: DOC,
    rank: result.rank,
    by: result.by,
    total: matches.length,
    visible,
    matches: taken.map((el) => describe(view, el)),
    near: near.map((el) => describe(view, el)),
    shadowCandidates: matches.length === 0 ? candidates(view) : 0,
  };
}

/** Collects elements that may have a closed shadow root, for the engine to ask for. Answers their number. */
function candidates(view: View): number {
  const found = new Candidates(view.styles);
  for (const scope of view.scopes) {
    for (const el of queryScope(scope, "*")) {
      const tag = localName(el);
      if (canHost(tag) && Candidates.worth(el, tag)) found.consider(el, tag, view.styles.of(el));
    }
  }
  keepCandidates(found.list);
  return found.list.length;
}
