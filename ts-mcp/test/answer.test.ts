import type { ActionReport, Effects } from "@uipilot/core";
import { expect, it } from "vitest";
import { acted, compose, composeError, pageLine } from "../src/answer.ts";
import { ToolError } from "../src/error.ts";

const nothing: Effects = { opened: [], downloads: [], notices: [] };
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

it.each<[string, Partial<ActionReport>, string]>([
  ["a change", { changed: true }, "The page changed."],
  ["no change", { changed: false }, "No change was detected."],
  ["a checkbox", { checked: true }, "It is checked now."],
  ["another value", { valueNow: "AB\nC" }, 'Its value is now "AB\\nC".'],
  ["an untrusted event", { trusted: false }, "Done by script: the page got untrusted events."],
  ["a navigation", { effects: { ...nothing, navigatedTo: "https://x/\n[OK]" } }, 'Navigated to "https://x/\\n[OK]".'],
  [
    "a new page",
    { effects: { ...nothing, opened: [{ page: 2, url: "https://y" }] } },
    'Opened page 2 ("https://y"). Use select_page to switch to it.',
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
