/**
 * The entry: the methods that the engine calls, see protocol.ts.
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

import { caret, held } from "./acting/caret.js";
import { choose } from "./acting/choose.js";
import { whyDisabled } from "./acting/disabled.js";
import { dragSynthetic } from "./acting/drag.js";
import { becomes, fill } from "./acting/fill.js";
import { imitate } from "./acting/imitate.js";
import { landed, landing } from "./acting/landing.js";
import { hovered, prepare } from "./acting/prepare.js";
import { area, scrolled, wheeled, wheeling } from "./acting/scroll.js";
import { seek } from "./acting/seek.js";
import { selectText } from "./acting/select-text.js";
import { focus, notePicture, point, scrollBack } from "./acting/sight.js";
import { drop, paste } from "./acting/transfer.js";
import { upload } from "./acting/upload.js";
import { documentElement, documentTitle, readyState, scrollingElement } from "./dom/dom.js";
import { documentStart } from "./dom/geometry.js";
import { DOC } from "./dom/registry.js";
import { secret } from "./dom/secret.js";
import { line, NAME_LENGTH } from "./dom/text.js";
import { activated } from "./elements/activated.js";
import { boxes } from "./elements/boxes.js";
import { describe } from "./elements/describe.js";
import { framePlace } from "./elements/frame-place.js";
import { adoptNodes, handles, through } from "./elements/frames.js";
import { readText } from "./elements/read-text.js";
import { rootFor } from "./elements/root.js";
import { ownerSelector, selector } from "./elements/selector.js";
import { refused } from "./elements/target.js";
import { texts } from "./elements/texts.js";
import { walkAgain } from "./incremental/again.js";
import { ahead, cancelAhead } from "./incremental/ahead.js";
import { place } from "./locator/found.js";
import { lasting, lastingOf } from "./locator/lasting.js";
import { locate } from "./locator/locate.js";
import { pageTools, startTool, stopTool, toolResult } from "./page-tools/page-tools.js";
import type { PageFacts, WalkArgs } from "./protocol.js";
import { read } from "./reading/read.js";
import { source } from "./reading/source.js";
import { install, run } from "./scripts/scripts.js";
import { keepUnseen, lastUnseen, Unseen } from "./unseen/unseen.js";
import { header } from "./walk/header.js";
import { keepCandidates } from "./walk/shadow-candidates.js";
import { view } from "./walk/viewport.js";
import { Walk } from "./walk/walk.js";
import { keys, typed } from "./watching/keys.js";
import { noted, noting } from "./watching/noting.js";
import { quiet } from "./watching/quiet.js";
import { turn } from "./watching/turn.js";
import { acted } from "./watching/vigil.js";
import { wait } from "./watching/wait.js";
import { guarded, outcome, witness } from "./watching/watch.js";

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

// biome-ignore lint/suspicious/noExplicitAny: arguments come as JSON from the engine
const methods: Record<string, (args: any) => unknown> = {
  ahead,
  locate,
  lasting,
  place,
  describe,
  prepare,
  hovered,
  landed,
  landing,
  outcome,
  witness,
  guarded,
  fill,
  becomes,
  choose,
  caret,
  area,
  scrolled,
  seek,
  selectText,
  wheeling,
  wheeled,
  point,
  scrollBack,
  focus,
  held,
  keys,
  typed,
  upload,
  whyDisabled,
  through,
  selector,
  readText,
  source,
  ownerSelector,
  pageTools,
  startTool,
  toolResult,
  stopTool,
  run,
  wait,
  dragSynthetic,
  paste,
  drop,
  imitate,
  page,
  alive: turn,
  quiet,
  noting,
  noted,
  boxes,
  texts,
  activated,
};

/** The methods with which actions begin. They run once the page gets a turn. */
const BEGINNINGS = new Set(["prepare", "keys", "area", "fill", "upload", "choose", "paste"]);
/** The methods that act themselves, without input from the engine. */
const ACTS = new Set(["fill", "upload", "choose", "paste", "drop", "dragSynthetic", "imitate"]);

function call(method: string, argsJson: string): string | Promise<string> {
  const args = JSON.parse(argsJson || "{}") as WalkArgs;
  if (method === "walk") return walk(args);
  if (method === "read") return read(JSON.parse(argsJson));
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!run) throw new TypeError(`no such method: ${method}`);
  const act = (): unknown => {
    if (ACTS.has(method)) acted();
    return run(args);
  };
  const answer = BEGINNINGS.has(method) ? turn().then(act) : act();
  return answer instanceof Promise ? answer.then((value) => JSON.stringify(value)) : JSON.stringify(answer);
}

// An element or frame with this name is a property of the window too, but not a function.
if (typeof (globalThis as { __uipilot?: unknown }).__uipilot !== "function") {
  Object.defineProperty(globalThis, "__uipilot", {
    value: Object.assign(call, { handles, framePlace, adopt: adoptNodes, install, lasting: lastingOf, secret }),
    enumerable: false,
    configurable: false,
    writable: false,
  });
}
