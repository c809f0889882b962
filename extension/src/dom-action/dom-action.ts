// Acts in a page without the debugger, through the engine's in-page script: actions that need no trusted input, and
// scripted clicks where real ones are not available. Anything ambiguous (several matches, a frame out of reach, a field
// that is not ready) is refused before the page is touched, so that the engine can do it over CDP.

import type { Box, DomAction, DomActionResult } from "../connection/messages.ts";
import { isAllowed, originOf } from "../policy/policy.ts";
import type { Tab } from "../tabs/tabs.ts";
import { type Found, type FrameMatches, type Located, locateIn, reachableFrames } from "./frames.ts";
import { type Attempt, actInPage } from "./in-page.ts";
import { watchNavigation } from "./navigation.ts";
import { elementWords, originWords, REASONS, type Reason, refusalCode, refusalWords } from "./words.ts";

/** How long after an action the browser may report a navigation that it started. */
const SETTLE_MS = 60;

/** Pause between two searches for an element that is not there yet. */
const LOOK_MS = 100;

/** What the element has to be, as the engine tells the in-page script. */
interface Needs {
  visible: boolean;
  enabled: boolean;
}

/** The element to act on. */
interface Target {
  frameId: number;
  located: Located;
  match: Found;
  /** The number of matches and where the first one is, for the answer. */
  place: { matchedCount: number; boundingBox?: Box };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What `work` answers; undefined where it has not by this time. */
function byTime<T>(until: number | undefined, work: Promise<T>): Promise<T | undefined> {
  if (until === undefined) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), until - Date.now());
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const refused = (
  code: string,
  message: string,
  place: { matchedCount?: number; boundingBox?: Box; options?: string[] } = {},
): DomActionResult => ({
  success: false,
  performed: false,
  error: { code, message, ...place },
});

/** Finds the element and acts on it. */
export async function performDomAction(
  tab: Tab,
  { action, value = "", locate, timeoutMs = 0, withinMs, answerMs }: DomAction["payload"],
  origins: readonly string[],
): Promise<DomActionResult> {
  const began = Date.now();
  const until = withinMs === undefined ? undefined : began + withinMs;
  const end = answerMs === undefined ? undefined : began + answerMs;
  const { url } = await chrome.tabs.get(tab.id);
  if (url === undefined || !isAllowed(url, origins)) return refused("ORIGIN_NOT_ALLOWED", originWords(url ?? ""));
  const frameIds = await reachableFrames(tab.id, origins);
  if (frameIds === undefined) return refused("DISPATCH_FAILED", REASONS.unreached);
  const needs = JSON.parse(locate) as Needs;
  let last: FrameMatches[] | Reason | undefined;
  const search = waitFor(tab.id, frameIds, { locate, needs, timeoutMs, seen: (found) => (last = found) });
  const found = (await byTime(until, search)) ?? last;
  if (found === undefined) return refused("TIMEOUT", REASONS.late);
  if (typeof found === "string") return refused("DISPATCH_FAILED", REASONS[found]);
  const target = pick(found, needs, action);
  return "success" in target ? target : act(tab.id, target, { action, value, until, end }, origins);
}

/** What to search for, and for how long. */
interface Search {
  locate: string;
  needs: Needs;
  timeoutMs: number;
  /** Is told what each look finds. */
  seen: (found: FrameMatches[] | Reason) => void;
}

/** Searches until there is something to act on, or the time is over. */
async function waitFor(
  tabId: number,
  frameIds: number[],
  { locate, needs, timeoutMs, seen }: Search,
): Promise<FrameMatches[] | Reason> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await locateIn(tabId, frameIds, locate);
    seen(found);
    if (typeof found === "string" || found.some(({ located }) => isUsable(located, needs))) return found;
    if (Date.now() >= deadline) return found;
    await pause(LOOK_MS);
  }
}

