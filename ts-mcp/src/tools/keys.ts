// Keys that stay down over several calls.

import * as z from "zod/v4";
import { keyName } from "../confirm/keys.ts";
import { brief } from "../quote.ts";
import { defineAction } from "./changes.ts";

const key = z.string();

export const keyDown = defineAction({
  name: "key_down",
  title: "Hold a key down",
  description:
    "Presses a key (Shift, w, ArrowUp) in the focused element and keeps it down over the following calls, until key_up, another page or document, or the end. Answers say which keys are down.",
  effect: "destroys",
  schema: z.strictObject({ key }),
  example: { key: "Shift" },
  handler: async ({ key }, { session, signal }, reported) => {
    const report = await (await session()).keyDown(key, { ...reported, signal });
    return {
      summary: `Pressed ${brief(keyName(key), 60)}.`,
      element: { ...report, synthetic: "events" },
      effects: report.effects,
    };
  },
});

export const keyUp = defineAction({
  name: "key_up",
  title: "Release a key",
  description: "Releases a key that key_down holds; without key, all of them.",
  effect: "destroys",
  schema: z.strictObject({ key: key.optional() }),
  example: { key: "Shift" },
  handler: async ({ key }, { session, signal }, reported) => {
    const report = await (await session()).keyUp(key, { ...reported, signal });
    return {
      summary: `Released ${report.target}.`,
      element: { ...report, synthetic: "events" },
      effects: report.effects,
    };
  },
});
