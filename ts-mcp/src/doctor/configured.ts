// Whether the options of a server hold for the engine and its browser: devices, locales, time zones, and the browser itself. Both are
// asked, so that nothing here knows better than they do.

import { stat } from "node:fs/promises";
import path from "node:path";
import type { Session, SessionOptions } from "@uipilot/core";
import type { Command } from "../cli.ts";
import { isCoded } from "../error.ts";
import { brief } from "../quote.ts";
import { firefoxAsChromium } from "./browsers.ts";
import { type Finding, ok, problem, type Surroundings } from "./finding.ts";

/** How long the browser may take to start and to begin a page, in milliseconds. */
export const TRIAL_MS = 40_000;

/** How long it may take to end, in milliseconds. */
const CLOSE_MS = 10_000;

/** Looks whether a session can begin with these options. */
export async function configured(
  { session }: Command,
  { launch, platform }: Surroundings,
  signal: AbortSignal,
): Promise<Finding[]> {
  const core = await import("@uipilot/core").catch(() => undefined);
  // The check of the engine says so.
  if (core === undefined) return [];
  // A browser that others started is left alone, and so is a profile. A window would surprise.
  const { profile, ...browser } = session.launch ?? {};
  const options: SessionOptions =
    session.launch === undefined
      ? session
      : { ...session, launch: { ...browser, headless: true, timeoutMs: TRIAL_MS } };
  let opened: Session | undefined;
  try {
    opened = core.Session.open(options);
    if (session.launch === undefined || !asksBrowser(session)) return [];
    if (!launch) return await withoutBrowser(browser.executable);
    const mistaken = await firefoxAsChromium(browser.executable, browser.browser, platform);
    if (mistaken !== undefined) return [mistaken];
    await opened.start({ signal });
    await opened.newPage("about:blank", { signal });
    return [ok("the browser of these options has begun a page with them")];
  } catch (error) {
    if (!isCoded(error)) throw error;
    return [problem(`no page could begin with these options: ${error.message}`, error.nextStep)];
  } finally {
    const closed = opened?.close().catch(() => undefined);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
  }
}

/** Whether only a browser can tell if the options are right. The other checks start each browser that is here without any. */
const asksBrowser = ({ launch, emulate }: SessionOptions): boolean =>
  emulate !== undefined || launch?.browser !== undefined || launch?.executable !== undefined;

/** What is known where no browser may be started. */
async function withoutBrowser(executable: string | undefined): Promise<Finding[]> {
  // A name without a path is looked for by the engine.
  if (executable === undefined || path.basename(executable) === executable) return [];
  const isThere = await stat(executable).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isThere) return [];
  const cure = "give the path of a browser that is there, or leave the option out";
  return [problem(`the executable ${brief(executable)} does not exist`, cure)];
}
