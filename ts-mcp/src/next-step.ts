// Writes a next step of the engine with this server's tools and flags, for a model.

import type { NextStep } from "@uipilot/core";
import { brief } from "./quote.ts";

/** Longest value in a list of values, in characters. */
const MAX_VALUE = 60;

/** The step as one clause without a final stop. A missing kind is a compile error. */
export function stepText(step: NextStep): string {
  switch (step.kind) {
    case "advice":
      return step.text;
    case "takeSnapshot":
      return `take a new snapshot (\`take_snapshot\`) and ${step.purpose}`;
    case "useOneOf":
      return `use one of ${step.values.map((value) => brief(value, MAX_VALUE)).join(", ")}`;
    case "selectPage":
      return `select page ${step.page} with \`select_page\`, or use a UID of this page`;
    case "choosePage":
      return "choose a page with `list_pages` and `select_page`, or open one with `new_page`";
    case "answerDialog":
      return step.otherPage
        ? "select that page with `select_page` and answer the dialog with `accept_dialog` or `dismiss_dialog`"
        : "answer it with `accept_dialog` or `dismiss_dialog`";
    case "reloadPage":
      return "load the page again with `navigate_page`";
    case "loadAddress":
      return "load another address with `navigate_page`";
    case "allowOrigin":
      return "ask the user to allow the origin in the extension's popup, or go to an allowed one with `navigate_page`";
    case "allowBrowserPages":
      return "go to a web page with `navigate_page`, or start the server with --allow-browser-pages";
    case "allowFileUrls":
      return "serve the file over HTTP, or start the server with --allow-file-urls";
    case "fillInstead":
      return "fill the text in with `fill_by_uid`";
    case "listApplications":
      return "choose one with `list_applications`";
    case "openApplication":
      return "start the application with `debug_launch`, or attach to it with `debug_attach` while it runs";
    case "enableActions":
      return 'switch them on with `debug_attach` {"sessionId", "enabled": true} if the user wants it';
    case "stopApplication":
      return "the application seems to hang: wait and try again, or stop it with `debug_stop`";
    case "readApplication":
      return `read the tree again with \`debug_ui\` and ${step.purpose}`;
    case "raiseWindow":
      return "raise the window with `window_action`";
    case "listWindows":
      return "use a number from `list_windows`";
  }
}
