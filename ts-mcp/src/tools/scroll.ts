// The tool that scrolls. Its answer has the pixels scrolled and the pixels left.

import * as z from "zod/v4";
import { named, scrolledText } from "../answer.ts";
import { defineAction } from "./changes.ts";
import { at, distance, modifiers, timeoutMs, uid } from "./fields.ts";

export const scroll = defineAction({
  name: "scroll",
  title: "Scroll",
  description:
    "Scrolls the page, or the area around uid, with the wheel; without direction or by, scrolls uid into view. With at, by or modifiers, turns the wheel at that point: maps and charts that zoom. untilText: scrolls in steps (down, or direction) until that text is there, in virtual lists, chats and feeds, and gives its uid.",
  effect: "changes",
  schema: z.strictObject({
    uid: uid.optional(),
    direction: z.enum(["up", "down", "left", "right"]).optional(),
    amount: z.int().min(1).optional().describe("Pixels; default: most of the visible area"),
    at: at.describe("Of uid: px from top left; share: 0 to 1"),
    by: distance.optional().describe("Pixels, both ways"),
    modifiers,
    untilText: z.string().optional(),
    timeoutMs,
  }),
  example: { direction: "down" },
  handler: async (what, { session, signal }, reported) => {
    const report = await (await session()).scroll({ ...what, ...reported, signal });
    const { target, moved, remaining, trusted, effects } = report;
    if (report.found !== undefined) {
      const far =
        moved === undefined || remaining === undefined
          ? "Scrolled it into view"
          : scrolledText(target, moved, remaining, what.direction ?? "down");
      return { summary: `Found ${named(report.found, report.foundUid ?? "")}. ${far}, by script.`, effects };
    }
    if (what.at !== undefined || what.by !== undefined || what.modifiers !== undefined) {
      const over = what.uid === undefined ? target : named(target, what.uid);
      const far = moved === undefined || moved < 1 ? "nothing scrolled" : `scrolled ${Math.round(moved)} px`;
      return { summary: `Turned the wheel over ${over}; ${far}.`, effects };
    }
    if (moved === undefined || remaining === undefined) {
      return { summary: `Scrolled ${named(target, what.uid ?? "")} into view.`, effects };
    }
    const summary = scrolledText(target, moved, remaining, what.direction);
    const script = trusted ? "" : " By script: the wheel had no effect.";
    return { summary: `${summary}.${script}`, effects };
  },
});
