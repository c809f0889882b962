// Content from outside of the page: pastes and drops.

import * as z from "zod/v4";
import { acted } from "../answer.ts";
import { filesToUpload } from "../uploads.ts";
import { defineAction } from "./changes.ts";
import { at, filePath, uid } from "./fields.ts";

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
    "Pastes text, html, a url or files into it, with a paste event by script; the clipboard is not touched. Fields and editors whose page does not handle the event get the text or the html. filePath as in upload_file_by_uid. To copy, cut or paste with the browser's clipboard, press_key Control+C, X or V.",
  effect: "destroys",
  schema: z.strictObject({ uid, ...content }),
  example: { uid: "1_4", text: "Ada\tLovelace" },
  handler: async ({ uid, filePath, ...given }, { session, signal, roots }, reported) => {
    const files = await filesToUpload(filePath ?? [], roots);
    const report = await (await session()).paste(uid, { ...given, files }, { ...reported, signal });
    return acted("Pasted into", uid, report, "a paste event");
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
