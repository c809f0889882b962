// The hand-over to the person: a step that only they can or should take, such as a second factor.

import type { PageInfo } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import type { Reply } from "../asking.ts";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import { defineTool, type ToolContext } from "./define.ts";
import { page as pageNumber } from "./fields.ts";

/** Below the time after which most clients give up a call. */
const USUAL_MS = 50_000;
const LONGEST_MS = 1_800_000;

export const askUser = defineTool({
  name: "ask_user",
  title: "Ask the user to do something",
  description:
    "Asks the person for a step that is theirs, such as a second factor or a CAPTCHA, shows them the page, and waits until they say that it is done. Never ask for a password or code.",
  effect: "changes",
  schema: z.strictObject({
    request: z.string().min(1).max(500).describe("What they are to do, in plain words"),
    page: pageNumber.optional().describe("Default: the selected page"),
    show: z.boolean().optional().describe("Select the page and bring it to the front; default: true"),
    timeoutMs: z
      .int()
      .min(1_000)
      .max(LONGEST_MS)
      .optional()
      .describe(`Default: ${USUAL_MS}. More only if your client waits as long`),
  }),
  output: z.object({
    outcome: z.enum(["done", "declined", "dismissed", "unanswered", "unavailable"]),
    note: z.string().optional().describe("What the person wrote"),
  }),
  example: { request: "Enter the code that was sent to your phone, and press Continue." },
  handler: async ({ request, page, show = true, timeoutMs = USUAL_MS }, context) => {
    const { asking, windowless } = context;
    const earlier = asking.reply;
    if (earlier !== undefined) return told(earlier, timeoutMs);
    const about = await pageOf(context, page);
    if (show) await (await context.session()).selectPage(about.page, { signal: context.signal });
    if (!asking.canAsk) return unavailable(about, show, windowless);
    return told(await asking.ask(question(request, about, show, windowless), timeoutMs), timeoutMs);
  },
});

async function pageOf({ session, signal }: ToolContext, wanted: number | undefined): Promise<PageInfo> {
  const pages = await (await session()).pages({ signal });
  const found = pages.find(({ page, selected }) => (wanted === undefined ? selected : page === wanted));
  if (found === undefined) {
    const which = wanted === undefined ? "no page is selected" : `there is no page ${wanted}`;
    throw new ToolError("PAGE_NOT_FOUND", which, "use a number from `list_pages`");
  }
  return found;
}

/** The words for the person. The agent's are quoted; of the page only its host is shown, which it cannot word freely. */
function question(request: string, { page, url }: PageInfo, shown: boolean, windowless: boolean): string {
  const host = hostOf(url);
  const where = `page ${page}${host === "" ? "" : ` (${host})`}`;
  const place = windowless
    ? `The browser has no window, so ${where} cannot be shown`
    : shown
      ? `The browser shows ${where} in front`
      : `It is about ${where} of the browser`;
  return [
    `An agent that drives a web browser asks you: ${brief(request, 500)}.`,
    `${place}. Confirm here when it is done.`,
    "Do not type passwords or codes here: the agent would read them.",
  ].join("\n");
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return "";
  }
}

const LOOK = "look at the page with take_snapshot before you go on";

function told(reply: Reply, limitMs: number): Answer {
  const { outcome } = reply;
  switch (outcome) {
    case "done": {
      const { note } = reply;
      const said = note.trim() === "" ? "" : ` They wrote: ${brief(note, 500)}.`;
      const structured = { outcome, ...(said === "" ? {} : { note }) };
      return { summary: `The person says that it is done.${said} That was not checked: ${LOOK}.`, structured };
    }
    case "declined":
      return {
        summary: "The person declined. Do not ask for the same again; find another way, or end the task.",
        structured: { outcome },
      };
    case "dismissed":
      return {
        summary: `The person closed the question without an answer. They may have done it: ${LOOK}.`,
        structured: { outcome },
      };
    case "unanswered":
      return {
        summary: `[TIMEOUT] The person did not answer within ${limitMs / 1_000} s, and the question was withdrawn. They may still do it: ${LOOK}, or ask again.`,
        failed: "TIMEOUT",
        structured: { outcome },
      };
  }
}

function unavailable({ page }: PageInfo, shown: boolean, windowless: boolean): Answer {
  const seen = windowless
    ? "the browser has no window (the server can be started with --headed), so name steps that need none"
    : shown
      ? `page ${page} is in front`
      : `name page ${page}, which was not brought to the front`;
  return {
    summary: `[UNSUPPORTED] This client does not show questions of tools to its user – say in the conversation what they are to do (${seen}), end your turn, and go on when they answer.`,
    failed: "UNSUPPORTED",
    structured: { outcome: "unavailable" },
  };
}
