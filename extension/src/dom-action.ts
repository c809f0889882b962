// Acts in a page without the debugger, by the engine's own in-page script: for what needs no trusted
// input, and clicks by script where real ones are not to be had. Whatever is not plain (several matches, a frame that cannot be reached, a field that is not
// ready) is left to the engine, which then works over CDP; nothing has been touched by then.

import { type Framed, isAllowed, isFrameAllowed, originOf } from "./policy.ts";
import type { Tab } from "./tabs.ts";

/** What the engine asks for. */
export interface DomAction {
  requestId: string;
  payload: {
    action: string;
    value?: string;
    locate: string;
    /** How long to wait for the element; not at all where absent. */
    timeoutMs?: number;
    /** Which tab, by the name of its page; the only one that is granted where absent. */
    page?: string;
  };
}

/** What came of it. */
export interface DomActionResult {
  success: boolean;
  /** Whether the page may have been changed: then nobody may try again in another way. */
  performed: boolean;
  details?: {
    selectorUsed: string;
    matchedCount: number;
    boundingBox?: Box;
    navigationOccurred: boolean;
    /** Where the tab went, if it did; of an origin that is not allowed only that. */
    navigatedTo?: string;
    target: string;
    /** Whether the page got trusted events. */
    trusted: boolean;
    /** What the field holds, where that is not what was given. */
    valueNow?: string;
  };
  /** With the matches there were, and where the first of them is. */
  error?: { code: string; message: string; matchedCount?: number; boundingBox?: Box };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Found {
  id: number;
  role: string;
  name: string;
  visible: boolean;
  enabled: boolean;
  rect: [number, number, number, number];
}

interface Located {
  state: string;
  doc: string;
  rank: number;
  by: string;
  total: number;
  matches: Found[];
  shadowCandidates: number;
}

/** What the script in the page answers to an action. */
interface Acted {
  done: boolean;
  performed: boolean;
  why: string;
  trusted?: boolean;
  valueNow?: string;
}

const SCRIPT = "injected.js";
/** How long after an action a navigation that it began may take to show itself. */
const SETTLE_MS = 60;

/** How often it is looked for an element that is not there yet. */
const LOOK_MS = 100;

const UNREACHED = "not every frame of the page can be reached by script";
const HIDDEN_AWAY = "it may be in a closed shadow root, which script does not see into";

const refused = (
  code: string,
  message: string,
  found: { matchedCount?: number; boundingBox?: Box } = {},
): DomActionResult => ({
  success: false,
  performed: false,
  error: { code, message, ...found },
});

const box = ({ rect: [x, y, width, height] }: Found): Box => ({ x, y, width, height });

/** Finds the element and acts on it. */
export async function performDomAction(
  tab: Tab,
  { action, value, locate, timeoutMs = 0 }: DomAction["payload"],
  origins: readonly string[],
): Promise<DomActionResult> {
  const { url } = await chrome.tabs.get(tab.id);
  if (url === undefined || !isAllowed(url, origins)) {
    return refused("ORIGIN_NOT_ALLOWED", originOf(url ?? "") ?? "this document has no origin");
  }
  const frames = (await chrome.webNavigation.getAllFrames({ tabId: tab.id })) ?? [];
  const framed = new Map(
    frames.map(({ frameId, parentFrameId, url }): [string, Framed] => [
      String(frameId),
      parentFrameId < 0 ? { url } : { url, parent: String(parentFrameId) },
    ]),
  );
  const allowed = frames.filter(({ frameId }) => isFrameAllowed(String(frameId), (id) => framed.get(id), origins));
  // Scripts of extensions do not get into such frames; the debugger does.
  if (allowed.some((frame) => frame.url.startsWith("data:"))) return refused("DISPATCH_FAILED", UNREACHED);
  const frameIds = allowed.map(({ frameId }) => frameId);
  const needs = JSON.parse(locate) as Needs;
  const deadline = Date.now() + timeoutMs;
  let found = await locateIn(tab.id, frameIds, locate);
  while (
    typeof found !== "string" &&
    found.every(({ located }) => !isUsable(located, needs)) &&
    Date.now() < deadline
  ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    found = await locateIn(tab.id, frameIds, locate);
  }
  if (typeof found === "string") return refused("DISPATCH_FAILED", found);
  const best = Math.min(...found.map(({ located }) => located.rank));
  const hits = found.filter(({ located }) => located.total > 0 && located.rank === best);
  const [hit] = hits;
  const match = hit?.located.matches[0];
  const matchedCount = hits.reduce((sum, { located }) => sum + located.total, 0);
  if (hit === undefined || match === undefined)
    return refused("ELEMENT_NOT_FOUND", "nothing matches", { matchedCount });
  if (matchedCount > 1 && action !== "waitForSelector") return refused("AMBIGUOUS", "several match", { matchedCount });
  const place = match.visible ? { matchedCount, boundingBox: box(match) } : { matchedCount };
  if (needs.visible && !match.visible) return refused("NOT_VISIBLE", "it is not visible", place);
  if (needs.enabled && !match.enabled) return refused("NOT_ENABLED", "it is disabled", place);
  const navigation = watchNavigation(tab.id);
  try {
    const acted = await actIn(tab.id, hit.frameId, hit.located.doc, match, action, value ?? "");
    if (!acted.done) return { ...refused("DISPATCH_FAILED", acted.why, place), performed: acted.performed };
    if (action !== "waitForSelector") await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const to = navigation.to();
    return {
      success: true,
      performed: true,
      details: {
        selectorUsed: hit.located.by,
        ...place,
        navigationOccurred: to !== undefined,
        ...(to === undefined ? {} : { navigatedTo: isAllowed(to, origins) ? to : (originOf(to) ?? "about:blank") }),
        target: `${match.role} ${JSON.stringify(match.name.slice(0, 100))}`,
        trusted: acted.trusted ?? true,
        ...(acted.valueNow === undefined ? {} : { valueNow: acted.valueNow }),
      },
    };
  } finally {
    navigation.end();
  }
}

/** What the element has to be, as the engine says it to the in-page script. */
interface Needs {
  visible: boolean;
  enabled: boolean;
}

/** Whether there is something to act on, so that waiting is over. */
function isUsable({ total, matches: [match] }: Located, { visible, enabled }: Needs): boolean {
  if (total === 0 || match === undefined) return false;
  return (!visible || match.visible) && (!enabled || total > 1 || match.enabled);
}

/** What each frame finds; in words why that is not known. */
async function locateIn(
  tabId: number,
  frameIds: number[],
  locate: string,
): Promise<{ frameId: number; located: Located }[] | string> {
  const target = { tabId, frameIds };
  const ask = () => chrome.scripting.executeScript({ target, func: locateInPage, args: [locate] });
  let results = await ask();
  if (results.some(({ result }) => result === null)) {
    await chrome.scripting.executeScript({ target, files: [SCRIPT] });
    results = await ask();
  }
  const found = results.flatMap(({ frameId, result }) =>
    typeof result === "string" ? [{ frameId, located: JSON.parse(result) as Located }] : [],
  );
  if (found.length < frameIds.length) return UNREACHED;
  if (found.some(({ located }) => located.state !== "located")) return "the element cannot be looked for";
  // The script is told of roots that may be there only where it found nothing outside of them.
  return found.some(({ located }) => located.shadowCandidates > 0) ? HIDDEN_AWAY : found;
}

async function actIn(
  tabId: number,
  frameId: number,
  doc: string,
  { id, role, name }: Found,
  action: string,
  value: string,
): Promise<Acted> {
  if (action === "waitForSelector") return { done: true, performed: false, why: "" };
  const args: [string, number, string, string] = [JSON.stringify({ doc, id, role, name }), id, action, value];
  const gone: Acted = { done: false, performed: true, why: "the page went away" };
  try {
    const target = { tabId, frameIds: [frameId] };
    const [answer] = await chrome.scripting.executeScript({ target, func: actInPage, args });
    return (answer?.result as Acted | undefined) ?? gone;
  } catch {
    // Perhaps because of what was done: it is not known whether it was.
    return gone;
  }
}

/** The in-page script as it stands in the extension's isolated world. */
interface Agent {
  (method: string, args: string): string | Promise<string>;
  handles(method: string, args: string): unknown[];
}

// The two functions below run in the page: they are carried there as text and see nothing of this file.

async function locateInPage(args: string): Promise<string | null> {
  const agent = (globalThis as { __uipilot?: Agent }).__uipilot;
  return agent === undefined ? null : agent("locate", args);
}

async function actInPage(target: string, id: number, action: string, value: string): Promise<Acted> {
  const agent = (globalThis as { __uipilot?: Agent }).__uipilot;
  if (agent === undefined) return { done: false, performed: false, why: "another document is here now" };
  if (["click", "doubleClick", "rightClick", "hover"].includes(action)) {
    const { state, by } = JSON.parse(
      await agent("imitate", JSON.stringify({ target: JSON.parse(target), action })),
    ) as { state: string; by?: string };
    const done = state === "done";
    return {
      done,
      performed: done,
      why: by === undefined ? `it is ${state}` : `it is ${state} by ${by}`,
      trusted: false,
    };
  }
  const [element] = agent.handles("node", JSON.stringify({ id }));
  if (!(element instanceof HTMLElement)) return { done: false, performed: false, why: "it is no HTML element" };
  if (action === "scroll" || action === "focus") {
    element.scrollIntoView({ block: "center", inline: "center" });
    if (action === "focus") element.focus({ preventScroll: true });
    const done = action === "scroll" || element.matches(":focus-within");
    return { done, performed: true, why: "it does not take the focus" };
  }
  const wanted: Record<string, string> = { check: "true", uncheck: "false", clear: "" };
  const answer = JSON.parse(
    await agent("fill", JSON.stringify({ target: JSON.parse(target), value: wanted[action] ?? value })),
  ) as { state: string; checked?: boolean; wanted?: boolean; method?: string; now?: string };
  if (answer.state === "filled") {
    const told = answer.now === undefined ? {} : { valueNow: answer.now };
    return { done: true, performed: true, why: "", trusted: answer.method === "insert", ...told };
  }
  if (answer.state !== "click") return { done: false, performed: false, why: `it cannot be filled: ${answer.state}` };
  if (answer.checked === answer.wanted) return { done: true, performed: false, why: "" };
  // Only a real checkbox says by itself that it has changed; others need real input.
  if (!(element instanceof HTMLInputElement)) return { done: false, performed: false, why: "it is no input" };
  element.click();
  return { done: element.checked === answer.wanted, performed: true, why: "it did not change", trusted: false };
}

function watchNavigation(tabId: number): { to: () => string | undefined; end: () => void } {
  let to: string | undefined;
  const note = (details: { tabId: number; frameId: number; url: string }) => {
    if (details.tabId === tabId && details.frameId === 0) to = details.url;
  };
  const { onBeforeNavigate, onHistoryStateUpdated } = chrome.webNavigation;
  onBeforeNavigate.addListener(note);
  onHistoryStateUpdated.addListener(note);
  return {
    to: () => to,
    end: () => {
      onBeforeNavigate.removeListener(note);
      onHistoryStateUpdated.removeListener(note);
    },
  };
}
