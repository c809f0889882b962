/** What appears after a step: messages, dialogs, headings. The written test expects it. */

import { cancel, later } from "../dom/builtins.js";
import {
  box,
  findAll,
  isConnected,
  isContentEditable,
  isElement,
  nearest,
  parentElement,
  queryScope,
  rendered,
} from "../dom/dom.js";
import { cut, line } from "../dom/text.js";
import { lasting, tell } from "./tell.js";

const REPORTS = "[role=alert],[role=status],output";
const HEADINGS = "h1,h2,h3,[role=heading]";
/** What is news when its text changes. */
const SAYING = `${REPORTS},${HEADINGS}`;
const NEWS = `${SAYING},[role=dialog],[role=alertdialog],dialog`;
/** How long after a step something counts, how long the page rests before it is looked at, and how much is looked at. */
const LIMIT_MS = 1_500;
const REST_MS = 250;
const MOST_RECORDS = 400;
/** How many things a step may show. */
const MOST = 2;
/** Longest text. */
const LONGEST = 200;

const candidates = new Set<Element>();
/** What was told of an element. */
const told = new WeakMap<Element, string>();
let timer: number | undefined;
let ends = 0;
let watching = false;

const observer = new MutationObserver((records) => {
  for (const record of records.slice(0, MOST_RECORDS)) note(record);
  if (candidates.size > 0) soon();
});

function note({ type, target, addedNodes }: MutationRecord): void {
  const at = isElement(target) ? target : parentElement(target);
  const news = at && nearest(at, type === "attributes" ? NEWS : SAYING);
  // What is typed into an editor is told by itself.
  const isTyped = news && isContentEditable(news as HTMLElement);
  if (news && !isTyped && (type !== "attributes" || news === at)) candidates.add(news);
  for (const added of addedNodes) {
    if (!isElement(added)) continue;
    if (nearest(added, NEWS) === added) candidates.add(added);
    for (const inner of [...findAll(added, NEWS)].slice(0, MOST)) candidates.add(inner);
  }
}

function soon(): void {
  cancel(timer);
  timer = later(look, Math.max(0, Math.min(REST_MS, ends - Date.now())));
}

/** Watches what appears from now on. */
export function watch(): void {
  ends = Date.now() + LIMIT_MS;
  candidates.clear();
  cancel(timer);
  timer = later(look, LIMIT_MS);
  if (watching) return;
  watching = true;
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["open", "hidden", "class", "style", "aria-hidden"],
  });
}

export function unwatch(): void {
  watching = false;
  observer.disconnect();
  cancel(timer);
  candidates.clear();
}

function look(): void {
  const found = [...candidates].filter(isShown);
  candidates.clear();
  for (const el of found.slice(0, MOST)) say(el);
  if (Date.now() >= ends) unwatch();
}

const isShown = (el: Element): boolean => {
  if (!isConnected(el) || !rendered(el)) return false;
  const { width, height } = box(el);
  return width > 0 && height > 0;
};

function say(el: Element): void {
  const target = lasting(el);
  if (!target || told.get(el) === target.text) return;
  told.set(el, target.text);
  if (target.text === "" && target.name === "") return;
  tell({ kind: "seen", target, text: cut(line(target.text, LONGEST), LONGEST) });
}

/** The heading of a document that a person has come to. */
export function heading(): void {
  for (const el of [...queryScope(document, "h1,h2,[role=heading]")].slice(0, 20)) {
    if (isShown(el)) {
      say(el);
      return;
    }
  }
}
