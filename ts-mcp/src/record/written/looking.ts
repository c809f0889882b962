// What a recording asks a page beside its calls, from our own world: what is at a point, and which texts are new.

import type { Session } from "@uipilot/core";
import { jsonText } from "../../quote.ts";
import { MOMENTARY, tellingOf } from "./seen.ts";
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

/** How many texts of a document are compared beside those that tell something, and how long one may be that is expected. */
const MOST_TEXTS = 2_000;
const LONGEST = 80;
/** How many new texts are looked up. */
const MOST_NEW = 2;

/** Which texts are compared: those that tell something (headings, messages, dialogs), or all others, too. */
export type Kinds = "telling" | "all";

/** The texts that a page showed. */
export interface Shown {
  texts: readonly string[];
  kinds: Kinds;
  /** Whether all frames were read. Otherwise a text of a frame may be an old one. */
  wholly: boolean;
}

/** What a document answers. */
interface Read {
  texts: string[];
  /** Elements with texts that were not known: those that tell something first. */
  fresh: number[];
  telling: number;
  /** Whether not all elements were read, and whether not all texts that tell nothing. */
  cut: boolean;
  full: boolean;
}

/**
 * Texts that are shown, and the elements of those that are not among the known ones. A dialog is known by its name: what it says
 * changes while it is open.
 */
const TEXTS = `({ known, all, most, longest }, { mark }) => {
  const old = known && new Set(known);
  const dialog = "dialog[open], [role=alertdialog], [role=dialog]";
  const telling = dialog + ", h1, h2, h3, h4, h5, h6, output, [role=alert], [role=heading], [role=status], [aria-live=polite], [aria-live=assertive]";
  const apart = "script, style, noscript, template, textarea, select, button, a, [aria-hidden=true], [aria-busy=true], [contenteditable]";
  const momentary = ${MOMENTARY};
  const texts = [], fresh = [[], []];
  let seen = 0, others = 0, cut = false, full = false;
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (++seen > 50_000) {
        cut = true;
        return;
      }
      if (element.shadowRoot) walk(element.shadowRoot);
      const tells = element.matches(telling);
      if (tells ? element.isContentEditable : !all || full) continue;
      const own = tells || [...element.childNodes].some((node) => node.nodeType === 3 && /\\S/.test(node.data));
      if (!own || (!tells && element.closest(apart)) || !element.checkVisibility({ visibilityProperty: true })) continue;
      // Only elements of HTML have the text as it is rendered. What is drawn may be a message, too.
      const text = (element.innerText ?? (tells ? element.textContent : "")).replace(/\\s+/g, " ").trim();
      if (text === "") continue;
      if (!tells && ++others > most) {
        full = true;
        continue;
      }
      const isDialog = element.matches(dialog);
      const key = isDialog ? "\\0" + element.id + "\\0" + (element.ariaLabel ?? element.getAttribute("aria-labelledby") ?? "") : text.slice(0, 200);
      texts.push(key);
      if (!old || old.has(key)) continue;
      old.add(key);
      const lasts = isDialog || (!momentary.test(text) && (tells || (text.length <= longest && /\\p{L}/u.test(text))));
      if (lasts) fresh[tells ? 0 : 1].push(element);
    }
  };
  walk(document);
  return { texts: old ? [] : texts, fresh: fresh.flat().slice(0, ${MOST_NEW}).map((element) => mark(element)), telling: fresh[0].length, cut, full };
}`;

/** The texts that the page shows; undefined where that cannot be told. */
export async function textsOf(session: Session, kinds: Kinds, signal: AbortSignal): Promise<Shown | undefined> {
  const options = { args: jsonText({ all: kinds === "all", most: MOST_TEXTS, longest: LONGEST }), signal };
  const { frames, framesLeftOut } = await session.inspect("recorded-texts", TEXTS, options);
  const read = frames.flatMap(({ value }) => (value === undefined ? [] : [JSON.parse(value) as Read]));
  if (read.length === 0 || read.some(({ cut }) => cut)) return undefined;
  return {
    texts: read.flatMap(({ texts }) => texts),
    kinds: read.some(({ full }) => full) ? "telling" : kinds,
    wholly: framesLeftOut === 0 && read.length === frames.length,
  };
}

/** What the page shows that it did not show before. */
export async function newTexts(session: Session, shown: Shown, signal: AbortSignal): Promise<Expected[]> {
  const { texts: known, kinds, wholly } = shown;
  const args = jsonText({ known, all: kinds === "all", most: MOST_TEXTS, longest: LONGEST });
  const { frames } = await session.inspect("recorded-texts", TEXTS, { args, oneFrame: !wholly, signal });
  const news = frames.map(({ value, elements }, index) => {
    const { fresh = [], telling = 0 } = JSON.parse(value ?? "{}") as Partial<Read>;
    const uids = fresh.flatMap((number) => elements[number]?.uid ?? []);
    // Of frames, only what tells something.
    return { tells: uids.slice(0, telling), others: index === 0 ? uids.slice(telling) : [] };
  });
  const uids = [...news.flatMap(({ tells }) => tells), ...news.flatMap(({ others }) => others)];
  const expected: Expected[] = [];
  for (const uid of uids.slice(0, MOST_NEW)) {
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
