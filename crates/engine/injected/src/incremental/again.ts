/**
 * Walks a document again and again: only what may have changed since the last time is looked at, everything else is
 * taken over. Where that cannot be told, all of it is looked at.
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
import { focusedElement } from "../dom/focus.js";
import { larger } from "../dom/geometry.js";
import { DOC } from "../dom/registry.js";
import { hostedBy, meet, scopes } from "../dom/shadow.js";
import { read } from "../dom/style.js";
import type { WalkArgs } from "../protocol.js";
import { header } from "../walk/header.js";
import type { Line } from "../walk/line.js";
import { Notes, OUTDATED } from "../walk/record.js";
import { keepCandidates, keptCandidates } from "../walk/shadow-candidates.js";
import { type Seen, view } from "../walk/viewport.js";
import { Walk } from "../walk/walk.js";
import { different, untold, whole } from "./answer.js";
import { whenIdle } from "./idle.js";
import { followReferences, type References, referencesOf, referringIn } from "./references.js";
import { printsOf, unchanged, unsteadyIn } from "./sheets.js";
import { Stale } from "./stale.js";
import { Tracker } from "./tracker.js";
import { changedStates, changedValues, statesIn } from "./values.js";

/** A larger document is walked as a whole every time: what is kept of each element would be too much. */
const MOST_PLACES = 300_000;
/** What an animation has to move to matter. */
const MOVED = /^(?:all|display|visibility|cursor|contentVisibility|content-visibility|float|position|cssFloat)$/;

/** Media features that a page can ask for, besides the size of the viewport. */
const MEDIA = [
  "print",
  "(prefers-color-scheme: dark)",
  "(prefers-reduced-motion: reduce)",
  "(prefers-contrast: more)",
  "(forced-colors: active)",
  "(hover: hover)",
  "(pointer: fine)",
].map((query) => matchMedia(query));

/** The last walk of this document, and what it depended on. */
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
  /** Controls in each state that changes by itself. */
  states: Set<Element>[];
  world: unknown[];
  focused: Element | null;
  animated: Animated;
  standIns: Set<Element>;
}

let last: Last | undefined;
let serial = 0;

