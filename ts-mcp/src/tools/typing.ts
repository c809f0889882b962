// Typing, selecting and checking, for pages on which fill_by_uid is not enough, such as pages that listen
// to keys.

import * as z from "zod/v4";
import { acted } from "../answer.ts";
import { counted } from "../counted.ts";
import { defineAction } from "./changes.ts";
import { uid } from "./fields.ts";

export const typeText = defineAction({
  name: "type_text",
  title: "Type",
  description:
    "Types with key events at the end of the element's text, or where the focus is. fill_by_uid is faster and replaces the text.",
  effect: "destroys",
  schema: z.strictObject({
    text: z.string(),
    uid: uid.optional(),
    delayMs: z.int().min(0).max(1000).optional(),
    submitKey: z.string().optional().describe("Pressed at the end"),
  }),
  example: { uid: "1_4", text: "Ada", submitKey: "Enter" },
  handler: async ({ text, uid, delayMs, submitKey }, { session, signal }, reported) => {
    const report = await (await session()).typeText(text, { uid, delayMs, submitKey, ...reported, signal });
    const typed = `Typed ${counted([...text].length, "character")}`;
    if (uid !== undefined) return acted(`${typed} into`, uid, report);
    return { summary: `${typed}.`, element: { ...report, synthetic: "events" }, effects: report.effects };
  },
});

export const selectOption = defineAction({
  name: "select_option",
  title: "Select options",
  description: "Selects exactly these options of a native select, by label or value; or chooses them in a custom list.",
  effect: "destroys",
  idempotent: true,
  schema: z.strictObject({ uid, values: z.array(z.string()) }),
  example: { uid: "1_4", values: ["Red"] },
  handler: async ({ uid, values }, { session, signal }, reported) =>
    acted(
      "Chose in",
      uid,
      await (await session()).selectOption(uid, values, { ...reported, signal }),
      "input/change events",
    ),
});

export const setChecked = defineAction({
  name: "set_checked",
  title: "Check or uncheck",
  description: "Clicks a checkbox, radio or switch if its state differs.",
  effect: "destroys",
  idempotent: true,
  schema: z.strictObject({ uid, checked: z.boolean() }),
  example: { uid: "1_4", checked: true },
  handler: async ({ uid, checked }, { session, signal }, reported) =>
    acted(
      checked ? "Checked" : "Unchecked",
      uid,
      await (await session()).setChecked(uid, checked, { ...reported, signal }),
    ),
});
