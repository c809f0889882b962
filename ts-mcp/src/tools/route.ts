// What happens to requests of pages before they leave the browser, and how pages see the network.

import type { RouteInfo, RouteOptions } from "@uipilot/core";
import * as z from "zod/v4";
import { changesLater } from "../answer.ts";
import { base64 } from "../base64.ts";
import { contentType, typeOfBytes } from "../content-types.ts";
import { ToolError } from "../error.ts";
import { reading } from "../files.ts";
import { brief, jsonText } from "../quote.ts";
import { readRegular } from "../regular-file.ts";
import type { FileRoots } from "../roots.ts";
import { defineTool } from "./define.ts";
import { PRESETS } from "./presets.ts";

/** The largest body from a file, in bytes. */
const MOST_BYTES = 16 << 20;

const REASONS = [
  "failed",
  "aborted",
  "timedOut",
  "accessDenied",
  "connectionClosed",
  "connectionReset",
  "connectionRefused",
  "nameNotResolved",
  "internetDisconnected",
  "addressUnreachable",
] as const;

const schema = z.strictObject({
  action: z.enum(["add", "list", "remove", "clear"]),
  url: z.string().optional().describe("add: whole address, * for any text, as in https://shop.example/api/*"),
  do: z.enum(["block", "fulfill", "continue", "delay", "fail"]).optional().describe("add: required"),
  method: z.string().optional().describe("add: only this method"),
  type: z
    .enum(["document", "stylesheet", "image", "media", "font", "script", "fetch", "other"])
    .optional()
    .describe("add: only requests for this"),
  times: z.int().min(1).optional().describe("add: for so many requests"),
  status: z.int().min(200).max(599).optional().describe("fulfill (200)"),
  jsonBody: z.unknown().optional().describe("fulfill"),
  text: z.string().optional().describe("fulfill: body"),
  file: z.string().optional().describe("fulfill: body, in the allowed roots"),
  headers: z.record(z.string(), z.string()).optional().describe("fulfill: of the answer; continue: set in the request"),
  removeHeaders: z.array(z.string()).optional().describe("continue"),
  ms: z.int().min(0).max(60_000).optional().describe("delay"),
  reason: z.enum(REASONS).optional().describe("fail"),
  id: z.int().optional().describe("remove"),
});

type Args = z.output<typeof schema>;

export const route = defineTool({
  name: "route",
  title: "Change what requests get",
  description:
    "Blocks, answers, changes, delays or fails requests of the session's pages, from the next request on. The route added last wins.",
  effect: "changes",
  schema,
  example: {
    action: "add",
    url: "https://shop.example/api/cart",
    do: "fulfill",
    status: 503,
    jsonBody: { error: "down" },
  },
  handler: async (args, { session, roots, signal }) => {
    const { action, id } = args;
    const extra = Object.keys(args).find((name) => name !== "action" && (action !== "remove" || name !== "id"));
    if (action !== "add" && extra !== undefined) {
      throw new ToolError("INVALID_INPUT", `${action} does not take ${extra}`, "leave it out");
    }
    if (action === "add") {
      const added = await (await session()).addRoute(await options(args, roots), { signal });
      const workers = added.passesServiceWorkers
        ? "No service worker is asked while there are routes."
        : "What a service worker answers is not decided about.";
      return { summary: `Added route ${line(added)}. ${workers}` };
    }
    if (action === "list") {
      const all = await (await session()).routes({ signal });
      if (all.length === 0) return { summary: "No routes." };
      return { summary: `${many(all.length)}, the last one wins:`, lines: all.map(line).join("\n") };
    }
    if (action === "remove" && id === undefined) {
      throw new ToolError("INVALID_INPUT", "remove needs id", "list the routes, or use clear to remove all");
    }
    const removed = await (await session()).removeRoutes(id, { signal });
    const summary = `Removed ${many(removed.length)}.`;
    return removed.length === 0 ? { summary } : { summary, lines: removed.map(line).join("\n") };
  },
});

const many = (count: number) => `${count} route${count === 1 ? "" : "s"}`;

/** A route in one line. */
function line({ id, action, url, method, kind, hits, left, held }: RouteInfo): string {
  const only = [...(method === undefined ? [] : [brief(method, 40)]), ...(kind === undefined ? [] : [kind])].join(" ");
  const counts = [
    `${hits} ${hits === 1 ? "hit" : "hits"}`,
    ...(left === undefined ? [] : [`${left} left`]),
    ...(held === 0 ? [] : [`holds ${held} now`]),
  ];
  return `${id}: ${action} ${only === "" ? "" : `${only} `}${brief(url, 300)} (${counts.join(", ")})`;
}

