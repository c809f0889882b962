// The extension's toolbar icon and its badge.

import type { View } from "./view.ts";

const COLOURS = { on: "#1a7f37", ask: "#bf8700", off: "#6e7781" };

/** Draws the icon, so that the extension needs no image files. */
export async function drawIcon(): Promise<void> {
  const images: Record<number, ImageData> = {};
  for (const size of [16, 32]) {
    const context = new OffscreenCanvas(size, size).getContext("2d");
    if (context === null) return;
    context.scale(size / 16, size / 16);
    context.fillStyle = "#1f6feb";
    context.beginPath();
    context.roundRect(0, 0, 16, 16, 4);
    context.fill();
    // A mouse pointer.
    context.fillStyle = "#ffffff";
    context.beginPath();
    context.moveTo(5, 3);
    context.lineTo(12.5, 9);
    context.lineTo(9, 9.6);
    context.lineTo(11, 13);
    context.lineTo(9.2, 13.8);
    context.lineTo(7.4, 10.4);
    context.lineTo(5, 12.6);
    context.closePath();
    context.fill();
    images[size] = context.getImageData(0, 0, size, size);
  }
  await chrome.action.setIcon({ imageData: images });
}

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
