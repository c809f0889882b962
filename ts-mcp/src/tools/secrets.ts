// The tools that take a secret by its name in the place of a value. A server with secrets offers them instead of those without.

import * as z from "zod/v4";
import { acted } from "../answer.ts";
import { ToolError } from "../error.ts";
import { Recording } from "../record/slot.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { defineAction } from "./changes.ts";
import type { Tool } from "./define.ts";
import { uid } from "./fields.ts";
import { fieldValue, fillByUid, filledForm, fillFormByUid } from "./input.ts";
import { typeText } from "./typing.ts";

/** How many names the description of an argument has. A wrong name is answered with more. */
const MOST_NAMES = 30;

/** The value of a call: its own, or that of the secret that it names. */
interface Given {
  value: string;
  origins?: string[];
}

/** The tools with secrets, by the name of those that they replace. */
export function secretTools(secrets: Secrets): ReadonlyMap<string, Tool> {
  const { names } = secrets;
  const known = names.length === 0 ? "" : `: ${names.slice(0, MOST_NAMES).join(", ")}`;
  const secret = z.string().optional().describe(`Name of a secret to fill in instead${known}`);
  const given = (value: string | undefined, name: string | undefined, what: string): Given => {
    if (name !== undefined && value === undefined) return secrets.get(name);
    if (value !== undefined && name === undefined) return { value };
    throw new ToolError(
      "INVALID_INPUT",
      `${what} and secret exclude each other, and one is needed`,
      "give one of them",
    );
  };

  const fill = defineAction({
    name: fillByUid.name,
    title: fillByUid.title,
    description: fillByUid.description,
    effect: "destroys",
    idempotent: true,
    schema: z.strictObject({ uid, value: fieldValue.optional(), secret }),
    example: { uid: "1_4", value: "Ada Lovelace" },
    handler: async ({ uid, value: own, secret: name }, { session, signal }, reported) => {
      const { value, ...bound } = given(own, name, "value");
      const report = await (await session()).fill(uid, value, { ...bound, ...reported, signal });
      const answer = acted("Filled", uid, report, "input/change events");
      return name === undefined
        ? answer
        : { ...answer, summary: answer.summary.replace(/\.$/, ` with the secret ${name}.`) };
    },
  });

  const form = defineAction({
    name: fillFormByUid.name,
    title: fillFormByUid.title,
    description: fillFormByUid.description,
    effect: "destroys",
    idempotent: true,
    schema: z.strictObject({
      elements: z.array(z.strictObject({ uid, value: z.string().optional(), secret: z.string().optional() })).min(1),
    }),
    example: {
      elements: [
        { uid: "1_4", value: "Ada" },
        { uid: "1_6", value: "true" },
      ],
    },
    handler: async ({ elements }, { session, signal }, reported) => {
      const fields = elements.map(({ uid, value, secret: name }) => ({ uid, ...given(value, name, "value") }));
      return filledForm(await (await session()).fillForm(fields, { ...reported, signal }), elements);
    },
  });

  const type = defineAction({
    name: typeText.name,
    title: typeText.title,
    description: typeText.description,
    effect: "destroys",
    schema: z.strictObject({
      text: z.string().optional(),
      secret,
      uid: uid.optional(),
      delayMs: z.int().min(0).max(1000).optional(),
      submitKey: z.string().optional().describe("Pressed at the end"),
    }),
    example: { uid: "1_4", text: "Ada", submitKey: "Enter" },
    handler: async ({ text, secret: name, ...how }, context, reported) => {
      if (name === undefined) {
        const includeSnapshot = reported.changes === undefined ? "none" : "diff";
        // This call is recorded already.
        const own = { ...context, recording: new Recording() };
        return typeText.run({ ...how, text: given(text, name, "text").value, includeSnapshot }, own);
      }
      const { uid, delayMs, submitKey } = how;
      if (uid === undefined) {
        throw new ToolError("INVALID_INPUT", "a secret is typed into an element, not where the focus is", "give uid");
      }
      // An interrupted text would stay in the field in part.
      if (delayMs !== undefined)
        throw new ToolError("INVALID_INPUT", "a secret is typed without delay", "leave delayMs out");
      const { value, origins } = given(text, name, "text");
      const options = { uid, submitKey, origins, ...reported, signal: context.signal };
      return acted(`Typed the secret ${name} into`, uid, await (await context.session()).typeText(value, options));
    },
  });

  return new Map([fill, form, type].map((tool) => [tool.name, tool]));
}
