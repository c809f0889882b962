/**
 * Walks a document repeatedly. Only what may have changed since the last walk is walked again; the lines of everything
 * else are reused. If that is not safe, the whole document is walked.
 *
 * A walk keeps the lines of each element with what was known from its ancestors (`walk/record.ts`). An observer records
 * what the page changes (`tracker.ts`); it ends itself after 20,000 changes or 5 minutes. What no mutation reports is
 * checked each time: what fields hold (`values.ts`), focus, popovers, animations, sizes that decided, references by id
 * (`references.ts`), new shadow roots, and elements that a style sheet can show differently because of siblings, states
 * or the size of a container (`sheets.ts`). With a sheet of another origin, whose rules cannot be read, the styles of all
 * elements are read again. Another viewport, address or style sheet, or too many changes: everything is walked.
 *
 * Two things stay unseen until the next whole walk: a declaration of a rule that a script sets in place, and text that a
 * sheet of another origin generates by state. Tests with random changes compare the result with a fresh walk.
 */

import {
  animationsIn,
  baseAddress,
  designMode,
  documentBody,
  documentElement,
  fullscreenElement,
  hostOf,
  isConnected,
  isElement,
  nodeType,
  queryScope,
} from "../dom/dom.js";
import { awaitCalm } from "../dom/due.js";
import { focusedElement } from "../dom/focus.js";
import { larger } from "../dom/geometry.js";
import { DOC, forgetFreed, freedNumbers } from "../dom/registry.js";
import { collectRoots, hostedBy, scopes } from "../dom/shadow.js";
import { read } from "../dom/style.js";
import type { NodeNumber, WalkArgs } from "../protocol.js";
import { keepUnseen, lastUnseen, Unseen } from "../unseen/unseen.js";
import { Modals } from "../walk/behind.js";
import { header } from "../walk/header.js";
import type { Line } from "../walk/line.js";
import { Notes, OUTDATED } from "../walk/record.js";
import { keepCandidates, keptCandidates } from "../walk/shadow-candidates.js";
import { type Seen, view } from "../walk/viewport.js";
import { Walk } from "../walk/walk.js";
import { different, noteUnsent, whole } from "./answer.js";
import { whenIdle } from "./idle.js";
import { followReferences, type References, referencesOf, referringIn } from "./references.js";
import { printsOf, unchanged, unsteadyIn } from "./sheets.js";
import { Stale } from "./stale.js";
import { Tracker } from "./tracker.js";
import { changedStates, changedValues, statesIn } from "./values.js";

/** A document with more elements is walked as a whole each time, since the notes would take too much memory. */
const MAX_ELEMENTS = 300_000;
/** The animated properties that matter to a walk. */
const SHOWN_BY = /^(?:all|display|visibility|cursor|contentVisibility|content-visibility|float|position|cssFloat)$/;

/** Media features on which styles can depend, besides the size of the viewport. */
const MEDIA = [
  "print",
  "(prefers-color-scheme: dark)",
  "(prefers-reduced-motion: reduce)",
  "(prefers-contrast: more)",
  "(forced-colors: active)",
  "(hover: hover)",
  "(pointer: fine)",
].map((query) => matchMedia(query));

/** The last walk of this document, and what its lines depend on. */
interface Last {
  serial: number;
  lines: Line[];
  owners: Line[];
  seen: Seen;
  notes: Notes;
  tracker: Tracker;
  /** The document and its shadow roots, with the style sheets of each. */
  scopes: Map<Node, ReturnType<typeof printsOf>>;
  references: References;
  /** The controls in each state that changes without a mutation. */
  states: Set<Element>[];
  environment: unknown[];
  focused: Element | null;
  animated: Animated;
  standIns: Set<Element>;
  unseen: Unseen;
}

let last: Last | undefined;
let serial = 0;
/** How many texts the last walk left out ({@link Unseen.told}). */
let leftOut = "0";
/** The freed elements that the last answer named, and its serial number. The next call shows whether it arrived. */
let told: { serial: number; freed: NodeNumber[] } = { serial: 0, freed: [] };

/** What all lines depend on. */
const environmentNow = (): unknown[] => [
  documentElement(document),
  documentBody(),
  location.href.split("#", 1)[0],
  baseAddress(document),
  innerWidth,
  innerHeight,
  devicePixelRatio,
  designMode(document),
  fullscreenElement(document),
  ...MEDIA.map(({ matches }) => matches),
];

/** Walks the document, and answers the difference from the walk that the caller has. */
export function walkAgain({ doc, serial: had }: NonNullable<WalkArgs["known"]>): string {
  if (told.freed.length > 0 && doc === DOC && told.serial === had) forgetFreed(told.freed);
  let pass = continued();
  const base = pass && doc === DOC && last?.serial === had ? had : 0;
  pass ??= fresh();
  const { list } = pass.lines;
  assignSerial();
  told = { serial, freed: [...freedNumbers()] };
  return `${header(pass, serial, base)}\t${runs(told.freed)}\t${leftOut}${base > 0 ? different(list) : whole(list)}`;
}

