// JavaScript dialogs: alert, confirm, prompt, "Leave this page?".

import * as z from "zod/v4";
import { happened } from "../answer.ts";
import { defineTool } from "./define.ts";

export const acceptDialog = defineTool({
  name: "accept_dialog",
  title: "Accept a dialog",
  description: "Accepts the dialog (OK; leave the page).",
  effect: "destroys",
  schema: z.strictObject({ text: z.string().optional().describe("Answer to a prompt; default: what it offers") }),
  example: {},
  handler: async ({ text }, { session, signal }) => {
    const { target, answered, effects } = await (await session()).acceptDialog({ text, signal });
    const waits = answered === "beforeunload" && !happened(effects);
    const left = waits
      ? " What asked, the page or a frame of it, may be left now, but in the page no other document has arrived yet."
      : "";
    return { summary: `Accepted ${target}.${left}`, effects };
  },
});

export const dismissDialog = defineTool({
  name: "dismiss_dialog",
  title: "Dismiss a dialog",
  description: "Dismisses the dialog (Cancel; stay on the page).",
  // "Cancel" may be the answer that discards.
  effect: "destroys",
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { session, signal }) => {
    const { target, answered, effects } = await (await session()).dismissDialog({ signal });
    return { summary: `Dismissed ${target}.${answered === "beforeunload" ? " The page stays." : ""}`, effects };
  },
});
