/**
 * The rest of the script: the methods that a first look at a page does not need. Browsers read a script of this size for longer than
 * they walk a small page, so it is put in when it is first needed, or in an idle moment.
 */

import { caret, held } from "./acting/caret.js";
import { choose } from "./acting/choose.js";
import { fillCode } from "./acting/code-editor.js";
import { whyDisabled } from "./acting/disabled.js";
import { dragSynthetic } from "./acting/drag.js";
import { drawnOn } from "./acting/drawn-on.js";
import { becomes, fill } from "./acting/fill.js";
import { endDrag, heldDrag, holdDrags } from "./acting/held-drag.js";
import { imitate } from "./acting/imitate.js";
import { landed, landing } from "./acting/landing.js";
import { hovered, prepare } from "./acting/prepare.js";
import { area, scrolled, wheeled, wheeling } from "./acting/scroll.js";
import { seek } from "./acting/seek.js";
import { selectText } from "./acting/select-text.js";
import { focus, point, scrollBack } from "./acting/sight.js";
import { slider } from "./acting/slider.js";
import { drop, paste } from "./acting/transfer.js";
import { upload } from "./acting/upload.js";
import { twoFrames } from "./dom/drawn.js";
import { pressed } from "./dom/due.js";
import { secret } from "./dom/secret.js";
import { activated } from "./elements/activated.js";
import { boxes } from "./elements/boxes.js";
import { describe } from "./elements/describe.js";
import { filesLeft } from "./elements/file-input.js";
import { readText } from "./elements/read-text.js";
import { ownerSelector, selector } from "./elements/selector.js";
import { texts } from "./elements/texts.js";
import { through } from "./elements/through.js";
import { place } from "./locator/found.js";
import { lasting, lastingOf } from "./locator/lasting.js";
import { locate } from "./locator/locate.js";
import { pageTools, startTool, stopTool, toolResult } from "./page-tools/page-tools.js";
import { read } from "./reading/read.js";
import { source } from "./reading/source.js";
import { fade } from "./watching/fading.js";
import { keys, typed } from "./watching/keys.js";
import { noted, noting } from "./watching/noting.js";
import { quiet } from "./watching/quiet.js";
import { turn } from "./watching/turn.js";
import { acted } from "./watching/vigil.js";
import { wait } from "./watching/wait.js";
import { guarded, outcome, witness } from "./watching/watch.js";

// biome-ignore lint/suspicious/noExplicitAny: arguments come as JSON from the engine
const plain: Record<string, (args: any) => unknown> = {
  /** Answers once this part is there. */
  whole: () => true,
  locate,
  lasting,
  place,
  describe,
  prepare,
  hovered,
  drawnOn,
  drawn: () => twoFrames().then(() => true),
  landed,
  landing,
  outcome,
  witness,
  pressed,
  guarded,
  fill,
  fillCode,
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
  slider,
  keys,
  typed,
  upload,
  filesLeft,
  whyDisabled,
  through,
  selector,
  readText,
  read,
  source,
  ownerSelector,
  pageTools,
  startTool,
  toolResult,
  stopTool,
  wait,
  dragSynthetic,
  holdDrags,
  heldDrag,
  endDrag,
  paste,
  drop,
  imitate,
  quiet,
  fade,
  noting,
  noted,
  boxes,
  texts,
  activated,
};

/** The methods with which actions begin. They run once the page gets a turn. */
const BEGINNINGS = new Set(["prepare", "keys", "area", "fill", "upload", "choose", "paste"]);
/** The methods that act themselves, without input from the engine. */
const ACTS = new Set(["fill", "fillCode", "upload", "choose", "paste", "drop", "dragSynthetic", "endDrag", "imitate"]);

/** As the engine calls them. */
export const methods = Object.fromEntries(
  Object.entries(plain).map(([name, run]) => {
    const act = (args: unknown): unknown => {
      if (ACTS.has(name)) acted();
      return run(args);
    };
    return [name, BEGINNINGS.has(name) ? (args: unknown) => turn().then(() => act(args)) : act];
  }),
);

/** What stands beside the methods. */
export const beside = { lasting: lastingOf, secret };