/** Ascending numbers as `3,5-9`. */
function runs(numbers: readonly number[]): string {
  const out: string[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const first = numbers[i] as number;
    while (numbers[i + 1] === (numbers[i] as number) + 1) i++;
    const end = numbers[i] as number;
    out.push(end > first ? `${first}-${end}` : `${first}`);
  }
  return out.join(",");
}

/** Walks the document before the engine asks, unless there is a walk already. Nothing is answered. */
export function walkAhead(): void {
  if (last) return;
  noteUnsent(fresh(false).lines.list);
  assignSerial();
  const own = serial;
  // The browser compiles code that runs. One repeated walk now makes the first real one as fast as later ones.
  whenIdle(() => {
    if (last?.serial !== own) return;
    const pass = continued();
    if (pass) different(pass.lines.list);
    else noteUnsent(fresh(false).lines.list);
    assignSerial();
  });
}

/** Walks on the basis of the last walk; undefined if there is none, or it is outdated. */
function continued(): Walk | undefined {
  let pass: Walk | undefined;
  try {
    pass = last && repeated(last);
  } catch (reason) {
    if (reason !== OUTDATED) throw reason;
  } finally {
    collectRoots(null);
    if (!pass) forgetLast();
  }
  return pass;
}

/** Gives the walk its serial number. */
function assignSerial(): void {
  serial++;
  if (last) last.serial = serial;
}

function forgetLast(): void {
  last?.tracker.end();
  last = undefined;
}

/** Walks the whole document. `hurried`: a call waits for it. */
function fresh(hurried = true): Walk {
  const notes = new Notes();
  const roots = new Set<Node>([document]);
  const pass = new Walk(null, {}, notes);
  const unseen = new Unseen(hurried, lastUnseen());
  collectRoots(roots);
  try {
    unseen.enter(document);
    pass.respect(unseen);
    pass.all();
  } finally {
    collectRoots(null);
  }
  const seen = view(pass.lines.list);
  keepCandidates(pass.candidates.list);
  const references = referencesOf(notes.referring, roots, pass.names.labelMaps);
  keep(pass, seen, notes, new Tracker(), roots, references, statesIn(roots), unseen);
  return pass;
}

function keep(
  pass: Walk,
  seen: Seen,
  notes: Notes,
  tracker: Tracker,
  roots: Iterable<Node>,
  references: References,
  states: Set<Element>[],
  unseen: Unseen,
): void {
  keepUnseen(unseen);
  leftOut = unseen.told();
  if (pass.deep || notes.styles.size > MAX_ELEMENTS) {
    tracker.end();
    last = undefined;
    return;
  }
  if (notes.roles.size === 0) notes.roles = pass.roles.memo;
  else for (const [el, role] of pass.roles.memo) notes.roles.set(el, role);
  tracker.onEnd = () => {
    if (last?.tracker === tracker) last = undefined;
  };
  tracker.follow(roots);
  const now: Last = {
    serial,
    lines: pass.lines.list,
    owners: pass.owners,
    seen,
    notes,
    tracker,
    scopes: new Map(Array.from(roots, (root) => [root, printsOf(root)])),
    references,
    states,
    environment: environmentNow(),
    focused: focusedElement(),
    animated: animated(roots),
    standIns: pass.standIns,
    unseen,
  };
  last = now;
  if (unseen.isOwing) whenIdle(() => last?.unseen === unseen && unseen.finish());
  awaitCalm();
  // Only the next walk needs this, so that the answer does not wait for it.
  whenIdle(() => {
    if (last !== now) return;
    notes.collect();
    for (const prints of now.scopes.values()) unsteadyIn(prints);
  });
}

