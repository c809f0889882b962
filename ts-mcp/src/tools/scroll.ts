// Scrolling: said in pixels moved and pixels left.

import * as z from "zod/v4";
import { named, scrolledText } from "../answer.ts";
import { defineAction } from "./changes.ts";
import { uid } from "./fields.ts";

export const scroll = defineAction({
  name: "scroll",
  title: "Scroll",
  description: "Scrolls the page, or what holds uid, by the wheel; without direction, uid into view.",
  effect: "changes",
  schema: z.strictObject({
    uid: uid.optional(),
    direction: z.enum(["up", "down", "left", "right"]).optional(),
    amount: z.int().min(1).optional().describe("Pixels; default: most of what is seen"),
  }),
  example: { direction: "down" },
  handler: async (what, { session, signal }, reported) => {
    const report = await (await session()).scroll({ ...what, ...reported, signal });
    const { target, moved, remaining, trusted, effects } = report;
    if (moved === undefined || remaining === undefined) {
      return { said: `Scrolled ${named(target, what.uid ?? "")} into view.`, effects };
    }
    const said = scrolledText(target, moved, remaining, what.direction);
    const script = trusted ? "" : " By script: the wheel had no effect.";
    return { said: `${said}.${script}`, effects };
  },
});
