// Pages: list, open, choose, close, navigate.

import type { NavigationReport, PageInfo } from "@uipilot/core";
import * as z from "zod/v4";
import { type Answer, pageLine } from "../answer.ts";
import { brief } from "../quote.ts";
import { defineTool } from "./define.ts";
import { page, timeoutMs } from "./fields.ts";

const INCOMPLETE = " Its loading ended before the document was whole: the connection broke, or it was stopped.";

const LOADED: Record<NavigationReport["loadState"], string> = {
  committed: " It is still loading; wait_for can wait for what you need.",
  domcontentloaded: " Parts of it are still loading.",
  load: "",
};

function arrived(verb: string, wanted: string, report: NavigationReport): Answer {
  const { page, url, title, loadState, incomplete, arrival, effects } = report;
  // The new address is in the answer itself, not among its side effects.
  const { navigatedTo, ...rest } = effects;
  const still = `page ${page} still shows ${brief(url)}`;
  const summary = {
    arrived: `${verb} ${brief(url)} ${brief(title, 120)} in page ${page}.${incomplete ? INCOMPLETE : LOADED[loadState]}`,
    blocked: blockedText(wanted, still, effects.dialog?.kind),
    download: `${wanted} is a download; ${still}.`,
    frame: `The step in the history was one of a frame: ${still}.`,
  }[arrival];
  return { summary, effects: rest };
}

/** A navigation that waits for the answer to a dialog. */
function blockedText(wanted: string, still: string, dialog: string | undefined): string {
  if (dialog !== "beforeunload") return `${wanted} was not loaded yet: a dialog is open, and ${still}.`;
  return `${wanted} was not loaded yet: ${still} and asks whether it may be left. accept_dialog leaves it; dismiss_dialog stays.`;
}

function listed(pages: PageInfo[]): string {
  return pages.length === 0 ? "No pages are open; open one with new_page." : pages.map(pageLine).join("\n");
}

const url = z.string().min(1);
const side = z.int().min(1).max(10_000);

export const listPages = defineTool({
  name: "list_pages",
  title: "List pages",
  description: "Open pages with number, address, title and open dialog.",
  effect: "reads",
  schema: z.strictObject({}),
  example: {},
  handler: async (_, { session, signal }) => ({ summary: listed(await (await session()).pages({ signal })) }),
});

export const newPage = defineTool({
  name: "new_page",
  title: "Open a page",
  description: "Opens a page, selects it, loads the URL.",
  effect: "changes",
  schema: z.strictObject({ url }),
  example: { url: "https://example.org" },
  handler: async ({ url }, { session, signal }) =>
    arrived("Opened", brief(url), await (await session()).newPage(url, { signal })),
});

export const navigatePage = defineTool({
  name: "navigate_page",
  title: "Go to a URL",
  description: "Loads a URL in the selected page. Older UIDs are stale afterwards.",
  effect: "changes",
  idempotent: true,
  schema: z.strictObject({ url, timeoutMs }),
  example: { url: "https://example.org" },
  handler: async ({ url, timeoutMs }, { session, signal }) =>
    arrived("Went to", brief(url), await (await session()).navigate(url, { timeoutMs, signal })),
});

export const navigateHistory = defineTool({
  name: "navigate_history",
  title: "Back, forward, reload",
  description: "Moves the selected page in its history, or reloads it.",
  // Reloading sends a form again.
  effect: "destroys",
  schema: z.strictObject({ direction: z.enum(["back", "forward", "reload"]) }),
  example: { direction: "back" },
  handler: async ({ direction }, { session, signal }) => {
    const verb = { back: "Went back to", forward: "Went forward to", reload: "Reloaded" }[direction];
    const wanted = { back: "The earlier page", forward: "The later page", reload: "The page" }[direction];
    return arrived(verb, wanted, await (await session()).navigateHistory(direction, { signal }));
  },
});

export const resizePage = defineTool({
  name: "resize_page",
  title: "Resize the page",
  description: "Sets the size of the selected page's viewport in CSS pixels. Take a snapshot afterwards.",
  effect: "changes",
  idempotent: true,
  schema: z.strictObject({ width: side, height: side }),
  example: { width: 390, height: 844 },
  handler: async (wanted, { session, signal }) => {
    const { width, height } = await (await session()).resizePage(wanted.width, wanted.height, { signal });
    const granted = width === wanted.width && height === wanted.height;
    return {
      summary: `The page is ${width}×${height} CSS pixels now${granted ? "" : ": the browser granted no other size"}.`,
    };
  },
});

export const selectPage = defineTool({
  name: "select_page",
  title: "Select a page",
  description: "Selects the page that the other tools work on.",
  effect: "changes",
  idempotent: true,
  closedWorld: true,
  schema: z.strictObject({ page }),
  example: { page: 2 },
  handler: async ({ page }, { session, signal }) => ({
    summary: `Selected page ${pageLine({ ...(await (await session()).selectPage(page, { signal })), selected: false })}`,
  }),
});

export const closePage = defineTool({
  name: "close_page",
  title: "Close a page",
  description: "Closes a page without its beforeunload dialog.",
  effect: "destroys",
  schema: z.strictObject({ page }),
  example: { page: 2 },
  handler: async ({ page }, { session, signal }) => ({
    summary: `Closed page ${page}. Pages now:`,
    lines: listed(await (await session()).closePage(page, { signal })),
  }),
});
