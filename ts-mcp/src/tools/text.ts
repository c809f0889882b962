// Selecting text.

import * as z from "zod/v4";
import { named } from "../answer.ts";
import { brief } from "../quote.ts";
import { defineAction } from "./changes.ts";
import { uid } from "./fields.ts";

const offset = z.int().min(0).optional();

export const selectText = defineAction({
  name: "select_text",
  title: "Select text",
  description:
    "Selects a part of the text of a field, an editor or a plain element: text (nth: from 0, -1: last), or from and to (offsets), or all; unit extends it to words or lines. caret puts the caret before or after it instead.",
  effect: "changes",
  idempotent: true,
  schema: z.strictObject({
    uid,
    text: z.string().optional(),
    nth: z.int().optional(),
    from: offset,
    to: offset,
    unit: z.enum(["word", "line"]).optional(),
    caret: z.enum(["before", "after"]).optional(),
  }),
  example: { uid: "1_4", text: "draft" },
  handler: async ({ uid, ...part }, { session, signal }, reported) => {
    const report = await (await session()).selectText(uid, { ...part, ...reported, signal });
    const { target, selected, effects } = report;
    const what = selected === undefined ? "a part" : brief(selected, 200);
    const done = part.caret === undefined ? `Selected ${what} in` : "Put the caret into";
    return { summary: `${done} ${named(target, uid)}.`, effects };
  },
});
