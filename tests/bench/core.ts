/** The engine in this process, through the addon. */

import { coreEntry, executables } from "../support/paths.ts";

/** The methods of an engine's session that the benchmarks call. */
export interface CoreSession {
  newPage(url: string): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  snapshot(options: { maxBytes: number }): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Opens a session through the addon. */
export async function openCore(): Promise<CoreSession> {
  const { Session } = (await import(coreEntry)) as { Session: { open(options: Record<string, unknown>): CoreSession } };
  return Session.open({ launch: { browser: "chromium", headless: true, executable: executables.chromium } });
}
