// The tool that lists what pages wrote to the console.

import type { ConsoleReport } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { messageDetails, messageLine } from "../console-text.ts";
import { originals } from "../source-maps.ts";
import { defineTool } from "./define.ts";
import { page } from "./fields.ts";

/** How many messages a list has unless more are wanted. */
const USUAL = 50;

/** How many bytes the messages of a list may take together. */
const MOST_BYTES = 17_000;

const id = z.int().min(1);

export const listConsoleMessages = defineTool({
  name: "list_console_messages",
  title: "List console messages",
  description:
    "What pages wrote to the console since they began, uncaught errors, rejections and the browser's own messages. The newest last.",
  effect: "reads",
  schema: z.strictObject({
    level: z.enum(["error", "warning", "info", "log", "debug"]).optional().describe("This and graver ones"),
    text: z.string().optional().describe("Part of the text"),
    page: page.optional(),
    newOnly: z.boolean().optional().describe("Since the last call with newOnly"),
    since: id.optional().describe("After this message"),
    before: id.optional().describe("Before this message: the rest of a list"),
    id: id.optional().describe("One message with arguments and stack"),
    limit: z.int().min(1).max(1000).optional().describe(`${USUAL}`),
    clear: z.boolean().optional().describe("Forget all messages after listing"),
  }),
  example: { level: "error" },
  handler: async ({ limit = USUAL, ...wanted }, context) => {
    const session = await context.session();
    const report = await session.consoleMessages({ ...wanted, limit, signal: context.signal });
    const one = wanted.id === undefined ? undefined : report.messages[0];
    if (one !== undefined) {
      const [summary = "", ...rest] = messageDetails(one, await originals(session, [one], true));
      return { summary, pageText: rest.join("\n") };
    }
    return listed(report, wanted.clear === true, await originals(session, report.messages));
  },
});

/** A list whose oldest messages are left out if it would be too long. */
function listed(report: ConsoleReport, cleared: boolean, found: Awaited<ReturnType<typeof originals>>): Answer {
  const lines: string[] = [];
  let room = MOST_BYTES;
  for (const message of [...report.messages].reverse()) {
    const line = messageLine(message, found);
    room -= Buffer.byteLength(line) + 1;
    if (room < 0) break;
    lines.unshift(line);
  }
  const earlier = report.earlier + report.messages.length - lines.length;
  const first = report.messages.at(-lines.length)?.id;
  const notes: string[] = [];
  if (earlier > 0 && first !== undefined) notes.push(`${earlier} earlier ones: before ${first}.`);
  if (report.skipped > 0) notes.push(`${report.skipped} came too fast to be kept.`);
  if (report.dropped > 0) notes.push(`${report.dropped} made room for newer ones.`);
  if (cleared) notes.push("All messages are forgotten now.");
  const count = lines.length === 1 ? "1 message" : `${lines.length} messages`;
  const summary =
    lines.length === 0 ? "No messages." : `${count}, the newest last; id shows one with arguments and stack:`;
  return {
    summary: lines.length === 0 ? [summary, ...notes].join(" ") : summary,
    ...(lines.length === 0 ? {} : { pageText: lines.join("\n"), notes: notes.join(" ") }),
  };
}
