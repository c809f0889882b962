// The badge of the extension's toolbar icon.

import type { View } from "./view.ts";

const COLOURS = { on: "#1a7f37", ask: "#bf8700", off: "#6e7781" };

/** Sets the badge: ON in granted tabs, OFF when stopped, ? when a server waits to be paired. */
export async function showBadge({ stopped, servers, tabs }: View): Promise<void> {
  const connected = servers.some(({ state }) => state === "connected");
  const waiting = !connected && servers.length > 0;
  const everywhere = stopped ? "OFF" : waiting ? "?" : "";
  await chrome.action.setBadgeText({ text: everywhere });
  await chrome.action.setBadgeBackgroundColor({ color: stopped ? COLOURS.off : COLOURS.ask });
  for (const { id, granted } of tabs) {
    const shown = granted && connected && !stopped;
    const text = shown ? "ON" : everywhere;
    const color = shown ? COLOURS.on : stopped ? COLOURS.off : COLOURS.ask;
    // The tab may be closed by now.
    await chrome.action.setBadgeText({ tabId: id, text }).catch(() => {});
    await chrome.action.setBadgeBackgroundColor({ tabId: id, color }).catch(() => {});
  }
}
