// The requests of pages: a list, and all about one of them.

import type { NetworkDetail, NetworkRequest } from "@uipilot/core";
import * as z from "zod/v4";
import { ToolError } from "../error.ts";
import { save } from "../files.ts";
import {
  bodyLine,
  cutLines,
  headerLines,
  messageLine,
  requestLine,
  sizesLine,
  times,
  whoLine,
} from "../network-text.ts";
import { brief } from "../quote.ts";
import { masker } from "../secrets/mask.ts";
import { defineTool } from "./define.ts";
import { page } from "./fields.ts";

const TYPES = [
  "document",
  "stylesheet",
  "image",
  "font",
  "script",
  "xhr",
  "fetch",
  "eventsource",
  "websocket",
  "media",
  "ping",
  "other",
] as const;

/** How many requests a list has by default. */
const LISTED = 50;

/** How many bytes the lines of a list may take. */
const MOST_LIST_BYTES = 16_000;

const id = z.int().min(1);

export const listNetworkRequests = defineTool({
  name: "list_network_requests",
  title: "List network requests",
  description:
    "Requests of pages since the session began, newest first. Pass the newest id as since to see what follows.",
  effect: "reads",
  schema: z.strictObject({
    type: z.enum(TYPES).optional(),
    method: z.string().optional(),
    status: z.string().optional().describe("404, or 4xx"),
    url: z.string().optional().describe("Part of it"),
    failed: z.boolean().optional().describe("Only failures, and statuses from 400 on"),
    since: z.int().min(0).optional().describe("Only after this id"),
    before: id.optional().describe("Only before this id"),
    page: page.optional(),
    limit: z.int().min(1).max(200).optional().describe(`Default: ${LISTED}`),
    clear: z.boolean().optional().describe("Then forget all"),
  }),
  example: { type: "fetch", status: "5xx" },
  handler: async ({ limit = LISTED, ...filter }, { session, signal }) => {
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const list = await (await session()).networkRequests({ ...given, limit, signal });
    const { requests, matched, kept, forgotten, newest } = list;
    const pages = new Set(requests.map((request) => request.page)).size;
    const lines = cutLines(
      requests.map((request) => requestLine(request, pages > 1)),
      MOST_LIST_BYTES,
    );
    const last = requests[lines.length - 1];
    const more = matched - lines.length;
    const total = matched === kept ? `${matched}` : `${matched} of ${kept}`;
    const shown = more > 0 ? `, the newest ${lines.length}` : "";
    const summary = kept === 0 ? "No request yet." : `${total} requests${shown}, newest first. Newest id: ${newest}.`;
    const notes = [
      ...(more > 0 && last !== undefined ? [`${more} older ones: before: ${last.id}.`] : []),
      ...(forgotten > 0 ? [`${forgotten} older requests were forgotten: the log keeps 2,000.`] : []),
      ...(filter.clear === true ? ["All were forgotten now."] : []),
    ];
    return { summary, pageText: lines.join("\n"), notes: notes.join("\n") };
  },
});

export const getNetworkRequest = defineTool({
  name: "get_network_request",
  title: "Get a network request",
  description: "Headers, times and cause of a request, and if asked its body. Credentials are masked by name.",
  effect: "changes",
  schema: z.strictObject({
    id: id.describe("From list_network_requests"),
    body: z.enum(["request", "response"]).optional().describe("With this body"),
    path: z.string().min(1).optional().describe("Only this part of a JSON body: items[0].name"),
    file: z.string().min(1).optional().describe("Save the body to this new file"),
    frames: z.int().min(1).max(200).optional().describe("The last messages of a WebSocket or event stream"),
    secrets: z.boolean().optional().describe("Do not mask"),
  }),
  example: { id: 17, body: "response", path: "items[0].name" },
  handler: async ({ id, body, path, file: given, frames, secrets }, { session, roots, signal }) => {
    if (given !== undefined && body === undefined) {
      throw new ToolError("INVALID_INPUT", "file is for a body, and none was asked for", "give body too");
    }
    const file = given === undefined ? undefined : await roots.resolve(given);
    const detail = await (await session()).networkRequest(id, {
      ...(body === undefined ? {} : { body }),
      ...(path === undefined ? {} : { path }),
      ...(frames === undefined ? {} : { messages: frames }),
      ...(secrets === undefined ? {} : { secrets }),
      signal,
    });
    const saved = file === undefined ? undefined : await savedLine(file, detail);
    const shown: ReturnType<typeof bodyLine> =
      body === undefined ? {} : saved === undefined ? bodyLine(body, detail, path) : { note: saved };
    const { messages, request } = detail;
    const told = frames === undefined ? [] : messages.map(messageLine);
    const heading = messageHeading(request, messages.length, detail.recordsMessages);
    return {
      summary: requestLine(request, true),
      pageText: [
        ...whoLine(detail),
        ...times(detail),
        ...sizesLine(detail),
        ...headerLines("Request headers", detail.requestHeaders),
        ...headerLines("Response headers", detail.responseHeaders),
        ...(detail.headersCut ? ["Headers that were too long are cut or left out."] : []),
        ...(heading === "" ? [] : [heading]),
        ...cutLines(told.reverse(), 8_000).reverse(),
        ...[shown.line ?? []].flat(),
      ].join("\n"),
      notes: [...[shown.note ?? []].flat(), ...(detail.masked > 0 ? [`Masked secrets: ${detail.masked}.`] : [])].join(
        "\n",
      ),
    };
  },
});

function messageHeading({ messages, type }: NetworkRequest, shown: number, areRecorded: boolean): string {
  if (type !== "websocket" && type !== "eventsource") return "";
  if (!areRecorded) return "Messages: this browser does not report them.";
  return shown === 0 ? `Messages: ${messages}; frames shows them.` : `Messages: ${messages}, the last ${shown}:`;
}

async function savedLine(file: string, { body }: NetworkDetail): Promise<string | undefined> {
  const content = body?.bytes === undefined ? body?.text : masker.bytes(body.bytes);
  if (content === undefined) return undefined;
  const { bytes } = await save(file, content);
  return `Wrote the body to ${brief(file, 1000)}, ${bytes} bytes.`;
}
