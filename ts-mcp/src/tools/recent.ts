import type { RecentAction } from "@uipilot/core";
import * as z from "zod/v4";
import { recentLine } from "../answer.ts";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import { defineTool, UNLISTED } from "./define.ts";
import { page as pageNumber } from "./fields.ts";

/** How many actions are listed. */
const SHOWN = 20;
/** How many the engine keeps. */
const KEPT = 100;

const DAY_MS = 86_400_000;

export const recentActions = defineTool({
  name: "recent_actions",
  title: "Recent actions",
  description: "The last actions and their outcomes.",
  effect: "reads",
  closedWorld: true,
  schema: z.strictObject({
    action: z.string().min(1).optional().describe("As listed: click, fill").meta(UNLISTED),
    outcome: z.string().min(1).optional().describe("ok, failed, or a code such as TIMEOUT").meta(UNLISTED),
    page: pageNumber.optional().meta(UNLISTED),
    since: z.string().optional().describe("A time as listed (UTC), or ISO 8601").meta(UNLISTED),
    limit: z.int().min(1).max(KEPT).optional().describe(`Default: ${SHOWN}`).meta(UNLISTED),
  }),
  example: {},
  handler: async ({ since, limit = SHOWN, ...wanted }, { session, signal }) => {
    const from = since === undefined ? undefined : timeOf(since, Date.now());
    const filters = Object.values({ ...wanted, from }).some((value) => value !== undefined);
    const all = await (await session()).recentActions(filters ? KEPT : limit, { signal });
    const fitting = all.filter((one) => fits(one, wanted) && (from === undefined || one.at >= from));
    const shown = fitting.slice(0, limit);
    const lines = shown.map(recentLine).join("\n");
    if (shown.length === 0) {
      if (all.length === 0) return { summary: "No action yet." };
      const known = [...new Set(all.map(({ action }) => action))].join(", ");
      return { summary: `None of the last ${all.length} actions fits; their names: ${known}.` };
    }
    const more = fitting.length > shown.length ? ` of ${fitting.length} that fit` : "";
    return { summary: `${shown.length} actions${more}, newest first:`, lines };
  },
});

interface Wanted {
  action?: string | undefined;
  outcome?: string | undefined;
  page?: number | undefined;
}

function fits({ action, error, page }: RecentAction, wanted: Wanted): boolean {
  const { outcome } = wanted;
  const ended = outcome === "failed" ? error !== undefined : outcome === undefined || (error ?? "ok") === outcome;
  return ended && (wanted.action ?? action) === action && (wanted.page ?? page) === page;
}

/** A time of day in UTC, the last one that has been, or a date with a time. */
function timeOf(text: string, now: number): number {
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)?Z?$/.exec(text.trim());
  if (clock !== null) {
    const [, hours, minutes, seconds = "0", fraction = "0"] = clock;
    const inDay = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + Number(fraction)) * 1_000;
    const today = now - (now % DAY_MS) + Math.round(inDay);
    if (inDay < DAY_MS) return today > now ? today - DAY_MS : today;
  }
  const time = clock === null && /^\d{4}-\d{2}-\d{2}/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  if (Number.isNaN(time)) {
    const step = "give a time as recent_actions lists it, such as 09:30:00, or 2026-01-31T09:30:00Z";
    throw new ToolError("INVALID_INPUT", `since is no time: ${brief(text, 60)}`, step);
  }
  return time;
}
