// Tools that show a desktop application and act on it.

import type { UiActionRequest } from "@uipilot/core";
import * as z from "zod/v4";
import { type Answer, uiActed } from "../answer.ts";
import { defineTool } from "./define.ts";
import { sessionId } from "./desktop.ts";

export const debugUi = defineTool({
  name: "debug_ui",
  title: "See an application",
  description:
    "The user interface of a session's application as a text tree, one line for each node: id, role, title, value, state. debug_ui_action takes these ids; an id stays valid as long as its element exists. The last line has the tree's number for since.",
  effect: "reads",
  schema: z.strictObject({
    sessionId,
    id: z.string().optional().describe("Only this node and what is in it"),
    find: z.string().optional().describe("Only nodes with this text in role, title or value"),
    role: z.string().optional().describe("Only this role"),
    title: z.string().optional().describe("Only exactly this title"),
    path: z.array(z.string()).optional().describe("Only the node at the end of these titles"),
    depth: z.int().min(0).optional().describe("Levels below the first"),
    hidden: z.boolean().optional().describe("Also hidden nodes, such as items of closed menus"),
    since: z.int().min(1).optional().describe("Only what changed since this tree"),
    format: z.enum(["text", "json"]).optional().describe("json has bounds and actions"),
    screenshot: z.boolean().optional().describe("Add a picture with numbered marks"),
    window: z.int().min(0).optional().describe("For the picture: a number from list_windows"),
  }),
  example: { sessionId: "desktop-1", find: "Save" },
  handler: async ({ sessionId, screenshot, window, ...wanted }, { desktop, signal }): Promise<Answer> => {
    const session = await desktop();
    const report = await session.ui(sessionId, { ...wanted, signal });
    const json = wanted.format === "json";
    const tree = `${report.text.trimEnd()}\n(tree ${report.tree}, ${report.nodes} nodes)`;
    if (screenshot !== true) return json ? { summary: report.text } : { summary: "", tree };
    const { data, legend } = await session.screenshot(sessionId, { window, marked: true, signal });
    const marks =
      legend === ""
        ? { notes: "Nothing in the picture is marked." }
        : { pageText: `Marks in the picture:\n${legend.trimEnd()}` };
    const shown = json ? { summary: report.text } : { summary: "", tree };
    return { ...shown, ...marks, image: { data, mimeType: "image/png" } };
  },
});

export const debugUiAction = defineTool({
  name: "debug_ui_action",
  title: "Act on an application",
  description:
    "Perform a UI action on a running process. Actions: click, set_value, type, key, scroll, drag. Uses accessibility actions when available, falls back to synthesized input events. Returns before/after node state for verification, what changed in the whole tree, and whether the effect was seen (verified).",
  effect: "destroys",
  schema: z.strictObject({
    sessionId,
    action: z.enum(["click", "set_value", "type", "key", "scroll", "drag"]).describe("Action to perform"),
    id: z.string().optional().describe("Target node ID from debug_ui tree. Required for all except 'key'."),
    value: z.unknown().optional().describe("Value to set (number or string). Required for 'set_value'."),
    text: z.string().optional().describe("Text to type. Required for 'type'."),
    key: z.string().optional().describe("Key name (e.g. 's', 'return', 'escape'). Required for 'key'."),
    modifiers: z.array(z.string()).optional().describe("Modifier keys: 'cmd', 'shift', 'alt', 'ctrl'"),
    direction: z.enum(["up", "down", "left", "right"]).optional().describe("Scroll direction. Required for 'scroll'."),
    amount: z.int().min(1).max(1000).optional().describe("Scroll amount in lines (default: 3)"),
    toId: z.string().optional().describe("Drag destination node ID. Required for 'drag'."),
    settleMs: z.int().min(0).max(30_000).optional().describe("Wait time after action for UI to update (default: 80ms)"),
  }),
  example: { sessionId: "desktop-1", action: "click", id: "btn_a1b2c3d4" },
  handler: async (request, { desktop, signal }) => {
    return uiActed(await (await desktop()).act(request as UiActionRequest, { signal }));
  },
});