/** Walks what may have changed. @throws OUTDATED if that is too much, or unknown. */
function repeated(before: Last): Walk {
  const changed = before.tracker.take();
  const here = environmentNow();
  if (!changed || here.some((value, i) => value !== before.environment[i])) throw OUTDATED;
  const { notes } = before;
  notes.collect();
  const stale = new Stale(notes);
  stale.follow(changed);
  const roots = rootsNow(before, stale);
  const moving = animated(roots);
  followStyles(stale, before, roots, moving);
  const focused = focusedElement();
  if (focused !== before.focused) for (const el of [focused, before.focused]) if (el && isConnected(el)) stale.mark(el);
  const states = statesIn(roots);
  for (const el of [...changedValues(notes.values), ...changedStates(before.states, states)]) stale.mark(el);
  for (const [el, was] of notes.sizes) if (larger(el, was.size) !== was.larger) stale.mark(el);
  const modals = new Modals();
  for (const [el, was] of notes.unheard) if (modals.hides(el) !== was) stale.mark(el);
  for (const el of stale.forgotten) for (const one of referringIn(el)) notes.referring.add(one);
  const references = referencesOf(notes.referring, roots);
  for (const el of before.unseen.takeLate()) stale.mark(el);
  const still = stale.marked.size === 0 && !moving.any && !before.animated.any;
  // After a change of anything, or a transition, what could not be seen may be.
  if (!still) for (const el of before.unseen.again([...stale.forgotten, ...movedBy(roots)])) stale.mark(el);
  const quiet = stale.marked.size === 0 && !moving.any && !before.animated.any;
  // A control that its label stands for must not be shown a second time.
  for (const el of before.standIns) if (isConnected(el)) stale.mark(el);
  followReferences(stale, before.references, references);

  collectRoots(roots);
  const pass = new Walk(null, {}, notes, {
    lines: before.lines,
    owners: before.owners,
    forget: (el) => stale.empty(el),
  });
  pass.names.labelMaps = references.labels;
  pass.respect(before.unseen);
  pass.all();
  for (const line of before.seen.lines) line.view = "";
  const seen = view(pass.lines.list, quiet ? before.seen : undefined);
  const list = pass.candidates.list;
  for (const el of keptCandidates()) if (isConnected(el) && !list.includes(el)) list.push(el);
  keepCandidates(list);
  keep(pass, seen, notes, before.tracker, roots, references, states, before.unseen);
  return pass;
}

/** The document and its shadow roots, including new ones. */
function rootsNow(before: Last, stale: Stale): Set<Node> {
  const roots = new Set<Node>([document]);
  for (const root of before.scopes.keys())
    if (nodeType(root) === 11 && isConnected(hostOf(root as ShadowRoot))) roots.add(root);
  for (const el of before.notes.hosts) {
    const root = hostedBy(el);
    if (!root || roots.has(root) || !isConnected(el)) continue;
    for (const inner of scopes(root)) roots.add(inner);
    stale.forget(el);
  }
  return roots;
}

/** Marks elements whose style may differ although neither they nor their ancestors have changed. */
function followStyles(stale: Stale, before: Last, roots: Iterable<Node>, moving: Animated): void {
  const { styles, shownByState, generated } = before.notes;
  const checked = new Set([...moving.targets, ...before.animated.targets, ...shownByState]);
  let complete = true;
  for (const root of roots) {
    const prints = printsOf(root);
    const was = before.scopes.get(root);
    if (was && !unchanged(was, prints)) throw OUTDATED;
    const unsteady = unsteadyIn(prints);
    if (!unsteady) {
      complete = false;
      continue;
    }
    try {
      if (unsteady.styles.length > 0) for (const el of queryScope(root, unsteady.styles.join(","))) checked.add(el);
      if (unsteady.texts.length > 0) for (const el of queryScope(root, unsteady.texts.join(","))) stale.mark(el);
    } catch {
      complete = false; // a selector that is valid in a style sheet only
    }
  }
  if (!complete || checked.size > styles.size / 4 + 200) {
    // All styles are read again, which takes half as long as a walk. One case is missed: generated text of an unreadable
    // sheet that appears without a change of the element or its ancestors.
    for (const el of styles.keys()) checked.add(el);
    for (const el of generated) stale.mark(el);
  }
  for (const el of checked) {
    const bits = styles.get(el);
    if (bits !== undefined && read(el) !== bits) stale.forget(el);
  }
}

/** What the current animations and transitions of documents and shadow roots do. */
function effectsIn(roots: Iterable<Node>): (KeyframeEffect | null)[] {
  const found: (KeyframeEffect | null)[] = [];
  for (const root of roots) {
    if (nodeType(root) !== 9 && nodeType(root) !== 11) continue;
    for (const { effect } of animationsIn(root)) found.push(effect as KeyframeEffect | null);
  }
  return found;
}

/** The elements that animations change now. */
const movedBy = (roots: Iterable<Node>): Element[] =>
  effectsIn(roots).flatMap((effect) => (effect?.target && isElement(effect.target) ? [effect.target] : []));

/** The current animations and transitions. */
interface Animated {
  /** Elements whose shown state they can change. */
  targets: Set<Element>;
  /** Whether there are any. They can move the layers over the page. */
  any: boolean;
}

function animated(roots: Iterable<Node>): Animated {
  const effects = effectsIn(roots);
  const found: Animated = { targets: new Set(), any: effects.length > 0 };
  for (const effect of effects) {
    if (!effect?.target || !isElement(effect.target)) continue;
    const frames = effect.getKeyframes();
    if (frames.some((frame) => Object.keys(frame).some((name) => SHOWN_BY.test(name))))
      found.targets.add(effect.target);
  }
  return found;
}
