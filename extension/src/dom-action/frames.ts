// The frames of a tab that a script may enter, and what it finds in them.

import { type Framed, isFrameAllowed } from "../policy/policy.ts";
import { locateInPage } from "./in-page.ts";
import type { Reason } from "./words.ts";

/** An element that the in-page script found. */
export interface Found {
  id: number;
  role: string;
  name: string;
  visible: boolean;
  enabled: boolean;
  rect: [number, number, number, number];
}

/** The fields of the in-page script's answer to `locate` that this module reads. */
export interface Located {
  state: string;
  doc: string;
  rank: number;
  by: string;
  total: number;
  matches: Found[];
  shadowCandidates: number;
}

/** What one frame found. */
export interface FrameMatches {
  frameId: number;
  located: Located;
}

/** The in-page script, as the build puts it into the extension. */
const SCRIPTS = ["injected.js", "rest.js"];

/** The frames of a tab that may be worked on; undefined where a script cannot enter one of them. */
export async function reachableFrames(tabId: number, origins: readonly string[]): Promise<number[] | undefined> {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  const byId = new Map(
    frames.map(({ frameId, parentFrameId, url }): [string, Framed] => [
      String(frameId),
      parentFrameId < 0 ? { url } : { url, parent: String(parentFrameId) },
    ]),
  );
  const allowed = frames.filter(({ frameId }) => isFrameAllowed(String(frameId), (id) => byId.get(id), origins));
  // The browser keeps extension scripts out of `data:` frames. The debugger can enter them.
  if (allowed.some(({ url }) => url.startsWith("data:"))) return undefined;
  return allowed.map(({ frameId }) => frameId);
}

/** Searches every frame. Answers a reason where the search may have missed something. */
export async function locateIn(tabId: number, frameIds: number[], locate: string): Promise<FrameMatches[] | Reason> {
  const target = { tabId, frameIds };
  const ask = () => chrome.scripting.executeScript({ target, func: locateInPage, args: [locate] });
  let results = await ask();
  if (results.some(({ result }) => result === null)) {
    await chrome.scripting.executeScript({ target, files: SCRIPTS });
    results = await ask();
  }
  const found = results.flatMap(({ frameId, result }) =>
    typeof result === "string" ? [{ frameId, located: JSON.parse(result) as Located }] : [],
  );
  if (found.length < frameIds.length) return "unreached";
  if (found.some(({ located }) => located.state !== "located")) return "noSearch";
  // A frame reports possible closed shadow roots only where nothing outside of them matches.
  return found.some(({ located }) => located.shadowCandidates > 0) ? "closedRoot" : found;
}
