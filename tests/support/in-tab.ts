/** A server for the user's own browser, and a paired browser. */

import { Pilot } from "./pilot.ts";
import type { UserBrowser } from "./user-browser.ts";
import { until } from "./wait.ts";

/** Starts a server that listens on `port` and remembers its pairings in `state`. */
export function startInTab(port: number, state: string, more: string[] = []): Promise<Pilot> {
  return Pilot.start({
    bare: true,
    args: ["--extension", "--extension-port", String(port), "--extension-state", state, ...more],
  });
}

/** The code that the server shows. */
export async function pairingCode(pilot: Pilot): Promise<string> {
  const code = /enters ([0-9A-Z]{5}-[0-9A-Z]{5})/.exec(await pilot.ok("extension_status"))?.[1];
  if (code === undefined) throw new Error("the server shows no code");
  return code;
}

/** Makes the extension look at the port, and pairs it. */
export async function pairAt(user: UserBrowser, pilot: Pilot, port: number): Promise<void> {
  await user.enter("Origin to allow", String(port));
  const said = await user.pair(await pairingCode(pilot));
  if (said !== "Paired.") throw new Error(`pairing failed: ${said}`);
  await connected(pilot);
}

/** Waits until the server reports a connected browser. */
export function connected(pilot: Pilot, timeoutMs = 45_000): Promise<unknown> {
  return until(
    "a browser to be connected",
    async () => (await pilot.ok("extension_status")).includes("Connected:"),
    timeoutMs,
    100,
  );
}