/** What everything depends on. */
const world = (): unknown[] => [
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

/** Walks the document. `known`: the walk that the caller has, so that only differences are told. */
export function walkAgain({ doc, serial: had }: NonNullable<WalkArgs["known"]>): string {
  let pass = goOn();
  const base = pass && doc === DOC && last?.serial === had ? had : 0;
  pass ??= first();
  const { list } = pass.lines;
  number();
  return header(pass, serial, base) + (base > 0 ? different(list) : whole(list));
}

/** Walks the document for the next one who asks, unless there is a walk to go on from. Nobody is told of it. */
export function walkAhead(): void {
  if (last) return;
  untold(first().lines.list);
  number();
  const own = serial;
  // A browser compiles what runs. Going on once before anyone asks makes the first answer with what has changed as
  // quick as those that follow it.
  whenIdle(() => {
    if (last?.serial !== own) return;
    const pass = goOn();
    if (pass) different(pass.lines.list);
    else untold(first().lines.list);
    number();
  });
}

/** Goes on from the last walk, where there is one and it still holds. */
function goOn(): Walk | undefined {
  let pass: Walk | undefined;
  try {
    pass = last && repeated(last);
  } catch (reason) {
    if (reason !== OUTDATED) throw reason;
  } finally {
    meet(null);
    if (!pass) forgetLast();
  }
  return pass;
}

/** Gives the walk that was made its number. */
function number(): void {
  serial++;
  if (last) last.serial = serial;
}

function forgetLast(): void {
  last?.tracker.end();
  last = undefined;
}

/** Looks at everything. */
function first(): Walk {
  const notes = new Notes();
  const roots = new Set<Node>([document]);
  const pass = new Walk(null, {}, notes);
  meet(roots);
  try {
    pass.all();
  } finally {
    meet(null);
  }
  const seen = view(pass.lines.list);
  keepCandidates(pass.candidates.list);
  const references = referencesOf(notes.referring, roots, pass.names.labelMaps);
  keep(pass, seen, notes, new Tracker(), roots, references, statesIn(roots));
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
): void {
  if (pass.deep || notes.styles.size > MOST_PLACES) {
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
    world: world(),
    focused: focusedElement(),
    animated: animated(roots),
    standIns: pass.standIns,
  };
  last = now;
  // The answer does not wait for what only the next walk needs.
  whenIdle(() => {
    if (last !== now) return;
    notes.collect();
    for (const prints of now.scopes.values()) unsteadyIn(prints);
  });
}

/** Looks at what may have changed. @throws OUTDATED where that is too much, or cannot be told. */
function repeated(before: Last): Walk {
  const changed = before.tracker.take();
  const here = world();
  if (!changed || here.some((value, i) => value !== before.world[i])) throw OUTDATED;
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
  for (const el of stale.forgotten) for (const one of referringIn(el)) notes.referring.add(one);
  const references = referencesOf(notes.referring, roots);
  const quiet = stale.marked.size === 0 && !moving.any && !before.animated.any;
  // A label stands for a control that is not drawn, and the control must not be shown once more.
  for (const el of before.standIns) if (isConnected(el)) stale.mark(el);
  followReferences(stale, before.references, references);

  meet(roots);
  const pass = new Walk(null, {}, notes, {
    lines: before.lines,
    owners: before.owners,
    forget: (el) => stale.empty(el),
  });
  pass.names.labelMaps = references.labels;
  pass.all();
  for (const line of before.seen.lines) line.view = "";
  const seen = view(pass.lines.list, quiet ? before.seen : undefined);
  const list = pass.candidates.list;
  for (const el of keptCandidates()) if (isConnected(el) && !list.includes(el)) list.push(el);
  keepCandidates(list);
  keep(pass, seen, notes, before.tracker, roots, references, states);
  return pass;
}

/** The document and its shadow roots. A host may have got its shadow tree since. */
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

/** Marks what style sheets may show differently although nothing in it or around it has changed. */
function followStyles(stale: Stale, before: Last, roots: Iterable<Node>, moving: Animated): void {
  const { styles, shownByState, generated } = before.notes;
  const looked = new Set([...moving.looks, ...before.animated.looks, ...shownByState]);
  let told = true;
  for (const root of roots) {
    const prints = printsOf(root);
    const was = before.scopes.get(root);
    if (was && !unchanged(was, prints)) throw OUTDATED;
    const unsteady = unsteadyIn(prints);
    if (!unsteady) {
      told = false;
      continue;
    }
    try {
      if (unsteady.styles.length > 0) for (const el of queryScope(root, unsteady.styles.join(","))) looked.add(el);
      if (unsteady.texts.length > 0) for (const el of queryScope(root, unsteady.texts.join(","))) stale.mark(el);
    } catch {
      told = false; // a selector that means something in a style sheet only
    }
  }
  if (!told || looked.size > styles.size / 4 + 200) {
    // Then all styles are read again, which is about half of a walk. Only words that such a sheet draws, and that
    // come without a change in or above their element, stay unseen.
    for (const el of styles.keys()) looked.add(el);
    for (const el of generated) stale.mark(el);
  }
  for (const el of looked) {
    const bits = styles.get(el);
    if (bits !== undefined && read(el) !== bits) stale.forget(el);
  }
}

/** What animations and transitions do just now. */
interface Animated {
  /** Elements that they show, hide or turn into something else. */
  looks: Set<Element>;
  /** Whether there are any: they may move what lies over the page, too. */
  any: boolean;
}

function animated(roots: Iterable<Node>): Animated {
  const found: Animated = { looks: new Set(), any: false };
  for (const root of roots) {
    if (nodeType(root) !== 9 && nodeType(root) !== 11) continue;
    for (const { effect } of animationsIn(root)) {
      found.any = true;
      const { target } = (effect ?? {}) as { target?: Element | null };
      if (!target || !isElement(target)) continue;
      const frames = (effect as KeyframeEffect).getKeyframes();
      if (frames.some((frame) => Object.keys(frame).some((name) => MOVED.test(name)))) found.looks.add(target);
    }
  }
  return found;
}
