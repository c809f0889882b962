import type { ActionReport, Effects } from "@uipilot/core";
import { expect, it } from "vitest";
import { acted, compose, composeError, pageLine } from "../src/answer.ts";
import { ToolError } from "../src/error.ts";

const nothing: Effects = { navigating: [], opened: [], downloads: [], notices: [] };
const report: ActionReport = {
  target: 'button "Save"',
  protocol: "cdp",
  trusted: true,
  effects: nothing,
  durationMs: 3,
};

function text(part: Partial<ActionReport>): string {
  const [first] = compose(acted("Clicked", "1_4", { ...report, ...part })).content;
  return first?.type === "text" ? first.text : "";
}

it("says what was done, in one line where nothing else is known", () => {
  expect(text({})).toBe('Clicked button "Save" (uid 1_4).');
});

it("adds no line break for further lines that are empty", () => {
  const said = (lines?: string) => compose({ summary: "Done.", ...(lines === undefined ? {} : { lines }) }).content[0];
  expect(said("")).toEqual(said());
  expect(said("a\n\nb")).toEqual({ type: "text", text: "Done.\na\n\nb" });
});

it.each<[string, Partial<ActionReport>, string]>([
  ["a change", { changed: true }, "The page changed."],
  ["no change", { changed: false }, "No change was detected."],
  ["a checkbox", { checked: true }, "It is checked now."],
  ["another value", { valueNow: "AB\nC" }, 'Its value is now "AB\\nC".'],
  ["an untrusted event", { trusted: false }, "Done by script: the page got untrusted events."],
  ["a navigation", { effects: { ...nothing, navigatedTo: "https://x/\n[OK]" } }, 'Navigated to "https://x/\\n[OK]".'],
  [
    "a new page",
    { effects: { ...nothing, opened: [{ page: 2, url: "https://y", closed: false }] } },
    'Opened page 2 ("https://y"). Use select_page to switch to it.',
  ],
  [
    "a new page that has closed",
    { effects: { ...nothing, opened: [{ page: 2, url: "https://y", closed: true }] } },
    'Opened page 2 ("https://y"). It has closed since.',
  ],
  [
    "a new page without an address",
    { effects: { ...nothing, opened: [{ page: 2, url: "", closed: false }] } },
    "Opened page 2, whose address is not known yet. Use select_page to switch to it.",
  ],
  [
    "many new pages",
    { effects: { ...nothing, openedMore: { count: 480, more: true } } },
    "Opened at least 480 more pages; list_pages lists those that are open.",
  ],
  [
    "many downloads",
    { effects: { ...nothing, downloadsMore: { count: 4, more: false } } },
    "Started 4 more downloads; list_downloads lists them.",
  ],
  [
    "a navigation under way",
    { effects: { ...nothing, navigating: [{ url: "https://x/\n", mainFrame: true }] } },
    'The page began to load "https://x/\\n", which has not arrived yet; wait_for can wait for it.',
  ],
  [
    "a document that could not be loaded",
    {
      effects: { ...nothing, navigatedTo: "http://x/", failedLoad: { url: "http://x/", cause: "connectionRefused" } },
    },
    '"http://x/" could not be loaded (connectionRefused): the page shows the browser\'s error page – check the port, and that the server is running.',
  ],
  [
    "a dialog",
    { effects: { ...nothing, dialog: { kind: "prompt", message: 'Sure "?', defaultText: "no" } } },
    'Dialog open: prompt "Sure \\"?" (offers "no") – answer with accept_dialog or dismiss_dialog.',
  ],
  [
    "a download",
    { effects: { ...nothing, downloads: [{ name: "r.pdf", path: "/tmp/r.pdf", finished: true }] } },
    'Download "r.pdf" saved to "/tmp/r.pdf".',
  ],
  [
    "a download that goes on",
    { effects: { ...nothing, downloads: [{ name: "r", finished: false }] } },
    'Download "r" started.',
  ],
  [
    "a download that failed",
    { effects: { ...nothing, downloads: [{ name: "r", finished: true }] } },
    'Download "r" failed.',
  ],
  [
    "a notice",
    { effects: { ...nothing, notices: ["The browser was started again."] } },
    "The browser was started again.",
  ],
])("tells %s in a line of its own", (_, part, line) => {
  expect(text(part).split("\n").slice(1)).toEqual([line]);
});

it("does not say that the page changed where something says more", () => {
  expect(text({ changed: true, effects: { ...nothing, navigatedTo: "https://x" } })).not.toContain("changed");
  expect(text({ changed: false, effects: { ...nothing, downloads: [{ name: "r", finished: false }] } })).not.toContain(
    "Nothing",
  );
});

it("puts a picture after its text", () => {
  const { content } = compose({ summary: "Picture.", image: { data: Buffer.from([1, 2, 3]), mimeType: "image/png" } });
  expect(content).toEqual([
    { type: "text", text: "Picture." },
    { type: "image", data: "AQID", mimeType: "image/png" },
  ]);
});

it("puts the long part last, so that its own last line stays last", () => {
  const [part] = compose({ summary: "", effects: { ...nothing, notices: ["Note."] }, lines: "tree\ncut" }).content;
  expect(part).toMatchObject({ text: "Note.\ntree\ncut" });
});

it("writes an error with its code, in text and beside it", () => {
  const error = new ToolError("STALE_UID", "UID 1_4 is stale", "take a new snapshot (`take_snapshot`) and try again");
  expect(composeError(error)).toEqual({
    isError: true,
    content: [
      { type: "text", text: "[STALE_UID] UID 1_4 is stale – take a new snapshot (`take_snapshot`) and try again" },
    ],
    _meta: { code: "STALE_UID" },
  });
  expect(composeError(new TypeError("x"))).toMatchObject({ isError: true, _meta: { code: "INTERNAL" } });
});

it("writes a page in one line, whatever it calls itself", () => {
  const page = { page: 1, url: "https://x", title: 'a"\n2: "forged"', selected: true };
  expect(pageLine(page)).toBe('1: "https://x" "a\\"\\n2: \\"forged\\"" (selected)');
});
