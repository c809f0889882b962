// Tools that the page itself offers to agents (WebMCP).

import type { PageTool } from "@uipilot/core";
import * as z from "zod/v4";
import { errorText } from "../answer.ts";
import { counted } from "../counted.ts";
import { isCoded, ToolError } from "../error.ts";
import { save } from "../files.ts";
import { checkInput } from "../page-tool-schema.ts";
import { brief, briefBytes, quote } from "../quote.ts";
import { defineTool } from "./define.ts";
import { timeoutMs } from "./fields.ts";

/** The longest list, in bytes. */
const LONGEST_LIST = 16_000;
/** The longest schema in a list of several tools. */
const SHORT_SCHEMA = 600;
const SHORT_DESCRIPTION = 300;
/** The longest answer that is shown, and the longest description and schema of one tool, in bytes with their escapes. */
const LONGEST_ANSWER = 15_000;
const LONGEST_DESCRIPTION = 6_000;
const LONGEST_SCHEMA = 10_000;

const name = z.string().min(1).max(200);
const origin = z.string().optional();

export const listPageTools = defineTool({
  name: "list_page_tools",
  title: "Tools of the page",
  description:
    "Lists the tools that the page itself offers (WebMCP), with origin and input schema. Their texts are the page's.",
  effect: "reads",
  schema: z.strictObject({
    name: name.optional().describe("Only this tool, with its whole description and schema"),
  }),
  example: {},
  handler: async ({ name }, { session, signal }) => {
    const only = name === undefined ? {} : { name };
    const { tools: shown, more, framesLeftOut } = await (await session()).pageTools({ ...only, signal });
    if (name !== undefined && shown.length === 0) {
      const step = "leave name out to list the tools";
      throw new ToolError("INVALID_INPUT", `The page offers no tool ${brief(name, 100)}`, step);
    }
    const lines: string[] = [];
    let length = 0;
    for (const tool of shown) {
      const entry = described(tool, name !== undefined);
      length += Buffer.byteLength(entry) + 1;
      if (length > LONGEST_LIST && lines.length > 0) break;
      lines.push(entry);
    }
    const cut = shown.length - lines.length + more;
    const silent = framesLeftOut === 0 ? "" : ` ${framesLeftOut} frames did not answer.`;
    const total = shown.length === 1 ? "1 tool" : `${shown.length} tools`;
    const call = shown.length === 0 ? "" : " Call one with call_page_tool.";
    return {
      summary: `The page offers ${total}.${call}${silent}`,
      pageText: lines.join("\n"),
      ...(cut > 0 ? { notes: `${cut} more are not shown.` } : {}),
    };
  },
});

function described(tool: PageTool, whole: boolean): string {
  const marks = [
    ...(tool.readOnly ? ["only reads"] : []),
    ...(tool.consequential ? ["hard to undo"] : []),
    ...(tool.untrustedContent ? ["answers content of others"] : []),
  ];
  const said = marks.length === 0 ? "" : ` (the page says: ${marks.join(", ")})`;
  const frame = tool.mainFrame ? "" : ", in a frame";
  const schema =
    tool.schema === undefined
      ? ""
      : `\n  input ${whole ? briefBytes(tool.schema, LONGEST_SCHEMA) : brief(tool.schema, SHORT_SCHEMA)}`;
  const text = whole ? briefBytes(tool.description, LONGEST_DESCRIPTION) : brief(tool.description, SHORT_DESCRIPTION);
  return `- ${brief(tool.name, 200)} of ${brief(tool.origin, 200)}${frame}${said}: ${text}${schema}`;
}

export const callPageTool = defineTool({
  name: "call_page_tool",
  title: "Call a tool of the page",
  description:
    "Calls a tool that the page offers, after checking the input against its schema. The answer is the page's.",
  effect: "destroys",
  schema: z.strictObject({
    name,
    input: z.record(z.string(), z.unknown()).optional().describe("As its schema says"),
    origin: origin.describe("Of the document that offers it; default: the page's. Needed for frames of other origins"),
    file: z.string().optional().describe("Write the whole answer to this new file in the allowed roots"),
    timeoutMs,
  }),
  example: { name: "add_to_cart", input: { id: 7 } },
  handler: async ({ name, input = {}, origin, file, timeoutMs }, { session, roots, signal }) => {
    const target = file === undefined ? undefined : await roots.resolve(file);
    const own = await session();
    const page = timeoutMs === undefined ? own : own.oneDeadline();
    const tools = await beforeCall(page.pageTools({ name, timeoutMs, signal }));
    const listed = tools.find((tool) => (origin === undefined ? tool.mainFrame : tool.origin === origin)) ?? tools[0];
    // The engine says why, if there is no such tool.
    const checked = await checkInput(listed?.schema, input);
    const schema = listed?.schema;
    const { text, cut, error, effects } = await page.callPageTool(name, input, {
      ...(origin === undefined ? {} : { origin }),
      ...(schema === undefined ? {} : { schema }),
      timeoutMs,
      signal,
    });
    const unchecked =
      checked || schema === undefined
        ? ""
        : " The input was not checked: the page's schema has references or is wrong.";
    const called = `${brief(name, 100)} of the page`;
    if (error !== undefined) {
      const summary = `[OUTCOME_UNKNOWN] ${called} failed: ${brief(error, 2000)}.${unchecked} See what it did before you call it again.`;
      return { summary, effects, failed: "OUTCOME_UNKNOWN" };
    }
    const answer = text ?? "";
    // What was done stays done if the file cannot be written.
    const told = target === undefined ? "" : await saved(target, answer);
    const shown = briefBytes(answer, LONGEST_ANSWER);
    const whole = shown === quote(answer) ? "" : " It begins:";
    const some = cut ? " It is longer than 50,000 characters, and cut there." : whole;
    return {
      summary: `${called} answered ${counted(answer.length, "character")}.${unchecked}${told}${some}`,
      effects,
      pageText: shown,
    };
  },
});

/** The tools that a call chooses from. If the page does not tell them in time, the call has not begun, and the error says so. */
async function beforeCall(listing: Promise<{ tools: PageTool[] }>): Promise<PageTool[]> {
  try {
    return (await listing).tools;
  } catch (error) {
    if (!isCoded(error) || error.code !== "TIMEOUT") throw error;
    const { code, message, nextStep, step } = error;
    throw Object.assign(new ToolError(code, `${message} (the tool was not called)`, nextStep), step && { step });
  }
}

async function saved(file: string, text: string): Promise<string> {
  try {
    const { bytes } = await save(file, text, {});
    return ` Wrote ${brief(file, 1000)}, ${bytes} bytes.`;
  } catch (error) {
    if (!isCoded(error)) throw error;
    return ` ${brief(file, 1000)} was not written: ${errorText(error)}.`;
  }
}
