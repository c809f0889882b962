// What a recording asks a page beside its calls, from our own world: what is at a point, and which texts are new.

import type { Session } from "@uipilot/core";
import { jsonText } from "../../quote.ts";
import { tellingOf } from "./seen.ts";
import type { Expected, Point, Target } from "./step.ts";

/** A point in the viewport, and how far the page was scrolled when it was there. */
export interface Place extends Point {
  left?: number | undefined;
  top?: number | undefined;
}

/** What is at a point. */
export interface AtPoint {
  /** Absent if it is the owner of a frame: what is in there is known after the call. */
  uid?: string | undefined;
  /** The point of the element; of a frame, that in its viewport. */
  spot: Point;
}

/**
 * The element at a point, or where the point is on `root`. Of a control or a drawing, it is the whole of it: its parts have no lasting
 * locators.
 */
const POINT = `({ x, y, left, top }, { root, mark }) => {
  // The picture may be of before a scroll.
  const at = { x: left === undefined ? x : x + left - scrollX, y: top === undefined ? y : y + top - scrollY };
  let found = root ?? document.elementFromPoint(at.x, at.y);
  if (!found) return null;
  if (!root) {
    for (let inner = found; inner; found = inner ?? found) {
      inner = found.shadowRoot?.elementFromPoint(at.x, at.y) ?? null;
      if (inner === found) break;
    }
    while (found.ownerSVGElement) found = found.ownerSVGElement;
    const whole = found.closest("button, a[href], summary, select, [role=button], [role=link], [role=tab], [role=option]");
    const box = whole?.getBoundingClientRect();
    if (box && at.x >= box.left && at.x <= box.right && at.y >= box.top && at.y <= box.bottom) found = whole;
  }
  const box = found.getBoundingClientRect();
  const spot = { x: at.x - box.left, y: at.y - box.top };
  const isFrame = !root && /^i?frame$/.test(found.localName);
  if (!isFrame) return { element: mark(found), spot };
  const { paddingLeft, paddingTop } = getComputedStyle(found);
  const inset = [found.clientLeft + parseFloat(paddingLeft), found.clientTop + parseFloat(paddingTop)];
  return { spot: { x: spot.x - inset[0], y: spot.y - inset[1] } };
}`;

const tenths = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });

/** What is at a point of the main frame; or where the point is on the element of `uid`, in its own frame. */
export async function atPoint(
  session: Session,
  place: Place,
  signal: AbortSignal,
  uid?: string,
): Promise<AtPoint | undefined> {
  const options = { args: jsonText(place), oneFrame: true, signal, ...(uid === undefined ? {} : { uid }) };
  const [frame] = (await session.inspect("recorded-point", POINT, options)).frames;
  const answer = JSON.parse(frame?.value ?? "null") as { element?: number; spot: Point } | null;
  if (answer === null) return undefined;
  const element = answer.element === undefined ? undefined : frame?.elements[answer.element];
  return { uid: element?.uid, spot: tenths(answer.spot) };
}

/** How many texts of a page are compared, and how long one may be that is expected. */
const MOST_TEXTS = 2_000;
const LONGEST = 80;
/** How many new texts are looked up. */
const MOST_NEW = 2;

/**
 * Texts that are shown: those that tell something (headings, messages, dialogs), then all others. With `known`, those that are not
 * among them, as elements.
 */
const TEXTS = `({ known, most, longest }, { mark }) => {
  const old = known && new Set(known);
  const telling = "h1, h2, h3, dialog[open], output, [role=alert], [role=alertdialog], [role=dialog], [role=heading], [role=status], [aria-live=polite], [aria-live=assertive]";
  const apart = "script, style, noscript, template, textarea, select, button, a, [aria-hidden=true], [aria-busy=true], [contenteditable]";
  const texts = [], fresh = [[], []];
  let seen = 0;
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (texts.length >= most || ++seen > 20_000) return;
      if (element.shadowRoot) walk(element.shadowRoot);
      const tells = element.matches(telling);
      const own = tells || [...element.childNodes].some((node) => node.nodeType === 3 && /\\S/.test(node.data));
      if (!own || (!tells && element.closest(apart)) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const text = (element.innerText ?? "").replace(/\\s+/g, " ").trim();
      if (text === "") continue;
      const key = text.slice(0, 200);
      texts.push(key);
      if (!old || old.has(key)) continue;
      old.add(key);
      // Times and numbers of the moment are no expectations, and neither is what says that something goes on.
      const lasts = text.length <= longest && !/\\d:\\d|\\d{5}|(?:\\.\\.\\.|…)$/.test(text) && /\\p{L}/u.test(text);
      if (tells || lasts) fresh[tells ? 0 : 1].push(element);
    }
  };
  walk(document);
  return old ? { fresh: fresh.flat().slice(0, 2).map((element) => mark(element)), telling: fresh[0].length } : texts;
}`;

/** The texts that the page shows; undefined where it cannot be asked. */
export async function textsOf(session: Session, signal: AbortSignal): Promise<string[] | undefined> {
  const options = { args: jsonText({ most: MOST_TEXTS, longest: LONGEST }), oneFrame: true, signal };
  const [frame] = (await session.inspect("recorded-texts", TEXTS, options)).frames;
  return frame?.value === undefined ? undefined : (JSON.parse(frame.value) as string[]);
}

/** What the page shows that it did not show before. */
export async function newTexts(session: Session, known: readonly string[], signal: AbortSignal): Promise<Expected[]> {
  const options = { args: jsonText({ known, most: MOST_TEXTS, longest: LONGEST }), oneFrame: true, signal };
  const [frame] = (await session.inspect("recorded-texts", TEXTS, options)).frames;
  const answer = JSON.parse(frame?.value ?? "null") as { fresh: number[] } | null;
  const expected: Expected[] = [];
  for (const number of answer?.fresh.slice(0, MOST_NEW) ?? []) {
    const uid = frame?.elements[number]?.uid;
    if (uid === undefined) continue;
    const target: Target | undefined = await session
      .locatorOf({ by: "uid", value: uid }, { signal })
      .catch(() => undefined);
    if (target !== undefined) expected.push(...tellingOf(target));
  }
  return expected;
}

/** How many frames the page has; undefined where it cannot be asked. */
export async function framesOf(session: Session, signal: AbortSignal): Promise<number | undefined> {
  const report = await session.inspect("recorded-frame", "() => 1", { signal });
  return report.frames.length + report.framesLeftOut;
}
