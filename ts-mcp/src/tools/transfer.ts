// Content from outside of the page: pastes, drops, the clipboard.

import type { ClipboardText } from "@uipilot/core";
import * as z from "zod/v4";
import { acted } from "../answer.ts";
import { counted } from "../counted.ts";
import { brief, quote } from "../quote.ts";
import { filesToUpload } from "../uploads.ts";
import { defineAction } from "./changes.ts";
import { defineTool } from "./define.ts";
import { at, filePath, uid } from "./fields.ts";

/** How much of each text of the clipboard is shown unless the caller asks for more. */
const CLIPBOARD_LENGTH = 4_000;

const content = {
  text: z.string().optional(),
  html: z.string().optional(),
  url: z.string().optional(),
  filePath: filePath.optional(),
};

export const pasteByUid = defineAction({
  name: "paste_by_uid",
  title: "Paste",
  description:
    "Pastes text, html, a url or files into it, with a paste event by script; the clipboard is not touched. Fields and editors whose page does not handle the event get the text or the html. filePath as in upload_file_by_uid. To copy, cut or paste with the browser's clipboard, press_key Control+C, X or V; read_clipboard shows it.",
  effect: "destroys",
  schema: z.strictObject({ uid, ...content }),
  example: { uid: "1_4", text: "Ada\tLovelace" },
  handler: async ({ uid, filePath, ...given }, { session, signal, roots }, reported) => {
    const files = await filesToUpload(filePath ?? [], roots);
    const report = await (await session()).paste(uid, { ...given, files }, { ...reported, signal });
    return acted("Pasted into", uid, report, "paste events");
  },
});

export const dropByUid = defineAction({
  name: "drop_by_uid",
  title: "Drop files or data",
  description:
    "Drops files, text, html or a url on it, as if dragged from another program, with drag events by script. filePath as in upload_file_by_uid. For elements of the page, drag_by_uid_to_uid.",
  effect: "destroys",
  schema: z.strictObject({ uid, ...content, at }),
  example: { uid: "1_4", filePath: "chart.png" },
  handler: async ({ uid, filePath, at, ...given }, { session, signal, roots }, reported) => {
    const files = await filesToUpload(filePath ?? [], roots);
    const report = await (await session()).dropOn(uid, { ...given, files }, { at, ...reported, signal });
    return acted("Dropped on", uid, report, "drag events");
  },
});

export const readClipboard = defineTool({
  name: "read_clipboard",
  title: "Read the clipboard",
  description:
    "What the page copied or cut last, by a Copy button or by keys: text, html, and names of files and pictures. Only in a headless browser that this server started, since any other clipboard can be the user's.",
  effect: "reads",
  schema: z.strictObject({
    maxLength: z.int().min(0).max(100_000).optional().describe("Characters of each text, default 4000"),
  }),
  example: {},
  handler: async ({ maxLength = CLIPBOARD_LENGTH }, { session, signal }) => {
    const { types, text, html, files } = await (await session()).readClipboard({ maxLength, signal });
    const known = ["text/plain", "text/html", ...(files.length > 0 ? ["Files"] : [])];
    const others = types.filter((type) => !known.includes(type));
    const lines = [
      ...textLine("text", text),
      ...textLine("html", html),
      ...files.map(
        ({ name, mediaType, size }) =>
          `file ${brief(name)}, ${mediaType ? brief(mediaType, 100) : "no type"}, ${size} bytes`,
      ),
      ...(others.length > 0 ? [`further types: ${others.map((type) => brief(type, 100)).join(", ")}`] : []),
    ];
    if (lines.length === 0) return { summary: "The clipboard holds nothing that a page could paste." };
    return { summary: "The clipboard holds, from pages:", pageText: lines.join("\n") };
  },
});

function textLine(kind: string, text: ClipboardText | undefined): string[] {
  if (text === undefined) return [];
  const { content, length } = text;
  const part = content.length < length ? `, the first ${content.length}` : "";
  return [`${kind}, ${counted(length, "character")}${part}: ${quote(content)}`];
}
