/**
 * The entry: the methods that the engine calls first, see protocol.ts. The others are in rest.ts.
 *
 * The folders, each of which imports only from those before it:
 *   dom/          the DOM, styles, geometry, text
 *   semantics/    roles, names, descriptions and states, as assistive technology gets them
 *   unseen/       what a person cannot see (imports only dom/; semantics/ and walk/ ask it)
 *   walk/         the walk and its lines
 *   incremental/  repeated walks, which reuse the lines of unchanged elements
 *   elements/     from the engine's ids to elements; hit tests, boxes, frames
 *   watching/     waiting for changes, and watching an action
 *   locator/      finding elements by meaning
 *   reading/      the text of a page, for readers
 *   acting/       checks before input, filling, choosing, scrolling
 *   page-tools/   tools that the page offers to agents
 *   scripts/      scripts of the caller's, beside ours
 *   by-hand/      what a person does, told while that is recorded; a bundle of its own
 */

import { documentElement, documentTitle, readyState, scrollingElement } from "./dom/dom.js";
import { documentStart } from "./dom/geometry.js";
import { DOC } from "./dom/registry.js";
import { line, NAME_LENGTH } from "./dom/text.js";
import { framePlace } from "./elements/frame-place.js";
import { adoptNodes, handles } from "./elements/frames.js";
import { notePicture } from "./elements/pictures.js";
import { rootFor } from "./elements/root.js";
import { refused } from "./elements/target.js";
import { walkAgain } from "./incremental/again.js";
import { ahead, cancelAhead } from "./incremental/ahead.js";
import type { PageFacts, WalkArgs } from "./protocol.js";
import { install, run } from "./scripts/scripts.js";
import { shared } from "./shared.js";
import { keepUnseen, lastUnseen, Unseen } from "./unseen/unseen.js";
import { header } from "./walk/header.js";
import { keepCandidates } from "./walk/shadow-candidates.js";
import { view } from "./walk/viewport.js";
import { Walk } from "./walk/walk.js";
// From its first look on, a document closes its gate when it comes back from the back/forward cache.
import "./watching/gate.js";
import { turn } from "./watching/turn.js";

function walk(args: WalkArgs): string {
  cancelAhead();
  if (args.known !== undefined) return walkAgain(args.known);
  const root = rootFor(args);
  if (root && refused(root)) return `!${JSON.stringify(root)}`;
  const pass = new Walk(null, args);
  const unseen = new Unseen(true, lastUnseen());
  unseen.enter(document);
  pass.respect(unseen);
  if (root && root !== documentElement(document)) {
    pass.part(root);
  } else {
    pass.all();
    view(pass.lines.list);
  }
  keepCandidates(pass.candidates.list);
  if (args.unseen !== true) keepUnseen(unseen);
  // With `unseen`, nothing was left out.
  const leftOut = args.unseen === true ? 0 : unseen.told();
  return `${header(pass)}\t\t${leftOut}${pass.lines.text()}`;
}

function page({ picture }: { picture?: number }): PageFacts {
  if (picture !== undefined) notePicture(picture);
  const area = scrollingElement() ?? documentElement(document);
  const [contentLeft, contentTop] = documentStart();
  return {
    doc: DOC,
    url: location.href,
    title: line(documentTitle(document), NAME_LENGTH),
    ready: readyState(document),
    width: innerWidth,
    height: innerHeight,
    scrollX,
    scrollY,
    contentLeft,
    contentTop,
    contentWidth: area?.scrollWidth ?? innerWidth,
    contentHeight: area?.scrollHeight ?? innerHeight,
    density: devicePixelRatio,
  };
}

type Methods = Record<string, (args: never) => unknown>;

const methods: Methods = { walk, ahead, run, page, alive: turn };

/** Whether the rest is there. */
let whole = false;

/** Takes the rest of the script, once. `make` is given what it shares with this part (`parts.mjs`). */
function extend(make: (shared: unknown) => { methods: Methods; beside: object }): void {
  if (whole) return;
  const rest = make(shared);
  Object.assign(methods, rest.methods);
  Object.assign(call, rest.beside);
  whole = true;
}

/** The answer of a method of the rest that is not there yet: the engine puts it in, and calls again. */
const REST_WANTED = "\u0001rest";

function call(method: string, argsJson: string): string | Promise<string> {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!run) {
    if (!whole) return REST_WANTED;
    throw new TypeError(`no such method: ${method}`);
  }
  const answer = run(JSON.parse(argsJson || "{}") as never);
  if (TEXTS.has(method)) return answer as string | Promise<string>;
  return answer instanceof Promise ? answer.then((value) => JSON.stringify(value)) : JSON.stringify(answer);
}

/** The methods whose answers are texts of a form of their own. */
const TEXTS = new Set(["walk", "read"]);

// An element or frame with this name is a property of the window too, but not a function.
if (typeof (globalThis as { __uipilot?: unknown }).__uipilot !== "function") {
  Object.defineProperty(globalThis, "__uipilot", {
    value: Object.assign(call, { extend, handles, framePlace, adopt: adoptNodes, install }),
    enumerable: false,
    configurable: false,
    writable: false,
  });
}
