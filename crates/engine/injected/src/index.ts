/** Entry: what the engine calls, see protocol.ts. */
import { walkAgain } from "./again/again.js";
import { ahead, asked } from "./again/ahead.js";
import { boxes } from "./boxes.js";
import { keepCandidates } from "./candidates.js";
import { caret, held } from "./caret.js";
import { choose } from "./choose.js";
import { describe } from "./describe.js";
import { documentElement, documentTitle, readyState, scrollingElement } from "./dom.js";
import { dragSynthetic } from "./drag.js";
import { fill } from "./fill.js";
import { adoptNodes, handles, through } from "./frames.js";
import { header } from "./header.js";
import { imitate } from "./imitate.js";
import { place } from "./locator/found.js";
import { locate } from "./locator/locate.js";
import { prepare } from "./prepare.js";
import type { PageFacts, WalkArgs } from "./protocol.js";
import { quiet } from "./quiet.js";
import { DOC } from "./registry.js";
import { rootFor } from "./root.js";
import { area, scrolled } from "./scroll.js";
import { ownerSelector, selector } from "./selector.js";
import { refused } from "./target.js";
import { line, NAME_LENGTH } from "./text.js";
import { upload } from "./upload.js";
import { view } from "./view.js";
import { wait } from "./wait.js";
import { Walk } from "./walk.js";
import { outcome } from "./watch.js";

function walk(args: WalkArgs): string {
  asked();
  if (args.known !== undefined) return walkAgain(args.known);
  const root = rootFor(args);
  if (root && refused(root)) return `!${JSON.stringify(root)}`;
  const pass = new Walk(null, args);
  if (root && root !== documentElement(document)) {
    pass.part(root);
  } else {
    pass.all();
    view(pass.lines.list);
  }
  keepCandidates(pass.candidates.list);
  return header(pass) + pass.lines.text();
}

function page(): PageFacts {
  const area = scrollingElement() ?? documentElement(document);
  return {
    doc: DOC,
    url: location.href,
    title: line(documentTitle(document), NAME_LENGTH),
    ready: readyState(document),
    width: innerWidth,
    height: innerHeight,
    scrollX,
    scrollY,
    contentWidth: area?.scrollWidth ?? innerWidth,
    contentHeight: area?.scrollHeight ?? innerHeight,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: arguments come as JSON; the engine is the only caller
const methods: Record<string, (args: any) => unknown> = {
  ahead,
  locate,
  place,
  describe,
  prepare,
  outcome,
  fill,
  choose,
  caret,
  area,
  scrolled,
  held,
  upload,
  through,
  selector,
  ownerSelector,
  wait,
  dragSynthetic,
  imitate,
  page,
  quiet,
  boxes,
};

function call(method: string, argsJson: string): string | Promise<string> {
  const args = JSON.parse(argsJson || "{}") as WalkArgs;
  if (method === "walk") return walk(args);
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!run) throw new TypeError(`no such method: ${method}`);
  const answer = run(args);
  return answer instanceof Promise ? answer.then((value) => JSON.stringify(value)) : JSON.stringify(answer);
}

// A frame or element with this name shows up as a property too, but never as a function.
if (typeof (globalThis as { __uipilot?: unknown }).__uipilot !== "function") {
  Object.defineProperty(globalThis, "__uipilot", {
    value: Object.assign(call, { handles, adopt: adoptNodes }),
    enumerable: false,
    configurable: false,
    writable: false,
  });
}
