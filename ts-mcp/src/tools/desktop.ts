// Tools for sessions with desktop applications.

import type { DesktopAttachOptions } from "@uipilot/core";
import * as z from "zod/v4";
import { brief } from "../quote.ts";
import { defineTool } from "./define.ts";

/** A session of `debug_launch` or `debug_attach`. */
export const sessionId = z.string().describe("Session ID (from debug_launch)");

/** How much of a program's output is shown. */
const SHOWN_OUTPUT = 4_000;

export const debugLaunch = defineTool({
  name: "debug_launch",
  title: "Start a program",
  description:
    "Starts a desktop program and waits until its window can be read. The program and its children end with debug_stop and with this server. Returns the sessionId for the other desktop tools.",
  effect: "destroys",
  schema: z.strictObject({
    command: z.string().min(1).describe("Path, or a name on the PATH"),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional().describe("Further environment variables"),
    cwd: z.string().min(1).optional().describe("Working folder"),
  }),
  example: { command: "mousepad" },
  handler: async ({ command, args, env, cwd }, { desktop, programEnv, signal }) => {
    const what = {
      command,
      ...(args && { args }),
      env: { ...programEnv, ...env },
      ...(cwd !== undefined && { cwd }),
    };
    const { sessionId, pid } = await (await desktop()).launch(what, { signal });
    return { summary: `Launched ${brief(command, 200)}: sessionId ${sessionId}, pid ${pid}. See it with debug_ui.` };
  },
});

export const debugAttach = defineTool({
  name: "debug_attach",
  title: "Attach to an application",
  description:
    "Attaches to a running application by pid or name (list_applications); it keeps running when the session ends. With sessionId and enabled: switches the actions of that session off or on for the user.",
  effect: "changes",
  schema: z.strictObject({
    pid: z.int().min(1).optional(),
    name: z.string().optional(),
    sessionId: z.string().optional(),
    enabled: z.boolean().optional().describe("false: debug_ui_action, window_action and menu_action are refused"),
  }),
  example: { name: "mousepad" },
  handler: async ({ pid, name, sessionId, enabled }, { desktop, signal }) => {
    if (sessionId !== undefined) {
      const on = enabled ?? true;
      await (await desktop()).enable(sessionId, on, { signal });
      return { summary: `Actions of session ${brief(sessionId, 60)} are ${on ? "on" : "off"} now.` };
    }
    // The engine requires exactly one of them.
    const to = { pid, name } as DesktopAttachOptions;
    const opened = await (await desktop()).attach(to, { signal });
    if (enabled === false) await (await desktop()).enable(opened.sessionId, false, { signal });
    return { summary: `Attached: sessionId ${opened.sessionId}, pid ${opened.pid}. See it with debug_ui.` };
  },
});

export const debugStop = defineTool({
  name: "debug_stop",
  title: "End a session",
  description:
    "Ends a desktop session. A launched program ends with its children; an attached application keeps running. Returns the end of a launched program's output.",
  effect: "destroys",
  schema: z.strictObject({ sessionId }),
  example: { sessionId: "desktop-1" },
  handler: async ({ sessionId }, { desktop }) => {
    const output = (await (await desktop()).stop(sessionId)).trimEnd();
    const summary = `Ended session ${brief(sessionId, 60)}.`;
    if (output === "") return { summary };
    return { summary, lines: `Its output ended with:\n${brief(output.slice(-SHOWN_OUTPUT), SHOWN_OUTPUT)}` };
  },
});

export const listApplications = defineTool({
  name: "list_applications",
  title: "List applications",
  description: "Running desktop applications that can be read, with pid, name and toolkit.",
  effect: "reads",
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { desktop, signal }) => {
    const found = await (await desktop()).applications({ signal });
    if (found.length === 0) return { summary: "No application can be read; start one with debug_launch." };
    const lines = found.map(({ pid, name, toolkit, windows, answering }) => {
      if (!answering) return `pid ${pid}: does not answer`;
      const toolkitText = toolkit === undefined ? "" : `, ${brief(toolkit, 60)}`;
      return `pid ${pid}: ${brief(name, 120)}, ${windows} window(s)${toolkitText}`;
    });
    return { summary: lines.join("\n") };
  },
});
