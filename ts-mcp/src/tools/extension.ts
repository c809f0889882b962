// The extension in the user's own browser.

import type { ConnectedBrowser } from "@uipilot/core";
import * as z from "zod/v4";
import { brief } from "../quote.ts";
import { defineTool } from "./define.ts";

function line({ name, tabs, connectedMs }: ConnectedBrowser): string {
  const granted = tabs === 1 ? "1 tab is granted" : `${tabs} tabs are granted`;
  return `Connected: ${brief(name)} for ${Math.round(connectedMs / 1000)} s; ${granted}.`;
}

export const extensionStatus = defineTool({
  name: "extension_status",
  title: "Extension",
  description: "Whether the user's browser is connected, and the code that pairs its uipilot extension.",
  effect: "reads",
  closedWorld: true,
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { session, signal }) => {
    const { port, pairingCode, browsers } = await (await session()).extensionStatus({ signal });
    const pair = `To pair a browser, the user enters ${pairingCode} in the popup of its uipilot extension.`;
    if (browsers.length === 0) return { summary: `Listening on port ${port}; no browser is connected. ${pair}` };
    return { summary: [...browsers.map(line), `Listening on port ${port}. ${pair}`].join("\n") };
  },
});
