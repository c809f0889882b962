// The short commands: how a person calls the main tools. Every other command follows from its tool's schema.

import type { Positional } from "./table.ts";

/** A short command. */
export interface Short {
  tool: string;
  toolForUid?: string;
  preset?: Record<string, unknown>;
  /** Where it is not the title of the tool. */
  help?: string;
  /** Where they are not the required arguments. */
  positionals?: Positional[];
}

const uid: Positional = { flag: "uid" };

/** The short commands by name, in the order of the help. */
export const shorts: Readonly<Record<string, Short>> = {
  open: { tool: "navigate_page" },
  back: { tool: "navigate_history", preset: { direction: "back" }, help: "Go back" },
  forward: { tool: "navigate_history", preset: { direction: "forward" }, help: "Go forward" },
  reload: { tool: "navigate_history", preset: { direction: "reload" }, help: "Load the page again" },
  snapshot: { tool: "take_snapshot", help: "The page as a text tree, with UIDs" },
  find: { tool: "find_in_page", positionals: [{ flag: "text", optional: true }] },
  read: { tool: "read_page", help: "The words of the page as Markdown" },
  click: { tool: "click_by_uid" },
  fill: { tool: "fill_by_uid", positionals: [uid, { flag: "value", optional: true }] },
  "fill-form": { tool: "fill_form_by_uid" },
  type: { tool: "type_text", positionals: [{ flag: "text", optional: true }] },
  press: { tool: "press_key" },
  hover: { tool: "hover_by_uid" },
  drag: { tool: "drag_by_uid_to_uid" },
  select: { tool: "select_option", positionals: [uid, { flag: "values", rest: true, name: "VALUE" }] },
  check: { tool: "set_checked", preset: { checked: true }, help: "Check a checkbox, radio or switch" },
  uncheck: { tool: "set_checked", preset: { checked: false }, help: "Uncheck it" },
  upload: { tool: "upload_file_by_uid", positionals: [uid, { flag: "file-path", rest: true, name: "FILE" }] },
  act: {
    tool: "interactWithPage",
    help: "Act by meaning, without a snapshot; TARGET is words, or a JSON object",
    positionals: [
      { flag: "action" },
      { flag: "target.value", optional: true, name: "TARGET" },
      { flag: "value", optional: true },
    ],
  },
  wait: { tool: "wait_for", positionals: [{ flag: "text", optional: true }] },
  screenshot: {
    tool: "screenshot_page",
    toolForUid: "screenshot_by_uid",
    help: "Screenshot of the page, or of the element of --uid",
    positionals: [{ flag: "out", optional: true, name: "FILE" }],
  },
  save: {
    tool: "save_page",
    help: "Save the tree to a file, or a picture to a .png or .jpg",
    positionals: [{ flag: "save-to", name: "FILE" }],
  },
  accept: { tool: "accept_dialog", positionals: [{ flag: "text", optional: true }] },
  dismiss: { tool: "dismiss_dialog" },
  pages: { tool: "list_pages" },
  new: { tool: "new_page", help: "Open another page" },
  page: { tool: "select_page", help: "Select a page by its number" },
  resize: { tool: "resize_page" },
  downloads: { tool: "list_downloads" },
  eval: {
    tool: "evaluate_script",
    help: "Run JavaScript in the page (needs --allow-script)",
    positionals: [{ flag: "function", name: "SCRIPT" }],
  },
};

/** Arguments of the long commands that are given by place, where they are not the required ones. */
export const places: Readonly<Record<string, Positional[]>> = {
  scroll: [{ flag: "direction", optional: true }],
  fill_by_uid: [uid, { flag: "value", optional: true }],
  type_text: [{ flag: "text", optional: true }],
  key_up: [{ flag: "key", optional: true }],
};