/** The engine's options for a route. */
async function options(args: Args, roots: FileRoots): Promise<RouteOptions> {
  const {
    url,
    do: what,
    method,
    type,
    times,
    status,
    jsonBody: json,
    text,
    file,
    headers = {},
    removeHeaders,
    ms,
    reason,
  } = args;
  if (url === undefined || what === undefined) {
    throw new ToolError("INVALID_INPUT", `add needs ${url === undefined ? "url" : "do"}`, "give url and do");
  }
  if (args.id !== undefined) throw new ToolError("INVALID_INPUT", "id is for remove", "leave it out");
  if ([json, text, file].filter((body) => body !== undefined).length > 1) {
    throw new ToolError("INVALID_INPUT", "jsonBody, text and file are three bodies", "give one of them");
  }
  if (what !== "fulfill" && (json !== undefined || file !== undefined)) {
    throw new ToolError("INVALID_INPUT", "jsonBody and file are for fulfill", "leave them out");
  }
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  const withType = (value: string) => (typed ? { ...headers } : { ...headers, "content-type": value });
  const bytes = file === undefined ? undefined : await content(file, roots);
  const body =
    json !== undefined
      ? { text: jsonText(json), headers: withType("application/json") }
      : file !== undefined && bytes !== undefined
        ? { base64: base64(bytes), headers: withType(contentType(file) || typeOfBytes(bytes)) }
        : { ...(text === undefined ? {} : { text }), headers };
  return {
    url,
    action: what,
    ...body,
    ...(method === undefined ? {} : { method }),
    ...(type === undefined ? {} : { kind: type }),
    ...(times === undefined ? {} : { times }),
    ...(status === undefined ? {} : { status }),
    ...(removeHeaders === undefined ? {} : { removeHeaders }),
    ...(ms === undefined ? {} : { delayMs: ms }),
    ...(reason === undefined ? {} : { reason }),
  };
}

async function content(file: string, roots: FileRoots): Promise<Buffer> {
  const resolved = await roots.resolve(file);
  const tooLarge = (bytes: number): ToolError =>
    new ToolError("INVALID_INPUT", `${brief(file)} has ${bytes} bytes`, `a body may have ${MOST_BYTES}`);
  return reading(resolved, () => readRegular(resolved, { most: MOST_BYTES, tooLarge }));
}

export const setNetwork = defineTool({
  name: "set_network",
  title: "Set the network",
  description:
    "Takes the network away from the session's pages, or makes it slower, until it is called again; without arguments it is as it is.",
  effect: "changes",
  idempotent: true,
  schema: z.strictObject({
    offline: z.boolean().optional(),
    preset: z.enum(["Slow 3G", "Slow 4G", "Fast 4G"]).optional().describe("As in Chrome's developer tools"),
    latencyMs: z.number().min(0).max(60_000).optional(),
    downloadKbytes: z.number().min(0.1).max(10_000_000).optional().describe("kB a second"),
    uploadKbytes: z.number().min(0.1).max(10_000_000).optional(),
  }),
  example: { preset: "Slow 4G" },
  handler: async ({ preset, offline = false, ...own }, { session, signal }) => {
    const given = Object.entries(own).filter(([, value]) => value !== undefined);
    const conditions = { ...(preset === undefined ? {} : PRESETS[preset]), ...Object.fromEntries(given), offline };
    const unconfirmed = await (await session()).setNetwork({ ...conditions, signal });
    const { latencyMs, downloadKbytes, uploadKbytes }: Partial<Record<string, number | boolean>> = conditions;
    const parts = [
      ...(latencyMs === undefined ? [] : [`answers take at least ${latencyMs} ms`]),
      ...(downloadKbytes === undefined ? [] : [`${downloadKbytes} kB/s come in`]),
      ...(uploadKbytes === undefined ? [] : [`${uploadKbytes} kB/s go out`]),
    ];
    const slow = parts.length === 0 ? "" : `The network is slow: ${parts.join(", ")}. Workers are not slowed down.`;
    const now = offline ? "The network is off." : slow === "" ? "The network is as it is." : slow;
    return { summary: [now, ...changesLater(unconfirmed)].join(" ") };
  },
});