/** Whether waiting is over: there is an element to act on, or an ambiguity to report. */
function isUsable({ total, matches: [match] }: Located, { visible, enabled }: Needs): boolean {
  if (total === 0 || match === undefined) return false;
  return (!visible || match.visible) && (!enabled || total > 1 || match.enabled);
}

/** The one element that the best matches of all frames leave, or why there is none. */
function pick(found: FrameMatches[], needs: Needs, action: string): Target | DomActionResult {
  const best = Math.min(...found.map(({ located }) => located.rank));
  const hits = found.filter(({ located }) => located.total > 0 && located.rank === best);
  const [hit] = hits;
  const match = hit?.located.matches[0];
  const matchedCount = hits.reduce((sum, { located }) => sum + located.total, 0);
  if (hit === undefined || match === undefined)
    return refused("ELEMENT_NOT_FOUND", "nothing matches", { matchedCount });
  if (matchedCount > 1 && action !== "waitForSelector")
    return refused("AMBIGUOUS", "several elements match", { matchedCount });
  const [x, y, width, height] = match.rect;
  const place = match.visible ? { matchedCount, boundingBox: { x, y, width, height } } : { matchedCount };
  if (needs.visible && !match.visible) return refused("NOT_VISIBLE", "the element is not visible", place);
  if (needs.enabled && !match.enabled) return refused("NOT_ENABLED", "the element is disabled", place);
  return { ...hit, match, place };
}

/** What to do with the element. */
interface What {
  action: string;
  value: string;
  /** When to begin nothing any more. */
  until: number | undefined;
  /** When not to wait for its outcome any more. */
  end: number | undefined;
}

async function act(tabId: number, target: Target, what: What, origins: readonly string[]): Promise<DomActionResult> {
  const { located, match, place } = target;
  const { action, end } = what;
  const navigation = watchNavigation(tabId);
  try {
    const trying = tryInPage(tabId, target, what);
    const attempt = await byTime(end, trying);
    if (attempt === undefined) {
      return { ...refused("OUTCOME_UNKNOWN", REASONS.unanswered, place), performed: true };
    }
    if (!attempt.done) return { ...notDone(attempt, action, place), performed: attempt.performed };
    if (action !== "waitForSelector") await pause(SETTLE_MS);
    const to = navigation.to();
    return {
      success: true,
      performed: true,
      details: {
        selectorUsed: located.by,
        ...place,
        navigationOccurred: to !== undefined,
        ...(to === undefined ? {} : { navigatedTo: isAllowed(to, origins) ? to : (originOf(to) ?? "about:blank") }),
        target: elementWords(match.role, match.name),
        trusted: attempt.trusted ?? true,
        ...(attempt.valueNow === undefined ? {} : { valueNow: attempt.valueNow }),
      },
    };
  } finally {
    navigation.end();
  }
}

async function tryInPage(
  tabId: number,
  { frameId, located: { doc }, match: { id, role, name } }: Target,
  { action, value, until }: What,
): Promise<Attempt> {
  if (action === "waitForSelector") return { done: true, performed: false };
  const expected = JSON.stringify({ doc, id, role, name });
  const args: [string, number, string, string, number | null] = [expected, id, action, value, until ?? null];
  // The document may be gone because of the action, so the action counts as performed.
  const left: Attempt = { done: false, performed: true, reason: "pageLeft" };
  try {
    const target = { tabId, frameIds: [frameId] };
    const [answer] = await chrome.scripting.executeScript({ target, func: actInPage, args });
    return (answer?.result as Attempt | undefined) ?? left;
  } catch {
    return left;
  }
}

/** The answer for an attempt that came to nothing. */
function notDone({ reason, refusal }: Attempt, action: string, place: Target["place"]): DomActionResult {
  if (refusal === undefined) {
    return refused(reason === "late" ? "TIMEOUT" : "DISPATCH_FAILED", REASONS[reason ?? "unchanged"], place);
  }
  const { state, options } = refusal;
  return refused(refusalCode(state, action), refusalWords(refusal), {
    ...place,
    ...(options === undefined ? {} : { options: options.map(String) }),
  });
}
