// Tools for windows and menus of desktop applications.

import type { DesktopWindow, DesktopWindowAction } from "@uipilot/core";
import * as z from "zod/v4";
import { brief } from "../quote.ts";
import { defineTool } from "./define.ts";
import { sessionId } from "./desktop.ts";

function windowLine({ window, pid, title, bounds, active, hidden }: DesktopWindow): string {
  const place = bounds === undefined ? "" : ` ${bounds.w}×${bounds.h} at ${bounds.x},${bounds.y}`;
  const owner = pid === undefined ? "" : `, pid ${pid}`;
  const states = `${active ? " active" : ""}${hidden ? " hidden" : ""}`;
  return `window ${window}: ${brief(title, 120)}${place}${owner}${states}`;
}

export const listWindows = defineTool({
  name: "list_windows",
  title: "List windows",
  description:
    "Windows on the screen, the topmost last, with number, title and, if the platform reports them, place and pid; with sessionId only its own.",
  effect: "reads",
  schema: z.strictObject({ sessionId: z.string().optional() }),
  example: {},
  handler: async ({ sessionId }, { desktop, signal }) => {
    const found = await (await desktop()).windows(sessionId, { signal });
    return { summary: found.length === 0 ? "There are no windows." : found.map(windowLine).join("\n") };
  },
});

export const windowAction = defineTool({
  name: "window_action",
  title: "Move or close a window",
  description: "Raises, moves, resizes or closes a window of a session's application.",
  effect: "destroys",
  schema: z.strictObject({
    sessionId,
    action: z.enum(["raise", "move", "resize", "close"]),
    window: z.int().min(0).optional().describe("Number from list_windows; default: the active one"),
    x: z.int().optional().describe("For move"),
    y: z.int().optional().describe("For move"),
    width: z.int().min(1).optional().describe("For resize"),
    height: z.int().min(1).optional().describe("For resize"),
  }),
  example: { sessionId: "desktop-1", action: "raise" },
  handler: async ({ sessionId, window, ...wanted }, { desktop, signal }) => {
    // The engine rejects an action with missing arguments.
    const action = wanted as DesktopWindowAction;
    const left = await (await desktop()).windowAction(sessionId, action, { window, signal });
    return { summary: left === undefined ? "The window is gone." : `The window is now: ${windowLine(left)}` };
  },
});

export const menuAction = defineTool({
  name: "menu_action",
  title: "Press a menu item",
  description:
    "Presses an item of the menu bar by its path. Needs neither the keyboard nor the window in front. Returns the changes, one line each.",
  effect: "destroys",
  schema: z.strictObject({ sessionId, path: z.array(z.string()).min(1).describe('As in ["File", "Save"]') }),
  example: { sessionId: "desktop-1", path: ["File", "Save"] },
  handler: async ({ sessionId, path }, { desktop, signal }) => {
    const changes = (await (await desktop()).menu(sessionId, path, { signal })).trimEnd();
    const summary = `Pressed menu item ${brief(path.join(" > "), 200)}.`;
    return changes === "" ? { summary, lines: "No change was detected." } : { summary, tree: changes };
  },
});
